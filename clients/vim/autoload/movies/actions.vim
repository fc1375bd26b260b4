vim9script
# What the command :Movies, the keys of the plugin's buffers and the <Plug> maps do. Each action has the text that follows
# it in the command, the command's modifiers, and the rows of its range if it has one.
import autoload 'movies/account.vim'
import autoload 'movies/change.vim'
import autoload 'movies/keys.vim'
import autoload 'movies/library.vim'
import autoload 'movies/pages.vim'
import autoload 'movies/popup.vim'
import autoload 'movies/preview.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

# Calls `Act` with the films of a range; else with the one under the cursor, of an id, that alone a query finds, or that the
# user chooses of those that it finds.
def WithMovies(text: string, rows: list<dict<any>>, Act: func)
  const own = get(viewing.Of(), 'kind', '') ==# 'detail' ? get(viewing.Of(), 'result', {}) : {}
  const movie = text ==# '' ? get(viewing.CurrentRow(), 'movie', own) : {id: text, title: text}
  const chosen = rows->copy()->filter((_, row) => row->has_key('movie'))->mapnew((_, row) => row.movie)
  if !empty(chosen) | Act(chosen) | return | endif
  if text =~# '^\l\+:\S\+$' || text ==# '' && !empty(movie) | Act([movie]) | return | endif
  if text ==# '' | words.Say('There is no film here.') | return | endif
  server.Get('search', {query: text, list: 'select'}, (page) => {
    if page.total == 1 && !page->has_key('correctedQuery') | Act(page.items) | return | endif
    if empty(page.items) | words.Say(words.Count(page)) | endif
    const texts = page.items->mapnew((_, film) => words.Star(film) .. words.Title(film))
    popup.Choose(words.Count(page), texts, (i) => Act([page.items[i]]))
  })
enddef

def WithMovie(text: string, Act: func)
  WithMovies(text, [], (movies) => Act(movies[0]))
enddef

