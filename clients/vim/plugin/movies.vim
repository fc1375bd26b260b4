if !has('vim9script') || v:version < 900 || !has('job') || !has('popupwin') || !has('textprop') || &encoding !=# 'utf-8'
  command! -nargs=* Movies echoerr "movies: this needs Vim 9 with +job, +popupwin and +textprop, and 'encoding' utf-8."
  finish
endif
vim9script noclear
if exists('g:loaded_movies') | finish | endif
g:loaded_movies = true

import autoload 'movies/actions.vim'
import autoload 'movies/view.vim'

for names in ['Star Special', 'Title Identifier', 'Year Number', 'Note Comment', 'Head Title']
  execute 'highlight default link Movies' .. names
endfor
command! -nargs=* -complete=custom,actions.Complete Movies actions.Run(<q-args>, <q-mods>)
augroup movies
  autocmd BufReadCmd movies://* view.Read(str2nr(expand('<abuf>')))
augroup END
for name in ['open', 'star', 'search', 'favorites', 'home', 'discover', 'trailers', 'watch', 'recommendations', 'browse',
    'reload', 'order', 'filter', 'help', 'close', 'next', 'previous']
  execute $"nnoremap <Plug>(movies-{name}) <ScriptCmd>actions.Run('{name}', '')<CR>"
endfor
