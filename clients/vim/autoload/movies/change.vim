vim9script
# Changes of what the user keeps about films, each with its undo.
import autoload 'movies/server.vim'
import autoload 'movies/view.vim'
import autoload 'movies/words.vim'

var changes: list<dict<any>> # those of this session that can be undone: the sentence, and the requests for each film
var undos = 0 # how many of them are still to be undone
var tags: list<string> # the names of all tags, to complete

# What a film is sent with: its data if they are known, because its catalog may be out of reach.
def Film(movie: dict<any>): dict<any>
  return movie->has_key('directors') ? {movie: movie} : {id: movie.id}
enddef

# Sets the rating at the service too, if the user has an account there.
def RateAtService(id: string, params: dict<any>)
  if !params->has_key('rating') || !server.Can('rate', id) | return | endif
  const [method, value] = params.rating == null ? ['unrate', {}] : ['rate', {value: params.rating}]
  server.Request(method, extendnew(value, {id: id}), (err, _) => {
    if words.Reason(err) !=# 'notLoggedIn' | words.Notify(err) | endif
  })
enddef

# The request that makes those members of a mark that params name what they were.
def Restore(movie: dict<any>, params: dict<any>, mark: dict<any>): list<any>
  const members = {starred: 'starredAt', watchlist: 'watchlistedAt', addTags: 'tags', removeTags: 'tags'}
  const names = keys(params)->mapnew((_, name) => get(members, name, name))
  var before = {starredAt: null, watchlistedAt: null, rating: null, note: null, tags: []}->extend(mark)
  return ['mark', before->filter((name, _) => index(names, name) >= 0)->extend(Film(movie))]
enddef

# The requests that undo a change: `kept` is the mark, and `before` the viewing, as they were.
def Inverse(change: dict<any>, result: dict<any>, kept: dict<any>): list<list<any>>
  if change.method ==# 'mark' | return [Restore(change.movie, change.params, result.previous)] | endif
  const before = get(change, 'before', get(result, 'previous', {}))
  const viewing = empty(before) ? ['deleteViewing', {viewing: result.viewing.viewing}]
    : ['logViewing', {date: null, rating: null, note: null, rewatch: false}->extend(before)->extend(Film(change.movie))]
  return [viewing, Restore(change.movie, {watchlist: 0, rating: 0}, kept)]
enddef

# Sends a change and calls `Callback` with an error, or with its film and the requests that undo it, if it has changed anything.
def SendOne(change: dict<any>, Callback: func)
  const [id, kept] = [change.movie.id, get(change, 'kept', server.Film(change.movie.id).mark)]
  const params = change.params->has_key('viewing') ? change.params : extendnew(change.params, {id: id})
  server.Request(change.method, params, (err, result) => {
    const is_change = empty(err) && result.changed
    if is_change | RateAtService(id, change.params) | endif
    call(Callback, [err, is_change ? {movie: change.movie, requests: Inverse(change, result, kept)} : {}])
  })
enddef

