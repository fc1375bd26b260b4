vim9script
# Buffers named movies://KIND/ARGUMENT. A view is a dictionary: buffer, kind, argument, is_text, heading, state (which stands after
# the heading), rows, pending (the request that loads rows); More (loads the next page) and items of a list of a catalog;
# Fetch (loads rows from an offset), generation (grows when its rows are out of date), placed (the generation of the rows that
# were loaded last, or -1), stranger (what has come under the cursor although the user has not moved) and settings of a list of
# the library; is_choice (the first film shall open when it comes) of a search; query and caret of the popup; result (what it
# shows) and section (at which the cursor shall be) of a page; explains_text (whether of a page) of the help. A row has text,
# and can have before, highlight, movie, note, viewing, uri (what <CR> opens: a view or a page in the browser), Action (what it
# does instead), query, section, generation.
import autoload 'movies/keys.vim'
import autoload 'movies/note.vim' as notes
import autoload 'movies/pages.vim'
import autoload 'movies/preview.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

var views: dict<dict<any>> # by buffer
const unloaded = {text: '  …', generation: -1}

for name in ['Star', 'Title', 'Year', 'Mark', 'Note', 'Head']
  prop_type_add($'Movies{name}', {highlight: $'Movies{name}'})
endfor

export def MovieRow(movie: dict<any>, note: any = movie.directors): dict<any>
  const genres = note is movie.directors ? get(movie, 'genres', []) : []
  return {movie: movie, note: words.Join('', [note]), genres: words.Join('', [genres]), uri: MovieUri('detail', movie)}
enddef

# The name of a page of a film. A film that is named by its id only has that as its title.
export def MovieUri(kind: string, movie: dict<any>): string
  return trim($'movies://{kind}/{movie.id} {movie.title ==# movie.id ? '' : words.Title(movie)}')
enddef

# Names the buffer as its page is named where its title is known, unless another one has that name.
export def Rename(view: dict<any>, name: string)
  const [window, old] = [bufwinid(view.buffer), bufname(view.buffer)]
  if window < 0 || bufexists(name) | return | endif
  win_execute(window, 'silent keepalt file ' .. fnameescape(name))
  execute 'bwipeout' bufadd(old) # `:file` has made one of the old name
enddef

