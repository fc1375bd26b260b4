vim9script
# The preview window beside a list, which shows the film under the cursor.
import autoload 'movies/view.vim' as viewing
import autoload 'movies/words.vim'

# The preview window, or 0 if there is none or it shows something else.
def Window(): number
  return range(1, winnr('$'))->map((_, n) => win_getid(n))->filter((_, id) => getwinvar(id, '&previewwindow')
    && bufname(winbufnr(id)) =~# '^movies://detail/')->get(0, 0)
enddef

def Show(uri: string)
  const is_new = !bufexists(uri)
  execute 'silent belowright' (winwidth(0) < 100 ? '' : 'vertical') 'pedit' fnameescape(uri)
  # A page that only the preview has goes when the next film is shown.
  if is_new | setbufvar(winbufnr(Window()), '&bufhidden', 'wipe') | endif
enddef

# Closes the window, wherever the cursor is. Returns whether there was one.
export def Close(): bool
  const is_open = Window() != 0
  if is_open | pclose | endif
  return is_open
enddef

export def Open(movie: dict<any>)
  const [is_beside, uri] = [winwidth(0) >= 100, viewing.MovieUri('detail', movie)]
  if uri ==# bufname() | words.Say('There is no film here.') | return | endif # but this page
  Show(uri)
  # Vim gives it the columns of 'previewheight'.
  if is_beside | win_execute(Window(), $'vertical resize {&columns / 2}') | endif
enddef

# Shows another film as soon as the cursor rests on it.
def Follow()
  const [window, movie] = [Window(), get(viewing.CurrentRow(), 'movie', {})]
  if window == 0 || win_getid() == window || empty(movie) | return | endif
  if mode() !=# 'n' || getcmdwintype() !=# '' || viewing.Of().is_text | return | endif
  const uri = viewing.MovieUri('detail', movie)
  if bufname(winbufnr(window)) !=# uri | Show(uri) | endif
enddef

var timer = 0
export def OnMove()
  timer_stop(timer)
  if Window() != 0 | timer = timer_start(80, (_) => Follow()) | endif
enddef
