vim9script
# Tests of the popups in a Vim that has a screen: a terminal of this Vim shows it. See test.vim.
set columns=100 lines=40 encoding=utf-8
import './screen.vim'
import './support.vim'
const [Wait, Check, Runs] = [support.Wait, support.Check, support.Runs]
const [Screen, WaitFor, Type, Evaluate] = [screen.Screen, screen.WaitFor, screen.Type, screen.Evaluate]

# Starts Vim with a command as its server, and the search popup in it.
def Search(server = '"$MOVIE_SERVER"')
  screen.Open(server)
  Type(":Movies\<CR>")
  WaitFor('> ▏')
enddef

def g:Test_each_key_shows_before_the_server_answers()
  Search('cat >/dev/null')
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

def g:Test_enter_before_there_are_films_opens_a_page_that_fills_and_then_the_first_film()
  const pipe = tempname()
  system($'mkfifo {pipe}')
  Search($'read -r _ <{pipe}; exec "$MOVIE_SERVER"')
  Type('park chan-wook')
  WaitFor('> park chan-wook▏')
  Type("\<CR>")
  WaitFor('Search: park chan-wook  Loading…')
  writefile(['start'], pipe)
  # As if it had waited for the films: Enter opens the first.
  WaitFor('Watchlist: –')
  Type('q')
  WaitFor('Search: park chan-wook  8 films')
  WaitFor('Oldboy (2003)')
  # So it does where it follows the text at once, and Tab does not.
  Type(":Movies\<CR>interstellar\<CR>")
  WaitFor('169 min')
  Type(":Movies\<CR>parasite\<Tab>")
  WaitFor('Search: parasite  ')
  WaitFor('Parasite (2019)')
enddef

