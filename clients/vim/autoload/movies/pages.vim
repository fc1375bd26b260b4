vim9script
# What the views show: a function for each kind of view.
import autoload 'movies/rows.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

export def Load(view: dict<any>)
  const loaders = {search: Search, favorites: Favorites, home: Home, discover: Discover, detail: LoadPage, log: Log,
    recommendations: Recommendations, collection: LoadPage, person: LoadPage}
  const Otherwise = (_) => viewing.Show(view, $'There is no page {bufname(view.buffer)}.', [])
  call(get(loaders, view.kind, Otherwise), [view])
enddef

# Loads a list and, while the user scrolls, its next pages.
def LoadList(view: dict<any>, heading: string, method: string, params: dict<any>)
  def Place(result: dict<any>)
    const section = get(get(result, 'sections', []), 0, {})
    if section->has_key('error') | viewing.Fail(view, section.error) | return | endif
    const page = empty(section) ? result : section
    const offset = get(page, 'offset', get(params, 'offset', 0))
    view.items = (offset == 0 ? [] : view.items[: offset - 1]) + page.items
    const is_empty = view.kind ==# 'favorites' && page.total == 0 && view.filter ==# ''
    const count = is_empty ? 'No favorites yet. Press s on a film to star it.' : words.Count(page)
    view.state = words.Join(' · ', [count, view.kind ==# 'favorites' ? '' : get(server.Catalog(), 'attribution', '')])
    # Favorites are no list of the session: they have no name for `nextPage`.
    const [next, rest] = page->has_key('list') ? ['nextPage', {list: page.list}]
      : [method, extendnew(params, {offset: len(view.items)})]
    const has_more = get(page, 'hasMore', !empty(page.items) && len(view.items) < page.total)
    if has_more | view.More = () => viewing.Request(view, next, rest, Place) | endif
    const films = view.items->mapnew((_, movie) => viewing.MovieRow(movie))
    viewing.Show(view, words.Join(': ', [heading, get(section, 'title', '')]), films)
  enddef
  view.heading = heading
  viewing.Request(view, method, params, Place)
enddef

# Searches for what the buffer's name says, or else for what the user types in the popup.
def Search(view: dict<any>)
  const params = {query: view.argument, list: bufname(view.buffer)}
  if view.argument !=# '' | LoadList(view, 'Search: ' .. view.argument, 'search', params) | return | endif
  const [query, heading] = [trim(view.query), $'> {view.query}▏']
  # The user sees each key at once. The films of the text before stay on the screen until there are others.
  view->extend({pending: 0, items: [], state: '', More: null_function})
  viewing.Show(view, heading, query ==# '' ? [] : view.rows[1 :])
  if query !=# '' | LoadList(view, heading, 'search', {query: query, debounceMs: 200}) | endif
enddef

def Favorites(view: dict<any>)
  const order = view.order ==# '' ? '' : 'by ' .. view.order
  const heading = words.Join(' ', ['Favorites', order, view.filter ==# '' ? '' : 'with ' .. view.filter])
  const params = {sort: view.order ==# '' ? 'starredAt' : view.order, limit: 1000, offset: 0}
  LoadList(view, heading, 'favorites', view.filter ==# '' ? params : extendnew(params, {query: view.filter}))
enddef

# Loads a film, a person, a collection or a home: the kind is the name of the method.
def LoadPage(view: dict<any>)
  const [id; title] = split(view.argument, ' ', true)
  view.heading = empty(title) ? substitute(view.kind, '^.', '\u&', '') : title->join(' ')
  viewing.Request(view, view.kind, id ==# '' ? {} : {id: id}, (result) => {
    view->extend({result: result, state: ''})
    rows.Show(view)
    viewing.GoToSection(view)
  })
enddef

def Home(view: dict<any>)
  if view.argument ==# '' | LoadPage(view) | return | endif
  LoadList(view, 'Home', 'home', {sections: [view.argument]})
enddef

# Reads what `discover` filters by: genres, with commas between them, years, and an order.
export def DiscoverParams(text: string): dict<any>
  const years = matchstr(text, '\(^\|\s\)\zs\(\d\{4}-\?\(\d\{4}\)\?\|-\d\{4}\)\ze\(\s\|$\)')
  const genres = substitute(text, $'sort=\a\+\|{years}', '', 'g')->trim()->split('\s*,\s*')
  const [from, to] = [str2nr(matchstr(years, '^\d\+')), str2nr(matchstr(years, '\d\+$'))]
  var params = {genres: genres, yearFrom: from, yearTo: to, sort: matchstr(text, 'sort=\zs\a\+')}
  return extendnew({list: 'movies://discover/' .. text}, params->filter((_, value) => !empty(value)))
enddef

def Discover(view: dict<any>)
  LoadList(view, words.Join(': ', ['Discover', view.argument]), 'discover', DiscoverParams(view.argument))
enddef

def Recommendations(view: dict<any>)
  const [id; title] = split(view.argument, ' ')
  LoadList(view, words.Join(': ', ['Recommendations', title->join(' ')]), 'recommendations', {id: id})
enddef

def Log(view: dict<any>)
  viewing.Show(view, 'Log: ' .. server.Command()->join(' '), server.Log()->mapnew((_, line) => ({text: line})))
enddef
