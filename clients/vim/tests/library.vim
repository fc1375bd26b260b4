vim9script
# Tests of what the user keeps about films, in a Vim that has a screen: prompts and Visual mode need one.
set columns=100 lines=40 encoding=utf-8
import './screen.vim'
import './support.vim'
const [Wait, Check] = [support.Wait, support.Check]
const [Screen, WaitFor, Type, Evaluate] = [screen.Screen, screen.WaitFor, screen.Type, screen.Evaluate]

def Run(arguments: string): string
  return system($'{shellescape($MOVIE_SERVER)} {arguments}')
enddef

# Runs a command of the plugin and waits for a text.
def Movies(command: string, part: string)
  Type($":Movies {command}\<CR>")
  WaitFor(part)
enddef

# Answers prompts: waits for each, then types what is after it.
def Answer(answers: list<list<string>>)
  for [prompt, text] in answers
    WaitFor(prompt)
    Type($"{text}\<CR>")
  endfor
enddef

def WaitForNo(part: string)
  Wait(() => stridx(Screen()->join("\n"), part) < 0, 'end of ' .. part)
enddef

def g:Test_a_viewing_is_logged_changed_deleted_and_undone()
  screen.Open()
  Movies('watch builtin:tt0364569', 'Put Oldboy (2003) on the watchlist. Undo: :Movies undo')
  Movies('detail builtin:tt0364569', 'Watchlist: +')
  Type('\l')
  Answer([['Watched Oldboy (2003) today (or day; rating 0.5–10, “again”, note): ', '2026-02-30'],
    ['There is no such day.', "\<C-u>2026-1-31"],
    ['A day is written like 20', "\<C-u>9999-01-01"],
    ['The day 9999-01-01 is in the future.', "\<C-u>yestrday 7"],
    ['A day is written like 20', "\<C-u>tomorrow"],
    ['A day is written like 20', "\<C-u>-3 11 hmm"]])
  # What is wrong has a line of its own, above the question.
  WaitFor('A rating is 0.5 to 10, in steps of 0.5.')
  const wrong = Screen()->indexof((_, line) => line =~# '^A rating is 0.5 to 10, in steps of 0.5. *$')
  Check(wrong >= 0 && Screen()[wrong + 1] =~# '^Watched Oldboy (2003) .*: -3 11 hmm', Screen())
  Type("\<C-u>2026-01-31, 9, In the cinema\<CR>")
  WaitFor('Logged a viewing of Oldboy (2003), now off the watchlist: 2026-01-31 · 9')
  WaitFor('· In the cinema. Undo: u')
  Type('k')
  for part in ['Watchlist: –', 'My rating: 9', '2026-01-31  9 · In the cinema'] | WaitFor(part) | endfor
  Type('d')
  WaitFor('2026-01-31    Oldboy (2003)')
  WaitFor('Oldboy (2003)                            9 · In the cin')
  Type('e')
  Answer([['Watched Oldboy (2003) (day; optional: rating 0.5–10, “again”, note): 2026-01', "\<C-u>2026-01-31 9 again 3rd time"]])
  WaitFor('9 · again · 3rd time')
  Type('e')
  Answer([['note): 2026-01', "\<C-u>2026-01-31 again 9 3rd time"]])
  WaitFor('Nothing has changed.')
  # What begins with no day is not taken for a rating and a note.
  Type('e')
  Answer([['note): 2026-01', "\<C-u>3 days ago"],
    ['A day is written like 20', "\<C-u>2026-02-01"]])
  WaitFor('2026-02-01    Oldboy (2003)  ')
  WaitForNo('again')
  Type('x')
  WaitFor('No viewings yet.')
  WaitFor('Deleted the viewing of Oldboy (2003). Undo: u')
  Type('u')
  WaitFor('2026-02-01    Oldboy')
  Type('u')
  WaitFor('2026-01-31    Oldboy (2003)                            9 · again · 3rd time')
  Type('uu')
  WaitFor('No viewings yet.')
  # The last undo gives back the place on the watchlist, and that there was no rating.
  Type('B')
  WaitFor('  Oldboy (2003)')
  WaitFor('Park Chan-wook' .. repeat(' ', 22) .. '+')
  Type('u')
  WaitFor('The watchlist is empty. Press b on a film to put it there.')
  Type('u')
  WaitFor('There is nothing to undo.')
enddef

def g:Test_an_undo_brings_back_what_was_kept_about_a_film_that_was_not_seen_here_before()
  Run('mark builtin:tt0364569 --watchlist --rating 7')
  const before = Run('watchlist --json')
  screen.Open()
  Movies('watched builtin:tt0364569', ' today (or day;')
  Type("9\<CR>")
  WaitFor(', now off the watchlist: ' .. strftime('%F') .. ' · 9.')
  Movies('undo', 'Undone: Logged a viewing of ')
  Movies('search oldboy', '   + 7')
  Check(Run('watchlist --json') ==# before, 'the time on the watchlist')
enddef

def g:Test_several_undos_are_told_and_made_one_after_the_other()
  screen.Open()
  Movies('search oldboy', 'Oldboy (2003)')
  for keys in ['3u', 'uuu']
    Movies('rate', 'Rating of Oldboy (2003)')
    Type("7\<CR>")
    WaitFor('Rated Oldboy (2003): 7. Undo: u')
    Type('l')
    Answer([['Watched Oldboy (2003)', '9']])
    WaitFor('Logged a viewing of Oldboy (2003): ')
    Type('s')
    WaitFor('Starred Oldboy (2003). Undo: u')
    Type(keys)
    WaitFor('Rated Oldboy (2003): 7.')
    if keys ==# '3u' | WaitFor('Undone: Starred Oldboy (2003). Logged a viewing of Oldboy (2003): ') | endif
    Check(Run('library --json') !~# 'tt0364569', Run('library --json'))
    Type('u')
    WaitFor('There is nothing to undo.')
  endfor
enddef

def g:Test_messages_are_shown_whole_where_the_line_is_short()
  $HOME = tempname()
  mkdir($HOME)
  Run('mark builtin:tt0120737 --watchlist')
  screen.Open()
  # As Vim's defaults, which take half of the line.
  Type(":set ruler showcmd\<CR>")
  Movies('search oldboy', 'Oldboy (2003)')
  Type('l')
  Answer([['Watched', '9']])
  # What fits is on the last line, over the ruler.
  const IsLast = (text) => Screen()->join() !~# '║' && trim(Screen()[-1]) ==# text
  Wait(() => IsLast($'Logged a viewing of Oldboy (2003): {strftime("%F")} · 9. Undo: u'), 'the message')
  Check(Evaluate('1') == 1) # no question for Enter
  Type(":Movies export ~/a-long-name-of-a-file.csv\<CR>")
  Wait(() => IsLast('Exported 2 films and 1 viewing to ~/a-long-name-of-a-file.csv.'), 'the message')
  Check(Evaluate('1') == 1)
  # The next key takes the message away, and does what it does.
  Type('cj')
  Wait(() => Screen()[-1] =~# '2,1', 'the ruler')
  Type($":Movies export ~/{repeat('long-', 20)}.csv\<CR>")
  WaitFor('║ Exported 2 films')
  Type('k')
  WaitForNo('║')
  Wait(() => Screen()[-1] =~# '1,1', 'the ruler')
  Movies('star builtin:tt0120737', 'Starred The Lord of the Rings: The Fellow…. Undo: u')
  Check(Screen()->join() !~# '║', Screen())
  Movies('search fellowship of the ring', '★ The Lord of the Rings')
  Type('s')
  WaitFor('Unstarred The Lord of the Rings: The Fell…. Undo: u')
  # What is too long for the part of the line is shown on all of it.
  screen.Resize(90)
  Type('l')
  Answer([['Watched', '']])
  Wait(() => IsLast($'Logged a viewing of The Lord of the Rings: Th…, now off the watchlist: {strftime("%F")}. Undo: u'), 'the message')
  screen.Resize(40)
  WaitFor('The Lord of the Rings: The F… (2001) ✓')
  Type('y')
  WaitFor('║ Copied https://www.imdb.com/title/ ║')
  WaitFor('║ tt0120737/ ')
  Check(Evaluate('1') == 1)
enddef

def g:Test_an_error_is_shown_whole_however_long_it_is()
  screen.Open()
  Type(":let g:movies_server = '/no/" .. repeat('long/', 10) .. 'middle/' .. repeat('long/', 10) .. "movie-server'\<CR>")
  Type(":Movies star oldboy\<CR>")
  WaitFor('/middle/')
  WaitFor('cannot be started.')
  Check(Evaluate('1') == 1) # no question for Enter
enddef

def g:Test_a_browser_that_does_not_open_is_told()
  const folder = tempname()
  mkdir(folder)
  writefile(['#!/bin/sh', 'exit 3'], folder .. '/xdg-open')
  setfperm(folder .. '/xdg-open', 'rwxr-xr-x')
  $PATH = folder .. ':' .. $PATH
  screen.Open()
  Movies('search oldboy', 'Oldboy (2003)')
  Type('o')
  WaitFor('No browser opens here. y copies https://www.imdb.com/title/tt0364569/')
  Type("\<CR>")
  WaitFor('Cast')
  Type('o')
  WaitFor('No browser opens here. \y copies https://www.imdb.com/title/tt0364569/')
  Check(Evaluate('1') == 1) # no question for Enter
enddef

def g:Test_ratings_tags_and_notes()
  screen.Open()
  Movies('search oldboy', 'Oldboy (2003)')
  Type('m')
  WaitFor('│ Rating')
  Check(Screen()->join() =~# '│ Rating .*│ Note .*│ Tags ', Screen())
  Type("\<CR>")
  Answer([['Rating of Oldboy (2003), 0.5 to 10, empty for none: ', '11']])
  WaitFor('A rating is 0.5 to 10, in steps of 0.5.')
  Type("\<Esc>")
  Movies('rate', 'Rating of Oldboy (2003), 0.5 to 10')
  Type("8,5\<CR>")
  WaitFor('Rated Oldboy (2003): 8.5. Undo: u')
  WaitFor('Park Chan-wook' .. repeat(' ', 20) .. '8.5')
  Movies('rate', 'empty for none: 8.5')
  Type("\<C-u>\<Esc>")
  WaitForNo('empty for none')
  Movies('tag', 'Tags of Oldboy (2003), with commas')
  Type("sofa, rainy day\<CR>")
  WaitFor('Tagged Oldboy (2003). Undo: u')
  # A tag after a minus is removed, and nothing after one is no tag.
  Movies('tag', 'with commas (“-sofa” removes, “,”: none): rainy day, sofa')
  Type(", -sofa, -, bed\<CR>")
  WaitFor('Tagged Oldboy (2003). Undo: u')
  Check(Screen()->join() !~# 'with commas', Screen())
  Movies('note', 'movies://note/')
  Type("iSee it\<CR>again.\<Esc>:w\<CR>")
  WaitFor('Saved the note on Oldboy (2003).')
  Type(":q\<CR>")
  Movies('detail', 'Tags: bed, rainy day')
  WaitFor('Note: See it again.')
  WaitFor('My rating: 8.5')
  Movies('tags', 'Tags')
  WaitFor('  rainy day')
  Type("/rainy\<CR>\<CR>")
  WaitFor('Library · “rainy day”  1 film')
enddef

def g:Test_a_note_that_another_program_changes_is_followed_and_not_overwritten()
  screen.Open()
  Movies('note builtin:tt0364569', 'movies://note/')
  Run('mark builtin:tt0364569 --note "From one"')
  WaitFor('From one')
  Type("A, and here\<Esc>:w\<CR>")
  WaitFor('Saved the note on ')
  Type("ccFrom here\<Esc>:echo\<CR>")
  WaitFor('From here')
  Run('mark builtin:tt0364569 --note "From two"')
  WaitFor('The note has been changed elsewhere; :w! overwrites it.')
  Type(":w\<CR>")
  Check(Evaluate('&modified') == 1)
  Type(":only\<CR>")
  Movies('detail builtin:tt0364569', 'Note: From two')
  Type(":buffer #\<CR>:w!\<CR>")
  WaitFor('Saved the note on ')
  Type(":buffer #\<CR>")
  WaitFor('Note: From here')
enddef

def g:Test_a_note_is_kept_before_vim_ends()
  for [id, command] in items({tt0364569: 'wqa', tt6751668: 'w|qa', tt0120737: 'x'})
    screen.Open()
    Movies('note builtin:' .. id, 'movies://note/')
    Type($":only\<CR>iKept.\<Esc>:{command}\<CR>")
    Wait(() => job_status(term_getjob(screen.terminal)) ==# 'dead', 'end of Vim')
    Check(system($'{shellescape($MOVIE_SERVER)} library --json') =~# $'builtin:{id}".\{{-}}hasNote', command)
  endfor
enddef

def g:Test_the_keys_work_in_a_session_of_another_vim()
  const file = tempname()
  screen.Open()
  Type($":mksession {file}\<CR>")
  Movies('search oldboy', 'Oldboy (2003)')
  Type($":source {file}\<CR>")
  Movies('search oldboy', 'Oldboy (2003)')
  Type('s')
  WaitFor('Starred Oldboy (2003). Undo: u')
enddef

def g:Test_the_films_of_a_person_fit_a_narrow_window()
  screen.Open()
  screen.Resize(40)
  Type(":edit movies://person/builtin:choi-min-sik\<CR>")
  WaitFor('Oldboy (2003)')
  # A row that wraps has a line without a year.
  const films = Screen()[: -2]->filter((_, line) => line =~# '^ ')
  Check(len(films) > 5 && films->copy()->filter((_, line) => line !~# '(\d\d\d\d)')->empty(), films)
enddef

def g:Test_q_leaves_a_page_that_was_opened_by_its_name()
  screen.Open()
  Type(":edit movies://favorites\<CR>")
  WaitFor('No favorites yet.')
  Type('q')
  WaitForNo('No favorites yet.')
  Check(Evaluate('bufname()') ==# '' && Evaluate('v:errmsg') ==# '', Screen())
enddef

def g:Test_a_note_that_is_not_saved_is_not_left()
  screen.Open()
  Movies('note builtin:tt0364569', 'movies://note/')
  Type("iNot yet.\<Esc>:q\<CR>")
  WaitFor('E37')
  # Another page is no loss: the text stays.
  Movies('favorites', 'No favorites yet.')
  Type('q')
  WaitFor('Not yet.')
enddef

def g:Test_a_note_that_a_server_that_hangs_has_not_kept_stays_modified_and_is_sent_again()
  const file = tempname()
  screen.Open($'echo $$ >>{file}; exec "$MOVIE_SERVER"')
  Movies('note builtin:tt0364569', 'movies://note/')
  Wait(() => Evaluate('exists("#movies#BufWriteCmd")') == 1, 'the note')
  system($'kill -STOP {readfile(file)[0]}')
  Type("iKept.\<Esc>:w\<CR>")
  WaitFor('Not saved: movie-server does not answer. :Movies restart starts it again.')
  Check(Evaluate('&modified') == 1)
  Type(":qa\<CR>")
  WaitFor('E37')
  Type("\<CR>")
  Movies('restart', 'Saved the note on Oldboy (2003).')
  Wait(() => Evaluate('&modified') == 0, 'no change')
  Check(system($'{shellescape($MOVIE_SERVER)} library --json') =~# 'hasNote', 'the note')
enddef

def g:Test_a_range_of_films_changes_and_is_undone_at_once()
  screen.Open()
  Movies('search the', 'The Matrix')
  Type("ggjVjjb")
  WaitFor('Put 3 films on the watchlist. Undo: u')
  Type('B')
  WaitFor('Watchlist  3 films')
  Type('gg:2,3Movies star' .. "\<CR>")
  WaitFor('Starred 2 films. Undo: u')
  # Those are counted that have changed.
  Type(':2,4Movies unstar' .. "\<CR>")
  WaitFor('Unstarred 2 films. Undo: u')
  Type('u')
  WaitFor('Undone: Unstarred 2 films.')
  Type('u')
  WaitFor('Undone: Starred 2 films.')
  Check(Evaluate('movies#Status()') ==# '★ 0')
  Type('u')
  WaitFor('The watchlist is empty.')
enddef

# Stars so many films that a list has more than one page of them.
def StarMany(count: number)
  const requests = range(count)->mapnew((i, _) => json_encode({jsonrpc: '2.0', id: i, method: 'star',
    params: {movie: {id: $'mine:{i}', title: $'Film {i}', year: 1900 + i % 100}}}))
  system($'{shellescape($MOVIE_SERVER)} --drain-ms 60000', requests->join("\n"))
enddef

def g:Test_the_place_in_a_long_list_is_kept_whoever_changes_it()
  StarMany(1000)
  screen.Open()
  Movies('favorites', 'Favorites  1,000 films')
  Type('G')
  WaitFor('★ Film 0 (1900)')
  Type('600Gzz')
  WaitFor('★ Film 401 (1901)')
  const place = Screen()->indexof((_, line) => stridx(line, 'Film 401') >= 0)
  Run('star builtin:tt0364569')
  WaitFor('★ Film 401 (1901)')
  Wait(() => Evaluate('line(".")') == 601, 'a film above')
  Check(stridx(Screen()[place], 'Film 401') >= 0, Screen())
  Type('s')
  WaitFor('Unstarred Film 401 (1901). Undo: u')
  WaitForNo('Film 401 (1901)  ')
  Check(stridx(Screen()[place], 'Film 400') >= 0 && Evaluate('line(".")') == 601, Screen())
  Type('u')
  WaitFor('Undone: Unstarred Film 401 (1901).')
  Wait(() => Evaluate('line(".")') == 602, 'a film above')
  Check(stridx(Screen()[place], 'Film 400') >= 0, Screen())
  # Lines that were not loaded yet are changed too.
  Type(":50,350Movies watch\<CR>")
  WaitFor('Put 301 films on the watchlist. Undo: u')
  Type("i")
  WaitFor('Filter: ')
  # The list follows each key.
  Type('film 77')
  WaitFor('11 films')
  Type("\<Esc>")
  WaitFor('Favorites  1,001 films')
enddef

def g:Test_a_key_pressed_again_does_not_change_the_film_that_came_in_place_of_another()
  for id in ['tt0364569', 'tt6751668', 'tt0120737'] | Run($'mark builtin:{id} --watchlist') | endfor
  screen.Open()
  Movies('watchlist', 'Watchlist  3 films')
  Type('b')
  WaitFor('Watchlist  2 films')
  Type('b')
  WaitFor('Now on Parasite (2019). Press again to change it.')
  Type('b')
  WaitFor('Watchlist  1 film')
  Type('u')
  WaitFor('Watchlist  2 films')
  # Who moves knows the film.
  Type('gg')
  Check(Evaluate('line(".")') == 1)
  Type('Gb')
  WaitFor('Watchlist  1 film')
  # The last row has none in its place but the row above.
  Type('b')
  WaitFor('Now on Parasite (2019). Press again to change it.')
  Type('u')
  WaitFor('Watchlist  2 films')
  Type('gg')
  Check(Evaluate('line(".")') == 1)
  Type('G')
  # Another program takes the film away.
  Run('mark builtin:tt0364569 --no-watchlist')
  WaitFor('Watchlist  1 film')
  Type('s')
  WaitFor('Now on Parasite (2019). Press again to change it.')
  Type('s')
  WaitFor('Starred Parasite (2019). Undo: u')
enddef

def g:Test_only_orders_in_which_films_differ_are_offered()
  Run('mark builtin:tt0364569 --rating 7')
  screen.Open()
  Movies('library', 'Library  1 film')
  for order in ['by my rating', 'by title', 'by year', 'by last viewing', 'in random order']
    Type('c')
    WaitFor('Library · ' .. order)
  endfor
  Type('c')
  WaitFor('Library  1 film')
  # A film of a catalog with ratings.
  const movie = {id: 'other:1', title: 'Rated', rating: 8}
  const request = json_encode({jsonrpc: '2.0', id: 1, method: 'star', params: {movie: movie}})
  system($'{shellescape($MOVIE_SERVER)} --drain-ms 60000', request)
  WaitFor('Library  2 films')
  Type('cccc')
  WaitFor('Library · by rating')
enddef

def g:Test_values_that_there_are_not_are_refused_with_those_that_there_are()
  Run('star builtin:tt0364569')
  screen.Open()
  Movies('favorites', 'Favorites  1 film')
  Movies('favorites sort=foo', 'sort must be one of changedAt, title, year, rating, myRating')
  Check(Screen()->join() !~# 'Oldboy\|member', Screen())
  Type('c')
  WaitFor('Favorites  1 film')
  Movies('library filter=foo', 'filter must be one of all, starred, watchlist')
  Check(Screen()->join() !~# 'Oldboy\|member', Screen())
  Movies('library sort=foo', 'sort must be one of changedAt')
  Check(Screen()[0] =~# '^Library *$', Screen())
  Movies('library sort=starredAt', 'Library · by day of the star')
  Movies('library foo=bar oldboy', '“foo” is unknown. There are: filter, genre, order, runtimeTo, seed, sort, tag, ')
  Check(Screen()->join() !~# 'Oldboy', Screen())
  Movies('library oldboy yearTo=2003', 'Library · “oldboy”  1 film')
  Movies('discover Dramaa 1990', 'There is no such genre.')
  Type("/Horror\<CR>\<CR>")
  WaitFor('Discover: Horror  85 films')
enddef

def g:Test_two_viewings_are_deleted_by_a_count_and_no_day_is_explained()
  for day in ['2024-12-31', '2025-01-02', '2025-02-28'] | Run($'log builtin:tt0364569 --date {day}') | endfor
  screen.Open()
  Movies('diary', 'Diary  3 viewings')
  Type('2x')
  WaitFor('Deleted the viewing of 2 films. Undo: u')
  WaitFor('Diary  1 viewing')
  Type('u')
  WaitFor('Diary  3 viewings')
  for command in ['diary', 'statistics']
    for time in ['2024-13-45', '2024-13', 'soon']
      Movies($'{command} {time}', 'Days are written like 2026-01-31, months like 2026-01, years like 2026.')
      Type('q')
    endfor
  endfor
enddef

def g:Test_the_statistics_of_no_viewings_tell_how_one_is_logged()
  screen.Open()
  Movies('statistics', 'Statistics  No viewings yet. Press l on a film to log one.')
  Check(Screen()->join() !~# '0 films', Screen())
enddef

def g:Test_the_diary_and_the_statistics_look_back()
  for day in ['2024-12-31', '2025-01-02', '2025-02-28'] | Run($'log builtin:tt0364569 --date {day} --rating 8') | endfor
  Run('log builtin:tt6751668 --date 2025-01-02 --rating 8')
  screen.Open()
  Movies('diary', 'Diary  4 viewings')
  WaitFor('2025-02-28')
  Check(Screen()[1] =~# '^  <CR> open · e change' && Screen()[4] =~# '^        02', Screen())
  Type(']]]]')
  WaitFor('2024-12-31')
  Check(Evaluate('getline(".")') =~# '^2024-12-31', Evaluate('getline(".")'))
  Type('[[')
  Check(Evaluate('getline(".")') =~# '^2025-01-02', Evaluate('getline(".")'))
  Movies('diary 2025-02', 'Diary: 2025-02  1 viewing')
  Movies('statistics 2025', '3 viewings of 2 films, 6 hours, 1 rewatch')
  WaitFor('2025-01            ██████')
  WaitFor('Thursday')
  Check(Evaluate('search("^  South Korea  *█") > 0 && search("^  Korean  *█") > 0'), 'names')
  Type("/2025-01\<CR>\<CR>")
  WaitFor('Diary: 2025-01  2 viewings')
  for command in ['diary', 'statistics'] | Movies(command .. ' 2020', '2020  No viewings.') | endfor
  Movies('statistics 2025-02', '1 viewing of 1 film, 2 hours, 0 rewatches')
  screen.Resize(40)
  Type(":Movies statistics 2025\<CR>gg")
  WaitFor('3 viewings of 2 films, 6 hours, 1')
  Wait(() => Screen()->indexof((_, line) => line =~# '^rewatch *$') >= 0, 'the end of the sum on a line of its own')
enddef

def g:Test_a_viewing_of_several_films_is_one_of_each()
  screen.Open()
  Movies('statistics', 'No viewings yet.')
  Movies('search bong joon ho', 'Mother (2009)')
  Type('ggjVjl')
  Answer([['Watched 2 films today', '']])
  WaitFor($'Logged a viewing of 2 films: {strftime("%F")}. Undo: u')
  Movies('statistics', '2 viewings of 2 films')
enddef

def g:Test_the_statistics_of_many_years_count_by_year()
  const days = range(40)->mapnew((i, _) => printf(
    'builtin:tt0364569,tt0364569,,Oldboy,2003,,,,,,v%d,20%02d-%02d-01,,,', i, 10 + i / 12, i % 12 + 1))
  const file = tempname() .. '.csv'
  writefile(['ids,imdbId,tmdbId,title,year,starredAt,watchlistedAt,rating,note,tags,viewing,date,viewingRating,viewingNote,rewatch']
    + days, file)
  Run('library import ' .. file)
  screen.Open()
  Movies('statistics', '40 viewings of 1 film')
  WaitFor('By year')
  WaitFor('2010               ' .. repeat('█', 30) .. ' 12')
  WaitFor('2013               ' .. repeat('█', 10) .. ' 4')
  Check(stridx(Screen()->join(), 'By month') < 0, Screen())
  Type("/2013\<CR>\<CR>")
  WaitFor('Diary: 2013  4 viewings')
enddef

def g:Test_a_row_has_signs_and_a_film_its_last_viewings()
  for month in range(1, 5) | Run($'log builtin:tt0364569 --date 2025-0{month}-01 --rating 8.5') | endfor
  Run('mark builtin:tt0364569 --note Good.')
  screen.Open()
  Movies('search oldboy', '✓5 8.5 ✎')
  Movies('detail builtin:tt0364569', '  s star · \b watchlist · \l log a viewing · m rating, note, tags · g? all keys')
  Type("/and 2 more\<CR>")
  WaitFor('and 2 more. Diary: d')
  const days = Screen()->filter((_, line) => line =~# '^  2025-')
  Check(days->mapnew((_, line) => line[2 : 11]) == ['2025-05-01', '2025-04-01', '2025-03-01'], days)
  Type("\<CR>")
  WaitFor('5 viewings')
enddef

def g:Test_only_a_row_that_opens_something_is_marked_under_the_cursor()
  screen.Open()
  Movies('home', 'g? all keys') # on one line
  WaitFor('Popular')
  # The cursor begins at the first film.
  Wait(() => Evaluate('[getline(".")[: 25], &cursorline]') == ['  The Shawshank Redemption', 1], 'a mark of the film')
  Check(Screen()[0] =~# '^Home', Screen())
  Type("gg/Popular\<CR>")
  Check(Evaluate('[getline("."), &cursorline]') == ['Popular · 1,090 films', 1])
  Type('2G')
  Check(Evaluate('[getline(".")[: 6], &cursorline]') == ['  <CR> ', 0])
  Movies('detail builtin:tt0364569', 'Watchlist: –')
  Check(Evaluate('[line("."), &cursorline]') == [2, 0])
  Type("/Watchlist\<CR>")
  Check(Evaluate('[getline("."), &cursorline]') == ['  Watchlist: –', 1])
enddef

def g:Test_long_rows_have_several_lines()
  screen.Open()
  Type(":set number\<CR>")
  Movies('search the dark knight', '  Christopher Nolan')
  # The numbers take room.
  screen.Resize(64)
  Wait(() => Screen()->indexof((_, line) => line =~# 'Christopher .*…$') >= 0, Screen()->join("\n"))
  Type(":set nonumber\<CR>")
  screen.Resize(40)
  Movies('detail builtin:tt0364569', 's star · \b watchlist')
  Wait(() => Screen()->indexof((_, line) => line =~# '^  *viewing · m rating') >= 0, 'a second line of the keys')
enddef

def g:Test_signs_and_long_titles_stay_in_their_columns()
  for day in range(10, 23) | Run($'log builtin:tt0120737 --date 2025-01-{day} --rating 7.5') | endfor
  Run('mark builtin:tt0120737 --note Good. --watchlist')
  screen.Open()
  const sign = '+ ✓14 7.5 ✎'
  const whole = 'The Lord of the Rings: The Fellowship of the Ring (2001)     Peter Jackson                    Adventure, '
  for [columns, row] in [[80, 'The Lord of the Rings: The Fello… (2001) Peter Jackson             ' .. sign],
      [40, 'The Lord of the Ri… (2001) ' .. sign], [200, whole .. 'Drama, Fantasy' .. repeat(' ', 68) .. sign]]
    screen.Resize(columns)
    Movies('search lord of the rings', row)
  endfor
  # There, a title that is longer than its column is whole.
  Movies('search strangelove', 'Stop Worrying and Love the Bomb (1964) Stanley Kubrick ')
  Movies('search lord of the rings', whole)
  # In a narrow window the title has precedence over the name of the director.
  screen.Resize(40)
  WaitFor('The Lord of the Rings: The Ret… (2003)')
  Check(Screen()->join() !~# 'Peter', Screen())
  # Nobody presses a key.
  for [columns, title] in [[60, 'Rings:… (2003)'], [100, 'The Return of the K… (2003)'], [80, 'The Retur… (2003)']]
    screen.ResizeTo(columns, title)
  endfor
  # The popup is narrower than the screen.
  for [columns, row] in [[40, $'The Lord o… (2001) {sign} │'],
      [100, 'The Lord of the Rings: The Fellowship … (2001) Peter Jackson                   ' .. sign],
      [200, whole .. 'Drama, Fantasy' .. repeat(' ', 12) .. sign]]
    screen.Resize(columns)
    Type(":Movies\<CR>lord of the rings")
    WaitFor(row)
    Type("\<Esc>")
  endfor
  # A viewing has no signs, and its title has what its rating leaves.
  screen.Resize(40)
  Run('log builtin:tt0120737 --date 2025-02-01')
  Movies('diary', '2025-02-01    The Lord of the Ri… (2001)')
  WaitFor('        22    The Lord of th… (2001) 7.5')
enddef

def g:Test_a_library_is_exported_and_imported()
  const file = tempname() .. '.csv'
  Run('mark builtin:tt0364569 --rating 9')
  screen.Open()
  Movies('export ' .. file, 'Exported 1 film and 0 viewings to ')
  Movies('export ' .. file, 'exists. Replace it?')
  Type("n\<CR>")
  Movies('rate builtin:tt0364569', 'Rating of builtin:tt0364569, 0.5')
  Type("\<C-u>\<CR>")
  WaitFor('Removed the rating')
  Movies('import overwrite=true ' .. file, 'csv: 1 new, 0 changed, 0 as before, 0 not found.')
  WaitFor('Nothing is imported yet. Enter: import')
  WaitFor('An import cannot be undone, and no change before it.')
  Type("\<CR>")
  WaitFor('Imported.')
  Type("u")
  WaitFor('There is nothing to undo.')
  Movies('detail builtin:tt0364569', 'My rating: 9')
  Movies('import ' .. file, 'csv: 0 new, 0 changed, 1 as before, 0 not found.')
  WaitFor('There is nothing to import.')
  Check(Screen()->join() !~# 'Enter: import', Screen())
  const other = fnamemodify(file, ':h') .. '/watched.csv'
  writefile(['Date,Name,Year,Letterboxd URI', '2025-01-02,No such film at all,1901,https://boxd.it/x'], other)
  Movies('star builtin:tt0364569', 'Starred Oldboy (2003).')
  Movies('import ' .. other, 'No such film at all (1901) · no film fits')
  WaitFor('Nothing is imported yet. Enter: import')
  Check(Screen()->join() !~# 'cannot be undone', Screen())
  # An import without a film leaves what can be undone.
  Type("\<CR>")
  WaitFor('Imported.')
  Type('u')
  WaitFor('Undone: Starred Oldboy (2003).')
enddef

support.Run()
