vim9script
# The keys of the plugin's buffers.

import autoload 'movies/words.vim'

const of_list = '<CR> open · s star · b watchlist · l log a viewing · p preview · g? all keys'
const hints = {home: of_list, favorites: of_list, watchlist: of_list, library: of_list,
  diary: '<CR> open · e change · x delete · u undo · p preview · g? all keys',
  detail: 's star · {key}b watchlist · {key}l log a viewing · m rating, note, tags · g? all keys'}

# The keys that matter most in a kind of view.
export def Hint(kind: string): string
  return get(g:, 'movies_keys', true) ? words.T(get(hints, kind, ''), {key: Leader()}) : ''
enddef

# The keys of a buffer: the action and what it does.
export const keys = [['<CR>', 'open', 'open'], ['s', 'star', 'star or unstar'], ['b', 'bookmark', 'put on the watchlist, or take off'],
  ['l', 'watched', 'log a viewing'], ['m', 'mark', 'rating, note or tags'],
  ['u', 'undo', 'undo the last change'], ['y', 'copy', 'copy the link'], ['o', 'browse', 'open the link in the browser'],
  ['t', 'trailers', 'trailers'], ['w', 'where', 'where to watch'], ['R', 'recommendations', 'recommendations'],
  ['S', 'search', 'search'], ['f', 'favorites', 'favorites'], ['B', 'watchlist', 'watchlist'], ['d', 'diary', 'diary'],
  ['e', 'edit', 'change the viewing under the cursor'], ['x', 'delete', 'delete the viewing under the cursor'],
  ['p', 'preview', 'show the film under the cursor beside the list'],
  ['c', 'order', 'change the order of the list'], ['i', 'filter', 'filter the list'], ['r', 'reload', 'reload'],
  [']]', 'next', 'next section or month'], ['[[', 'previous', 'previous section or month'], ['g?', 'help', 'this help'],
  ['q', 'close', 'close'], ['<2-LeftMouse>', 'open', 'open']]

export def Leader(): string
  return substitute(get(g:, 'maplocalleader', '') ?? '\', ' ', '<Space>', 'g')
enddef

# What is typed for a key. In a text people move with some, and copy with y: there these follow <LocalLeader>.
export def Name(key: string, is_text: bool, leader = Leader()): string
  return (is_text && key =~# '^[befltwyB]$' ? leader : '') .. key
enddef

# Maps the keys of a buffer, and in Visual mode those that act on several films.
export def MapKeys(is_text: bool)
  for [name, action, _] in get(g:, 'movies_keys', true) ? keys : []
    const key = Name(name, is_text, '<LocalLeader>')
    execute $'nmap <buffer> <nowait> {key} <Plug>(movies-{action})'
    if name =~# '^\(s\|b\|l\|m\|x\)$' | execute $'xmap <buffer> <nowait> {key} <Plug>(movies-{action})' | endif
  endfor
enddef
