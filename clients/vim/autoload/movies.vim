vim9script
# The interface for configurations: %{movies#Status()} in 'statusline'.
import autoload 'movies/change.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

# What the server is doing, else the number of favorites. Empty until the server has started.
export def Status(): string
  if !empty(server.loading) || server.silence !=# '' | return words.Activity(server.loading->values()->get(0, {})) | endif
  return server.known.favorites->has_key('total') ? $'★ {words.Number(server.known.favorites.total)}' : ''
enddef

# Completes the last of some tags with commas between them.
export def CompleteTags(lead: string, line: string, position: number): list<string>
  const before = matchstr(lead, '.*,\s*')
  return change.tags->copy()->filter((_, tag) => stridx(tolower(tag), tolower(lead[len(before) :])) == 0)
    ->map((_, tag) => before .. tag)
enddef
