vim9script
# Buffers named movies://KIND/ARGUMENT. A view is a dictionary: buffer, kind, argument, heading, state (which stands after
# the heading), rows, pending (the request that loads rows), More (loads the next page); of a list items; of the favorites
# order and filter; of a popup query; of a page result (what it shows) and section (at which the cursor shall be). A row has
# text, and can have highlight, movie, uri (what <CR> opens: a view or a page in the browser), Action (what it does instead),
# section.
import autoload 'movies/actions.vim'
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

var views: dict<dict<any>> # by buffer

for name in ['Star', 'Title', 'Year', 'Note', 'Head'] | prop_type_add($'Movies{name}', {highlight: $'Movies{name}'}) | endfor

export def MovieRow(movie: dict<any>, note: any = movie.directors): dict<any>
  return {movie: movie, note: words.Join('', [note]), uri: MovieUri('detail', movie)}
enddef

def MovieUri(kind: string, movie: dict<any>): string
  return trim($'movies://{kind}/{movie.id} {words.Title(movie)}')
enddef

# The parts of a line: the text and the highlight of each.
def Parts(view: dict<any>, row: dict<any>): list<list<string>>
  if row->has_key('movie')
    const [star, title] = [words.Star(row.movie), words.Title(row.movie)]
    const note = strpart(words.Columns(star .. title, 46, row.note), len(star .. title))
    const year = strpart(title, len(row.movie.title))
    return [[star, 'Star'], [row.movie.title, get(row, 'highlight', 'Title')], [year, 'Year'], [note, 'Note']]
  endif
  const text = substitute(row.text, '\s*[\r\n]\+\s*', ' ', 'g')
  const work = get(server.loading, string(view.pending), {})
  const state = row isnot view.rows[0] ? '' : empty(work) ? view.state : words.Activity(work)
  return [[text, get(row, 'highlight', '')], [state ==# '' ? '' : '  ' .. state, 'Note']]
enddef

# Writes the rows into the buffer, and changes only lines that differ, so that cursors stay.
export def Draw(view: dict<any>)
  if !bufloaded(view.buffer) || empty(view.rows) | return | endif
  setbufvar(view.buffer, '&modifiable', true)
  const old = getbufline(view.buffer, 1, '$')
  for i in range(len(view.rows))
    const parts = Parts(view, view.rows[i])
    const line = parts->mapnew((_, part) => part[0])->join('')
    if i >= len(old) || line !=# old[i] | setbufline(view.buffer, i + 1, line) | endif
    prop_clear(i + 1, i + 1, {bufnr: view.buffer})
    var column = 1
    for [text, highlight] in parts
      const property = {bufnr: view.buffer, length: len(text), type: 'Movies' .. highlight}
      if text !=# '' && highlight !=# '' | prop_add(i + 1, column, property) | endif
      column += len(text)
    endfor
  endfor
  if len(old) > len(view.rows) | deletebufline(view.buffer, len(view.rows) + 1, '$') | endif
  setbufvar(view.buffer, '&modifiable', false)
  setbufvar(view.buffer, '&modified', false)
enddef

# Shows a heading, which is a text or a row, and rows.
export def Show(view: dict<any>, heading: any, rows: list<any>)
  const count = getbufinfo(view.buffer)[0].linecount
  view.rows = [type(heading) == v:t_dict ? heading : {text: heading, highlight: 'Head'}] + rows
  Draw(view)
  # A popup gets its height now. And Vim might wait for Enter, as after a message, if it has scrolled for a hidden buffer.
  redraw
  if count < 2 | MoveTo(view, 2) | endif
  timer_start(0, (_) => LoadMore(view)) # the window may have room for more than one page
enddef

# The windows and popups that show a view.
def Windows(view: dict<any>): list<number>
  return win_findbuf(view.buffer) + popup_list()->filter((_, id) => winbufnr(id) == view.buffer)
enddef

# Moves the cursor in all windows of the view, if it has so many lines; else to the last. Above the first film, the heading
# stays on the screen.
export def MoveTo(view: dict<any>, line: number)
  const options = {lnum: line, col: 0}->extend(line == 2 ? {topline: 1} : {})
  for window in Windows(view) | win_execute(window, 'winrestview(' .. string(options) .. ')') | endfor
enddef

# Goes to the section for which somebody has opened the detail.
export def GoToSection(view: dict<any>)
  if view.section ==# '' | return | endif
  const line = indexof(view.rows, (_, row) => get(row, 'section', '') ==# view.section)
  if line >= 0 | MoveTo(view, line + 1) | else | echo view.section .. ': nothing is known' | endif
  view.section = ''
enddef

# Shows why there is nothing, or nothing more.
export def Fail(view: dict<any>, err: dict<any>)
  view.state = ''
  if !empty(get(view, 'items', view.rows[1 :])) | words.Notify(err) | return | endif
  Show(view, view.heading, words.Error(err)->split('\.\zs\s\+')->mapnew((_, text) => ({text: text})))
enddef

# Calls a method for a view. Only its latest request may change the rows.
export def Request(view: dict<any>, method: string, params: dict<any>, Callback: func)
  view.More = null_function
  var own = [0]
  own[0] = server.Request(method, params, (err, result) => {
    if view.pending != own[0] || Of(view.buffer) isnot view | return | endif
    view.pending = 0
    # A server that was started again does not know the lists of the one before.
    const is_unknown = get(get(err, 'data', {}), 'reason', '') ==# 'listNotReady'
    if empty(err) | Callback(result) | elseif is_unknown | pages.Load(view) | else | Fail(view, err) | endif
  })
  view.pending = own[0]
  if empty(view.rows) | Show(view, view.heading, []) | endif
enddef

# Loads the next page if the user is near the end.
export def LoadMore(view: dict<any>)
  # What a popup shows follows its cursor only when Vim redraws it.
  const last = Windows(view)->map((_, window) => max([line('w$', window), line('.', window)]))->max()
  const is_near = last > 0 && last + 5 >= len(view.rows)
  if is_near && view.More != null_function && view.pending == 0 | call(view.More, []) | endif
enddef

# The view of a buffer, or an empty dictionary.
export def Of(buffer = bufnr()): dict<any>
  return get(views, buffer, {})
enddef

# The row under the cursor, or an empty dictionary.
export def CurrentRow(): dict<any>
  return get(get(Of(), 'rows', []), line('.') - 1, {})
enddef

# Opens a view in the current window, or in a new one if `mods` is a modifier such as `vertical` or `tab`.
export def Open(uri: string, mods = ''): dict<any>
  const [buffer, previous] = [bufadd(uri), bufnr()]
  execute mods (mods ==# '' ? 'buffer' : 'sbuffer') buffer
  if buffer != previous | views[buffer].previous = mods ==# '' ? previous : 0 | endif
  return views[buffer]
enddef

export def OpenMovie(kind: string, movie: dict<any>, section = '', mods = '')
  var view = Open(MovieUri(kind, movie), mods)
  view.section = section
  if view->has_key('result') | GoToSection(view) | endif
enddef

# Loads the view of a buffer, as `:edit` does.
export def Read(buffer: number)
  const [_, kind, argument; _] = matchlist(bufname(buffer), '^movies://\(\l\+\)/\?\(.*\)$')
  if !views->has_key(buffer)
    views[buffer] = {buffer: buffer, kind: kind, argument: argument, rows: [], state: '', heading: '',
      pending: 0, More: null_function, section: '', order: '', filter: '', query: ''}
    execute $'autocmd CursorMoved,WinScrolled <buffer={buffer}> LoadMore(views[{buffer}])'
    execute $'autocmd BufWipeout <buffer={buffer}> views->remove({buffer})'
  endif
  # The server has the data: there is nothing to write or to undo. A title of a stranger is no modeline.
  setlocal nomodeline buftype=nowrite bufhidden=hide noswapfile nobuflisted undolevels=-1 nomodifiable
  setlocal linebreak breakindent cursorline
  &l:wrap = kind ==# 'detail' || kind ==# 'person'
  setlocal filetype=movies
  actions.MapKeys(&l:wrap)
  pages.Load(views[buffer])
enddef

def OnEvent(event: string)
  for view in values(views)
    Draw(view)
    const is_old = view.kind ==# 'favorites' && event ==# 'MoviesFavoritesChanged'
    if is_old || event ==# 'MoviesRestart' | pages.Load(view) | endif
  endfor
enddef
autocmd movies User MoviesFavoritesChanged,MoviesActivity,MoviesRestart OnEvent(expand('<amatch>'))
