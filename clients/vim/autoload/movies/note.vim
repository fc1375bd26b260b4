vim9script
# A note about a film, in a buffer that :write saves.
import autoload 'movies/change.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

# Of each buffer: the id of the film, the note that the text began with, and the one that is kept, here or by another program.
var notes: dict<dict<string>>

# Loads the note into its buffer.
export def Read(buffer: number, argument: string)
  # Vim's :q does not leave a text that is not saved.
  setlocal buftype=acwrite filetype=text bufhidden=
  const id = matchstr(argument, '^\S*')
  notes[buffer] = {id: id, begun: '', kept: ''}
  execute $'autocmd! movies BufWriteCmd,BufWipeout <buffer={buffer}>'
  execute $'autocmd movies BufWriteCmd <buffer={buffer}> Write({buffer})'
  execute $'autocmd movies BufWipeout <buffer={buffer}> notes->remove({buffer})'
  Follow(buffer)
enddef

# Asks what is kept, which a `mark` that changes nothing answers, and shows it unless the user has begun to change the text.
def Follow(buffer: number)
  const note = notes[buffer]
  server.Get('mark', {id: note.id}, (result) => {
    if !bufloaded(buffer) || notes[buffer] isnot note | return | endif
    note.kept = get(result.mark, 'note', '')
    if getbufvar(buffer, '&modified') | Warn(note) | return | endif
    note.begun = note.kept
    if note.kept ==# Text(buffer) | return | endif
    silent deletebufline(buffer, 1, '$')
    setbufline(buffer, 1, split(note.kept, "\n", true))
    setbufvar(buffer, '&modified', false)
  })
enddef

autocmd movies User MoviesLibraryChanged {
  for [buffer, note] in items(notes)
    if server.changed->has_key(note.id) | Follow(str2nr(buffer)) | endif
  endfor
}

def Text(buffer: number): string
  return getbufline(buffer, 1, '$')->join("\n")
enddef

# Says that :write would lose what another program has written, and returns whether it would.
def Warn(note: dict<string>): bool
  const is_other = note.kept !=# note.begun
  if is_other | words.Say('The note has been changed elsewhere; :w! overwrites it.') | endif
  return is_other
enddef

# Waits for the server, because Vim may end after this command. The buffer is modified until the note is kept.
def Write(buffer: number)
  var note = notes[buffer]
  if v:cmdbang == 0 && Warn(note) | return | endif
  const title = matchstr(bufname(buffer), '^\S\+\s\+\zs.*') ?? note.id
  const text = Text(buffer)
  var is_done = false
  change.Mark([{id: note.id, title: title}], {note: text}, 'Saved the note on {film}.', {}, (failure) => {
    is_done = true
    if !empty(failure) | return | endif
    note->extend({begun: text, kept: text})
    if bufloaded(buffer) && Text(buffer) ==# text | setbufvar(buffer, '&modified', false) | endif
  })
  server.Await(() => is_done)
  if !is_done | words.Say('Not saved: {reason}', {reason: words.T(words.silent)}) | endif
enddef
