vim9script
# The rows of a page: what there is of a film, a person, a collection or the home of a catalog.
import autoload 'movies/actions.vim'
import autoload 'movies/change.vim'
import autoload 'movies/keys.vim'
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

const facts = [['Awards', 'awards'], ['Also known as', 'alsoKnownAs'], ['Languages', 'languages'],
  ['Countries', 'countries'], ['Companies', 'companies'], ['Keywords', 'keywords'], ['Link', 'link'],
  ['Homepage', 'homepage']]
const sections = [['Cast', 'castMembers'], ['Crew', 'crewMembers'], ['Cast', 'cast'], ['Crew', 'crew'], ['Films', 'items'],
  ['Where to watch', 'whereToWatch'], ['Trailers', 'trailers'], ['Reviews', 'reviews'], ['Collection', 'collection'],
  ['Recommendations', 'recommendations']]

# Names of videos and of offers on the wire, as people say them.
const names = {trailer: 'trailer', teaser: 'teaser', clip: 'clip', featurette: 'featurette',
  behindTheScenes: 'behind the scenes', spot: 'spot', openingCredits: 'opening credits', recap: 'recap', bloopers: 'bloopers',
  stream: 'Stream', free: 'Free', ads: 'With ads', rent: 'Rent', buy: 'Buy'}

def Fact(label: string, value: any, row: dict<any> = {}): list<any>
  const text = words.Join('', [value])
  return text ==# '' ? [] : [extend({text: $'{words.T(label)}: {text}', uri: matchstr(text, '^https\?://.*')}, row)]
enddef

