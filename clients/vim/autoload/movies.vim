vim9script
# The interface for configurations: %{movies#Status()} in 'statusline'.
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

# What the server is doing, else the number of favorites. Empty until the server has started.
export def Status(): string
  if !empty(server.loading) || server.silence !=# '' | return words.Activity(server.loading->values()->get(0, {})) | endif
  return server.known.favorites->has_key('total') ? $'★ {words.Number(server.known.favorites.total)}' : ''
enddef
