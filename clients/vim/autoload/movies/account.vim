vim9script
# The account of the user at a catalog's service.
import autoload 'movies/actions.vim'
import autoload 'movies/popup.vim'
import autoload 'movies/server.vim'
import autoload 'movies/words.vim'

# Logs in at a catalog; offers to log out if the user is logged in.
export def Login(catalog: string)
  const params = catalog ==# '' ? {} : {catalog: catalog}
  server.Request('session', params, (err, session) => {
    const has_none = catalog ==# '' && words.Reason(err) ==# 'unsupportedByCatalog'
    # After its first sentence the hint says how a key is set.
    const advice = has_none ? matchstr(get(server.info, 'hint', ''), '\.\s\+\zs.*') : ''
    if has_none | words.Tell(words.Join(' ', [words.T('No catalog has a login. Set a key first.'), advice])) | return | endif
    if !empty(err) | words.Notify(err) | return | endif
    if !session.loggedIn
      server.Get('login', params, (login) => Approve(login, extendnew(params, {requestToken: login.requestToken})))
      return
    endif
    const choices = [words.T('Stay logged in'), words.T('Log out')]
    popup.Choose(words.T('Logged in as {name}.', {name: Name(session)}), choices, (i) => {
      if i == 1 | server.Get('logout', params, (_) => words.Say('Logged out.')) | endif
    })
  })
enddef

def Name(session: dict<any>): string
  return get(get(session, 'user', {}), 'name', session.catalog)
enddef

# The user approves the login in the browser; nobody tells when.
def Approve(login: dict<any>, params: dict<any>, is_open = false)
  if !is_open | actions.OpenPage(login.url) | endif
  const choices = [words.T('I have approved it'), words.T('Open the page again'), words.T('Cancel'), login.url]
  popup.Choose(words.T('Approve the login in the browser'), choices, (i) => {
    if i == 1 || i == 3
      Approve(login, params)
    elseif i == 0
      server.Request('completeLogin', params, (err, session) => {
        if empty(err) | words.Say('Logged in as {name}.', {name: Name(session)}) | return | endif
        words.Notify(err)
        if words.Reason(err) ==# 'notApproved' | Approve(login, params, true) | endif
      })
    endif
  })
enddef