# A blank line, a heading if there is a name, and the rows, if there are any.
def Section(name: string, note: string, rows: list<any>, uri = ''): list<any>
  const heading = {text: words.Join(' · ', [words.T(name), note]), highlight: 'Head', section: name, uri: uri}
  return empty(rows) ? [] : [{text: ''}] + (name ==# '' ? [] : [heading]) + rows
enddef

# Replaces the previews by the first whole reviews, then adds more of them.
def LoadReviews(view: dict<any>)
  const known = view.result.reviews
  viewing.Request(view, 'reviews', {id: view.result.id, page: get(known, 'page', 0) + 1}, (page) => {
    view.result.reviews = extendnew(page, {items: (known->has_key('page') ? known.items : []) + page.items})
    Show(view)
  })
enddef

def ReviewRows(view: dict<any>, review: dict<any>): list<any>
  const is_cut = review.truncated && !review->has_key('content')
  const row = is_cut ? {Action: () => LoadReviews(view)} : {uri: get(review, 'url', '')}
  const score = review->has_key('rating') ? $'{review.rating}/10' : ''
  const heading = words.Join(' · ', [review.author, score, get(review, 'createdAt', '')[: 9]])
  const text = get(review, 'content', review.preview) .. (is_cut ? ' …' : '')
  return [extendnew(row, {text: '  ' .. heading, highlight: 'Title'})]
    + split(text, '\r\?\n')->mapnew((_, line) => extendnew(row, {text: '  ' .. line}))
enddef

def OfferRows(watch: dict<any>): list<any>
  return ['stream', 'free', 'ads', 'rent', 'buy']->mapnew((_, kind) =>
    Fact(names[kind], get(watch, kind, ''), {uri: get(watch, 'link', '')}))->flattennew(1)
    ->map((_, row) => extend(row, {text: '  ' .. row.text}))
enddef

# The rows of a film, a review, a trailer, a person, a collection, offers to watch or an error.
def ItemRows(view: dict<any>, item: dict<any>): list<any>
  const role = get(item, 'character', words.T(get(item, 'job', get(names, get(item, 'kind', ''), ''))))
  if item->has_key('code') | return [{text: '  ' .. words.Error(item)}] | endif
  if item->has_key('country') | return OfferRows(item) | endif
  if item->has_key('preview') | return ReviewRows(view, item) | endif
  if item->has_key('isFavorite') | return [viewing.MovieRow(item, role ==# '' ? item.directors : role)] | endif
  const page = item->has_key('personId') ? 'person/' .. item.personId
    : item->has_key('id') ? 'collection/' .. item.id : 'search/' .. item.name # which finds the films too
  return [{text: words.Columns('  ' .. item.name, 28, role), uri: get(item, 'url', 'movies://' .. page)}]
enddef

# What the user keeps about a film. <CR> changes it.
def LibraryRows(movie: dict<any>): list<any>
  const mark = get(movie, 'mark', {})
  const [films, diary] = [[movie], get(mark, 'diary', [])]
  const rating = movie->has_key('myRating') ? movie.myRating : get(mark, 'rating', '–')
  const rows = Fact('Watchlist', mark->has_key('watchlistedAt') ? '+' : '–', {Action: () => change.Toggle(films, 'watchlist')})
    + Fact('My rating', $'{rating}', {Action: () => change.Rate(films)})
    + Fact('Tags', get(mark, 'tags', []) ?? '–', {Action: () => change.Tag(films)})
    + Fact('Note', get(mark, 'note', '–'), {uri: viewing.MovieUri('note', movie)})
    + [{text: words.T('Log a viewing'), Action: () => change.Log(films)}]
    + diary[: 2]->mapnew((_, item) => ({text: words.Join('  ', [get(item, 'date', '?'), words.Viewing(item)]),
      viewing: item->extend({movie: movie}), Action: () => change.Edit(item)}))
    + (len(diary) > 3 ? [{text: words.T('and {count} more. Diary: d', {count: len(diary) - 3}), uri: 'movies://diary'}] : [])
  return rows->mapnew((_, row) => extendnew(row, {text: '  ' .. row.text}))
enddef

def Show(view: dict<any>)
  const object = view.result
  const Get = (name) => get(object, name, '')
  const Items = (items) => items->mapnew((_, item) => ItemRows(view, item))->flattennew(1)
  const minutes = object->has_key('runtimeMinutes') ? words.T('{count} min', {count: object.runtimeMinutes}) : ''
  const summary = ['originalTitle', 'releaseDate', '', 'genres', 'certification', 'status', 'department', 'birthday',
    'deathday', 'placeOfBirth']->mapnew((_, name) => name ==# '' ? minutes : name ==# 'department' ? words.T(Get(name)) : Get(name))
  const texts = [words.Join(' · ', summary), words.Stale(object), Get('tagline'), Get('overview'), Get('biography')]
  var rows: list<any> = texts->copy()->filter((_, text) => text !=# '')->mapnew((_, text) => ({text: text}))
  const of_keys = keys.Hint(view.kind)
  rows += of_keys ==# '' ? [] : [{text: '  ' .. of_keys, highlight: 'Note'}]
  const rating = object->has_key('rating') ? printf('%.1f (%s)', object.rating,
    words.T('{count} votes', {count: words.Number(get(object, 'votes', 0))})) : ''
  var known = Fact('Rating', words.Join(', ', [rating, Get('ratings')]))
  for [label, name] in facts | known += Fact(label, Get(name)) | endfor
  const has_poster = object->has_key('title') && object->has_key('posterUrl') && server.Can('poster', object.id)
  # The poster is a file in the server's cache, for which the system has a program.
  const OpenPoster = () => server.Get('poster', {id: object.id}, (poster) => actions.OpenExternal(poster.path))
  rows += Section('', '', known + Fact('Poster', has_poster ? words.T('open the image') : '', {Action: OpenPoster}))
  rows += object->has_key('isFavorite') ? Section('Library', '', LibraryRows(object)) : []
  for [title, name] in sections
    const value: any = get(object, name, [])
    const all: list<any> = type(value) == v:t_list ? value : get(value, 'items', [value])
    const items = all->copy()->filter((_, item) => type(item) == v:t_dict)
    const Note = (part) => printf('%s', type(value) == v:t_dict ? get(value, part, '') : '')
    const note = words.Join(' · ', [Note('total'), words.T(Note('country')), Note('attribution')])
    const has_more = name ==# 'reviews' && !empty(items) && len(items) < value.total
    const more = has_more ? [{text: '  ' .. words.T('More reviews'), Action: () => LoadReviews(view)}] : []
    rows += Section(title, note, Items(items) + more)
  endfor
  for home in get(object, 'sections', [])
    const items = home->has_key('error') ? [home.error] : home.items[: 5]
    rows += Section(home.title, home->has_key('total') ? words.Count(home) : '', Items(items), 'movies://home/' .. home.section)
  endfor
  if view.kind ==# 'home' | view.heading = words.Join(' · ', [words.T('Home'), get(server.Catalog(), 'title', '')]) | endif
  const attribution = object->has_key('sections') ? get(server.Catalog(), 'attribution', '') : Get('attribution')
  rows += Section('', '', attribution ==# '' ? [] : [{text: attribution, highlight: 'Note'}])
    + (view.kind ==# 'home' ? Section('', '', pages.HintRows()) : [])
  const name = object->has_key('items') ? words.T('Collection') .. ': ' .. object.name : get(object, 'name', view.heading)
  viewing.Show(view, object->has_key('title') ? extend(viewing.MovieRow(object, ''), {highlight: 'Head'}) : name, rows)
enddef

# Loads a film, a person, a collection or a home: the kind is the name of the method.
export def Load(view: dict<any>)
  const [id; title] = split(view.argument, ' ', true)
  view.heading = !empty(title) ? title->join(' ') : view.kind ==# 'home' ? words.T('Home') : id
  viewing.Request(view, view.kind, id ==# '' ? {} : {id: id}, (result) => {
    view->extend({result: result, state: ''})
    if view.kind ==# 'detail' && empty(title) | viewing.Rename(view, viewing.MovieUri(view.kind, result)) | endif
    Show(view)
    viewing.GoToSection(view)
  })
enddef
