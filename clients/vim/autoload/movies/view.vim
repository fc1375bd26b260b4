vim9script
# Buffers named movies://KIND/ARGUMENT. A view is a dictionary: buffer, kind, argument, heading, state (which stands after
# the heading), rows, pending (the request that loads rows), More (loads the next page), is_new (the cursor is to go to
# the first row), and for a detail movie, section, review_page. A row has text, and can have highlight, movie, uri (the
# view that <CR> opens), url (the page that it opens in the browser), Action (what it does instead), section.
import autoload 'movies/actions.vim'
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

var views: dict<dict<any>> # by buffer

for name in ['Star', 'Title', 'Year', 'Note', 'Head']
  prop_type_add('Movies' .. name, {highlight: 'Movies' .. name})
endfor

export def MovieRow(movie: dict<any>, note: any = movie.directors): dict<any>
  return {movie: movie, note: words.Join('', [note])}
enddef

# The text of a row and its parts: the column, the length and the highlight of each.
def Layout(view: dict<any>, row: dict<any>): list<any>
  if !row->has_key('movie')
    const work = row is view.rows[0] ? server.Work(view.pending) : {}
    const state = row is view.rows[0] ? empty(work) ? view.state : words.Activity(work) : ''
    const text = substitute(row.text, '\s*[\r\n]\+\s*', ' ', 'g')
    const parts = [[1, len(text), get(row, 'highlight', '')], [len(text) + 1, len(state), 'Note']]
    return [words.Join('  ', [text, state]), parts]
  endif
  const title = words.Starred(row.movie)
  const start = len(title) - len(words.Title(row.movie))
  const year = start + len(row.movie.title)
  const parts = [[1, start, 'Star'], [start + 1, len(row.movie.title), get(row, 'highlight', 'Title')]]
  return [words.Columns(title, 46, row.note),
    parts + [[year + 1, len(title) - year, 'Year'], [len(title) + 1, len(row.note) == 0 ? 0 : 999, 'Note']]]
enddef

