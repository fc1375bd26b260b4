vim9script
# The popups: search as you type, and a menu.
import autoload 'movies/pages.vim'
import autoload 'movies/server.vim'
import autoload 'movies/view.vim' as viewing

# Lets the user choose one of some texts; calls `OnChoice` with its index.
export def Choose(title: string, texts: list<string>, OnChoice: func)
  if empty(texts) | return | endif
  latest = popup_menu(texts, {title: $' {title} ', callback: (_, choice) => {
    if choice > 0 | OnChoice(choice - 1) | endif
  }})
  Fit()
enddef

var latest = 0 # the popup that was opened last

# Keeps the popup within the screen.
def Fit()
  const [least, width] = [get(popup_getoptions(latest), 'minwidth', 0), &columns - 6]
  popup_setoptions(latest, {minwidth: min([least, width]), maxwidth: width, maxheight: &lines - 8})
enddef
autocmd movies VimResized * Fit()

# Searches as the user types: one request for each key press, which the server delays and supersedes. The popup shows the
# view movies://search.
export def Search()
  const buffer = bufadd('movies://search')
  bufload(buffer)
  latest = popup_create(buffer, {title: ' Search films ', border: [], padding: [0, 1, 0, 1], mapping: false,
    cursorline: true, wrap: false, minwidth: 60, scrollbar: true, filter: OnKey})
  Fit()
  var view = viewing.Of(buffer)
  view.query = '' # instead of what the last popup has left
  pages.Load(view)
enddef

def Type(view: dict<any>, text: string)
  view.query = text
  viewing.MoveTo(view, 2)
  pages.Load(view)
enddef

const steps = {"\<Down>": 1, "\<C-n>": 1, "\<ScrollWheelDown>": 3, "\<PageDown>": 10,
  "\<Up>": -1, "\<C-p>": -1, "\<ScrollWheelUp>": -3, "\<PageUp>": -10}
const deletions = {"\<BS>": '.$', "\<C-h>": '.$', "\<C-w>": '\S*\s*$', "\<C-u>": '.*'}

def OnKey(id: number, key: string): bool
  const view = viewing.Of(winbufnr(id))
  # A film that was found for another text is not the user's choice.
  const movie = empty(view.items) ? {} : get(get(view.rows, line('.', id) - 1, {}), 'movie', {})
  if key =~# "^[\<Esc>\<C-c>\<CR>\<Tab>]$"
    popup_close(id)
    const uri = key =~# "[\<CR>\<Tab>]" && trim(view.query) !=# '' ? 'movies://search/' .. trim(view.query) : ''
    if key ==# "\<CR>" && !empty(movie) | viewing.OpenMovie('detail', movie) | elseif uri !=# '' | viewing.Open(uri) | endif
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