# Opens a URL or a file with the system's program for it.
export def OpenExternal(target: string)
  const openers = ['xdg-open', 'open', 'wslview']->filter((_, program) => executable(program) == 1)
  const [key, is_page] = [keys.Name('y', get(viewing.Of(), 'is_text')), target =~# '^http' && !empty(viewing.Of())]
  const sentence = is_page ? 'No browser opens here. {key} copies {link}' : '{link}'
  const Show = (_, status) => status == 0 ? 0 : words.Say(sentence, {key: key, link: target})
  if empty(openers) | Show(0, 1) | else | job_start([openers[0], target], {stoponexit: '', exit_cb: Show}) | endif
enddef

# Opens a web page. Other URLs of a catalog or of another program are not: they could start anything.
export def OpenPage(url: string)
  if url =~# '^https\?://' | OpenExternal(url) | else | words.Say('There is no web page here.') | endif
enddef

def Open()
  const row = viewing.CurrentRow()
  const uri = get(row, 'uri', '')
  if row->has_key('Action') | call(row.Action, []) | return | endif
  if uri =~# '^movies:' | viewing.Open(uri) | elseif uri !=# '' | OpenPage(uri) | endif
enddef

# Calls `Act` with the URL of the row, or of the page of a film.
def WithLink(text: string, Act: func)
  const uri = get(viewing.CurrentRow(), 'uri', '')
  if text ==# '' && uri =~# '^http' | Act(uri) | return | endif
  WithMovie(text, (movie) => Act(get(movie, 'link', '')))
enddef

# Puts a link where a paste takes it from.
def Copy(link: string)
  if link !~# '^https\?://' | words.Say('There is no web page here.') | return | endif
  setreg('"', link)
  if has('clipboard') | setreg('+', link) | endif
  words.Say('Copied {link}', {link: link})
enddef

# Shows a list of the library with settings, if there are any.
def ShowList(kind: string, text: string, mods: string)
  const shown = viewing.Open('movies://' .. kind, mods)
  if text !=# '' || !empty(shown.settings) | SetSettings(pages.Settings(text)) | endif
enddef

def SetSettings(settings: dict<any>)
  var shown = viewing.Of()
  shown.settings = settings
  pages.Load(shown)
enddef

def IsList(): bool
  const is_list = library.lists->has_key(get(viewing.Of(), 'kind', ''))
  if !is_list | words.Say('This is possible in favorites, the watchlist and the library.') | endif
  return is_list
enddef

# Takes the next order of the list: that by rating only if there are ratings.
def Order()
  if !IsList() | return | endif
  var shown = viewing.Of()
  const has_ratings = indexof(shown.rows, (_, row) => get(row, 'movie', {})->has_key('rating')) >= 0
  const orders = library.lists[shown.kind].orders->copy()->filter((_, order) => order !=# 'rating' || has_ratings)
  const next = (index(orders, get(shown.settings, 'sort', orders[0])) + 1) % len(orders)
  SetSettings(shown.settings->copy()->filter((name, _) => name !=# 'seed')->extend({sort: orders[next]}))
enddef

# Filters the list while the user types.
def Filter()
  if !IsList() | return | endif
  var before = viewing.Of().settings
  const Set = (text) => {
    var rest = before->copy()->filter((name, _) => name !=# 'query')
    SetSettings(trim(text) ==# '' ? rest : extend(rest, {query: trim(text)}))
  }
  const text = words.Ask(words.T('Filter: '), get(before, 'query', ''), '', Set)
  if empty(text) | SetSettings(before) | else | Set(text[0]) | endif
enddef

def Discover(text: string, mods: string)
  if text !=# '' | viewing.Open('movies://discover/' .. text, mods) | return | endif
  server.Get('genres', {}, (result) => {
    const names = result.genres->mapnew((_, genre) => genre.name)
    popup.Choose(words.T('Genre'), names, (i) => {
      const years: list<any> = words.AskFor(words.T('Years, such as 1990-1999: '), '', pages.ParseYears)
      if !empty(years) | viewing.Open(trim($'movies://discover/{names[i]} {years[0]}'), mods) | endif
    })
  })
enddef

# Opens a page of a film, at a section if it is a detail.
def FilmPage(text: string, mods: string, kind: string, section = '')
  WithMovie(text, (movie) => viewing.OpenMovie(kind, movie, section, mods))
enddef

def Toggle(text: string, rows: list<dict<any>>, name: string, is_on: any = null)
  WithMovies(text, rows, (movies) => change.Toggle(movies, name, text !=# '' && is_on == null ? true : is_on))
enddef

# Calls `Act` with the viewings of a range, or with that under the cursor.
def WithViewings(rows: list<dict<any>>, Act: func)
  const chosen = empty(rows) ? [viewing.CurrentRow()] : rows
  const viewings = chosen->copy()->filter((_, row) => row->has_key('viewing'))->mapnew((_, row) => row.viewing)
  if empty(viewings) | words.Say('There is no viewing here.') | else | Act(viewings) | endif
enddef

# Offers what can be kept about films.
def Mark(text: string, rows: list<dict<any>>)
  WithMovies(text, rows, (movies) => {
    const choices = [['Rating', () => change.Rate(movies)]]
      + (len(movies) == 1 ? [['Note', () => viewing.OpenMovie('note', movies[0])]] : []) + [['Tags', () => change.Tag(movies)]]
    popup.Choose(change.Name(movies), choices->mapnew((_, each) => words.T(each[0])), (i) => call(choices[i][1], []))
  })
enddef

# Shows what an import would change; it begins there. `overwrite=true` and `format=` are those of the server.
def Import(text: string, mods: string)
  var params = pages.Settings(text)
  if !params->has_key('query') | words.Say(':Movies import FILE') | return | endif
  params->extend({path: params->remove('query')->expand()->fnamemodify(':p'), dryRun: true})
  viewing.Open('movies://import', mods)->library.Import(params)
enddef

def Export(text: string)
  const path = fnamemodify(expand(text), ':p')
  const question = words.T('{path} exists. Replace it? (y/n) ', {path: path})
  if text ==# '' | words.Say(':Movies export FILE.json, FILE.csv') | return | endif
  if filereadable(path) && words.Ask(question) !=# ['y'] | return | endif
  server.Get('exportLibrary', {path: path}, (result) => {
    words.Say('Exported {films} and {viewings} to {path}.', {path: fnamemodify(path, ':~'),
      films: words.Some(result.entries, '1 film', '{count} films'),
      viewings: words.Some(result.viewings, '1 viewing', '{count} viewings')})
  })
enddef

# Fetches the data of all kept films again, in the language of now.
def Refresh()
  server.Get('refreshFavorites', {}, (result) => {
    const failed = result.failed[: 0]->mapnew((_, film) => words.T('{id} could not be fetched ({reason})', film))
    words.Say(join([words.T('Films fetched again: {count}', {count: result.refreshed})] + failed, '. '))
  })
enddef

# Shows the keys, as they are in the current buffer.
def Help(mods: string)
  const is_text = get(viewing.Of(), 'is_text')
  viewing.Open('movies://help', mods)->extend({explains_text: is_text})->pages.Load()
enddef

# Shows the buffer from which the view was opened, or closes its window. The preview is about a list: it goes with the last.
def Close()
  const [buffer, previous] = [bufnr(), get(viewing.Of(), 'previous', 0)]
  if empty(viewing.Of(previous)) && !&previewwindow | preview.Close() | endif
  if previous > 0 && bufexists(previous) | execute 'buffer' previous | endif
  execute 'bwipeout' buffer
enddef

def Jump(step: number)
  const rows = get(viewing.Of(), 'rows', [])
  var line = line('.') + step
  while line >= 1 && line <= len(rows) && !rows[line - 1]->has_key('section') | line += step | endwhile
  if line >= 1 && line <= len(rows) | execute $"normal! m'{line}G" | endif
enddef

# What each action does.
const actions: dict<func> = {
  open: (_, _, _) => Open(),
  search: (text, mods, _) => text ==# '' ? popup.Search() : viewing.Open('movies://search/' .. text, mods),
  favorites: (text, mods, _) => ShowList('favorites', text, mods),
  watchlist: (text, mods, _) => ShowList('watchlist', text, mods),
  library: (text, mods, _) => ShowList('library', text, mods),
  order: (_, _, _) => Order(),
  filter: (_, _, _) => Filter(),
  home: (_, mods, _) => viewing.Open('movies://home', mods),
  discover: (text, mods, _) => Discover(text, mods),
  detail: (text, mods, _) => FilmPage(text, mods, 'detail'),
  trailers: (text, mods, _) => FilmPage(text, mods, 'detail', 'Trailers'),
  where: (text, mods, _) => FilmPage(text, mods, 'detail', 'Where to watch'),
  recommendations: (text, mods, _) => FilmPage(text, mods, 'recommendations'),
  star: (text, _, rows) => Toggle(text, rows, 'starred'),
  unstar: (text, _, rows) => Toggle(text, rows, 'starred', false),
  bookmark: (text, _, rows) => Toggle(text, rows, 'watchlist'),
  watch: (text, _, rows) => Toggle(text, rows, 'watchlist', true),
  unwatch: (text, _, rows) => Toggle(text, rows, 'watchlist', false),
  watched: (text, _, rows) => WithMovies(text, rows, change.Log),
  mark: (text, _, rows) => Mark(text, rows),
  edit: (_, _, _) => WithViewings([], (viewings) => change.Edit(viewings[0])),
  delete: (_, _, rows) => WithViewings(rows, change.Delete),
  preview: (text, _, _) => preview.Close() ? 0 : WithMovie(text, preview.Open),
  rate: (text, _, rows) => WithMovies(text, rows, change.Rate),
  tag: (text, _, rows) => WithMovies(text, rows, change.Tag),
  note: (text, mods, _) => FilmPage(text, mods, 'note'),
  undo: (_, _, _) => change.Undo(v:count1),
  diary: (text, mods, _) => viewing.Open('movies://diary' .. (text ==# '' ? '' : '/' .. text), mods),
  statistics: (text, mods, _) => viewing.Open('movies://statistics' .. (text ==# '' ? '' : '/' .. text), mods),
  tags: (_, mods, _) => viewing.Open('movies://tags', mods),
  import: (text, mods, _) => Import(text, mods),
  export: (text, _, _) => Export(text),
  login: (text, _, _) => account.Login(text),
  browse: (text, _, _) => WithLink(text, OpenPage),
  copy: (text, _, _) => WithLink(text, Copy),
  reload: (_, _, _) => execute('edit', ''),
  restart: (_, _, _) => server.Restart(),
  refresh: (_, _, _) => Refresh(),
  log: (_, mods, _) => viewing.Open('movies://log', mods)->pages.Load(),
  help: (_, mods, _) => Help(mods),
  close: (_, _, _) => Close(),
  next: (_, _, _) => Jump(1),
  previous: (_, _, _) => Jump(-1),
}

# Asks the server while Vim waits for what completes a command.
def Genres(): list<string>
  var answers: list<any>
  server.Request('genres', {}, (_, result) => answers->add(get(result, 'genres', [])))
  server.Await(() => !empty(answers))
  return answers->flattennew(1)->map((_, genre) => genre.name)
enddef

const Orders = (kind: string) => library.lists[kind].orders->mapnew((_, order) => 'sort=' .. order)
const filters = ['viewed', 'unviewed', 'rated', 'tagged', 'starred', 'watchlist']->map((_, filter) => 'filter=' .. filter)
const arguments: dict<func> = {
  '': () => ['detail', 'diary', 'discover', 'export', 'favorites', 'help', 'home', 'import', 'library', 'log', 'login', 'note',
    'rate', 'refresh', 'restart', 'search', 'star', 'statistics', 'tag', 'tags', 'undo', 'unstar', 'unwatch', 'watch', 'watched', 'watchlist'],
  favorites: () => Orders('favorites'),
  watchlist: () => Orders('watchlist'),
  library: () => Orders('library') + filters,
  discover: () => Genres() + ['sort=popularity', 'sort=random', 'sort=rating', 'sort=releaseDate', 'sort=title'],
}

const changes = ['star', 'unstar', 'bookmark', 'watch', 'unwatch', 'watched', 'mark', 'rate', 'tag', 'note', 'edit', 'delete']

# What a command searches for, or '' if it does something else.
export def Query(line: string): string
  const name = matchstr(line, '^\S*')
  return name ==# 'search' ? trim(line[6 :]) : actions->has_key(name) ? '' : trim(line)
enddef

# Runs a command. A text that begins with none is searched for. After a count of keys, it is about as many rows.
export def Run(line: string, mods: string, range: list<number> = [])
  const [_, name, text; _] = matchlist(line ==# '' ? 'search' : line, '^\(\S*\)\s*\(.\{-}\)\s*$')
  const Act = (rows) => call(get(actions, name, actions.search), [actions->has_key(name) ? text : line, mods, rows])
  if index(changes, name) >= 0 && text ==# '' && empty(range) && viewing.IsOnStranger() | return | endif
  const lines = empty(range) && v:count > 0 ? [line('.'), min([line('.') + v:count - 1, line('$')])] : range
  if name =~# '^\(next\|previous\)$'
    for _ in range(v:count1) | Act([]) | endfor
  elseif empty(lines) || name ==# 'undo'
    Act([])
  else
    viewing.WithRows(viewing.Of(), lines[0], lines[1], Act)
  endif
enddef

export def Complete(lead: string, line: string, position: number): string
  const name = matchstr(line, 'Movies\s\+\zs\S\+\ze\s')
  if name =~# '^\(im\|ex\)port$' | return getcompletion(lead, 'file')->join("\n") | endif
  # A catalog without home or discover lacks the command, and one without accounts the login.
  var candidates: list<string> = arguments->has_key(name) ? call(arguments[name], []) : []
  return candidates->filter((_, each) => each !~# '^\(home\|discover\|login\)$' || server.Can(each))->join("\n")
enddef