# One film, or how many there are.
export def Name(movies: list<dict<any>>): string
  if len(movies) > 1 | return words.T('{count} films', {count: words.Number(len(movies))}) | endif
  # A film that is named by its id has that as its title.
  return words.Title(movies[0].title ==# movies[0].id ? extendnew(server.Film(movies[0].id), movies[0], 'keep') : movies[0])
enddef

# A question about films, with room for the answer after it: a long title is cut.
def Question(sentence: string, movies: list<dict<any>>): string
  const room = &columns - strdisplaywidth(words.T(sentence)) - 12
  return words.T(sentence, {film: words.Cut(Name(movies), max([room, 16]))})
enddef

# Calls `Work` for each item, with what takes an error or a value; when all are done, `Callback` with an error, if there is one,
# and the values.
def All(items: list<any>, Work: func, Callback: func)
  var [left, failure, values] = [len(items), {}, []]
  def Done(err: dict<any>, value: any = {})
    left -= 1
    [failure, values] = empty(err) ? [failure, values + [value]] : [err, values]
    if left <= 0 | call(Callback, [failure, values]) | endif
  enddef
  for item in items | call(Work, [item, Done]) | endfor
  if empty(items) | call(Callback, [{}, []]) | endif
enddef

# Sends changes of films, says so, and calls `Callback` with an error, if there is one. A change has method, params and movie,
# and `before` if it changes a viewing.
def Send(all: list<dict<any>>, sentence: string, values: dict<any> = {}, Callback: func = (_) => 0)
  All(all, SendOne, (failure, outcomes) => {
    call(Callback, [failure])
    const made = outcomes->copy()->filter((_, each) => !empty(each))
    if !empty(made)
      const known = extendnew(values, {film: Name(made->mapnew((_, each) => each.movie))})
      changes += [{change: words.T(sentence, known), requests: made->mapnew((_, each) => each.requests)}]
      const is_in_popup = !empty(popup_list()->filter((_, id) => id != words.notice))
      words.Say(sentence, known, words.T('Undo: {key}', {key: is_in_popup || empty(view.Of()) ? ':Movies undo' : 'u'}))
    elseif empty(failure)
      words.Say('Nothing has changed.')
    endif
    words.Notify(failure)
  })
enddef

export def Mark(movies: list<dict<any>>, params: dict<any>, sentence: string, values: dict<any> = {}, Callback: func = (_) => 0)
  Send(movies->mapnew((_, movie) => ({method: 'mark', params: params, movie: movie})), sentence, values, Callback)
enddef

# Sends requests, one after the other because each may depend on that before, and calls `Callback` with the first error.
def Chain(requests: list<list<any>>, Callback: func)
  if empty(requests) | call(Callback, [{}]) | return | endif
  const [method, params] = requests[0]
  server.Request(method, params, (err, result) => {
    if !empty(err) | call(Callback, [err]) | return | endif
    RateAtService(result.id, params)
    Chain(requests[1 :], Callback)
  })
enddef

# After an import, which cannot be undone, earlier changes are not undone either.
export def Forget()
  changes = []
enddef

# Undoes as many changes, one after the other because each may depend on that after it; then says which.
export def Undo(count: number, undone: list<string> = [])
  undos += count
  if count > 0 && undos > count | return | endif # others are being undone
  if undos > 0 && !empty(changes)
    const last = changes->remove(-1)
    All(last.requests, Chain, (failure, _) => {
      [undos, changes] = empty(failure) ? [undos - 1, changes] : [0, changes + [last]]
      Undo(0, empty(failure) ? undone + [last.change] : undone)
      words.Notify(failure)
    })
    return
  endif
  const [done, none] = [words.T('Undone: {change}', {change: undone->join(' ')}), words.T('There is nothing to undo.')]
  if undos + len(undone) > 0 | words.Tell(words.Join(' ', [empty(undone) ? '' : done, undos > 0 ? none : ''])) | endif
  undos = 0
enddef

# Turns the star, or the place on the watchlist, of films on; or off if all have it and `is_on` does not say otherwise.
export def Toggle(movies: list<dict<any>>, name: string, is_on: any = null)
  const IsOn = (movie): bool => name ==# 'starred' ? server.Film(movie.id).isFavorite
    : server.Film(movie.id).mark->has_key('watchlistedAt')
  const value = is_on == null ? indexof(movies, (_, movie) => !IsOn(movie)) >= 0 : is_on
  const sentence = name ==# 'starred' ? (value ? 'Starred {film}.' : 'Unstarred {film}.')
    : value ? 'Put {film} on the watchlist.' : 'Took {film} off the watchlist.'
  Mark(movies->copy()->filter((_, movie) => is_on != null || IsOn(movie) != value), {[name]: value}, sentence)
enddef

def ParseRating(text: string): list<any>
  const number = tr(text, ',', '.')
  const is_rating = number =~# '^\d\+\(\.[05]\)\?$' && str2float(number) >= 0.5 && str2float(number) <= 10
  if text !=# '' && !is_rating | return [words.T('A rating is 0.5 to 10, in steps of 0.5.'), null] | endif
  return ['', text ==# '' ? null : json_decode(number)]
enddef

# A text has the parts of a viewing in this order, each of which may be missing. `day` is that of a text without one; if it
# is empty, there must be one.
def ParseViewing(text: string, day: string): list<any>
  var rest = text
  def Take(pattern: string): string
    const part = matchstr(rest, $'\v^({pattern})\ze([, ]|$)')
    rest = rest[len(part) :]->trim(', ', 1)
    return part
  enddef
  const names = {[words.T('today')]: 0, [words.T('yesterday')]: 1}->extend({today: 0, yesterday: 1})
  # A word that is nearly a day is no note.
  const given = Take('\c\?|-\d+|\d{4}-[^, ]*|(toda|yest|tomm?or)[^, ]*|' .. names->keys()->join('|'))->tolower()
  const ago = get(names, given, given =~# '^-' ? str2nr(given[1 :]) : -1)
  const name = ago < 0 ? given : strftime('%F', localtime() - 86400 * ago)
  const is_named = name !=# '' && name !=# '?'
  if name .. day ==# '' || is_named && !words.IsDay(name)
    const is_written_well = name =~# '^\d\{4}-\d\d-\d\d$'
    const sentence = is_written_well ? 'There is no such day.' : 'A day is written like {day}.'
    return [words.T(sentence, {day: strftime('%F')}), {}]
  endif
  # In another time zone it may be tomorrow.
  const is_future = is_named && name > strftime('%F', localtime() + 86400)
  # “Again” may be before the rating, too.
  const is_rewatch = Take(words.T('again')) !=# ''
  const [problem, rating] = ParseRating(Take('\d[0-9./]*(,\d+)?'))
  const is_again = is_rewatch || Take(words.T('again')) !=# ''
  return [is_future ? words.T('The day {day} is in the future.', {day: name}) : problem,
    {date: is_named ? name : name ==# '' ? day : null, rating: rating, rewatch: is_again, note: rest ==# '' ? null : rest}]
enddef

export def Rate(movies: list<dict<any>>)
  const before = get(server.Film(movies[0].id).mark, 'rating', '')
  const value: list<any> = words.AskFor(Question('Rating of {film}, 0.5 to 10, empty for none: ', movies), $'{before}', ParseRating)
  if empty(value) | return | endif
  const sentence = value[0] == null ? 'Removed the rating of {film}.' : 'Rated {film}: {rating}.'
  Mark(movies, {rating: value[0]}, sentence, {rating: value[0]})
enddef

# Asks for the tags of a film, or for those that several films get.
export def Tag(movies: list<dict<any>>)
  server.Get('tags', {}, (result) => {
    tags = result.tags->mapnew((_, tag) => tag.name)
    const is_one = len(movies) == 1
    const before = is_one ? get(server.Film(movies[0].id).mark, 'tags', [])->join(', ') : ''
    const question = Question('Tags of {film}, with commas (“-sofa” removes, “,”: none): ', movies)
    const answer = words.Ask(question, before, 'customlist,movies#change#CompleteTags')
    if empty(answer) | return | endif
    const all = split(answer[0], '\s*,\s*')
    const removed = all->copy()->filter((_, tag) => tag =~# '^-.')->map((_, tag) => tag[1 :]->trim())
    const names = all->copy()->filter((_, tag) => tag !~# '^-' && index(removed, tag) < 0)
    Mark(movies, is_one ? {tags: names} : {addTags: names, removeTags: removed}, 'Tagged {film}.')
  })
enddef

# Completes the last of some tags with commas between them.
export def CompleteTags(lead: string, line: string, position: number): list<string>
  const before = matchstr(lead, '.*,\s*')
  return tags->copy()->filter((_, tag) => stridx(tolower(tag), tolower(lead[len(before) :])) == 0)
    ->map((_, tag) => before .. tag)
enddef

# Asks for a viewing of films.
export def Log(movies: list<dict<any>>)
  const answer: list<any> = words.AskFor(Question('Watched {film} today (or day; rating 0.5–10, “again”, note): ', movies), '',
    (text) => ParseViewing(text, strftime('%F')))
  if empty(answer) | return | endif
  const params = answer[0]->copy()->filter((name, value) => name ==# 'date' || value != null)
  # A `mark` that changes nothing answers what is kept.
  const GetKept = (movie, Done) => server.Request('mark', {id: movie.id}, (err, result) => {
    call(Done, [err, {movie: movie, kept: get(result, 'mark', {})}])
  })
  All(movies, GetKept, (failure, known) => {
    if !empty(failure) | words.Notify(failure) | return | endif
    const is_planned = indexof(known, (_, film) => film.kept->has_key('watchlistedAt')) >= 0
    Send(known->mapnew((_, film) => extendnew(film, {method: 'logViewing',
      params: extendnew(params, film.kept->has_key('viewings') ? {rewatch: true} : {})})),
      is_planned ? 'Logged a viewing of {film}, now off the watchlist: {viewing}.' : 'Logged a viewing of {film}: {viewing}.',
      {viewing: words.Join(' · ', [params.date ?? '?', words.Viewing(params)])})
  })
enddef

export def Delete(viewings: list<dict<any>>)
  Send(viewings->mapnew((_, viewing) => ({method: 'deleteViewing', movie: viewing.movie, params: {viewing: viewing.viewing}})),
    'Deleted the viewing of {film}.')
enddef

# Changes a viewing; sends what differs.
export def Edit(viewing: dict<any>)
  const [movie, before] = [viewing.movie, viewing->copy()->filter((member, _) => member !=# 'movie')]
  const again = viewing->has_key('rewatch') ? words.T('again') : ''
  const text = words.Join(' ', [get(viewing, 'date', '?'), $"{get(viewing, 'rating', '')}", again, get(viewing, 'note', '')])
  const question = Question('Watched {film} (day; optional: rating 0.5–10, “again”, note): ', [movie])
  const answer: list<any> = words.AskFor(question, text, (given) => ParseViewing(given, ''))
  if empty(answer) | return | endif
  const old = {date: null, rating: null, note: null, rewatch: false}->extend(before)
  const params = answer[0]->copy()->filter((name, value) => string(value) !=# string(old[name]))
  Send([{method: 'logViewing', movie: movie, before: before, params: extendnew(params, {viewing: viewing.viewing})}],
    'Changed the viewing of {film}.')
enddef
