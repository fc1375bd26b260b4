vim9script
# The popups: search as you type, and a menu.
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing

# Lets the user choose one of some texts; calls `OnChoice` with its index.
export def Choose(title: string, texts: list<string>, OnChoice: func)
  if empty(texts) | return | endif
  popup_menu(texts, {title: $' {title} ', maxheight: &lines - 6, callback: (_, choice) => {
    if choice > 0 | OnChoice(choice - 1) | endif
  }})
enddef

# Searches as the user types: one request for each key press, which the server delays and supersedes. The popup shows the
# view movies://search.
export def Search()
  const buffer = bufadd('movies://search')
  bufload(buffer)
  popup_create(buffer, {title: ' Search films ', border: [], padding: [0, 1, 0, 1], mapping: false, cursorline: true,
    wrap: false, minwidth: 60, maxwidth: &columns - 6, maxheight: &lines - 8, scrollbar: true, filter: OnKey})
  var view = viewing.Of(buffer)
  view.query = '' # instead of what the last popup has left
  pages.Load(view)
enddef

def Type(view: dict<any>, text: string)
  if text ==# view.query | return | endif
  view.query = text
  viewing.MoveTo(view, 2)
  pages.Load(view)
enddef

const steps = {"\<Down>": 1, "\<C-n>": 1, "\<Up>": -1, "\<C-p>": -1, "\<PageDown>": 10, "\<PageUp>": -10}
const deletions = {"\<BS>": '.$', "\<C-h>": '.$', "\<C-w>": '\S*\s*$', "\<C-u>": '.*'}

def OnKey(id: number, key: string): bool
  const view = viewing.Of(winbufnr(id))
  const movie = get(get(view.rows, line('.', id) - 1, {}), 'movie', {})
  if key =~# "^[\<Esc>\<C-c>\<CR>\<Tab>]$"
    popup_close(id)
    if key ==# "\<CR>" && !empty(movie) | viewing.OpenMovie('detail', movie) | endif
    if key ==# "\<Tab>" && trim(view.query) !=# '' | viewing.Open('movies://search/' .. trim(view.query)) | endif
  elseif key ==# "\<C-s>" && !empty(movie)
    server.Request(get(server.stars, movie.id, false) ? 'unstar' : 'star', {id: movie.id})
  elseif steps->has_key(key)
    viewing.MoveTo(view, max([2, line('.', id) + steps[key]]))
    viewing.LoadMore(view)
  elseif deletions->has_key(key)
    Type(view, substitute(view.query, deletions[key], '', ''))
  elseif key !~# '[[:cntrl:]]' && key[0] !=# "\x80"
    Type(view, view.query .. key)
  endif
  return true
enddef
