vim9script
# A Vim that has a screen, in a terminal of this Vim.
import './support.vim'
const [Wait, Check] = [support.Wait, support.Check]
export var terminal = 0 # the buffer of the other Vim

# Starts Vim with a command as its server.
export def Open(server = '"$MOVIE_SERVER"')
  const options = $'set ttimeout ttimeoutlen=20 backspace=2 mouse=a ttymouse=sgr encoding=utf-8 runtimepath^={support.plugin}'
  const setting = $"let g:movies_server = ['sh', '-c', '{server}'] | let g:movies_locale = 'en'"
  terminal = term_start(['vim', '-N', '-u', 'NONE', '-i', 'NONE', '-n', '--cmd', options, '--cmd', setting, '-c',
    'runtime plugin/movies.vim'], {hidden: 1, term_rows: 20, term_cols: 80, term_kill: 'kill'})
  WaitFor('~')
enddef

export def Screen(): list<string>
  return range(1, term_getsize(terminal)[0])->mapnew((_, line) => term_getline(terminal, line))
enddef

export def WaitFor(part: string)
  try
    Wait(() => stridx(Screen()->join("\n"), part) >= 0, part)
  catch /did not happen/
    throw $'{part} is not on the screen:' .. "\n" .. Screen()->join("\n")
  endtry
enddef

export def Type(keys: string)
  term_sendkeys(terminal, keys)
enddef

# Gives that Vim, which must not wait for Enter, another width. It forgets the signal of one while it draws for another.
export def Resize(columns: number)
  Wait(() => {
    term_setsize(terminal, 20, columns + 1)
    term_setsize(terminal, 20, columns)
    return Evaluate('&columns') == columns
  }, $'{columns} columns')
enddef

# Waits for a text at another width, without a key.
export def ResizeTo(columns: number, part: string)
  Wait(() => {
    term_setsize(terminal, 20, columns)
    return stridx(Screen()->join("\n"), part) >= 0
  }, $'{part} on {columns} columns')
enddef

# The value of an expression in that Vim, which must not wait for Enter.
export def Evaluate(expression: string): any
  const file = tempname()
  Check(stridx(Screen()->join(), 'Press ENTER') < 0, Screen())
  Type($":call writefile([json_encode({expression})], '{file}')\<CR>")
  Wait(() => filereadable(file) && !empty(readfile(file)), expression .. "\n" .. Screen()->join("\n"))
  return json_decode(readfile(file)[0])
enddef
