vim9script
# What the views show: a function for each kind of view.
import autoload 'movies/actions.vim'
import autoload 'movies/keys.vim'
import autoload 'movies/library.vim'
import autoload 'movies/rows.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

export def Load(view: dict<any>)
  const loaders = {search: Search, favorites: library.List, watchlist: library.List, library: library.List,
    diary: library.Diary, statistics: library.Statistics, tags: library.Tags, import: library.Import, home: Home, discover: Discover,
    detail: rows.Load, recommendations: Recommendations, collection: rows.Load, person: rows.Load, log: Log, help: Help}
  const Otherwise = (_) => viewing.Show(view, words.T('There is no page {name}.', {name: bufname(view.buffer)}), [])
  call(get(loaders, view.kind, Otherwise), [view])
enddef

# Reads the settings of a list: NAME=VALUE, with quotation marks round blanks, and text as the `query`.
export def Settings(text: string): dict<any>
  var settings: dict<any> = {}
  const rest = substitute(text, $'\v<({library.settings}|format|overwrite)\=("[^"]*"|\S*)\s*', (m) => {
    settings[m[1]] = m[1] =~# '\(From\|To\|seed\)$' ? str2nr(m[2]) : m[2] ==# 'true' ? true : trim(m[2], '"')
    return ''
  }, 'g')->trim()
  return rest ==# '' ? settings : extend(settings, {query: rest})
enddef

# Loads a list of a catalog and, while the user scrolls, its next pages. The rows of `intro` are above the films.
def LoadList(view: dict<any>, heading: string, method: string, params: dict<any>, intro: list<any> = [])
  var title = ''
  def Place(result: dict<any>)
    const section = get(get(result, 'sections', []), 0, {})
    if section->has_key('error') | viewing.Fail(view, section.error) | return | endif
    const page = empty(section) ? result : section
    const known = page.offset == 0 ? [] : view.items
    view.items = known[: page.offset]->slice(0, page.offset) + page.items + known[page.offset + len(page.items) :]
    const count = empty(intro) ? words.Count(page) : words.Stale(page) # the hint in it has the number
    view.state = words.Join(' · ', [count, get(server.Catalog(), 'attribution', '')])
    if page.hasMore | view.More = () => viewing.Request(view, 'nextPage', {list: page.list}, Place) | endif
    const films = view.items->mapnew((_, movie) => viewing.MovieRow(movie))
    title = get(section, 'title', title) # later pages have none
    const above = empty(intro) ? [] : intro + [{text: title, highlight: 'Head'}]
    viewing.Show(view, empty(intro) ? words.Join(': ', [heading, title]) : heading,
      above + films + (page.total == 0 ? HintRows() : []))
    # The first film, or an earlier search, is selected.
    const first = indexof(view.rows, (_, row) => row->has_key('movie') || row->has_key('query'))
    if page.offset == 0 && first > 1 | viewing.MoveTo(view, first + 1, true) | endif
    if page.offset == 0 && get(view, 'is_choice') | OpenFirst(view) | endif
  enddef
  view.heading = heading
  viewing.Request(view, method, params, Place)
enddef

# Opens the first film of a list, as soon as there is one. Who has left the list meanwhile stays where he is.
export def OpenFirst(view: dict<any>)
  const movies = get(view, 'items', [])
  view.is_choice = empty(movies)
  if !empty(movies) && bufnr() == view.buffer && mode() ==# 'n' | viewing.OpenMovie('detail', movies[0]) | endif
enddef

# How more films can be found.
export def HintRows(hint: string = get(server.info, 'hint', '')): list<any>
  return hint ==# '' ? [] : [{text: '  ' .. hint, highlight: 'Note'}]
enddef

