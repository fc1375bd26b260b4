vim9script
# A note about a film, in a buffer that :write saves.
import autoload 'movies/change.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

# Loads the note into its buffer. A `mark` that changes nothing answers what is kept.
export def Read(buffer: number, argument: string)
  setlocal buftype=acwrite filetype=text
  const id = matchstr(argument, '^\S*')
  execute $'autocmd! movies BufWriteCmd <buffer={buffer}>'
  execute $'autocmd movies BufWriteCmd <buffer={buffer}> Write({buffer}, "{id}")'
  server.Get('mark', {id: id}, (result) => {
    if !bufloaded(buffer) | return | endif
    setbufline(buffer, 1, get(result.mark, 'note', '')->split("\n", true))
    setbufvar(buffer, '&modified', false)
  })
enddef

def Write(buffer: number, id: string)
  const title = matchstr(bufname(buffer), '^\S\+\s\+\zs.*')
  change.Mark([{id: id, title: title}], {note: getbufline(buffer, 1, '$')->join("\n")}, 'Saved the note on {film}.')
  setbufvar(buffer, '&modified', false)
enddef
