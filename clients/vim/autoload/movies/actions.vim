vim9script
# What the command :Movies, the keys of the plugin's buffers and the <Plug> maps do. Each action has the text that follows
# it in the command, and the command's modifiers.
import autoload 'movies/pages.vim'
import autoload 'movies/popup.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim'
import autoload 'movies/words.vim'

# Calls `Act` with the film under the cursor, of an id, or that the user chooses of those that a query finds.
def WithMovie(text: string, Act: func)
  const own = get(view.Of(), 'kind', '') ==# 'detail' ? get(view.Of(), 'result', {}) : {}
  const movie = text ==# '' ? get(view.CurrentRow(), 'movie', own) : {id: text, title: ''}
  if text =~# '^\l\+:\S\+$' || text ==# '' && !empty(movie) | Act(movie) | return | endif
  if text ==# '' | echo 'There is no film here.' | return | endif
  server.Request('search', {query: text, list: 'select'}, (err, page) => {
    const films = get(page, 'items', [])
    words.Notify(err)
    if empty(err) && empty(films) | echo words.Count(page) | endif
    const texts = films->mapnew((_, film) => words.Star(film) .. words.Title(film))
    popup.Choose(words.Count(page), texts, (i) => Act(films[i]))
  })
enddef

# Opens a URL or a file with the system's program for it.
export def OpenExternal(target: string)
  const openers = ['xdg-open', 'open', 'wslview']->filter((_, program) => executable(program) == 1)
  if empty(openers) | echo target | else | job_start([openers[0], target], {stoponexit: ''}) | endif
enddef

# Opens a web page. Other URLs of a catalog or of another program are not: they could start anything.
def OpenPage(url: string)
  if url =~# '^https\?://' | OpenExternal(url) | else | echo 'There is no web page here.' | endif
enddef

def Open()
  const row = view.CurrentRow()
  const uri = get(row, 'uri', '')
  if row->has_key('Action') | call(row.Action, []) | return | endif
  if uri =~# '^movies:' | view.Open(uri) | elseif uri !=# '' | OpenPage(uri) | endif
enddef

# Shows the favorites, with another order or filter.
def ShowFavorites(change: dict<any>, mods = '')
  view.Open('movies://favorites', mods)->extend(change)
  edit
enddef

def Discover(text: string, mods: string)
  if text !=# '' | view.Open('movies://discover/' .. text, mods) | return | endif
  server.Request('genres', {}, (err, result) => {
    words.Notify(err)
    const names = get(result, 'genres', [])->mapnew((_, genre) => genre.name)
    popup.Choose('Genre', names, (i) =>
      view.Open(trim($'movies://discover/{names[i]} {input("Years, such as 1990-1999: ")}'), mods))
  })
enddef

# Opens a page of a film, at a section if it is a detail.
def FilmPage(text: string, mods: string, kind: string, section = '')
  WithMovie(text, (movie) => view.OpenMovie(kind, movie, section, mods))
enddef

# Stars a film; changes the star of that under the cursor.
def Star(text: string)
  WithMovie(text, (movie) =>
    server.Request(text ==# '' && get(server.stars, movie.id, false) ? 'unstar' : 'star', {id: movie.id}))
enddef

def Browse(text: string)
  const uri = get(view.CurrentRow(), 'uri', '')
  if uri =~# '^http' | OpenPage(uri) | return | endif
  WithMovie(text, (movie) => OpenPage(get(movie, 'link', '')))
enddef

# Shows the buffer from which the view was opened, or closes its window.
def Close()
  const [buffer, previous] = [bufnr(), get(view.Of(), 'previous', 0)]
  if bufexists(previous) | execute 'buffer' previous | endif
  execute 'bwipeout' buffer
enddef

def Jump(step: number)
  const rows = get(view.Of(), 'rows', [])
  var line = line('.') + step
  while line >= 1 && line <= len(rows) && !rows[line - 1]->has_key('section') | line += step | endwhile
  if line >= 1 && line <= len(rows) | execute $"normal! m'{line}G" | endif
enddef

const next_order = {'': 'title', title: 'year', year: 'rating', rating: ''}
const actions: dict<func> = {
  open: (_, _) => Open(),
  search: (text, mods) => text ==# '' ? popup.Search() : view.Open('movies://search/' .. text, mods),
  favorites: (text, mods) =>
    ShowFavorites({order: matchstr(text, 'sort=\zs\a\+'), filter: substitute(text, 'sort=\a\+', '', '')->trim()}, mods),
  order: (_, _) => ShowFavorites({order: next_order[get(view.Of(), 'order', '')]}),
  filter: (_, _) => ShowFavorites({filter: input('Filter favorites: ', get(view.Of(), 'filter', ''))}),
  home: (_, mods) => view.Open('movies://home', mods),
  discover: Discover,
  detail: (text, mods) => FilmPage(text, mods, 'detail'),
  trailers: (text, mods) => FilmPage(text, mods, 'detail', 'Trailers'),
  watch: (text, mods) => FilmPage(text, mods, 'detail', 'Where to watch'),
  recommendations: (text, mods) => FilmPage(text, mods, 'recommendations'),
  star: (text, _) => Star(text),
  unstar: (text, _) => WithMovie(text, (movie) => server.Request('unstar', {id: movie.id})),
  browse: (text, _) => Browse(text),
  reload: (_, _) => execute('edit', ''),
  restart: (_, _) => server.Restart(),
  log: (_, mods) => view.Open('movies://log', mods)->pages.Load(),
  help: (_, _) => execute('help movies-keys', ''),
  close: (_, _) => Close(),
  next: (_, _) => Jump(1),
  previous: (_, _) => Jump(-1),
}

const keys = {'<CR>': 'open', s: 'star', S: 'search', f: 'favorites', t: 'trailers', w: 'watch', R: 'recommendations',
  o: 'browse', r: 'reload', c: 'order', i: 'filter', ']]': 'next', '[[': 'previous', 'g?': 'help', q: 'close'}

# Maps the keys of a buffer. People move in text with f, t and w.
export def MapKeys(is_text: bool)
  for [key, action] in get(g:, 'movies_keys', true) ? items(keys) : []
    if !is_text || key !~# '^[ftw]$' | execute $'nmap <buffer> <nowait> {key} <Plug>(movies-{action})' | endif
  endfor
enddef

const arguments = {
  '': ['detail', 'discover', 'favorites', 'home', 'log', 'restart', 'search', 'star', 'unstar'],
  favorites: ['sort=rating', 'sort=starredAt', 'sort=title', 'sort=year'],
  discover: ['sort=popularity', 'sort=random', 'sort=rating', 'sort=releaseDate', 'sort=title'],
}

export def Run(line: string, mods: string)
  const [_, name, text; _] = matchlist(line ==# '' ? 'search' : line, '^\(\S*\)\s*\(.\{-}\)\s*$')
  if actions->has_key(name) | call(actions[name], [text, mods]) | return | endif
  words.Notify({message: $'There is no command {name}.'})
enddef

export def Complete(lead: string, line: string, position: number): string
  var candidates = get(arguments, matchstr(line, 'Movies\s\+\zs\S\+\ze\s'), [])->copy()
  # A catalog without home or discover lacks the command.
  return candidates->filter((_, name) => name !~# '^\(home\|discover\)$' || server.Can(name))->join("\n")
enddef
