vim9script
# Vim's part of the test: see run.
execute 'set runtimepath^=' .. fnameescape($CLIENTS .. '/vim')
set encoding=utf-8
g:movies_locale = 'en'
runtime plugin/movies.vim
const ids = split($IDS, '|')
const titles = split($TITLES, '|')
const index = str2nr($INDEX)

def Say(words: string)
  writefile([words], '/dev/stdout', 'a')
enddef

def Text(): string
  return getline(1, '$')->join("\n")
enddef

try
  Movies favorites
  while Text() !~ 'No favorites yet'
    sleep 5m
  endwhile
  Say('ready')
  var seen: dict<bool> = {}
  var has_starred = false
  while len(seen) < len(titles)
    const text = Text()
    for [number, title] in items(titles)
      if !has_key(seen, number) && stridx(text, title) >= 0
        seen[number] = true
        Say($'shows {number}')
      endif
    endfor
    if len(seen) == index && !has_starred
      has_starred = true
      Say('stars')
      execute 'Movies star ' .. ids[index]
    endif
    sleep 5m
  endwhile
catch
  Say(v:exception .. ' ' .. v:throwpoint)
endtry
qall!
