vim9script
# The interface for configurations: %{movies#Status()} in 'statusline'.
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

# What the server is doing, else the number of favorites. Empty until the server has started.
export def Status(): string
  if !empty(server.loading) | return words.Activity(server.loading->values()[0]) | endif
  return server.favorites->has_key('total') ? $'★ {server.favorites.total}' : ''
enddef