# What stands after the heading: what the server does, or what has been found.
def State(view: dict<any>): string
  const work = get(server.loading, string(view.pending), {})
  const is_late = view.pending != 0 && (!server.IsReady() || server.silence !=# '')
  return is_late || !empty(work) || server.silence ==# 'lost' ? words.Activity(work) : view.state
enddef

# The parts of a line: the text and the highlight of each.
def Parts(view: dict<any>, row: dict<any>): list<list<string>>
  if row->has_key('movie')
    const [movie, width, Wide] = [row.movie, Width(view), (text) => strdisplaywidth(text)]
    const [is_narrow, is_viewing, is_page] = [width < 60, row->has_key('viewing'), get(row, 'highlight', '') ==# 'Head']
    # In a popup, whose selected row is reversed, colors would be blocks.
    const color = view.argument .. view.kind !=# 'search'
    const [before, star, sign] = [get(row, 'before', ''), words.Star(movie), is_viewing ? '' : words.Mark(movie)]
    # The signs have the right edge. In a narrow window the title has precedence: there is no note.
    const is_left_out = is_narrow && !is_viewing
    const edge = is_viewing ? min([12, Wide(row.note)]) : is_left_out ? Wide(sign) : 12
    const room = is_narrow ? width - Wide(before .. star) - edge - (edge > 0 ? 1 : 0) : min([60, width / 2])
    const year = strpart(words.Title(movie), len(movie.title))
    # A long title in a wide window leaves room for its note and its signs.
    const title = is_page ? movie.title : words.Cut(movie.title, max([room, width - Wide(before .. star) - 52]) - Wide(year))
    const column = Wide(before .. star) + max([room, Wide(title .. year)]) + 1
    const text = width < 120 ? row.note : words.Columns(words.Cut(row.note, 32), 32, row.genres)
    const note = is_left_out ? '' : view.is_text ? text : words.Cut(text, max([0, width - column - (is_viewing ? 0 : edge)]))
    const gap = note ==# '' ? 0 : column - Wide(before .. star .. title .. year)
    const taken = Wide(before .. star .. title .. year .. note) + gap
    const state = row isnot view.rows[0] || State(view) ==# '' ? '' : '  ' .. State(view)
    return [[before, 'Note'], [star, color ? 'Star' : ''], [title, get(row, 'highlight', 'Title')], [year, 'Year'],
      [repeat(' ', gap), ''], [note, 'Note'], [sign ==# '' ? '' : repeat(' ', max([1, width - taken - Wide(sign)])), ''],
      [sign, color ? 'Mark' : ''], [state, 'Note']]
  endif
  const text = substitute(row.text, '\s*[\r\n]\+\s*', ' ', 'g')
  const state = row is view.rows[0] ? State(view) : ''
  return [[text, get(row, 'highlight', '')], [strpart(words.Join('  ', [text, state]), len(text)), 'Note']]
enddef

# Writes rows into the buffer, and changes only lines that differ, so that cursors stay.
export def Draw(view: dict<any>, first = 0, last = len(view.rows) - 1)
  if !bufloaded(view.buffer) || last < first | return | endif
  setbufvar(view.buffer, '&modifiable', true)
  const old = getbufline(view.buffer, first + 1, last + 1)
  prop_clear(first + 1, last + 1, {bufnr: view.buffer})
  for i in range(first, last)
    const parts = Parts(view, view.rows[i])
    const line = parts->mapnew((_, part) => part[0])->join('')
    if i - first >= len(old) || line !=# old[i - first] | setbufline(view.buffer, i + 1, line) | endif
    var column = 1
    for [text, highlight] in parts
      if text !=# '' && highlight !=# ''
        prop_add(i + 1, column, {bufnr: view.buffer, length: len(text), type: 'Movies' .. highlight})
      endif
      column += len(text)
    endfor
  endfor
  # The keys of a list are no line of it: its lines are its rows. Early Vims 9.0 cannot show them.
  const hint = first > 0 || view.Fetch == null_function || len(view.rows) < 2 || !has('patch-9.0.1067') ? '' : keys.Hint(view.kind)
  const place = {bufnr: view.buffer, type: 'MoviesNote', text: '  ' .. hint, text_align: 'below'}
  if hint !=# '' | prop_add(1, 0, place) | endif
  const count = getbufinfo(view.buffer)[0].linecount
  if count > len(view.rows) | deletebufline(view.buffer, len(view.rows) + 1, '$') | endif
  setbufvar(view.buffer, '&modifiable', false)
  setbufvar(view.buffer, '&modified', false)
enddef

# Shows a heading, which is a text or a row, and rows.
export def Show(view: dict<any>, heading: any, rows: list<any>)
  const count = getbufinfo(view.buffer)[0].linecount
  view.hasFailed = false
  view.rows = [type(heading) == v:t_dict ? heading : {text: heading, highlight: 'Head'}] + rows
  Draw(view)
  # A popup gets its height now. And Vim might wait for Enter, as after a message, if it has scrolled for a hidden buffer.
  redraw
  const Begins = (_, row) => view.kind ==# 'home' ? row->has_key('movie') : Opens(row)
  if count < 2 | MoveTo(view, view.is_text ? 2 : max([2, indexof(view.rows, Begins) + 1]), true) | endif
  MarkCursor(view)
  timer_start(0, (_) => LoadMore(view)) # the window may have room for more than one page
enddef

# Whether <CR> does something on a row.
def Opens(row: dict<any>): bool
  return row is unloaded || row->has_key('Action') || row->has_key('query') || get(row, 'uri', '') !=# ''
enddef

# The colors of many screens underline the line of the cursor: there, a text that opens nothing would look like a link.
def MarkCursor(view: dict<any>)
  for window in win_findbuf(view.buffer)
    setwinvar(window, '&cursorline', Opens(get(view.rows, line('.', window) - 1, {})))
  endfor
enddef

# What tells a row from the others of its list; empty for an unloaded one.
def Key(row: dict<any>): string
  return get(get(row, 'viewing', {}), 'viewing', get(get(row, 'movie', {}), 'id', ''))
enddef

# Puts rows of a list of the library at their place among all its rows, most of which may be unloaded. Where the cursor was
# on one of these rows it stays on it, and the row stays at its place on the screen.
export def Place(view: dict<any>, offset: number, total: number, rows: list<dict<any>>, generation: number)
  const places = Windows(view)->mapnew((_, window) => [window, line('.', window), line('w0', window)])
  const ids = places->mapnew((_, place) => Key(get(view.rows, place[1] - 1, {})))
  const [missing, excess] = [total + 1 - len(view.rows), len(view.rows) - total - 1]
  if excess > 0 | view.rows->remove(total + 1, -1) | endif
  if missing > 0
    view.rows += repeat([unloaded], missing)
    setbufvar(view.buffer, '&modifiable', true)
    appendbufline(view.buffer, '$', repeat([unloaded.text], missing))
  endif
  for i in range(min([len(rows), total - offset])) | view.rows[offset + 1 + i] = rows[i] | endfor
  Draw(view, 0, 0)
  Draw(view, offset + 1, min([offset + len(rows), total]))
  for i in range(len(places))
    const [window, line, top] = places[i]
    const index = ids[i] ==# '' ? -1 : indexof(rows, (_, row) => Key(row) ==# ids[i])
    const shift = index < 0 ? 0 : offset + index + 2 - line
    const place = {lnum: line + shift, topline: top == 1 ? 1 : max([1, top + shift])}
    if shift != 0 | win_execute(window, $'winrestview({string(place)})') | endif
    # When the user has asked for other rows, they are no surprise.
    const key = Key(get(view.rows, line('.', window) - 1, {}))
    if view.placed >= 0 && ids[i] !=# '' && key !=# ids[i] | view.stranger = key | endif
  endfor
  view.placed = generation
  redraw
  if missing == total && total > 0 | MoveTo(view, 2) | endif
  timer_start(0, (_) => LoadMore(view))
enddef

# Says which film another one has left under the cursor, which the user may not have noticed; only once.
export def IsOnStranger(): bool
  var view = Of()
  const is_stranger = get(view, 'stranger', '') !=# '' && Key(CurrentRow()) ==# view.stranger
  view.stranger = ''
  if is_stranger | words.Say('Now on {film}. Press again to change it.', {film: words.Title(CurrentRow().movie)}) | endif
  return is_stranger
enddef

# The windows and popups that show a view.
def Windows(view: dict<any>): list<number>
  return win_findbuf(view.buffer) + popup_list()->filter((_, id) => winbufnr(id) == view.buffer)
enddef

# The columns that the rows have: those of the narrowest window.
def Width(view: dict<any>): number
  return Windows(view)->mapnew((_, id) => winwidth(id) - (getwininfo(id)->get(0, {})->get('textoff', 0)))->min() ?? &columns
enddef

# Draws the views again whose windows have got another width.
export def Reflow()
  for view in values(views)
    if empty(Windows(view)) || get(view, 'width', 0) == Width(view) | continue | endif
    view.width = Width(view)
    Draw(view)
  endfor
enddef
autocmd movies WinScrolled * Reflow()

# Moves the cursor in all windows of the view, if it has so many lines; else to the last. Above the first film, the heading
# stays on the screen.
export def MoveTo(view: dict<any>, line: number, is_top = line == 2)
  const options = {lnum: line, col: 0}->extend(is_top ? {topline: 1} : {})
  for window in Windows(view) | win_execute(window, 'winrestview(' .. string(options) .. ')') | endfor
enddef

# Goes to the section for which somebody has opened the detail.
export def GoToSection(view: dict<any>)
  if view.section ==# '' | return | endif
  const line = indexof(view.rows, (_, row) => get(row, 'section', '') ==# view.section)
  if line >= 0
    MoveTo(view, line + 1)
  elseif view.section ==# 'Where to watch' && server.Locale() !~# '[-_]\u\u\>'
    words.Say('No country is set. Set g:movies_locale, for example to “en-US”, then run :Movies restart.')
  else
    words.Say('{section}: nothing is known', {section: words.T(view.section)})
  endif
  view.section = ''
enddef

# Shows why there is nothing, or nothing more.
export def Fail(view: dict<any>, err: dict<any>)
  view->extend({state: '', Fetch: null_function})
  const [is_refused, is_empty] = [words.Reason(err) ==# 'invalidParams', empty(get(view, 'items', view.rows[1 :]))]
  if !get(view, 'hasFailed') && !is_refused && !is_empty | words.Notify(err) | return | endif
  if is_refused && get(err.data, 'field', '') ==# 'genres'
    Request(view, 'genres', {}, (result) => Show(view, view.heading, [{text: words.T('There is no such genre.')}]
      + result.genres->mapnew((_, genre) => ({text: '  ' .. genre.name, uri: 'movies://discover/' .. genre.name}))))
    return
  endif
  const key = bufname(view.buffer) ==# 'movies://search' ? words.T('Enter: try again') : words.T('r: try again')
  const is_final = words.Error(err) ==# '' || is_refused
  const again = is_final ? [] : [{text: key, highlight: 'Note', Action: () => pages.Load(view)}]
  Show(view, view.heading, [{text: words.Error(err)}] + again)
  view.hasFailed = true # the rows say so and nothing else
enddef

# Calls a method for a view. Only its latest request may change the rows.
export def Request(view: dict<any>, method: string, params: dict<any>, Callback: func)
  view.More = null_function
  var own = [0]
  own[0] = server.Request(method, params, (err, result) => {
    if view.pending != own[0] || Of(view.buffer) isnot view | return | endif
    view.pending = 0
    # A server that was started again does not know the lists of the one before.
    const is_unknown = words.Reason(err) ==# 'listNotReady'
    if empty(err) | Callback(result) | elseif is_unknown | pages.Load(view) | else | Fail(view, err) | endif
  })
  view.pending = own[0]
  if empty(view.rows) | Show(view, view.heading, []) | else | Draw(view, 0, 0) | endif
enddef

# Loads the rows that the user sees, or is about to.
export def LoadMore(view: dict<any>)
  const windows = Windows(view)
  if view.pending != 0 || empty(windows) | return | endif
  if view.Fetch != null_function
    # A change of what is kept makes all rows old; those are loaded that a window shows.
    for window in windows
      const [first, last] = [max([1, line('w0', window) - 5]), min([line('w$', window) + 5, len(view.rows) - 1])]
      const old = view.placed != view.generation ? 0
        : indexof(view.rows[first : last], (_, row) => row.generation != view.generation)
      if old >= 0 && view.pending == 0 | call(view.Fetch, [max([0, first + old - 21]), () => 0]) | endif
    endfor
    return
  endif
  # What a popup shows follows its cursor only when Vim redraws it.
  const last = windows->mapnew((_, window) => max([line('w$', window), line('.', window)]))->max()
  if last + 5 >= len(view.rows) && view.More != null_function | call(view.More, []) | endif
enddef

# Calls `Callback` with the rows of some lines, after those are loaded that are not, or that a change has made old: else a film
# could be there twice, and another one not.
export def WithRows(view: dict<any>, first: number, last: number, Callback: func)
  const rows = get(view, 'rows', [])[first - 1 : last - 1]
  const missing = indexof(rows, (_, row) => get(row, 'generation', get(view, 'generation')) != get(view, 'generation'))
  if missing < 0 | call(Callback, [rows]) | return | endif
  call(view.Fetch, [max([0, first + missing - 2]), () => WithRows(view, first, last, Callback)])
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
  silent execute mods (mods ==# '' ? 'hide buffer' : 'sbuffer') buffer
  if &bufhidden ==# 'wipe' | setlocal bufhidden=hide | endif
  if buffer != previous && views->has_key(buffer) | views[buffer].previous = mods ==# '' ? previous : 0 | endif
  return Of(buffer)
enddef

export def OpenMovie(kind: string, movie: dict<any>, section = '', mods = '')
  var view = Open(MovieUri(kind, movie), mods ?? (kind ==# 'note' ? 'belowright' : ''))
  view.section = section
  if view->has_key('result') | GoToSection(view) | endif
enddef

# Loads the view of a buffer, as `:edit` does.
export def Read(buffer: number)
  const [_, kind, argument; _] = matchlist(bufname(buffer), '^movies://\(\l\+\)/\?\(.*\)$')
  # The server has the data. A title of a stranger is no modeline.
  setlocal nomodeline bufhidden=hide noswapfile nobuflisted
  if kind ==# 'note' | notes.Read(buffer, argument) | return | endif
  if !views->has_key(buffer)
    views[buffer] = {buffer: buffer, kind: kind, argument: argument, rows: [], state: '', heading: '', pending: 0,
      More: null_function, Fetch: null_function, generation: 0, placed: -1, stranger: '', section: '',
      settings: pages.Settings(argument), query: '', caret: 0, is_text: kind ==# 'detail' || kind ==# 'person'}
    execute $'autocmd WinScrolled,BufWinEnter <buffer={buffer}> LoadMore(views[{buffer}])'
    execute $'autocmd CursorMoved <buffer={buffer}> OnMove(views[{buffer}])'
    execute $'autocmd BufWipeout <buffer={buffer}> views->remove({buffer})'
  endif
  setlocal buftype=nowrite undolevels=-1 nomodifiable wrap nolist linebreak breakindent filetype=movies
  Draw(views[buffer]) # until it has loaded
  keys.MapKeys(views[buffer].is_text)
  pages.Load(views[buffer])
enddef

def OnMove(view: dict<any>)
  if Key(CurrentRow()) !=# view.stranger | view.stranger = '' | endif
  MarkCursor(view)
  preview.OnMove()
  LoadMore(view)
enddef

def OnEvent(event: string)
  for view in values(views)
    const is_chart = view.kind =~# '^\(tags\|statistics\)$'
    if event ==# 'MoviesRestart'
      if view.kind !=# 'import' | pages.Load(view) | endif
    elseif event ==# 'MoviesActivity' && !empty(view.rows)
      Draw(view, 0, 0)
    elseif event ==# 'VimResized'
      if is_chart | pages.Load(view) | else | Draw(view) | endif
    elseif event =~# 'Changed$'
      # The rows of the library are loaded again.
      for i in view.Fetch == null_function ? range(len(view.rows)) : []
        if server.changed->has_key(get(get(view.rows[i], 'movie', {}), 'id', '')) | Draw(view, i, i) | endif
      endfor
      const is_new = event ==# 'MoviesLibraryChanged'
      view.generation += is_new ? 1 : 0
      const is_film = view.kind ==# 'detail' && server.changed->has_key(get(get(view, 'result', {}), 'id', ''))
      if is_new && (is_film || is_chart) | pages.Load(view) | elseif is_new && view.Fetch != null_function | LoadMore(view) | endif
    endif
  endfor
enddef
autocmd movies User MoviesFavoritesChanged,MoviesLibraryChanged,MoviesActivity,MoviesRestart OnEvent(expand('<amatch>'))
autocmd movies VimResized * OnEvent('VimResized')
