vim9script
# Tests of the popups in a Vim that has a screen: a terminal of this Vim shows it. See test.vim.
set columns=100 lines=40 encoding=utf-8
import './support.vim'
const [Wait, Check] = [support.Wait, support.Check]
var terminal = 0 # its buffer

# Starts Vim with a command as its server, and the search popup in it.
def Open(server = '"$MOVIE_SERVER"')
  const options = $'set ttimeout ttimeoutlen=20 backspace=2 encoding=utf-8 runtimepath^={support.plugin}'
  const setting = $"let g:movies_server = ['sh', '-c', '{server}'] | let g:movies_locale = 'en'"
  terminal = term_start(['vim', '-N', '-u', 'NONE', '-i', 'NONE', '-n', '--cmd', options, '--cmd', setting, '-c',
    'runtime plugin/movies.vim'], {hidden: 1, term_rows: 20, term_cols: 80, term_kill: 'kill'})
  WaitFor('~')
  Type(":Movies\<CR>")
  WaitFor('> ▏')
enddef

def Screen(): list<string>
  return range(1, term_getsize(terminal)[0])->mapnew((_, line) => term_getline(terminal, line))
enddef

def WaitFor(part: string)
  try
    Wait(() => stridx(Screen()->join("\n"), part) >= 0, part)
  catch /did not happen/
    throw $'{part} is not on the screen:' .. "\n" .. Screen()->join("\n")
  endtry
enddef

def Type(keys: string)
  term_sendkeys(terminal, keys)
enddef

# The value of an expression in that Vim, which must not wait for Enter.
def Evaluate(expression: string): any
  const file = tempname()
  Check(stridx(Screen()->join(), 'Press ENTER') < 0, Screen())
  Type($":call writefile([json_encode({expression})], '{file}')\<CR>")
  Wait(() => filereadable(file) && !empty(readfile(file)), expression .. "\n" .. Screen()->join("\n"))
  return json_decode(readfile(file)[0])
enddef

def g:Test_each_key_shows_before_the_server_answers()
  Open('cat >/dev/null')
  Type('the ')
  WaitFor('> the ▏')
  Type("대부\<BS>")
  WaitFor('> the 대▏')
  Type("\<C-w>god")
  WaitFor('> the god▏')
  # Enter does not wait either.
  Type("\<CR>")
  WaitFor('Search: the god')
  Check(Evaluate('popup_list()') == [])
enddef

def g:Test_what_is_typed_stays_on_the_screen_above_the_films()
  Open()
  Type('the')
  WaitFor('The Dark Knight (2008)')
  const place = Screen()->indexof((_, line) => stridx(line, '> the▏') >= 0)
  Type(repeat("\<C-n>", 15))
  Wait(() => stridx(Screen()->join(), 'The Dark Knight (2008)') < 0, 'scrolling')
  Check(stridx(Screen()[place], '> the▏') >= 0, Screen())
  Type('zz')
  WaitFor('> thezz▏')
  # The hint says how many films there are, and how to find more.
  WaitFor('No films found.')
  WaitFor('Only 1,090 built-in films are searched.')
  Check(stridx(Screen()[place], '> thezz▏') >= 0, Screen())
enddef

def g:Test_the_popup_stays_within_a_screen_that_shrinks_and_grows()
  Open()
  Type('the')
  WaitFor('The Dark Knight (2008)')
  const Films = () => Screen()->filter((_, line) => line =~# '│.*(\d\{4}).*│ *$')->len()
  const Borders = () => Screen()->filter((_, line) => line =~# '[╭├╰].*─[╮┤╯] *$')->len()
  const before = Films()
  term_setsize(terminal, 12, 50)
  Wait(() => Films() < before && Films() >= 2 && Borders() == 3, 'smaller popup')
  term_setsize(terminal, 30, 100)
  Wait(() => Films() > before && Borders() == 3, 'larger popup')
  Type("\<Esc>:Movies discover\<CR>")
  WaitFor('Comedy')
  term_setsize(terminal, 12, 50)
  Wait(() => Borders() == 2, 'smaller menu')
enddef

def g:Test_a_server_that_dies_while_the_popup_is_open_is_started_once_more()
  const file = tempname()
  Open($'echo $$ >>{file}; exec "$MOVIE_SERVER"')
  Type('oldboy')
  WaitFor('  Oldboy (2003)')
  Wait(() => readfile(file)->len() == 1, 'process')
  system($'kill -9 {readfile(file)[0]}')
  Wait(() => readfile(file)->len() == 2, 'another process')
  Type("\<C-s>")
  WaitFor('★ Oldboy (2003)')
  Type("\<C-u>parasite")
  WaitFor('  Parasite (2019)')
enddef

def g:Test_a_server_that_dies_at_once_leaves_a_popup_that_says_so()
  Open('echo no disk >&2; exit 3')
  for text in ['o', 'ol', 'old']
    Type(text[-1])
    WaitFor($'> {text}▏')
    WaitFor('│ movie-server has ended: no disk')
  endfor
  Type("\<Esc>")
  Wait(() => stridx(Screen()->join(), '> old▏') < 0, 'end of the popup')
  Check(Evaluate('[mode(), popup_list(), getline(1, "$")]') == ['n', [], ['']])
enddef

support.Run()