# Searches for what the buffer's name says, or else for what the user types in the popup.
def Search(view: dict<any>)
  const params = {query: view.argument, list: bufname(view.buffer)}
  if view.argument !=# ''
    LoadList(view, words.T('Search') .. ': ' .. view.argument, 'search', params)
    return
  endif
  # The films of the text before stay on the screen until there are others.
  view->extend({pending: 0, items: [], state: '', More: null_function})
  if trim(view.query) !=# ''
    view.rows[0] = {text: '', highlight: 'Head'}
    viewing.Draw(view, 0, 0)
    LoadList(view, '', 'search', {query: trim(view.query), debounceMs: 60})
    return
  endif
  viewing.Show(view, words.T('Type a title, a year, a name or a link.'), RecentRows())
  viewing.Request(view, '', {}, (_) => {
    # The popup is small: here the first sentence of the hint is enough.
    const intro = RecentRows() + HintRows(matchstr(get(server.info, 'hint', ''), '^.\{-}\.\ze\s'))
    viewing.Show(view, view.rows[0], intro)
    if server.Can('home')
      LoadList(view, view.rows[0].text, 'home', {sections: ['popular']}, intro)
    endif
  })
enddef

# The searches that the user has made last, which the history of commands has.
def RecentRows(): list<any>
  var queries: list<string>
  for i in range(1, max([0, min([histnr('cmd'), 200])]))
    const query = actions.Query(matchstr(histget('cmd', -i), '^Movies \zs.*'))
    # A Vim with another 'encoding' has written these signs for those that it lacks.
    if query !=# '' && query !~# '¿[?¿]' && index(queries, query) < 0 && len(queries) < 4 | queries += [query] | endif
  endfor
  return queries->mapnew((_, query) => ({text: '  ↺ ' .. query, query: query, highlight: 'Title'}))
enddef

def Home(view: dict<any>)
  if view.argument ==# '' | rows.Load(view) | return | endif
  LoadList(view, words.T('Home'), 'home', {sections: [view.argument]})
enddef

const years_pattern = '\d\{4}-\?\(\d\{4}\)\?\|-\d\{4}'

export def ParseYears(text: string): list<string>
  return [text ==# '' || text =~# $'^\({years_pattern}\)$' ? '' : words.T('Years are written like 1990-1999.'), text]
enddef

# Reads what `discover` filters by: genres, with commas between them, years, and an order.
export def DiscoverParams(text: string): dict<any>
  const years = matchstr(text, $'\(^\|\s\)\zs\({years_pattern}\)\ze\(\s\|$\)')
  const genres = substitute(text, $'sort=\a\+\|{years}', '', 'g')->trim()->split('\s*,\s*')
  const [from, to] = [str2nr(matchstr(years, '^\d\+')), str2nr(matchstr(years, '\d\+$'))]
  var params = {genres: genres, yearFrom: from, yearTo: to, sort: matchstr(text, 'sort=\zs\a\+')}
  return extendnew({list: 'movies://discover/' .. text}, params->filter((_, value) => !empty(value)))
enddef

def Discover(view: dict<any>)
  const [heading, params] = [words.Join(': ', [words.T('Discover'), view.argument]), DiscoverParams(view.argument)]
  # No genre begins with a digit.
  const is_wrong = get(params, 'genres', [])->join()->match('\(^\|\s\)-\?\d') >= 0
  if is_wrong | viewing.Show(view, heading, [{text: words.T('Years are written like 1990-1999.')}]) | return | endif
  LoadList(view, heading, 'discover', params)
enddef

def Recommendations(view: dict<any>)
  const [id; title] = split(view.argument, ' ')
  LoadList(view, words.Join(': ', [words.T('Recommendations'), title->join(' ')]), 'recommendations', {id: id})
enddef

def Log(view: dict<any>)
  viewing.Show(view, words.T('Log') .. ': ' .. server.Command()->join(' '), server.Log()->mapnew((_, line) => ({text: line})))
enddef

def Help(view: dict<any>)
  viewing.Show(view, words.T('Keys'),
    keys.keys->mapnew((_, key) =>
      ({text: words.Columns('  ' .. keys.Name(key[0], get(view, 'explains_text', false)), 16, words.T(key[2]))}))
      + [{text: ''}, {text: words.T('Several films: after a count such as 3s, or in Visual mode. More: :help movies')}])
enddef
