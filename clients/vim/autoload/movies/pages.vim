vim9script
# What the views show: a function for each kind of view.
import autoload 'movies/actions.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

export def Load(view: dict<any>)
  const loaders = {search: Search, favorites: Favorites, home: Home, discover: Discover, detail: Detail, log: Log,
    recommendations: Recommendations, collection: Collection, person: Person}
  call(get(loaders, view.kind, NoPage), [view])
enddef

def NoPage(view: dict<any>)
  viewing.Show(view, $'There is no page {bufname(view.buffer)}.', [])
enddef

# Adds a heading and rows, if there are any.
def AddSection(rows: list<any>, name: string, more: list<any>, note = '', uri = '')
  if !empty(more)
    rows->extend([{text: ''}, {text: words.Join(' · ', [name, note]), highlight: 'Head', section: name, uri: uri}] + more)
  endif
enddef

def MovieRows(movies: list<any>, note = ''): list<any>
  return movies->mapnew((_, movie) => viewing.MovieRow(movie, note ==# '' ? movie.directors : get(movie, note, '')))
enddef

def Attribution(): string
  return get(server.Catalog(), 'attribution', '')
enddef

# The page of the only section of a home.
def SectionPage(view: dict<any>, section: dict<any>): dict<any>
  view.heading = 'Home: ' .. section.title
  return section->has_key('error') ? {offset: 0, total: 0, items: []} : section
enddef

# Loads a list and, while the user scrolls, its next pages.
def LoadList(view: dict<any>, heading: string, method: string, params: dict<any>)
  def Place(result: dict<any>)
    const page = result->has_key('sections') ? SectionPage(view, result.sections[0]) : result
    const offset = get(page, 'offset', get(params, 'offset', 0))
    view.items = (offset == 0 ? [] : view.items[: offset - 1]) + page.items
    view.state = words.Join(' · ', [words.Count(page), Attribution()])
    if view.kind ==# 'favorites' && page.total == 0 && view.filter ==# ''
      view.state = 'No favorites yet. Press s on a film to star it.'
    endif
    # Favorites are no list of the session: they have no name for `nextPage`.
    if page->has_key('list') && page.hasMore
      view.More = () => viewing.Request(view, 'nextPage', {list: page.list}, Place)
    elseif !page->has_key('list') && !empty(page.items) && len(view.items) < page.total
      view.More = () => viewing.Request(view, method, extendnew(params, {offset: len(view.items)}), Place)
    endif
    viewing.Show(view, view.heading, MovieRows(view.items))
  enddef
  view.heading = heading
  viewing.Request(view, method, params, Place)
enddef

def Search(view: dict<any>)
  LoadList(view, 'Search: ' .. view.argument, 'search', {query: view.argument, list: bufname(view.buffer)})
enddef

def Favorites(view: dict<any>)
  const order = view.order ==# '' ? '' : 'by ' .. view.order
  const heading = words.Join(' ', ['Favorites', order, view.filter ==# '' ? '' : 'with ' .. view.filter])
  const params = {sort: view.order ==# '' ? 'starredAt' : view.order, limit: 1000, offset: 0}
  LoadList(view, heading, 'favorites', view.filter ==# '' ? params : extendnew(params, {query: view.filter}))
enddef

def Home(view: dict<any>)
  if view.argument !=# ''
    LoadList(view, 'Home', 'home', {sections: [view.argument]})
    return
  endif
  view.heading = 'Home'
  viewing.Request(view, 'home', {}, (result) => {
    var rows: list<any>
    for section in result.sections
      const has_failed = section->has_key('error')
      const movies = has_failed ? [{text: '  ' .. words.Error(section.error)}] : MovieRows(section.items[: 5])
      const count = has_failed ? '' : words.Count(section)
      AddSection(rows, section.title, movies, count, 'movies://home/' .. section.section)
    endfor
    view.state = Attribution()
    viewing.Show(view, 'Home', rows)
  })
enddef

# Reads what `discover` filters by: genres, with commas between them, years, and an order.
export def DiscoverParams(text: string): dict<any>
  var params: dict<any> = {list: 'movies://discover/' .. text}
  var rest: list<string>
  for word in split(text)
    const years = matchlist(word, '^\(\d\{4}\)\?\(-\?\)\(\d\{4}\)\?$')
    if word =~# '^sort='
      params.sort = word[5 :]
    elseif empty(years)
      rest->add(word)
    else
      const until = years[2] ==# '' ? years[1] : years[3]
      params->extend(years[1] ==# '' ? {} : {yearFrom: str2nr(years[1])})
      params->extend(until ==# '' ? {} : {yearTo: str2nr(until)})
    endif
  endfor
  return empty(rest) ? params : params->extend({genres: rest->join(' ')->split('\s*,\s*')})
enddef

def Discover(view: dict<any>)
  LoadList(view, words.Join(': ', ['Discover', view.argument]), 'discover', DiscoverParams(view.argument))
enddef

def Recommendations(view: dict<any>)
  const [id; title] = split(view.argument, ' ')
  LoadList(view, words.Join(': ', ['Recommendations', title->join(' ')]), 'recommendations', {id: id})
enddef

def Collection(view: dict<any>)
  view.heading = 'Collection'
  viewing.Request(view, 'collection', {id: view.argument}, (result) => {
    view.state = words.Count({total: len(result.items)})
    const rows = result->has_key('overview') ? [{text: result.overview}, {text: ''}] : []
    viewing.Show(view, 'Collection: ' .. result.name, rows + MovieRows(result.items))
  })
enddef

def Person(view: dict<any>)
  view.heading = 'Person'
  viewing.Request(view, 'person', {id: view.argument}, (person) => {
    const facts = ['department', 'birthday', 'deathday', 'placeOfBirth']->map((_, name) => get(person, name, ''))
    view.state = words.Join(' · ', facts)
    var rows: list<any> = person->has_key('biography') ? [{text: person.biography}] : []
    AddSection(rows, 'Cast', MovieRows(person.cast, 'character'))
    AddSection(rows, 'Crew', MovieRows(person.crew, 'job'))
    viewing.Show(view, person.name, rows)
  })
enddef

def Log(view: dict<any>)
  view.state = server.Command()->join(' ')
  viewing.Show(view, 'Log', server.Log()->mapnew((_, line) => ({text: line})))
enddef

def Detail(view: dict<any>)
  const [id; title] = split(view.argument, ' ')
  view.heading = title->join(' ')
  viewing.Request(view, 'detail', {id: id}, (movie) => {
    view->extend({movie: movie, state: '', review_page: 0})
    ShowDetail(view)
    viewing.GoToSection(view)
  })
enddef

# Replaces the previews by the first whole reviews, then adds more of them.
def LoadReviews(view: dict<any>)
  const number = view.review_page + 1
  viewing.Request(view, 'reviews', {id: view.movie.id, page: number}, (page) => {
    view.review_page = number
    view.movie.reviews = {total: page.total, items: (number > 1 ? view.movie.reviews.items : []) + page.items}
    ShowDetail(view)
  })
enddef

# Opens the poster, a file in the server's cache, with the system's program for images.
def OpenPoster(movie: dict<any>)
  server.Request('poster', {id: movie.id}, (err, poster) => {
    if empty(err) | actions.OpenExternal(poster.path) | else | words.Notify(err) | endif
  })
enddef

def Names(list: list<any>): list<any>
  return list->mapnew((_, each) => each.name)
enddef

def Fact(label: string, value: any, row: dict<any> = {}): list<any>
  const text = words.Join('', [value])
  return text ==# '' ? [] : [extendnew(row, {text: label .. ': ' .. text})]
enddef

def ReviewRows(view: dict<any>, review: dict<any>): list<any>
  const is_cut = review.truncated && !review->has_key('content')
  var row: dict<any> = {url: get(review, 'url', '')}
  if is_cut | row.Action = () => LoadReviews(view) | endif
  const score = review->has_key('rating') ? $'{review.rating}/10' : ''
  const heading = words.Join(' · ', [review.author, score, get(review, 'createdAt', '')[: 9]])
  const text = get(review, 'content', review.preview) .. (is_cut ? ' …' : '')
  return [extendnew(row, {text: '  ' .. heading, highlight: 'Title'})]
    + split(text, '\r\?\n')->mapnew((_, line) => extendnew(row, {text: '  ' .. line}))
enddef

def PersonRow(person: dict<any>, movie: dict<any>): dict<any>
  const has_page = person->has_key('personId') && server.Can('people', movie.id)
  const uri = has_page ? 'person/' .. person.personId : 'search/' .. person.name # which finds the films too
  const role = get(person, 'character', get(person, 'job', ''))
  return {text: words.Columns('  ' .. person.name, 28, role), uri: 'movies://' .. uri}
enddef

def ShowDetail(view: dict<any>)
  const movie = view.movie
  const Get = (name) => get(movie, name, '')
  const minutes = movie->has_key('runtimeMinutes') ? movie.runtimeMinutes .. ' min' : ''
  const facts = words.Join(' · ',
    [Get('originalTitle'), Get('releaseDate'), minutes, movie.genres, Get('certification'), Get('status')])
  var texts = [facts, words.Stale(movie), Get('tagline'), Get('overview')]
  var rows: list<any> = texts->filter((_, text) => text !=# '')->mapnew((i, text) => ({text: text})) + [{text: ''}]
  const rating = movie->has_key('rating') ? printf('%.1f (%d votes)', movie.rating, get(movie, 'votes', 0)) : ''
  const others = movie.ratings->mapnew((_, each) => each.source .. ' ' .. each.value)
  const mine = movie->has_key('myRating') ? string(movie.myRating) : ''
  rows += Fact('Rating', words.Join(', ', [rating] + others)) + Fact('My rating', mine)
    + Fact('Awards', Get('awards')) + Fact('Languages', movie.languages) + Fact('Countries', movie.countries)
    + Fact('Companies', Names(movie.companies)) + Fact('Keywords', Get('keywords'))
    + Fact('Link', Get('link'), {url: Get('link')}) + Fact('Homepage', Get('homepage'), {url: Get('homepage')})
  const poster = movie->has_key('posterUrl') && server.Can('poster', movie.id) ? 'open the image' : ''
  rows += Fact('Poster', poster, {Action: () => OpenPoster(movie)})
  const watch = get(movie, 'whereToWatch', {})
  const offers = ['stream', 'free', 'ads', 'rent', 'buy']->mapnew((_, kind) =>
    Fact('  ' .. kind, Names(get(watch, kind, [])), {url: get(watch, 'link', '')}))
  const note = words.Join(' · ', [get(watch, 'country', ''), get(watch, 'attribution', '')])
  AddSection(rows, 'Where to watch', flattennew(offers, 1), note)
  AddSection(rows, 'Trailers', movie.trailers->mapnew((_, trailer) =>
    ({text: '  ' .. words.Join(' · ', [trailer.name, get(trailer, 'kind', '')]), url: trailer.url})))
  AddSection(rows, 'Cast', movie.castMembers->mapnew((_, person) => PersonRow(person, movie)))
  AddSection(rows, 'Crew', movie.crewMembers->mapnew((_, person) => PersonRow(person, movie)))
  var reviews = movie.reviews.items->mapnew((_, review) => ReviewRows(view, review))->flattennew(1)
  if !empty(reviews) && len(movie.reviews.items) < movie.reviews.total
    reviews->add({text: '  More reviews', Action: () => LoadReviews(view)})
  endif
  AddSection(rows, 'Reviews', reviews, string(movie.reviews.total))
  const collection = movie->has_key('collection') ? [movie.collection] : []
  const can_open = server.Can('collections', movie.id)
  AddSection(rows, 'Collection', collection->mapnew((_, each) =>
    ({text: '  ' .. each.name, uri: can_open ? 'movies://collection/' .. each.id : ''})))
  AddSection(rows, 'Recommendations', MovieRows(movie.recommendations.items))
  rows += [{text: ''}] + (movie->has_key('attribution') ? [{text: movie.attribution, highlight: 'Note'}] : [])
  viewing.Show(view, extendnew(viewing.MovieRow(movie, ''), {highlight: 'Head'}), rows)
enddef