def g:Test_what_is_typed_stays_on_the_screen_above_the_films()
  Search()
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
  Search()
  Type('the')
  WaitFor('The Dark Knight (2008)')
  const Films = () => Screen()->filter((_, line) => line =~# '│.*(\d\{4}).*│ *$')->len()
  const Borders = () => Screen()->filter((_, line) => line =~# '[╭├╰].*─[╮┤╯] *$')->len()
  const before = Films()
  term_setsize(screen.terminal, 12, 50)
  Wait(() => Films() < before && Films() >= 2 && Borders() == 3, 'smaller popup')
  # Vim forgets a signal of another size while it draws for the one before.
  Type("\<Left>")
  WaitFor('> th▏e')
  term_setsize(screen.terminal, 30, 100)
  Wait(() => Films() > before && Borders() == 3, 'larger popup')
  Type("\<Esc>:Movies discover\<CR>")
  WaitFor('Comedy')
  term_setsize(screen.terminal, 12, 50)
  Wait(() => Borders() == 2, 'smaller menu')
enddef

def g:Test_a_server_that_dies_while_the_popup_is_open_is_started_once_more()
  const file = tempname()
  Search($'echo $$ >>{file}; exec "$MOVIE_SERVER"')
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

def g:Test_a_server_that_hangs_is_told_with_what_helps()
  const [file, sentence] = [tempname(), 'movie-server does not answer. :Movies restart starts it again.']
  Search($'echo $$ >>{file}; exec "$MOVIE_SERVER"')
  Type('inception')
  WaitFor('Inception (2010)')
  Type("\<C-u>oldboy\<CR>")
  WaitFor('Cast')
  Type(":Movies\<CR>inception")
  WaitFor('Inception (2010)')
  const pid = str2nr(readfile(file)[0])
  system($'kill -STOP {pid}')
  Type('x')
  WaitFor('│ Loading…')
  WaitFor('│ ' .. sentence)
  Type("\<Esc>:Movies home\<CR>")
  WaitFor('Home  ' .. sentence)
  # A message says it of what has no page.
  Type(":enew\<CR>:echo\<CR>")
  Wait(() => Screen()->join() !~# sentence, 'an empty screen')
  Type(":Movies star builtin:tt0364569\<CR>")
  Wait(() => trim(Screen()[-1]) ==# sentence, 'the message')
  Check(Evaluate('movies#Status()') ==# sentence)
  # So does the page of a film.
  Type(":buffer detail\<CR>")
  WaitFor('Oldboy (2003)  ' .. sentence)
  Type(":enew | Movies restart\<CR>")
  WaitFor('movie-server was started again.')
  Wait(() => !Runs(pid), 'end of the server that hangs')
  Type(":Movies home\<CR>")
  WaitFor('The Shawshank Redemption (1994)')
  Check(Screen()->join() !~# 'does not answer', Screen())
enddef

def g:Test_enter_in_the_popup_tries_again_after_an_error()
  const file = tempname()
  Search($'if [ -e {file} ]; then exec "$MOVIE_SERVER"; fi; exit 3')
  Type('oldboy')
  WaitFor('│ movie-server has ended: sh: exit status 3')
  writefile([], file)
  Type("\<CR>")
  WaitFor('  Oldboy (2003)')
  WaitFor('> oldboy▏')
enddef

def g:Test_long_names_of_directors_are_cut_visibly()
  Search()
  term_setsize(screen.terminal, 20, 80)
  Type('into the spider-verse')
  WaitFor('Bob Persichetti')
  Wait(() => Screen()->indexof((_, line) => line =~# 'Bob Persichetti.*… *│') >= 0, Screen()->join("\n"))
enddef

def g:Test_a_server_that_dies_at_once_leaves_a_popup_that_says_so()
  Search('echo no disk >&2; exit 3')
  for text in ['o', 'ol', 'old']
    Type(text[-1])
    WaitFor($'> {text}▏')
    WaitFor('│ movie-server has ended: no disk')
    WaitFor('│ Enter: try again')
  endfor
  Type("\<Esc>")
  Wait(() => stridx(Screen()->join(), '> old▏') < 0, 'end of the popup')
  Check(Evaluate('[mode(), popup_list(), getline(1, "$")]') == ['n', [], ['']])
enddef

def g:Test_searches_that_another_encoding_has_broken_are_not_offered()
  const file = tempname()
  for query in ['박찬욱', 'amélie'] | histadd('cmd', 'Movies search ' .. query) | endfor
  execute 'set viminfofile= | wviminfo!' file
  Check(join(readfile(file)) =~# '박찬욱')
  system($'LC_ALL=C vim -es -N -u NONE -c "set viminfofile= | rviminfo! {file} | wviminfo! {file} | qall!"')
  screen.Open()
  Type($":set history=50 viminfofile= | rviminfo! {file}\<CR>:Movies\<CR>")
  WaitFor('↺ amélie')
  Check(Screen()->join() !~# '¿', Screen())
enddef

# A press of the left button at a place of the screen.
def Click(text: string)
  const line = Screen()->indexof((_, each) => stridx(each, text) >= 0)
  const column = strdisplaywidth(strpart(Screen()[line], 0, stridx(Screen()[line], text))) + 1
  for end in ['M', 'm'] | Type($"\<Esc>[<0;{column};{line + 1}{end}") | endfor
enddef

def g:Test_the_first_screen_tells_the_catalog_the_keys_and_the_last_searches()
  Search()
  for part in ['Search films · Built-in films', 'Enter open · ^S star', 'Only 1,090 built-in films are searched.', 'Popular',
      'The Shawshank Redemption (1994)']
    WaitFor(part)
  endfor
  # The hint has the number of films.
  Check(Screen()->join() !~# '1,090 films', Screen())
  Type("oldboy\<Tab>")
  WaitFor('Search: oldboy')
  Type(":Movies log\<CR>")
  WaitFor('process ')
  Type(":Movies  christopher nolan \<CR>")
  WaitFor('Search: christopher nolan')
  Type(":Movies\<CR>")
  WaitFor('↺ oldboy')
  WaitFor('↺ christopher nolan')
  Check(Screen()->join() !~# '↺ log', Screen())
  Type("\<Down>\<CR>")
  WaitFor('> oldboy▏')
  WaitFor('Oldboy (2003)')
enddef

def g:Test_the_text_is_edited_at_a_cursor_and_a_click_chooses()
  Search()
  Type('parXasite')
  WaitFor('> parXasite▏')
  Type(repeat("\<Left>", 5))
  WaitFor('> parX▏asite')
  Type("\<BS>")
  WaitFor('> par▏asite')
  Type("\<Home>")
  WaitFor('> ▏parasite')
  Type("\<Del>P\<End>")
  WaitFor('> Parasite▏')
  const box = Screen()->mapnew((_, line) => matchstr(line, '^.*[╭├╰]'))->filter((_, line) => line !=# '')
  WaitFor('Parasite (2019)')
  Type("\<C-u>the")
  WaitFor('The Dark Knight (2008)')
  Check(Screen()->mapnew((_, line) => matchstr(line, '^.*[╭├╰]'))->filter((_, line) => line !=# '') == box, Screen())
  Click('The Dark Knight (2008)')
  WaitFor('152 min · Action')
  Type(":Movies star godfather\<CR>")
  WaitFor('The Godfather Part II')
  Click('The Godfather Part II')
  WaitFor('Starred The Godfather Part II (1974).')
enddef

def g:Test_the_watchlist_changes_in_the_popup_and_on_40_columns()
  Search()
  term_setsize(screen.terminal, 20, 40)
  Type('oldboy')
  WaitFor('Oldboy (2003)')
  Type("\<C-b>")
  WaitFor('Oldboy (2003)                + │')
  WaitFor('├ ^S star · ^B watchlist · Esc ─')
  WaitFor('Put Oldboy (2003) on the watchlist.')
  Type("\<Esc>:Movies undo\<CR>")
  WaitFor('Undone: Put Oldboy (2003)')
enddef

def g:Test_keys_of_the_buffer_do_nothing_in_a_menu()
  screen.Open()
  Type(":Movies favorites\<CR>")
  WaitFor('No favorites yet.')
  for key in ['dq', 'xq', 'sq', 'g?q', "\<Del>q", 'q', "\<Esc>", "j\<Esc>"]
    Type(":Movies discover\<CR>")
    WaitFor('│ Comedy')
    Type(key)
    Wait(() => stridx(Screen()->join(), '│ Comedy') < 0, 'end of the menu')
    Check(Evaluate('[mode(), bufname()]') == ['n', 'movies://favorites'])
  endfor
  Type(":Movies discover\<CR>")
  WaitFor('│ Comedy')
  Type("j\<CR>")
  WaitFor('Years, such as')
  Type("\<CR>")
  WaitFor('Discover: Adventure')
enddef

def g:Test_a_letter_goes_to_the_next_row_of_a_menu_that_begins_with_it()
  screen.Open()
  for [keys, genre] in [['dD', 'Drama'], ['ww', 'Western'], ["d'\\", 'Documentary']]
    Type(":Movies discover\<CR>")
    WaitFor('│ Comedy')
    Type(keys .. "\<CR>")
    WaitFor('Years, such as')
    Type("\<CR>")
    WaitFor('Discover: ' .. genre)
  endfor
  Type(":Movies star the dark knight\<CR>")
  WaitFor('│   The Dark Knight (2008)')
  Type("t\<CR>")
  WaitFor('Starred The Dark Knight Rises (2012).')
enddef

def g:Test_of_one_film_there_is_nothing_to_choose()
  screen.Open()
  for [text, film] in [['tt0364569', 'Oldboy (2003)'], ['parasite', 'Parasite (2019)']]
    Type($":Movies star {text}\<CR>")
    WaitFor($'Starred {film}. Undo: :Movies undo')
  endfor
  # One that was found for another text may not be the one that was meant.
  Type(":Movies detail parasyte\<CR>")
  WaitFor('1 film · Results for “parasite”')
  Type("\<CR>")
  WaitFor('132 min')
enddef

def g:Test_years_that_are_none_are_asked_for_again()
  screen.Open()
  Type(":Movies discover\<CR>")
  WaitFor('│ Comedy')
  Type("\<CR>")
  WaitFor('Years, such as 1990-1999: ')
  Type("19xx\<CR>")
  WaitFor('Years are written like 1990-1999.')
  WaitFor('Years, such as 1990-1999: 19xx')
  Type("\<BS>\<BS>90-1992\<CR>")
  WaitFor('Discover: Action 1990-1992  ')
  # Years outside of those of films are no wrong genre either, nor are those of a command.
  for text in ['Action 0001', 'Action 19xx', '199']
    Type($":Movies discover {text}\<CR>")
    WaitFor($'Discover: {text}')
    WaitFor('Years are written like 1990-1999.')
  endfor
enddef

def g:Test_a_menu_is_gone_before_the_question_that_follows()
  screen.Open()
  Type(":Movies discover\<CR>")
  WaitFor('│ Comedy')
  Type("\<CR>")
  WaitFor('Years, such as 1990-1999: ')
  Check(Screen()->join() !~# 'Comedy', Screen())
  Type("\<CR>")
  WaitFor('Discover: Action  ')
  Type('m')
  WaitFor('│ Tags')
  Type("\<CR>")
  WaitFor('0.5 to 10, empty for none: ')
  Check(Screen()->join() !~# '│ Tags', Screen())
enddef

def g:Test_the_preview_has_half_of_the_columns_and_follows_the_cursor()
  screen.Open()
  screen.Resize(130)
  Type(":Movies search the dark knight\<CR>")
  WaitFor('The Dark Knight Rises (2012)')
  Type("gg/Knight (2008\<CR>p")
  WaitFor('152 min · Action')
  # The list has room for what stands at the ends of its rows.
  const row = Screen()->filter((_, line) => line =~# 'The Dark Knight Rises (2012)')[0]
  Check(strdisplaywidth(matchstr(row, '^[^|│]*')) == 64, Screen())
  Wait(() => Screen()->indexof((_, line) => line =~# 'Rises (2012).*Christopher.*[|│]') >= 0, Screen()->join("\n"))
  Type("/Rises\<CR>")
  WaitFor('164 min · Action')
  const state = Evaluate('[winnr("$"), bufname(), len(getbufinfo())]')
  Check(state == [2, 'movies://search/the dark knight', 3], state)
  Type('p')
  Wait(() => stridx(Screen()->join(), '164 min') < 0, 'end of the preview')
  Check(Evaluate('winnr("$")') == 1)
  # It closes too where there is no film.
  Type("p")
  WaitFor('164 min · Action')
  Type("ggp")
  Wait(() => stridx(Screen()->join(), '164 min') < 0, 'end of the preview')
enddef

support.Run()
