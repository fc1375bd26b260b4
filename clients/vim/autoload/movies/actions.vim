vim9script
# What the command :Movies, the keys of the plugin's buffers and the <Plug> maps do. Each action has the text that follows
# it in the command, and the command's modifiers.
import autoload 'movies/popup.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim'
import autoload 'movies/words.vim'

# Calls `Act` with the film under the cursor, of an id, or that the user chooses of those that a query finds.
def WithMovie(text: string, Act: func)
  const movie = get(view.CurrentRow(), 'movie', get(view.Current(), 'movie', {}))
  if text =~# '^\l\+:\S\+$'
    Act({id: text, title: ''})
  elseif text ==# '' && empty(movie)
    echo 'There is no film here.'
  elseif text ==# ''
    Act(movie)
  else
    server.Request('search', {query: text, list: 'select'}, (err, page) => {
      const films = get(page, 'items', [])
      words.Notify(err)
      if empty(err) && empty(films) | echo words.Count(page) | endif
      if empty(films) | return | endif
      popup.Choose(words.Count(page), films->mapnew((_, film) => words.Starred(film)), (i) => Act(films[i]))
    })
  endif
enddef

# Opens a URL or a file with the system's program for it.
export def OpenExternal(target: string)
  const openers = ['xdg-open', 'open', 'wslview']->filter((_, program) => executable(program) == 1)
  if empty(openers) | echo target | else | job_start([openers[0], target], {stoponexit: ''}) | endif
enddef

def Open()
  const row = view.CurrentRow()
  if row->has_key('Action')
    call(row.Action, [])
  elseif get(row, 'uri', '') !=# ''
    view.Open(row.uri)
  elseif row->has_key('movie')
    view.OpenMovie('detail', row.movie)
  elseif get(row, 'url', '') !=# ''
    OpenExternal(row.url)
  endif
enddef

def ShowFavorites(order: string, filter: string, mods = '')
  view.Open('movies://favorites', mods)->extend({order: order, filter: filter})
  edit
enddef

# Shows the favorites with another order or filter.
def ChangeFavorites(change: dict<any>)
  const now = view.Current()
  ShowFavorites(get(change, 'order', get(now, 'order', '')), get(change, 'filter', get(now, 'filter', '')))
enddef

def Discover(text: string, mods: string)
  if text !=# '' | view.Open('movies://discover/' .. text, mods) | return | endif
  server.Request('genres', {}, (err, result) => {
    words.Notify(err)
    const names = get(result, 'genres', [])->mapnew((_, genre) => genre.name)
    if empty(names) | return | endif
    popup.Choose('Genre', names, (i) => {
      view.Open(trim($'movies://discover/{names[i]} {input("Years, such as 1990-1999: ")}'), mods)
    })
  })
enddef

# Opens a page of a film, at a section if it is a detail.
def FilmPage(text: string, mods: string, kind: string, section = '')
  WithMovie(text, (movie) => view.OpenMovie(kind, movie, section, mods))
enddef

# Stars a film or not; without a method, changes the star.
def ChangeStar(text: string, method = '')
  WithMovie(text, (movie) => {
    const toggle = server.IsStarred(movie) ? 'unstar' : 'star'
    server.Request(method ==# '' ? toggle : method, {id: movie.id})
  })
enddef

def Browse(text: string)
  const url = get(view.CurrentRow(), 'url', '')
  if url !=# '' | OpenExternal(url) | return | endif
  WithMovie(text, (movie) => OpenExternal(get(movie, 'link', '')))
enddef

def Restart()
  server.Restart()
  view.LoadAll()
enddef

# Shows the buffer from which the view was opened, or closes its window.
def Close()
  const [buffer, previous] = [bufnr(), get(view.Current(), 'previous', 0)]
  if bufexists(previous) | execute 'buffer' previous | endif
  execute 'bwipeout' buffer
enddef

def Jump(step: number)
  const rows = get(view.Current(), 'rows', [])
  var line = line('.') + step
  while line >= 1 && line <= len(rows) && !rows[line - 1]->has_key('section')
    line += step
  endwhile
  if line >= 1 && line <= len(rows) | execute $"normal! m'{line}G" | endif
enddef

const next_order = {'': 'title', title: 'year', year: 'rating', rating: ''}
const actions: dict<func> = {
  open: (_, _) => Open(),
  search: (text, mods) => text ==# '' ? popup.Search() : view.Open('movies://search/' .. text, mods),
  favorites: (text, mods) =>
    ShowFavorites(matchstr(text, 'sort=\zs\a\+'), substitute(text, 'sort=\a\+', '', '')->trim(), mods),
  order: (_, _) => ChangeFavorites({order: next_order[get(view.Current(), 'order', '')]}),
  filter: (_, _) => ChangeFavorites({filter: input('Filter favorites: ', get(view.Current(), 'filter', ''))}),
  home: (_, mods) => view.Open('movies://home', mods),
  discover: Discover,
  detail: (text, mods) => FilmPage(text, mods, 'detail'),
  trailers: (text, mods) => FilmPage(text, mods, 'detail', 'Trailers'),
  watch: (text, mods) => FilmPage(text, mods, 'detail', 'Where to watch'),
  recommendations: (text, mods) => FilmPage(text, mods, 'recommendations'),
  star: (text, _) => ChangeStar(text, text ==# '' ? '' : 'star'),
  unstar: (text, _) => ChangeStar(text, 'unstar'),
  browse: (text, _) => Browse(text),
  reload: (_, _) => execute('edit', ''),
  restart: (_, _) => Restart(),
  log: (_, mods) => view.Open('movies://log', mods)->view.Load(),
  help: (_, _) => execute('help movies-keys', ''),
  close: (_, _) => Close(),
  next: (_, _) => Jump(1),
  previous: (_, _) => Jump(-1),
}

export def Do(action: string, text = '', mods = '')
  call(actions[action], [text, mods])
enddef

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
  if index(arguments[''], name) >= 0 | Do(name, text, mods) | return | endif
  words.Notify({message: $'There is no command {name}.'})
enddef

export def Complete(lead: string, line: string, position: number): string
  var candidates = get(arguments, matchstr(line, 'Movies\s\+\zs\S\+\ze\s'), [])->copy()
  # A catalog without home or discover lacks the command; until the server has started, nobody knows.
  return candidates->filter((_, name) => name !~# '^\(home\|discover\)$' || server.MayHave(name))->join("\n")
enddef
