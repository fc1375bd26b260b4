if !has('vim9script') || v:version < 900 || !has('job') || !has('popupwin') || !has('textprop') || &encoding !=# 'utf-8'
  let s:missing = has('vim9script') && v:version >= 900 ? [] : ['Vim 9']
  let s:missing += map(filter(['job', 'popupwin', 'textprop'], '!has(v:val)'), '"+" . v:val')
  let s:missing += &encoding ==# 'utf-8' ? [] : ['"set encoding=utf-8" in the vimrc']
  execute 'command! -nargs=* Movies echoerr' string('movies: this needs ' . join(s:missing, ', ') . '.')
  finish
endif
vim9script noclear
if exists('g:loaded_movies') | finish | endif
g:loaded_movies = true

import autoload 'movies/actions.vim'
import autoload 'movies/view.vim'

# Few colors: these groups can be read on light and on dark screens, even where Vim takes one for the other.
def SetHighlights()
  for group in ['Star', 'Mark'] | execute $'highlight default link Movies{group} Special' | endfor
  for group in ['Title', 'Head'] | execute $'highlight default Movies{group} term=bold cterm=bold gui=bold' | endfor
  for group in ['Year', 'Note', 'Border'] | execute $'highlight default Movies{group} term=NONE' | endfor
  highlight default link MoviesPopup Normal
  highlight default MoviesSelected term=reverse cterm=reverse gui=reverse
enddef
SetHighlights()
command! -range -nargs=* -complete=custom,actions.Complete Movies
  \ actions.Run(<q-args>, <q-mods>, <range> == 0 ? [] : [<line1>, <line2>])
augroup movies
  autocmd ColorScheme * SetHighlights()
  autocmd BufReadCmd movies://* view.Read(str2nr(expand('<abuf>')))
augroup END
for name in ['open', 'star', 'search', 'favorites', 'watchlist', 'library', 'home', 'discover', 'trailers', 'where',
    'recommendations', 'bookmark', 'watched', 'mark', 'undo', 'diary', 'statistics', 'browse', 'copy', 'reload', 'order',
    'filter', 'help', 'close', 'next', 'previous', 'edit', 'delete', 'preview']
  # A session file keeps this map, but no script to which it belongs.
  execute $"nnoremap <Plug>(movies-{name}) <Cmd>call movies#actions#Run('{name}', '')<CR>"
  execute $"xnoremap <silent> <Plug>(movies-{name}) :Movies {name}<CR>"
endfor
