" Films in a Markdown file with Vim's plugin ALE, which Debian has. MOVIE_SERVER is the server.
set nocompatible encoding=utf-8 runtimepath^=/usr/share/vim-ale
let g:ale_linters = {'markdown': ['movies']}
let g:ale_lint_on_text_changed = 0
let g:ale_hover_to_preview = 1
let g:ale_floating_preview = 0
let g:ale_lsp_show_message_severity = 'disabled'
runtime plugin/ale.vim
call ale#linter#Define('markdown', {
      \ 'name': 'movies', 'lsp': 'stdio', 'executable': $MOVIE_SERVER, 'command': '%e lsp', 'language': 'markdown',
      \ 'project_root': $HOME})

let s:failures = []
function! s:Check(condition, what) abort
  if !a:condition | call add(s:failures, a:what) | endif
endfunction

function! s:WaitFor(Condition, what) abort
  let l:end = reltime()
  while !a:Condition()
    if reltimefloat(reltime(l:end)) > 120 | return s:Check(0, a:what . ': did not happen in time') | endif
    sleep 10m
  endwhile
endfunction

function! s:Shows(text) abort
  return !empty(filter(range(1, winnr('$')), {_, number -> join(getbufline(winbufnr(number), 1, '$'), "\n") =~# a:text}))
endfunction

function! s:Run() abort
  call writefile(['# Films', '', '- Oldboy (2003)', '- [[paras'], $HOME . '/films.md')
  edit $HOME/films.md
  set filetype=markdown
  " Hover, which starts the server.
  call cursor(3, 5)
  ALEHover
  call s:WaitFor({-> s:Shows('Oldboy (2003)')}, 'hover')
  " Search.
  ALESymbolSearch 기생충
  call s:WaitFor({-> s:Shows('Parasite')}, 'search')
endfunction

try
  call s:Run()
catch
  call add(s:failures, v:exception . ' at ' . v:throwpoint)
endtry
for s:failure in s:failures | verbose echomsg s:failure | endfor
if empty(s:failures) | qall! | else | cquit | endif
