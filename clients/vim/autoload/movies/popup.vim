vim9script
# The popups: search as you type, and a menu.
import autoload 'movies/server.vim'
import autoload 'movies/view.vim'
import autoload 'movies/words.vim'

var query = ''
var items: list<any>
var selected = 0
var state = ''
var has_more = false
var pending = 0
var shown = 0 # the popup's id

# Lets the user choose one of some texts; calls `OnChoice` with its index.
export def Choose(title: string, texts: list<string>, OnChoice: func)
  popup_menu(texts, {title: $' {title} ', maxheight: &lines - 6, callback: (_, choice) => {
    if choice > 0 | OnChoice(choice - 1) | endif
  }})
enddef

# Searches as the user types: one request for each key press, which the server delays and supersedes.
export def Search()
  Type(0, '')
  shown = popup_create('', {title: ' Search films ', border: [], padding: [0, 1, 0, 1], mapping: false,
    minwidth: 60, maxwidth: &columns - 6, maxheight: &lines - 8, scrollbar: true, filter: OnKey})
  Draw(shown)
enddef
autocmd movies User Movies* Draw(shown)

def Draw(id: number)
  if empty(popup_getpos(id)) | return | endif
  const rows = items->mapnew((_, movie) => words.Columns(words.Starred(movie), 46, movie.directors->join(', ')))
  const work = server.Work(pending)
  popup_settext(id, [$'> {query}▏  {empty(work) ? state : words.Activity(work)}'] + rows)
  win_execute(id, $'cursor({empty(items) ? 1 : selected + 2}, 1)')
  popup_setoptions(id, {cursorline: !empty(items)})
  redraw
enddef

def Ask(id: number, method: string, params: dict<any>)
  var own = [0]
  own[0] = server.Request(method, params, (err, page) => {
    if own[0] != pending | return | endif
    pending = 0
    if empty(err)
      items = (page.offset == 0 ? [] : items[: page.offset - 1]) + page.items
      has_more = page.hasMore
      state = words.Count(page)
    elseif words.Error(err) !=# ''
      state = words.Error(err)
    endif
    Draw(id)
  })
  pending = own[0]
enddef

def Type(id: number, text: string)
  if text ==# query | return | endif
  query = text
  selected = 0
  if trim(query) !=# ''
    Ask(id, 'search', {query: query, debounceMs: 200})
    return
  endif
  pending = 0
  items = []
  state = ''
enddef

def Move(id: number, step: number)
  selected = max([0, min([selected + step, len(items) - 1])])
  if has_more && pending == 0 && selected + 5 >= len(items) | Ask(id, 'nextPage', {list: 'search'}) | endif
enddef

def OnKey(id: number, key: string): bool
  const steps = {"\<Down>": 1, "\<C-n>": 1, "\<Up>": -1, "\<C-p>": -1, "\<PageDown>": 10, "\<PageUp>": -10}
  const movie = get(items, selected, {})
  if key =~# "^[\<Esc>\<C-c>\<CR>\<Tab>]$"
    popup_close(id)
    if key ==# "\<CR>" && !empty(movie) | view.OpenMovie('detail', movie) | endif
    if key ==# "\<Tab>" && trim(query) !=# '' | view.Open('movies://search/' .. trim(query)) | endif
  elseif key ==# "\<C-s>" && !empty(movie)
    server.Request(server.IsStarred(movie) ? 'unstar' : 'star', {id: movie.id})
  elseif steps->has_key(key)
    Move(id, steps[key])
  elseif key ==# "\<BS>" || key ==# "\<C-h>"
    Type(id, substitute(query, '.$', '', ''))
  elseif key ==# "\<C-w>"
    Type(id, substitute(query, '\S*\s*$', '', ''))
  elseif key ==# "\<C-u>"
    Type(id, '')
  elseif key !~# '[[:cntrl:]]' && key[0] !=# "\x80"
    Type(id, query .. key)
  endif
  Draw(id)
  return true
enddef
