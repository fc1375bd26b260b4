vim9script
# One test of the plugin, $TEST, in a real Vim with the real server in $MOVIE_SERVER, or with a transcript. tests/run
# starts one Vim for each.
import './support.vim'
const [Wait, Check, Runs] = [support.Wait, support.Check, support.Runs]
const transcripts = support.transcripts
execute 'set runtimepath^=' .. fnameescape(support.plugin)
set columns=100 lines=40 encoding=utf-8
g:movies_locale = 'en'
runtime plugin/movies.vim
import autoload 'movies/actions.vim'
import autoload 'movies/change.vim'
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

def Has(part: string): bool
  return stridx(getline(1, '$')->join("\n"), part) >= 0
enddef

def WaitFor(part: string)
  Wait(() => Has(part), part)
enddef

# Goes to the line that contains a text.
def GoTo(part: string)
  WaitFor(part)
  cursor(indexof(getline(1, '$'), (_, line) => stridx(line, part) >= 0) + 1, 1)
enddef

def Press(keys: string)
  feedkeys(keys, 'xt')
enddef

def Pid(): number
  return str2nr(matchstr(server.Log()[1], '\d\+'))
enddef

def Run(arguments: string)
  system($'{shellescape($MOVIE_SERVER)} {arguments}')
enddef

# The popup of the films that a search finds.
def Popup(): number
  return popup_list()->filter((_, id) => winbufnr(id) == bufnr('^movies://search$'))[0]
enddef

# The text above it.
def Typed(): string
  return popup_list()->filter((_, id) => id != Popup())->map((_, id) => getbufline(winbufnr(id), 1)[0])[0]
enddef

