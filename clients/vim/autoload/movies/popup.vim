vim9script
# The popups: search as you type, and a menu.
import autoload 'movies/change.vim'
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

const keys = 'Enter open · ^S star · ^B watchlist · Tab all · Esc close'
const look = {highlight: 'MoviesPopup', borderhighlight: ['MoviesBorder'], padding: [0, 1, 0, 1], mapping: false, wrap: false}
var latest = 0 # the popup that was opened last
var box = 0    # that of the text above it, if it is a search

# Popups have one group for the selected line. The color schemes that do not set it have one for menus of completion, which
# cannot be read on other popups.
def SetSelection(is_open: bool)
  if hlget('PopupSelected')->get(0, {})->get('linksto', 'PmenuSel') =~# '^\(PmenuSel\|MoviesSelected\)$'
    execute 'highlight! link PopupSelected' (is_open ? 'MoviesSelected' : 'PmenuSel')
  endif
enddef

def Border(corners: string): dict<any>
  const lines = split('─│─│' .. corners, '\zs')
  return extend({border: []}, &ambiwidth ==# 'double' ? {} : {borderchars: lines})
enddef

# Lets the user choose one of some texts; calls `OnChoice` with its index.
export def Choose(title: string, texts: list<string>, OnChoice: func)
  if empty(texts) | return | endif
  SetSelection(true)
  box = 0
  latest = popup_menu(texts, extendnew(look, Border('╭╮╯╰'))->extend({title: $' {title} ', filter: OnMenuKey,
    callback: (id, choice) => {
      SetSelection(false)
      popup_hide(id) # Vim closes it only after this, which may ask a question
      if choice > 0 | OnChoice(choice - 1) | endif
    }}))
  Fit()
  # Where the server's answer opens the menu, Vim already waits for a key, and would still map that.
  feedkeys("\<Ignore>", 'n')
enddef

# A click chooses too, and a letter goes to the next row that begins with it. No key reaches the buffer below.
def OnMenuKey(id: number, key: string): bool
  const place = getmousepos()
  if key ==# "\<LeftMouse>" && place.winid == id && place.line > 0 | popup_close(id, place.line) | return true | endif
  const is_letter = key =~# '^[^[:cntrl:] jkq]$'
  if is_letter | win_execute(id, 'call search(' .. string('\c^[★ ]*\V' .. escape(key, '\')) .. ', "w")') | endif
  return is_letter || popup_filter_menu(id, key ==# 'q' ? "\<Esc>" : key)
enddef

# Keeps the popups within the screen. Those of a search have a fixed size, so that they stay where they are.
def Fit()
  if box == 0 | popup_setoptions(latest, {maxwidth: &columns - 6, maxheight: &lines - 8}) | return | endif
  const [width, height] = [min([&columns - 4, 148]) - 4, max([2, min([&lines - 8, 18])])]
  const place = {col: (&columns - width - 4) / 2 + 1, minwidth: width, maxwidth: width}
  const line = max([1, (&lines - height - 5) / 2])
  popup_setoptions(box, extendnew(place, {line: line, minheight: 1, maxheight: 1}))
  popup_setoptions(latest, extendnew(place, {line: line + 2, minheight: height, maxheight: height,
    title: $' {words.Cut(words.T(width < 58 ? '^S star · ^B watchlist · Esc' : keys), width - 2)} '}))
enddef
autocmd movies VimResized * {
  Fit()
  viewing.Reflow()
}

# Searches as the user types: one request for each key press, which the server delays and supersedes. One popup has the text,
# the other shows the view movies://search.
export def Search()
  const buffer = bufadd('movies://search')
  bufload(buffer)
  SetSelection(true)
  box = popup_create('', extendnew(look, Border('╭╮┤├'))->extend({border: [1, 1, 0, 1]}))
  const text_box = box
  latest = popup_create(buffer, extendnew(look, Border('├┤╯╰'))->extend({cursorline: true, scrollbar: false, wrap: true, filter: OnKey,
    callback: (_, _) => {
      SetSelection(false)
      popup_close(text_box)
    }}))
  win_execute(latest, 'setlocal linebreak breakindent')
  Fit()
  Type(viewing.Of(buffer), '', 0) # instead of what the last popup has left
enddef

# Shows the text with a cursor, and the catalog's name above it.
def ShowText(view: dict<any>)
  if empty(popup_getpos(box)) | return | endif # it was closed before the server has started
  var before = slice(view.query, 0, view.caret)
  while strdisplaywidth(before) > popup_getoptions(box).maxwidth - 4 | before = slice(before, 1) | endwhile
  popup_settext(box, '> ' .. before .. '▏' .. slice(view.query, view.caret))
  popup_setoptions(box, {title: $' {words.Join(' · ', [words.T('Search films'), get(server.Catalog(), 'title', '')])} '})
enddef

def Type(view: dict<any>, before: string, caret: number, after = '')
  const is_new = before .. after !=# view.query || before .. after ==# ''
  view->extend({query: before .. after, caret: caret})
  ShowText(view)
  if !is_new | return | endif
  viewing.MoveTo(view, 2)
  pages.Load(view)
  if view.query ==# '' | server.Request('', {}, (_, _) => ShowText(view)) | endif
enddef

const steps = {"\<Down>": 1, "\<C-n>": 1, "\<ScrollWheelDown>": 3, "\<PageDown>": 10,
  "\<Up>": -1, "\<C-p>": -1, "\<ScrollWheelUp>": -3, "\<PageUp>": -10}
const deletions = {"\<BS>": '.$', "\<C-h>": '.$', "\<C-w>": '\S*\s*$', "\<C-u>": '.*'}
const motions = {"\<Left>": -1, "\<Right>": 1, "\<Home>": -9999, "\<C-a>": -9999, "\<End>": 9999, "\<C-e>": 9999}

# Opens what is selected: a film, or an earlier search.
def Accept(id: number, view: dict<any>, row: dict<any>, movie: dict<any>)
  const query = trim(view.query)
  if get(view, 'hasFailed') | pages.Load(view) | return | endif
  if query ==# '' && row->has_key('query') | Type(view, row.query, strcharlen(row.query)) | return | endif
  if query ==# '' && empty(movie) | return | endif
  if empty(movie) | OpenList(id, query)->pages.OpenFirst() | return | endif
  Leave(id, query)
  viewing.OpenMovie('detail', movie)
enddef

# Closes the popup and remembers its text.
def Leave(id: number, query: string)
  popup_close(id)
  if query !=# '' | histadd('cmd', 'Movies search ' .. query) | endif
enddef

# Opens the list of all films that the text finds.
def OpenList(id: number, query: string): dict<any>
  Leave(id, query)
  return viewing.Open('movies://search/' .. query)
enddef

def OnKey(id: number, key: string): bool
  const view = viewing.Of(winbufnr(id))
  const mouse = getmousepos()
  const is_click = key ==# "\<LeftMouse>" && mouse.winid == id && mouse.line > 0
  if is_click | viewing.MoveTo(view, mouse.line, false) | endif
  const row = get(view.rows, line('.', id) - 1, {})
  # A film that was found for another text is not the user's choice, but one that is clicked on is.
  const movie = empty(view.items) && !is_click ? {} : get(row, 'movie', {})
  const [before, after] = [slice(view.query, 0, view.caret), slice(view.query, view.caret)]
  if key ==# "\<CR>" || is_click && (row->has_key('movie') || row->has_key('query'))
    Accept(id, view, row, movie)
  elseif key ==# "\<Tab>" && trim(view.query) !=# ''
    OpenList(id, trim(view.query))
  elseif key =~# "^[\<Esc>\<C-c>\<Tab>]$"
    popup_close(id)
  elseif key ==# "\<C-s>" && !empty(movie)
    change.Toggle([movie], 'starred')
  elseif key ==# "\<C-b>" && !empty(movie)
    change.Toggle([movie], 'watchlist')
  elseif steps->has_key(key)
    viewing.MoveTo(view, max([2, line('.', id) + steps[key]]))
    viewing.LoadMore(view)
  elseif motions->has_key(key)
    Type(view, view.query, min([strcharlen(view.query), max([0, view.caret + motions[key]])]))
  elseif deletions->has_key(key)
    const rest = substitute(before, deletions[key], '', '')
    Type(view, rest, strcharlen(rest), after)
  elseif key ==# "\<Del>"
    Type(view, before, view.caret, slice(after, 1))
  elseif key !~# '[[:cntrl:]]' && key[0] !=# "\x80"
    Type(view, before .. key, view.caret + strcharlen(key), after)
  endif
  return true
enddef
