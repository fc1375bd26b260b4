vim9script
# What the command :Movies, the keys of the plugin's buffers and the <Plug> maps do. Each action has the text that follows
# it in the command, and the command's modifiers.
import autoload 'movies/popup.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim'
import autoload 'movies/words.vim'

# Calls `Act` with the film under the cursor, of an id, or that the user chooses of those that a query finds.
def WithMovie(text: string, Act: func)
  if text =~# '^\l\+:\S\+$'
    Act({id: text, title: ''})
  elseif text !=# ''
    server.Request('search', {query: text, list: 'select'}, (err, page) => {
      if !empty(err)
        words.Notify(err)
      elseif empty(page.items)
        echo words.Count(page)
      else
        popup.Choose(words.Count(page), page.items->mapnew((_, movie) => words.Starred(movie)), (i) => Act(page.items[i]))
      endif
    })
  else
    const movie = get(view.CurrentRow(), 'movie', get(view.Current(), 'movie', {}))
    if empty(movie)
      echo 'There is no film here.'
    else
      Act(movie)
    endif
  endif
enddef

# Opens a URL or a file with the system's program for it.
export def OpenExternal(target: string)
  const openers = ['xdg-open', 'open', 'wslview']->filter((_, program) => executable(program) == 1)
  if empty(openers)
    echo target
  else
    job_start([openers[0], target], {stoponexit: ''})
  endif
enddef

def Jump(step: number)
  const rows = get(view.Current(), 'rows', [])
  var line = line('.') + step
  while line >= 1 && line <= len(rows) && !rows[line - 1]->has_key('section')
    line += step
  endwhile
  if line >= 1 && line <= len(rows)
    execute $"normal! m'{line}G"
  endif
enddef

export def Open(_: string, _: string)
  const row = view.CurrentRow()
  if row->has_key('Action')
    const Action = row.Action
    Action()
  elseif get(row, 'uri', '') !=# ''
    view.Open(row.uri)
  elseif row->has_key('movie')
    view.OpenMovie('detail', row.movie)
  elseif get(row, 'url', '') !=# ''
    OpenExternal(row.url)
  endif
enddef

export def Search(text: string, mods: string)
  if text ==# ''
    popup.Search()
  else
    view.Open('movies://search/' .. text, mods)
  endif
enddef

def ShowFavorites(order: string, filter: string, mods = '')
  var favorites = view.Open('movies://favorites', mods)
  favorites.order = order
  favorites.filter = filter
  edit
enddef

export def Favorites(text: string, mods: string)
  ShowFavorites(matchstr(text, 'sort=\zs\a\+'), substitute(text, 'sort=\a\+', '', '')->trim(), mods)
enddef

export def Filter(_: string, _: string)
  ShowFavorites(get(view.Current(), 'order', ''), input('Filter favorites: ', get(view.Current(), 'filter', '')))
enddef

export def Order(_: string, _: string)
  const next = {starredAt: 'title', title: 'year', year: 'rating', rating: '', '': 'title'}
  ShowFavorites(next[get(view.Current(), 'order', '')], get(view.Current(), 'filter', ''))
enddef

export def Discover(text: string, mods: string)
  if text !=# ''
    view.Open('movies://discover/' .. text, mods)
    return
  endif
  server.Request('genres', {}, (err, result) => {
    if !empty(err)
      words.Notify(err)
      return
    endif
    const names = result.genres->mapnew((_, genre) => genre.name)
    popup.Choose('Genre', names, (i) => {
      view.Open(trim($'movies://discover/{names[i]} {input("Years, such as 1990-1999: ")}'), mods)
    })
  })
enddef

# Opens a page of a film, at a section if it is a detail.
def FilmPage(text: string, mods: string, kind: string, section = '')
  WithMovie(text, (movie) => view.OpenMovie(kind, movie, section, mods))
enddef
export def Detail(text: string, mods: string)
  FilmPage(text, mods, 'detail')
enddef
export def Trailers(text: string, mods: string)
  FilmPage(text, mods, 'detail', 'Trailers')
enddef
export def Watch(text: string, mods: string)
  FilmPage(text, mods, 'detail', 'Where to watch')
enddef
export def Recommendations(text: string, mods: string)
  FilmPage(text, mods, 'recommendations')
enddef

# Stars a film; without a text, changes the star of that under the cursor.
export def Star(text: string, _: string)
  WithMovie(text, (movie) => {
    server.Request(text ==# '' && server.IsStarred(movie) ? 'unstar' : 'star', {id: movie.id})
  })
enddef

export def Unstar(text: string, _: string)
  WithMovie(text, (movie) => {
    server.Request('unstar', {id: movie.id})
  })
enddef

export def Browse(text: string, _: string)
  const url = get(view.CurrentRow(), 'url', '')
  if url !=# ''
    OpenExternal(url)
  else
    WithMovie(text, (movie) => OpenExternal(get(movie, 'link', '')))
  endif
enddef

export def Home(_: string, mods: string)
  view.Open('movies://home', mods)
enddef
export def Log(_: string, mods: string)
  view.Open('movies://log', mods)
  edit
enddef
export def Restart(_: string, _: string)
  server.Restart()
  view.LoadAll()
enddef
export def Reload(_: string, _: string)
  edit
enddef
export def Help(_: string, _: string)
  help movies-keys
enddef
# Shows the buffer from which the view was opened, or closes its window.
export def Close(_: string, _: string)
  const [buffer, previous] = [bufnr(), get(view.Current(), 'previous', 0)]
  if bufexists(previous)
    execute 'buffer' previous
  endif
  execute 'bwipeout' buffer
enddef
export def Next(_: string, _: string)
  Jump(1)
enddef
export def Previous(_: string, _: string)
  Jump(-1)
enddef

const keys = {'<CR>': 'open', s: 'star', S: 'search', f: 'favorites', t: 'trailers', w: 'watch', R: 'recommendations',
  o: 'browse', r: 'reload', c: 'order', i: 'filter', ']]': 'next', '[[': 'previous', 'g?': 'help', q: 'close'}

export def MapKeys(is_text: bool)
  for [key, action] in get(g:, 'movies_keys', true) ? items(keys) : []
    if !is_text || key !~# '^[ftw]$' # people move in text with these
      execute $'nmap <buffer> <nowait> {key} <Plug>(movies-{action})'
    endif
  endfor
enddef

const commands = {search: Search, favorites: Favorites, home: Home, discover: Discover, detail: Detail, star: Star,
  unstar: Unstar, log: Log, restart: Restart}

export def Run(line: string, mods: string)
  const [_, name, text; _] = matchlist(line, '^\(\S*\)\s*\(.\{-}\)\s*$')
  const Command = get(commands, name ==# '' ? 'search' : name, null_function)
  if Command == null_function
    words.Notify({message: $'There is no command {name}.'})
  else
    Command(text, mods)
  endif
enddef

export def Complete(lead: string, line: string, position: number): string
  const name = matchstr(line, 'Movies\s\+\zs\S\+\ze\s')
  const orders = {favorites: ['starredAt', 'title', 'year', 'rating'],
    discover: ['popularity', 'rating', 'releaseDate', 'title', 'random']}
  const candidates = name ==# '' ? keys(commands)->sort() : get(orders, name, [])->mapnew((_, order) => 'sort=' .. order)
  return candidates->join("\n")
enddef