# A server that plays a transcript; the result waits for its end and checks its exit status.
def Replay(file: string): func
  const [result, session] = [tempname(), tempname()]
  # Each client has a debounce of its own.
  const lines = readfile(file =~# '^/' ? file : transcripts .. file)
  writefile(lines->mapnew((_, line) => substitute(line, '"debounceMs":200', '"debounceMs":60', '')), session)
  g:movies_locale = 'ko-KR'
  g:movies#translations#tables.ko = g:movies#translations#tables.en
  g:movies_server = ['sh', '-c', $'"$MOVIE_SERVER" replay --speed 1 {session} 2>{result}.err; echo $? >{result}']
  return () => {
    g:movies_server = $MOVIE_SERVER
    server.Restart()
    Wait(() => filereadable(result) && readfile(result)->len() == 1, 'end of replay')
    Check(readfile(result) == ['0'], readfile(result .. '.err'))
  }
enddef

# Plays calls, each of which is a method, its params and what the server answers.
def ReplayCalls(calls: list<list<any>>): func
  const session = tempname()
  var lines: list<string>
  for i in range(len(calls))
    const params = i == 0 ? '"…"' : json_encode(calls[i][1])
    lines += [$'--> {{"jsonrpc":"2.0","id":{i + 1},"method":"{calls[i][0]}","params":{params}}}',
      '<-- ' .. json_encode(extendnew({jsonrpc: '2.0', id: i + 1}, calls[i][2]))]
  endfor
  writefile(lines, session)
  return Replay(session)
enddef

def g:Test_a_search_shows_films_with_star_and_year()
  Movies search oldboy
  WaitFor('  Oldboy (2003)')
  Check(getline(1) ==# 'Search: oldboy  1 film' && line('.') == 2, getline(1))
  Check(prop_list(2)->indexof((_, prop) => prop.type ==# 'MoviesYear') >= 0, prop_list(2))
  Press('s')
  WaitFor('★ Oldboy (2003)')
  Press('s')
  WaitFor('  Oldboy (2003)')
enddef

def g:Test_a_star_of_another_server_is_shown_in_all_views()
  Movies search parasite
  WaitFor('Parasite (2019)')
  vertical Movies favorites
  WaitFor('No favorites yet. Press s on a film to star it.')
  Run('star builtin:tt6751668')
  WaitFor('★ Parasite (2019)')
  wincmd p
  Check(Has('★ Parasite (2019)'), getline(1, '$'))
enddef

def g:Test_each_key_press_sends_one_search()
  const CheckReplay = Replay('typing.rpc')
  Movies
  for key in ['o', 'l', 'd']
    Press(key)
  endfor
  const id = Popup()
  Wait(() => stridx(getbufline(winbufnr(id), 2)->join(), '★ 올드보이 (2003)') == 0, 'film in the popup')
  Check(Typed() ==# '> old▏', Typed())
  Check(getbufline(winbufnr(id), 1)[0] ==# '1 film · This product uses TMDB.', getbufline(winbufnr(id), 1))
  Press("\<Esc>")
  Check(empty(popup_list()))
  CheckReplay()
enddef

def g:Test_the_popup_edits_moves_stars_and_opens()
  Movies
  const id = Popup()
  const Row = (n) => getbufline(winbufnr(id), n)->join()
  Press("x y\<C-w>\<BS>\<BS>\<C-u>")
  Check(Typed() ==# '> ▏', Typed())
  Press('대부')
  Wait(() => Row(1) =~# '3 films', '3 films')
  Press("\<Down>\<Down>\<Up>")
  Check(line('.', id) == 3)
  Press("\<C-s>")
  Wait(() => Row(3) =~# '^★', 'star in the popup')
  const title = trim(matchstr(Row(3), '★\zs.\{-}\ze   '))
  Run('unstar ' .. 'builtin:tt0071562')
  Run('unstar ' .. 'builtin:tt0068646')
  Wait(() => Row(3) !~# '^★', 'star of another server in the popup')
  Press("\<C-s>")
  Wait(() => Row(3) =~# '^★', 'star in the popup')
  Press("\<CR>")
  WaitFor('★ ' .. title)
  Check(bufname() =~# '^movies://detail/')
  Movies
  Press("the\<Tab>")
  WaitFor('Search: the')
enddef

# Its selected row is reversed: a color of a part of it would be a block.
def g:Test_the_popup_has_stars_and_signs_without_colors()
  Run('mark builtin:tt0364569 --rating 7.5 --starred')
  Movies
  Press('oldboy')
  const buffer = winbufnr(Popup())
  Wait(() => getbufline(buffer, 2)->join() =~# '^★ Oldboy.*7\.5', 'star and sign')
  const types = prop_list(2, {bufnr: buffer})->map((_, prop) => prop.type)
  Check(index(types, 'MoviesStar') < 0 && index(types, 'MoviesMark') < 0, types)
enddef

def g:Test_the_popup_loads_more_films()
  Movies
  const id = Popup()
  Press('the')
  Wait(() => line('$', id) > line('w$', id), 'more films than there is room for')
  const count = line('$', id)
  Press(repeat("\<PageDown>", count / 10))
  Wait(() => line('$', id) > count, 'another page')
  Press("\<C-u>")
  Wait(() => index(getbufline(winbufnr(id), 1, '$'), 'Popular') > 0, 'the popular films')
  Press(repeat("\<PageDown>", 3))
  Wait(() => line('$', id) > 40, 'another page of them')
  Check(index(getbufline(winbufnr(id), 1, '$'), 'Popular') > 0, getbufline(winbufnr(id), 1, 10))
enddef

def g:Test_a_page_that_is_closed_before_it_has_loaded_is_forgotten()
  Movies search oldboy
  Press('q')
  Movies search parasite
  WaitFor('  Parasite (2019)')
enddef

def g:Test_scrolling_loads_the_next_pages()
  edit movies://home/popular
  WaitFor('1,090 films')
  Wait(() => line('$') > 21, 'as many pages as the window has room for')
  const count = line('$')
  normal! G
  doautocmd CursorMoved
  Wait(() => line('$') > count, 'another page')
  Check(line('.') == count)
  Check(getline(1) =~# '^Home: Popular', getline(1))
enddef

def g:Test_a_detail_shows_credits_from_which_films_open()
  Movies detail builtin:tt0364569
  GoTo('Choi Min-sik')
  Press("\<CR>")
  WaitFor('Also known as: 최민식')
  WaitFor('Oldboy (2003)')
  Press('q')
  Check(bufname() =~# 'detail/builtin:tt0364569')
  Press('gg]]')
  Check(getline('.') ==# 'Library', getline('.'))
  Press(']]')
  Check(getline('.') ==# 'Cast', getline('.'))
  Press(']]]][[')
  Check(getline('.') ==# 'Crew', getline('.'))
  Check(maparg('w', 'n') ==# '' && maparg('s', 'n') !=# '')
enddef

def g:Test_a_tour_of_everything_that_a_catalog_can_have()
  const CheckReplay = Replay('tour.rpc')
  const opened = tempname()
  $OPENED = opened
  $PATH = support.plugin .. '/tests/bin:' .. $PATH
  Movies discover Drama, Science Fiction 1990-1999 sort=rating
  WaitFor('25+ films · This product uses TMDB.')
  # Columns are aligned by the width of characters.
  const Column = (line, name) => strdisplaywidth(matchstr(getline(line), '.*\ze' .. name))
  Check(Column(2, '박찬욱') == 43 && Column(3, '봉준호') == 43)
  Check(getline(2) =~# '^★ 올드보이 (2003)' && getline(3) =~# '^  The Host (2006)')
  Press("\<CR>")
  WaitFor('Oldboy · 2003-11-21 · 120 min · 드라마 · 19 · 개봉')
  for part in ['웃어라', 'Rating: 8.2 (9,000 votes), Metacritic 77/100', 'Where to watch · South Korea · JustWatch',
      '  Stream: 왓챠, Netflix', '  Rent: 네이버', '  예고편', '오대수', 'Director', 'Reviews · 2',
      '  ann · 9/10 · 2020-01-02', '  복수 삼부작', '  The Host (2006)', 'This product uses TMDB.']
    Check(Has(part), part)
  endfor
  Check(!Has('  Free') && getline(1) =~# '^★')
  const names = getline(1, '$')->mapnew((_, line) => matchstr(line, '^\u\a\+\( to watch\)\?\ze\( · .*\)\?$'))
  const sections = ['Cast', 'Crew', 'Where to watch', 'Trailers', 'Reviews', 'Collection', 'Recommendations']
  Check(names->copy()->filter((_, name) => sections->index(name) >= 0) == sections, names)
  GoTo('예고편')
  Press("\<CR>")
  GoTo('A hammer …')
  Press("\<CR>")
  WaitFor('  and a corridor.')
  GoTo('More reviews')
  Press("\<CR>")
  WaitFor('  bob')
  Check(!Has('More reviews'))
  Press('gg0')
  Wait(() => filereadable(opened) && readfile(opened)->len() == 1, 'trailer')
  Press('o')
  Wait(() => readfile(opened)->len() == 2, 'link')
  GoTo('Poster')
  Press("\<CR>")
  Wait(() => readfile(opened) == ['https://www.youtube.com/watch?v=1', 'https://www.themoviedb.org/movie/670',
    '/cache/posters/a.jpg'], 'poster')
  GoTo('최민식')
  Press("\<CR>")
  WaitFor('배우.')
  Check(getline(1) ==# '최민식' && getline(2) ==# 'Acting · 1962-04-27 · 서울', getline(1, 2))
  GoTo('올드보이 (2003)')
  Check(getline('.') =~# '오대수')
  Press('q')
  GoTo('복수 삼부작')
  Press("\<CR>")
  WaitFor('Films')
  Check(getline(1) ==# 'Collection: 복수 삼부작', getline(1))
  Movies discover Drama, Science Fiction 1990-1999 sort=rating
  GoTo('올드보이 (2003)')
  Press('w')
  Check(getline('.') =~# '^Where to watch', getline('.'))
  Movies discover Drama, Science Fiction 1990-1999 sort=rating
  Press('t')
  Check(getline('.') ==# 'Trailers', getline('.'))
  Press('ggR')
  WaitFor('tmdb did not answer in time.')
  CheckReplay()
enddef

def g:Test_a_slow_search_is_shown_as_such()
  const CheckReplay = Replay('slow.rpc')
  Movies search old
  WaitFor('Searching…')
  Check(movies#Status() ==# 'Searching…', movies#Status())
  server.Request('genres', {}, (_, _) => 0)
  WaitFor('1 film')
  Check(movies#Status() ==# '★ 2', movies#Status())
  CheckReplay()
enddef

def g:Test_every_kind_of_change_of_the_favorites_is_noticed()
  const CheckReplay = Replay('changes.rpc')
  g:stars = []
  augroup test
    autocmd User MoviesFavoritesChanged g:stars->add(server.Film('tmdb:670').isFavorite)
  augroup END
  Movies search oldboy
  Wait(() => len(g:stars) == 4, 'four changes')
  Check(g:stars == [false, true, false, true], g:stars)
  Check(Has('★ 올드보이 (2003)'), getline(1, '$'))
  g:reason = ''
  server.Request('genres', {}, (err, _) => {
    g:reason = err.data.reason
  })
  Wait(() => g:reason !=# '', 'error')
  Check(g:reason ==# 'parseError', g:reason)
  CheckReplay()
enddef

def g:Test_an_unknown_catalog_and_an_unknown_page_are_told()
  g:movies_catalog = 'nowhere'
  Movies home
  WaitFor('nowhere')
  edit movies://nothing/at/all
  WaitFor('There is no page movies://nothing/at/all.')
  g:movies_catalog = 'builtin'
  Movies login
  Wait(() => execute('messages') =~# 'No catalog has a login. Set a key first. For all films, get a free key', 'advice')
enddef

def g:Test_a_title_and_a_note_are_no_modelines()
  set modeline modelines=5
  const movie = {id: 'other:1', title: 'vim: set tabstop=33:', genres: [], directors: [], cast: []}
  server.Request('star', {movie: movie})
  Movies favorites
  WaitFor('vim: set')
  edit
  WaitFor('vim: set')
  doautocmd BufRead
  Check(&tabstop == 8, &tabstop)
  Run('mark other:1 --note "vim: set tabstop=33:"')
  Movies note other:1
  WaitFor('vim: set')
  doautocmd BufRead
  Check(&tabstop == 8, &tabstop)
enddef

def g:Test_only_web_pages_are_opened_and_others_are_told()
  $OPENED = tempname()
  $PATH = support.plugin .. '/tests/bin:' .. $PATH
  const bad = ['file:///etc/passwd', 'javascript:alert(1)', '-h']
  const films = (bad + ['https://a.example/'])->mapnew((i, link) =>
    ({id: $'tmdb:{i}', title: $'Film {i}', directors: [], isFavorite: false, link: link}))
  const page = {homepage: bad[0], posterUrl: bad[1], trailers: bad->mapnew((i, url) => ({name: $'Trailer {i}', url: url})),
    reviews: {total: 1, items: [{author: 'ann', preview: 'Good.', truncated: false, url: bad[1]}]},
    whereToWatch: {country: 'KR', link: bad[0], stream: [{name: 'Netflix'}]}}
  const CheckReplay = ReplayCalls([['initialize', {}, {result: {protocolVersion: '1.0', catalog: 'tmdb',
    catalogs: [{name: 'tmdb', title: 'TMDB', capabilities: ['search', 'login', 'poster']}]}}],
    ['search', {query: 'film', list: 'movies://search/film'}, {result: {list: 'movies://search/film', offset: 0, total: 4,
      hasMore: false, items: films}}],
    ['detail', {id: 'tmdb:2'}, {result: extendnew(films[2], page)}],
    ['poster', {id: 'tmdb:2'}, {error: {code: 1, message: '', data: {reason: 'posterUnavailable', retryable: false}}}],
    ['session', {}, {result: {catalog: 'tmdb', loggedIn: false}}],
    ['login', {}, {result: {url: bad[2], requestToken: 't'}}]])
  const Refuses = (keys) => {
    messages clear
    Press(keys)
    Check(execute('messages') =~# 'There is no web page here\.$', [keys, getline('.'), execute('messages')])
  }
  Movies search film
  for i in range(len(bad))
    GoTo($'Film {i}')
    Refuses('o')
    Refuses('y')
  endfor
  Press("\<CR>")
  for part in ['Homepage: file', 'Link: -h', 'Poster'] | GoTo(part) | Refuses('o') | endfor
  for part in ['Trailer 0', 'Trailer 1', 'Trailer 2', 'ann', 'Good.', 'Netflix']
    GoTo(part)
    Refuses('o')
    Refuses("\<CR>")
  endfor
  GoTo('Poster')
  Press("\<CR>")
  Wait(() => execute('messages') =~# 'There is no poster\.', 'message')
  messages clear
  Movies login
  Wait(() => execute('messages') =~# 'There is no web page here\.', 'message')
  Press("\<Esc>q")
  GoTo('Film 3')
  Press('o')
  Wait(() => filereadable($OPENED) && readfile($OPENED) == ['https://a.example/'], 'page')
  CheckReplay()
enddef

def g:Test_favorites_are_sorted_and_filtered()
  Run('star builtin:tt6751668')
  Run('star builtin:tt0364569')
  Movies favorites
  WaitFor('Parasite (2019)')
  Check(getline(2) =~# 'Oldboy')
  Press('c')
  WaitFor('Favorites · by title')
  Press('c')
  WaitFor('Favorites · by year')
  Wait(() => getline(2) =~# 'Parasite', 'year first')
  Movies favorites sort=title oldb
  WaitFor('Favorites · by title · “oldb”')
  Wait(() => line('$') == 2, 'one favorite')
  GoTo('Oldboy')
  Press('s')
  WaitFor('No films found.')
  Movies unstar builtin:tt6751668
  Movies favorites
  WaitFor('No favorites yet. Press s on a film to star it.')
  Check(movies#Status() ==# '★ 0')
enddef

def g:Test_a_count_is_of_rows_or_times()
  for id in ['tt0364569', 'tt6751668', 'tt0071562', 'tt0068646'] | Run($'mark builtin:{id} --watchlist') | endfor
  Movies watchlist
  WaitFor('Watchlist  4 films')
  Press('3b')
  WaitFor('Watchlist  1 film')
  Check(execute('messages') =~# 'Took 3 films off the watchlist. Undo: u', execute('messages'))
  Press('u')
  WaitFor('Watchlist  4 films')
  # More than there are is all of them.
  Press('gg9s')
  Wait(() => execute('messages') =~# 'Starred 4 films', 'four stars')
  Press('2u')
  Wait(() => execute('messages') =~# 'There is nothing to undo', 'two undos')
  Wait(() => movies#Status() ==# '★ 0', 'no star')
  Movies detail builtin:tt0364569
  WaitFor('Cast')
  Press('gg3]]')
  Check(getline('.') ==# 'Crew', getline('.'))
  Press('2[[')
  Check(getline('.') ==# 'Library', getline('.'))
enddef

def g:Test_home_shows_sections_which_open_as_lists()
  tab Movies home
  Check(tabpagenr('$') == 2)
  GoTo('Korean cinema · ')
  Press("\<CR>")
  WaitFor('Home: Korean cinema')
  Press('q')
  Press('q')
  Check(tabpagenr('$') == 1)
enddef

def g:Test_the_keys_are_told()
  Movies home
  Press('g?')
  WaitFor('star or unstar')
  WaitFor('Several films: after a count such as 3s')
enddef

def g:Test_a_menu_chooses_films()
  Movies star godfather
  Wait(() => !empty(popup_list()), 'menu')
  Press("\<Down>\<CR>")
  Wait(() => movies#Status() ==# '★ 1', 'star')
enddef

def g:Test_pages_are_buffers_for_sessions_and_the_preview_window()
  const file = tempname()
  Movies search oldboy
  WaitFor('Oldboy (2003)')
  execute 'mksession!' file
  bwipeout
  Check(!Has('Oldboy'))
  execute 'source' file
  WaitFor('Oldboy (2003)')
  pedit movies://detail/builtin:tt6751668
  Check(bufname() ==# 'movies://search/oldboy' && winnr('$') == 2)
  Wait(() => getbufline('movies://detail/builtin:tt6751668', 1, '$')->index('Cast') > 0, 'detail')
enddef

def g:Test_a_film_is_previewed_beside_the_list()
  Movies search oldboy
  GoTo('Oldboy (2003)')
  Press('p')
  Check(winnr('$') == 2 && bufname() ==# 'movies://search/oldboy', bufname())
  Wait(() => getbufline('^movies://detail/', 1, '$')->index('Cast') > 0, 'detail')
  Press('p')
  Check(winnr('$') == 1)
  Press('e')
  Check(execute('messages') =~# 'There is no viewing here.', execute('messages'))
  # A page is not shown beside itself.
  Press("\<CR>")
  WaitFor('Cast')
  Press('p')
  Check(winnr('$') == 1 && execute('messages') =~# 'There is no film here.', execute('messages'))
enddef

def g:Test_the_preview_goes_with_the_last_list()
  Movies favorites
  Movies search oldboy
  GoTo('Oldboy (2003)')
  Press('p')
  Press('q')
  Check(winnr('$') == 2 && bufname() ==# 'movies://favorites', bufname())
  Press('q')
  Check(winnr('$') == 1 && bufname() !~# '^movies:', bufname())
  # That of another plugin stays.
  Movies favorites
  pedit other
  Press('q')
  Check(winnr('$') == 2, winnr('$'))
enddef

def g:Test_an_unfit_vim_is_told_what_is_missing()
  const script = tempname()
  const Refusal = (option) => {
    writefile([$'set encoding={option}', $'source {support.plugin}/plugin/movies.vim', 'redir! > ' .. script .. '.out',
      'try | Movies | catch | echo v:exception | endtry', 'redir END', 'qall!'], script)
    system($'vim -es -N -u NONE -i NONE --not-a-term -S {script}')
    return readfile(script .. '.out')->join()
  }
  const refusal = Refusal('latin1')
  Check(refusal =~# '"set encoding=utf-8"' && refusal !~# '+job\|Vim 9', refusal)
enddef

def g:Test_the_plugin_may_be_read_twice()
  runtime plugin/movies.vim
  Movies home
  WaitFor('Popular')
enddef

def g:Test_autocmds_and_the_statusline_tell_what_happens()
  g:events = []
  augroup test
    autocmd User MoviesFavoritesChanged g:events->add('changed')
  augroup END
  Check(movies#Status() ==# '')
  Movies star builtin:tt0364569
  Wait(() => !empty(g:events), 'event')
  Check(movies#Status() ==# '★ 1')
enddef

def g:Test_a_missing_server_is_told()
  g:movies_server = '/nowhere/movie-server'
  Movies home
  WaitFor('/nowhere/movie-server (g:movies_server) cannot be started. Install it, or set g:movies_server to its path.')
  Movies star builtin:tt0364569
  Wait(() => execute('messages') =~# 'movies: /nowhere/movie-server (g:movies_server) cannot be started', 'message')
  messages clear
  Movies star oldboy
  Wait(() => execute('messages') =~# 'movies: /nowhere/movie-server (g:movies_server) cannot be started', 'message')
  for value in [5, 'no program', ['/no program', '-x']]
    g:movies_server = value
    Movies home
    Press('r')
    WaitFor((type(value) == v:t_list ? value[0] : $'{value}') .. ' (g:movies_server) cannot be started. Install it, or set g:movies_server to')
  endfor
  g:movies_server = exepath('false')
  Press('r')
  WaitFor($'movie-server has ended: {exepath("false")}: exit status 1. Install it, or set g:movies_server to its path.')
  unlet g:movies_server
  $MOVIE_SERVER = '/nope/movie-server'
  Movies statistics
  WaitFor('/nope/movie-server (MOVIE_SERVER) cannot be started.')
  Movies log
  WaitFor('process /nope/movie-server (MOVIE_SERVER) cannot be started.')
  Movies statistics
  $MOVIE_SERVER = '/none/movie-server' # another try may fail in another way
  Press('r')
  WaitFor('/none/movie-server (MOVIE_SERVER) cannot be started.')
  $MOVIE_SERVER = exepath('false')
  Press('r')
  WaitFor($'movie-server has ended: {exepath("false")}: exit status 1. Install it, or set MOVIE_SERVER to its path.')
  $MOVIE_SERVER = ''
  $PATH = '/nowhere'
  Movies tags
  WaitFor('movie-server was not found. Install it, or set MOVIE_SERVER to its path.')
enddef

def g:Test_a_server_of_another_version_is_told()
  g:movies_server = ['sh', '-c', 'read l; echo ''{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2.0"}}''; cat >&2']
  Movies home
  WaitFor('This movie-server has another protocol version.')
enddef

def g:Test_a_missing_key_leads_to_how_to_set_it()
  g:movies_catalog = 'tmdb'
  Movies search oldboy
  WaitFor('Run “movie-server auth tmdb” in a terminal, then restart the server.')
enddef

def g:Test_a_server_that_dies_is_started_once_more()
  Movies search oldboy
  WaitFor('Oldboy (2003)')
  const pid = Pid()
  system($'kill -9 {pid}')
  Press('s')
  WaitFor('★ Oldboy (2003)')
  Check(Pid() != pid)
  edit movies://home/popular
  Wait(() => line('$') > 21, 'pages')
  const count = line('$')
  system($'kill -9 {Pid()}')
  normal! G
  doautocmd CursorMoved
  Wait(() => line('$') > count, 'another page')
enddef

def g:Test_a_request_to_a_server_whose_pipes_are_closed_goes_to_the_next()
  const done = tempname()
  const hello = json_encode({jsonrpc: '2.0', id: 1, result: {protocolVersion: '1.0', catalogs: []}})
  g:movies_server = ['sh', '-c', $"read -r line; echo '{hello}'; exec <&- >&- 2>&-; until [ -e {done} ]; do sleep 0.01; done"]
  var answers = []
  server.Request('genres', {}, (err, result) => answers->add([err, result]))
  const IsHalfDead = (job) => ch_status(job) ==# 'closed' && job_status(job) ==# 'run'
  Wait(() => !empty(job_info()->filter((_, job) => IsHalfDead(job))), 'closed channel')
  server.Request('genres', {}, (err, result) => answers->add([err, result]))
  g:movies_server = $MOVIE_SERVER
  writefile([], done)
  Wait(() => len(answers) == 2, 'answers of the next server')
  Check(answers->indexof((_, answer) => !empty(answer[0])) < 0, answers)
enddef

def g:Test_a_server_that_dies_at_once_is_given_up()
  const starts = tempname()
  g:movies_server = ['sh', '-c', $'echo start >>{starts}; echo no disk >&2; exit 3']
  Movies home
  WaitFor('movie-server has ended: no disk')
  Check(readfile(starts)->len() == 2, readfile(starts))
  Movies log
  WaitFor('no disk')
enddef

def g:Test_a_page_stays_when_it_cannot_be_loaded_again()
  Movies search oldboy
  WaitFor('Oldboy (2003)')
  g:movies_server = '/nowhere/movie-server'
  system($'kill -9 {Pid()}')
  Wait(() => execute('messages') =~# 'cannot be started', 'end')
  messages clear
  Press('r')
  Wait(() => execute('messages') =~# 'cannot be started', 'error')
  Check(Has('Oldboy (2003)'), getline(1, '$'))
enddef

def g:Test_a_failed_start_is_told_once()
  const Told = () => execute('messages')->split("\n")->filter((_, line) => line =~# 'no disk')->len()
  g:movies_server = ['sh', '-c', 'echo no disk >&2; exit 3']
  Movies home
  WaitFor('movie-server has ended: no disk')
  Check(Told() == 0, execute('messages')) # the page says so
  Movies rate builtin:tt0364569
  Movies star oldboy
  Wait(() => Told() > 0, 'message')
  Movies star oldboy
  Wait(() => Told() > 1, 'message of the second command')
  Check(Told() == 2, execute('messages'))
  messages clear
  Movies restart
  WaitFor('Loading…')
  WaitFor('movie-server has ended: no disk')
  Check(Told() == 0, execute('messages'))
  bwipeout
  Movies restart
  Wait(() => Told() > 0, 'message')
enddef

def g:Test_kept_films_are_fetched_again()
  var is_kept = false
  for movie in [{id: 'builtin:tt0364569', title: 'An old title'}, {id: 'elsewhere:1', title: 'Unreachable'}]
    server.Request('star', {movie: movie}, (_, _) => {
      is_kept = movie.id ==# 'elsewhere:1'
    })
  endfor
  Wait(() => is_kept, 'star')
  Movies favorites
  WaitFor('An old title')
  Movies refresh
  const failure = 'elsewhere:1 could not be fetched (catalogUnknown)'
  Wait(() => stridx(execute('messages'), 'Films fetched again: 1. ' .. failure) >= 0, 'message')
  WaitFor('Oldboy (2003)')
enddef

def g:Test_restart_starts_another_server()
  Movies search oldboy
  WaitFor('Oldboy (2003)')
  const pid = Pid()
  Movies restart
  Wait(() => stridx(execute('messages'), 'movie-server was started again.') >= 0, 'message')
  Wait(() => !Runs(pid), 'end of the old server')
  WaitFor('1 film')
  Movies log
  WaitFor($'process {Pid()}')
enddef

def g:Test_a_server_ends_with_vim_however_that_ends()
  for signal in ['KILL', 'TERM']
    const file = tempname()
    const script = ['vim9script', 'execute "set runtimepath^=" .. $PLUGIN', 'runtime plugin/movies.vim',
      'import autoload "movies/server.vim"', 'Movies home', $'writefile([server.Log()[1]], "{file}")', 'sleep 60']
    writefile(script, file .. '.vim')
    $PLUGIN = support.plugin
    # In a terminal, because a Vim with GTK does not end on TERM in silent mode.
    const buffer = term_start([v:progpath, '-N', '-u', 'NONE', '-i', 'NONE', '-n', '-S', file .. '.vim'], {hidden: 1})
    const job = term_getjob(buffer)
    Wait(() => filereadable(file) && !empty(readfile(file)), 'server of the other Vim')
    const pid = str2nr(matchstr(readfile(file)[0], '\d\+'))
    Check(Runs(pid))
    # A Vim that runs a script forgets a signal that comes between two commands.
    Wait(() => job_stop(job, tolower(signal)) && job_status(job) ==# 'dead', 'end of Vim after ' .. signal)
    Wait(() => !Runs(pid), 'end of the server after ' .. signal)
  endfor
enddef

def g:Test_the_words_are_those_of_all_clients()
  var count = 0
  for line in readfile(support.plugin .. '/../README.md')
    const [_, reasons, sentence; _] = matchlist(line, '^| \(.*\) | `\(.*\)` |$') + ['', '', '']
    for reason in reasons->split('`')->filter((_, word) => word =~# '^\l\a\+$')
      var err = words.Own(reason, reason ==# 'serverNotFound' ? '' : 'no disk')
      err.data.catalog = 'tmdb'
      const expected = substitute(sentence, '{\(\l\+\)}', (m) => err.data[m[1]], 'g')
      Check(reason ==# 'stale' || words.Error(err) ==# expected, words.Error(err))
      count += 1
    endfor
  endfor
  Check(count >= 17, count)
  Check(words.Error({message: 'x', data: {reason: 'superseded'}}) ==# '')
  Check(words.Error({message: 'as it is', data: {reason: 'storageFailed'}}) ==# 'as it is')
  Check(words.Count({total: 0}) ==# 'No films found.' && words.Count({total: 1}) ==# '1 film')
  Check(words.Count({total: 2, stale: true}) ==# '2 films · Offline: an earlier result')
enddef

def g:Test_keys_belong_to_the_user_and_commands_complete()
  g:movies_keys = false
  Movies home
  Check(maparg('s', 'n') ==# '' && maparg('<Plug>(movies-star)', 'n') !=# '')
  Check(&filetype ==# 'movies' && &buftype ==# 'nowrite' && !&buflisted)
  for line in readfile(support.plugin .. '/doc/movies.txt')
    const name = matchstr(line, '<Plug>([a-z-]\+)')
    Check(name ==# '' || maparg(name, 'n') !=# '', name)
  endfor
  Check(getcompletion('Movies s', 'cmdline') == ['search', 'star', 'statistics'], getcompletion('Movies s', 'cmdline'))
  Check(getcompletion('Movies favorites sort=t', 'cmdline') == ['sort=title'])
  Check(getcompletion('Movies discover Dr', 'cmdline') == ['Drama'])
  Check(getcompletion('Movies ', 'cmdline')->len() >= 8)
  WaitFor('Popular')
  Check((getcompletion('Movies ', 'cmdline')->index('discover') >= 0) == server.Can('discover'))
  enew
  Check(!&cursorline) # options of a view stay in it
enddef

def g:Test_discover_takes_genres_years_and_an_order()
  Check(pages.DiscoverParams('Drama, Science Fiction 1990-1999 sort=rating') == {sort: 'rating', yearFrom: 1990,
    yearTo: 1999, genres: ['Drama', 'Science Fiction'], list: 'movies://discover/Drama, Science Fiction 1990-1999 sort=rating'})
  Check(pages.DiscoverParams('1994') == {yearFrom: 1994, yearTo: 1994, list: 'movies://discover/1994'})
  Check(pages.DiscoverParams('-1960') == {yearTo: 1960, list: 'movies://discover/-1960'})
  Check(pages.DiscoverParams('2020- Drama') == {yearFrom: 2020, genres: ['Drama'], list: 'movies://discover/2020- Drama'})
enddef

def g:Test_a_command_that_there_is_not_is_searched_for()
  Movies parasite 2019
  WaitFor('Search: parasite 2019  1 film')
enddef

def g:Test_the_country_is_taken_from_the_system()
  g:movies_locale = 'de'
  Check(server.Locale() ==# 'de', server.Locale())
  Check(words.T('KR') ==# 'South Korea', words.T('KR'))
  $LC_MEASUREMENT = 'de_AT.UTF-8'
  Check(server.Locale() ==# 'de-AT', server.Locale())
  unlet g:movies_locale
  [$LC_ALL, $LANG] = ['', 'ko_KR.UTF-8']
  Check(server.Locale() ==# 'ko_KR.UTF-8', server.Locale())
  [$LC_ALL, $LANG] = ['C.UTF-8', '']
  g:movies_locale = 'zh-Hant-TW'
  Check(server.Locale() ==# 'zh-Hant-TW', server.Locale())
  unlet g:movies_locale
  Check(server.Locale() ==# 'en-AT', server.Locale())
  $LC_MEASUREMENT = ''
  g:movies_locale = 'en'
  Movies search oldboy
  GoTo('Oldboy (2003)')
  Press('w')
  WaitFor('Cast')
enddef

def g:Test_a_list_of_the_library_is_tried_again_after_an_error()
  g:movies_server = '/nowhere/movie-server'
  Movies watchlist
  WaitFor('r: try again')
  g:movies_server = $MOVIE_SERVER
  Run('mark builtin:tt0364569 --watchlist')
  GoTo('r: try again')
  Press("\<CR>")
  WaitFor('Watchlist  1 film')
  Wait(() => line('$') == 2 && getline(2) =~# 'Oldboy (2003)', 'film')
enddef

def g:Test_the_popups_have_highlights_of_their_own()
  const Linked = () => hlget('PopupSelected')->get(0, {})->get('linksto', '')
  Movies
  Check(popup_getoptions(Popup()).highlight ==# 'MoviesPopup' && Linked() ==# 'MoviesSelected', Linked())
  # Whatever the colors of the screen are.
  Check(hlget('MoviesSelected')[0].cterm == {reverse: true} && !hlget('MoviesTitle')[0]->has_key('ctermfg'))
  Press("\<Esc>")
  Check(Linked() ==# 'PmenuSel', Linked())
  highlight clear
  doautocmd ColorScheme
  Check(hlget('MoviesSelected')[0].cterm == {reverse: true})
  # A color scheme that has a group for selections keeps it.
  highlight! link PopupSelected Search
  Movies
  Check(Linked() ==# 'Search', Linked())
enddef

def g:Test_a_link_is_copied()
  Movies search oldboy
  GoTo('Oldboy (2003)')
  Press('y')
  Check(getreg('"') ==# 'https://www.imdb.com/title/tt0364569/', getreg('"'))
  Movies detail builtin:tt6751668
  WaitFor('Cast')
  # It has the name of the film, as if it were opened from a list.
  Check(bufname() ==# 'movies://detail/builtin:tt6751668 Parasite (2019)' && bufexists('movies://detail/builtin:tt6751668') == 0)
  Check(maparg('y', 'n') ==# '' && maparg('\y', 'n') !=# '')
  Check(maparg('\l', 'n') =~# 'watched' && maparg('\l', 'x') =~# 'watched', maparg('\l', 'n'))
  setreg('"', '')
  Press('gg\y')
  Check(getreg('"') ==# 'https://www.imdb.com/title/tt6751668/', getreg('"'))
  Check(execute('messages') =~# 'Copied https://www.imdb.com/title/tt6751668/', execute('messages'))
  # The help has the keys of the page from which it is opened.
  Press('g?')
  WaitFor('  \y             copy the link')
enddef

def g:Test_all_of_the_reason_is_told_if_the_server_refuses_its_options()
  g:movies_server = [$MOVIE_SERVER, '--catalog', 'nope']
  Movies home
  WaitFor('--catalog must be one of tmdb')
  WaitFor('r: try again')
  g:movies_server = $MOVIE_SERVER
  Press('r')
  WaitFor('Popular')
enddef

def g:Test_the_user_logs_in_and_rates_at_the_service()
  const Error = (reason) => ({code: 1016, message: reason, data: {reason: reason, retryable: true}})
  final calls = [['initialize', {}, {result: {protocolVersion: '1.0', catalog: 'tmdb',
    catalogs: [{name: 'tmdb', title: 'TMDB', capabilities: ['search', 'login', 'rate']}]}}],
    ['session', {}, {result: {catalog: 'tmdb', loggedIn: false}}],
    ['login', {}, {result: {url: 'https://a.example/', requestToken: 't'}}],
    ['completeLogin', {requestToken: 't'}, {error: Error('notApproved')}],
    ['completeLogin', {requestToken: 't'}, {result: {catalog: 'tmdb', loggedIn: true, user: {id: '1', name: 'ann'}}}],
    ['mark', {id: 'tmdb:1', rating: 9}, {result: {id: 'tmdb:1', changed: true, mark: {}, previous: {}}}],
    ['rate', {id: 'tmdb:1', value: 9}, {result: {id: 'tmdb:1', myRating: 9}}]]
  $OPENED = tempname()
  $PATH = support.plugin .. '/tests/bin:' .. $PATH
  const CheckReplay = ReplayCalls(calls)
  Movies login
  Wait(() => !empty(popup_list()), 'menu')
  Press("\<CR>")
  Wait(() => execute('messages') =~# 'notApproved' && !empty(popup_list()), 'another try')
  Press("\<CR>")
  Wait(() => empty(popup_list()), 'login')
  Wait(() => filereadable($OPENED) && readfile($OPENED) == ['https://a.example/'], 'page')
  change.Mark([{id: 'tmdb:1', title: 'X'}], {rating: 9}, 'Rated {rating}: {film}.', {rating: 9})
  Wait(() => execute('messages') =~# 'Logged in as ann\..*Rated 9: X\.', 'rating')
  CheckReplay()
enddef

def g:Test_the_words_are_in_the_language_of_the_user()
  g:movies_locale = 'ko-KR'
  Movies favorites
  WaitFor('즐겨찾기  아직 즐겨찾기가 없습니다. 영화에서 s를 눌러 추가하세요.')
  Movies detail builtin:tt0364569
  WaitFor('출연')
  for part in ['올드보이 (2003)', '볼 영화: –', '내 평점: –', '관람 기록하기', '제작진', '추천']
    Check(Has(part), part)
  endfor
  GoTo('박찬욱')
  Check(getline('.') =~# '  감독$', getline('.'))
  Run('log builtin:tt0364569')
  Movies statistics
  WaitFor('  2000년대 ')
  # Every sentence of the sources has its translation.
  for file in glob(support.plugin .. '/autoload/movies/*.vim', true, true)
    for line in readfile(file)
      const sentence = matchstr(line, "words\\.\\(T\\|Say\\)('\\zs[^':][^']*")
      Check(sentence ==# '' || g:movies#translations#tables.ko->has_key(sentence), sentence)
    endfor
  endfor
enddef

support.Run()
