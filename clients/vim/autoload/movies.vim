vim9script
# The interface for configurations: %{movies#Status()} in 'statusline'.
import autoload 'movies/server.vim'

# What the server is doing, else the number of favorites. Empty until the server has started.
export def Status(): string
  return server.Status()
enddef
