vim9script
# The pages of the library: lists of what is kept, the diary, statistics, and the outcome of an import.
import autoload 'movies/change.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

export const lists = {
  favorites: {title: 'Favorites', filter: 'starred', orders: ['starredAt', 'title', 'year', 'rating', 'random'],
    none: 'No favorites yet. Press s on a film to star it.'},
  watchlist: {title: 'Watchlist', filter: 'watchlist', orders: ['watchlistedAt', 'title', 'year', 'rating', 'runtime', 'random'],
    none: 'The watchlist is empty. Press b on a film to put it there.'},
  library: {title: 'Library', filter: 'all', orders: ['changedAt', 'myRating', 'title', 'year', 'rating', 'lastViewed', 'random'],
    none: 'The library is empty. Stars, ratings, notes, tags and viewings of films are kept here.'},
}
export const settings = 'filter|genre|order|runtimeTo|seed|sort|tag|yearFrom|yearTo'
const NoViewings = (view) => words.T(view.argument ==# '' ? 'No viewings yet. Press l on a film to log one.' : 'No viewings.')
const weekdays = {monday: 'Monday', tuesday: 'Tuesday', wednesday: 'Wednesday', thursday: 'Thursday', friday: 'Friday',
  saturday: 'Saturday', sunday: 'Sunday'}
const orders = {title: 'by title', year: 'by year', rating: 'by rating', runtime: 'by running time', myRating: 'by my rating',
  lastViewed: 'by last viewing', changedAt: 'by last change', random: 'in random order', starredAt: 'by day of the star',
  watchlistedAt: 'by day on the watchlist'}

# Loads the rows of a list of the library that the user sees; other rows stay unloaded.
def Load(view: dict<any>, method: string, params: dict<any>, Row: func, State: func)
  view.Fetch = (offset, After) => {
    const generation = view.generation
    viewing.Request(view, method, extendnew(params, {offset: offset, limit: 100}), (page) => {
      view.state = call(State, [page])
      const rows = page.items->mapnew((i, item) => extend(call(Row, [page.items, i]), {generation: generation}))
      viewing.Place(view, offset, page.total, rows, generation)
      call(After, [])
    })
  }
  # The rows stay on the screen until there are others; those that said why there were none do not.
  view.rows = [{text: view.heading, highlight: 'Head'}] + view.rows[1 :]->filter((_, row) => row->has_key('generation'))
  view->extend({generation: view.generation + 1, placed: -1, stranger: '', pending: 0})
  viewing.Draw(view, 0, 0)
  call(view.Fetch, [0, () => 0])
enddef

export def List(view: dict<any>)
  const list = lists[view.kind]
  if get(view.settings, 'sort', '') ==# 'random' && !view.settings->has_key('seed') | view.settings.seed = rand() | endif
  const sort = get(view.settings, 'sort', list.orders[0])
  const only = ['filter', 'tag', 'genre', 'query']->mapnew((_, name) => get(view.settings, name, ''))
  view.heading = words.Join(' · ', [words.T(list.title), sort ==# list.orders[0] ? '' : words.T(get(orders, sort, ''))]
    + only->copy()->filter((_, text) => text !=# '')->map((_, text) => $'“{text}”'))
  const unknown = matchstr(get(view.settings, 'query', ''), '\v(^|\s)\zs\a+\ze\=')
  const wrong = words.T('“{name}” is unknown. There are: {names}', {name: unknown, names: settings->substitute('|', ', ', 'g')})
  if unknown !=# '' | viewing.Fail(view, {message: wrong, data: {reason: 'invalidParams'}}) | return | endif
  const is_whole = empty(view.settings->copy()->filter((name, _) => name !=# 'sort' && name !=# 'seed'))
  Load(view, 'library', extendnew({filter: list.filter, sort: sort}, view.settings),
    (items, i) => viewing.MovieRow(items[i]), (page) => page.total == 0 && is_whole ? words.T(list.none) : words.Count(page))
enddef

# The viewings of a year, a month, a day or all; the day of the first of a month has the month.
export def Diary(view: dict<any>)
  view.heading = words.Join(': ', [words.T('Diary'), view.argument])
  Load(view, 'diary', Span(view.argument), (items, i) => {
    const [item, day] = [items[i], get(items[i], 'date', '?')]
    const is_first = i == 0 || get(items[i - 1], 'date', '?')[: 6] !=# day[: 6]
    return viewing.MovieRow(item.movie, words.Viewing(item))->extend({viewing: item,
      before: (is_first ? day : repeat(' ', 8) .. day[8 :]) .. repeat(' ', is_first && day ==# '?' ? 11 : 2)}
      ->extend(is_first ? {section: day[: 6]} : {}))
  }, (page) => page.total == 0 ? NoViewings(view) : words.Some(page.total, '1 viewing', '{count} viewings'))
enddef

# The first and the last day of a year, a month or a day; of another text, what the server refuses.
def Span(text: string): dict<string>
  if text ==# '' | return {} | endif
  const ends = ['0000-12-31', '0000-12-30', '0000-12-29', '0000-12-28']->mapnew((_, end) => text .. end[len(text) :])
  return {from: text .. '0000-01-01'[len(text) :], to: ends->copy()->filter((_, day) => words.IsDay(day))->get(0, text)}
enddef

# More than three years of months are too many bars: those of a year become one.
def Times(months: list<any>): list<any>
  if len(months) <= 36 | return Bars('By month', months, (name) => 'movies://diary/' .. name) | endif
  var sums: dict<number> = {}
  for month in months | sums[month.name[: 3]] = get(sums, month.name[: 3]) + month.viewings | endfor
  const years = sums->keys()->sort()->mapnew((_, year) => ({name: year, viewings: sums[year], films: 0}))
  return Bars('By year', years, (name) => 'movies://diary/' .. name)
enddef

def Bars(title: string, groups: list<any>, Uri: func = (_) => ''): list<any>
  const most = groups->mapnew((_, group) => get(group, 'viewings', group.films))->max()
  const rows = groups->mapnew((_, group) => {
    const count = get(group, 'viewings', group.films)
    const mean = group->has_key('meanRating') ? printf(' · %.1f', group.meanRating) : ''
    const bar = repeat('█', count * (&columns >= 70 ? 30 : 12) / most) ?? '▏'
    const name = $'{get(group, 'name', get(group, 'rating', ''))}'
    const decade = matchstr(name, '^\d\{4}\zes$')
    const label = decade ==# '' ? words.T(get(weekdays, name, name)) : words.T('{year}s', {year: decade})
    return {text: words.Columns('  ' .. label, 20, $'{bar} {words.Number(count)}{mean}'), uri: call(Uri, [name])}
  })
  return empty(rows) ? [] : [{text: ''}, {text: words.T(title), highlight: 'Head', section: title}] + rows
enddef

export def Statistics(view: dict<any>)
  view.heading = words.Join(': ', [words.T('Statistics'), view.argument])
  viewing.Request(view, 'statistics', Span(view.argument), (result) => {
    const values = {films: words.Some(result.films, '1 film', '{count} films'),
      viewings: words.Some(result.viewings, '1 viewing', '{count} viewings'),
      hours: words.Some((result.minutes + 30) / 60, '1 hour', '{count} hours'),
      rewatches: words.Some(result.rewatches, '1 rewatch', '{count} rewatches')}
    view.state = result.viewings == 0 ? NoViewings(view) : ''
    const uri = 'movies://diary' .. (view.argument ==# '' ? '' : '/' .. view.argument)
    const sum = {text: words.T('{viewings} of {films}, {hours}, {rewatches}', values), uri: uri}
    var rows: list<dict<any>> = result.viewings == 0 ? [] : [sum]
    for [name, title] in [['first', 'First film'], ['last', 'Last film']]
      rows += result->has_key(name) ? [{text: $'{words.T(title)}:'}, viewing.MovieRow(result[name])] : []
    endfor
    rows += Times(result.byMonth) + Bars('By weekday', result.byWeekday)
      + Bars('By decade', result.byDecade) + Bars('By genre', result.byGenre, (name) => $'movies://library/genre="{name}"')
      + Bars('By country', result.byCountry) + Bars('By language', result.byLanguage)
      + Bars('Directors', result.directors, (name) => 'movies://search/' .. name)
      + Bars('Actors', result.actors, (name) => 'movies://search/' .. name) + Bars('My ratings', result.ratings)
    viewing.Show(view, view.heading, rows)
  })
enddef

# The tags, each of which opens as a list of films.
export def Tags(view: dict<any>)
  view.heading = words.T('Tags')
  viewing.Request(view, 'tags', {}, (result) => {
    view.state = empty(result.tags) ? words.T('No tags yet. Press m on a film to tag it.') : ''
    viewing.Show(view, view.heading, result.tags->mapnew((_, tag) =>
      ({text: words.Columns($'  {tag.name}', min([46, &columns - 12]), words.Number(tag.count)), uri: $'movies://library/tag="{tag.name}"'})))
  })
enddef

# Imports a file and shows what has come of it. Without a file, as after a session was restored, it imports nothing.
export def Import(view: dict<any>, params: dict<any> = get(view, 'params', {}))
  view.heading = words.Join(': ', [words.T('Import'), get(params, 'path', '')])
  if empty(params) | viewing.Show(view, view.heading, [{text: ':Movies import FILE'}]) | return | endif
  view->extend({rows: [], params: params})
  viewing.Request(view, 'importLibrary', params, (result) => {
    view.state = ''
    const counts = result->copy()->filter((_, value) => type(value) == v:t_number)->map((_, value) => words.Number(value))
    var rows = [{text: words.T('{format}: {added} new, {changed} changed, {unchanged} as before, {unmatched} not found.',
      extendnew(counts, {format: result.format, unmatched: words.Number(get(result, 'unmatchedTotal', len(result.unmatched)))}))}]
    const is_change = result.added + result.changed > 0
    if params->has_key('dryRun') && !is_change && empty(result.unmatched)
      rows += [{text: words.T('There is nothing to import.')}]
    elseif params->has_key('dryRun')
      const real = params->copy()->filter((name, _) => name != 'dryRun')
      rows += [{text: words.T('Nothing is imported yet. Enter: import'), Action: () => Import(view, real)}]
        + (is_change ? [{text: trim(words.T('An import cannot be undone, and no change before it. '))}] : [])
    else
      if is_change | change.Forget() | endif
      rows += [{text: words.T('Imported.')}]
    endif
    if !empty(result.unmatched) | rows += [{text: ''}, {text: words.T('Rows without a film'), highlight: 'Head'}] | endif
    if result->has_key('unmatchedPath')
      rows += [{text: words.T('Complete the ids in {path}, then import that file.', {path: result.unmatchedPath}),
        Action: () => execute('edit ' .. fnameescape(result.unmatchedPath))}]
    endif
    const reasons = {noFilm: 'no film fits', severalFilms: 'several films fit', malformed: 'cannot be read'}
    for row in result.unmatched
      const title = row->has_key('title') ? words.Title(row) : ''
      rows += [{text: $'  {row.file}:{row.line}: ' .. words.Join(' · ', [title, words.T(get(reasons, row.reason, row.reason))])}]
        + get(row, 'candidates', [])->mapnew((_, movie) => viewing.MovieRow(movie))
    endfor
    viewing.Show(view, view.heading, rows)
    viewing.MoveTo(view, 3, true) # the row whose <CR> imports
  })
enddef