# Writes the rows into the buffer, and changes only lines that differ, so that cursors stay.
export def Draw(view: dict<any>)
  if !bufloaded(view.buffer) || empty(view.rows) | return | endif
  setbufvar(view.buffer, '&modifiable', true)
  var layouts = view.rows->mapnew((_, row) => Layout(view, row))
  const old = getbufline(view.buffer, 1, '$')
  for i in range(len(layouts))
    if i >= len(old) || layouts[i][0] !=# old[i] | setbufline(view.buffer, i + 1, layouts[i][0]) | endif
  endfor
  if len(old) > len(layouts) | deletebufline(view.buffer, len(layouts) + 1, '$') | endif
  setbufvar(view.buffer, '&modifiable', false)
  setbufvar(view.buffer, '&modified', false)
  prop_clear(1, len(layouts), {bufnr: view.buffer})
  for i in range(len(layouts))
    for [column, length, highlight] in layouts[i][1]->copy()->filter((_, part) => part[1] > 0 && part[2] !=# '')
      prop_add(i + 1, column, {bufnr: view.buffer, length: length, type: 'Movies' .. highlight})
    endfor
  endfor
enddef

# Shows a heading, which is a text or a row, and rows.
export def Show(view: dict<any>, heading: any, rows: list<any>)
  view.rows = [type(heading) == v:t_dict ? heading : {text: heading, highlight: 'Head'}] + rows
  Draw(view)
  if !empty(rows) && view.is_new | MoveTo(view, 2) | endif
  view.is_new = view.is_new && empty(rows)
  timer_start(0, (_) => LoadMore(view)) # the window may have room for more than one page
  redraw
enddef

# Moves the cursor in all windows of the view.
def MoveTo(view: dict<any>, line: number)
  for window in win_findbuf(view.buffer) | win_execute(window, $'cursor({line}, 1)') | endfor
enddef

# Goes to the section for which somebody has opened the detail.
export def GoToSection(view: dict<any>)
  const line = indexof(view.rows, (_, row) => get(row, 'section', '') ==# view.section)
  if view.section !=# '' && line >= 0
    MoveTo(view, line + 1)
  elseif view.section !=# ''
    echo 'Nothing is known: ' .. view.section
  endif
  view.section = ''
enddef

# Calls a method for a view. Only its latest request may change the rows.
export def Request(view: dict<any>, method: string, params: dict<any>, Callback: func)
  view.More = null_function
  var own = [0]
  own[0] = server.Request(method, params, (err, result) => {
    if view.pending != own[0] | return | endif
    view.pending = 0
    if empty(err)
      Callback(result)
    elseif get(get(err, 'data', {}), 'reason', '') ==# 'listNotReady'
      Load(view) # a server that was started again does not know the lists of the one before
    elseif len(view.rows) > 1
      words.Notify(err)
    else
      view.state = ''
      Show(view, view.heading, words.Error(err)->split('\.\zs\s\+')->mapnew((_, text) => ({text: text})))
    endif
  })
  view.pending = own[0]
  if empty(view.rows) | Show(view, view.heading, []) | endif
enddef

export def Load(view: dict<any>)
  pages.Load(view)
enddef

# Loads the next page if the user is near the end.
export def LoadMore(view: dict<any>)
  const last = win_findbuf(view.buffer)->map((_, window) => line('w$', window))->max()
  if last == 0 || view.More == null_function || view.pending != 0 | return | endif
  if last + 5 >= len(view.rows) | call(view.More, []) | endif
enddef

# The view of the current buffer, or an empty dictionary.
export def Current(): dict<any>
  return get(views, bufnr(), {})
enddef

# The row under the cursor, or an empty dictionary.
export def CurrentRow(): dict<any>
  return get(get(Current(), 'rows', []), line('.') - 1, {})
enddef

# Opens a view in the current window, or in a new one if `mods` is a modifier such as `vertical` or `tab`.
export def Open(uri: string, mods = ''): dict<any>
  const [buffer, previous] = [bufadd(uri), bufnr()]
  execute mods (mods ==# '' ? 'buffer' : 'sbuffer') buffer
  if buffer != previous | views[buffer].previous = mods ==# '' ? previous : 0 | endif
  return views[buffer]
enddef

export def OpenMovie(kind: string, movie: dict<any>, section = '', mods = '')
  var view = Open(trim($'movies://{kind}/{movie.id} {words.Title(movie)}'), mods)
  view.section = section
  if view->has_key('movie') | GoToSection(view) | endif
enddef

# Loads the view of a buffer, as `:edit` does.
export def Read(buffer: number)
  const [_, kind, argument; _] = matchlist(bufname(buffer), '^movies://\(\l\+\)/\?\(.*\)$')
  if !views->has_key(buffer)
    views[buffer] = {buffer: buffer, kind: kind, argument: argument, rows: [], state: '', heading: '', is_new: true,
      pending: 0, More: null_function, section: '', order: '', filter: ''}
    execute $'autocmd CursorMoved,WinScrolled <buffer={buffer}> OnScroll({buffer})'
    execute $'autocmd BufWipeout <buffer={buffer}> Forget({buffer})'
  endif
  # The server has the data: there is nothing to write or to undo.
  setlocal buftype=nowrite bufhidden=hide noswapfile nobuflisted undolevels=-1 nomodifiable
  setlocal linebreak breakindent cursorline
  &l:wrap = kind ==# 'detail' || kind ==# 'person'
  setlocal filetype=movies
  actions.MapKeys(&l:wrap)
  Load(views[buffer])
enddef

def OnScroll(buffer: number)
  LoadMore(views[buffer])
enddef

def Forget(buffer: number)
  views->remove(buffer)
enddef

export def LoadAll()
  for view in values(views) | Load(view) | endfor
enddef

def OnEvent(has_new_favorites: bool)
  for view in values(views)
    Draw(view)
    if has_new_favorites && view.kind ==# 'favorites' | Load(view) | endif
  endfor
enddef
autocmd movies User MoviesFavoritesChanged OnEvent(true)
autocmd movies User MoviesActivity OnEvent(false)
