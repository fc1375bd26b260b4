vim9script
# Tests Vim's own `lsp` channel with the server, as with any language server.

# Otherwise the locale decides.
set encoding=utf-8
scriptencoding utf-8

const server = $MOVIE_SERVER
var notifications: list<string> = []
var failures: list<string> = []

def OnMessage(_: channel, message: dict<any>)
  notifications->add(message.method)
enddef

def Check(condition: bool, what: string)
  if !condition
    failures->add(what)
  endif
enddef

var job = job_start([server], {in_mode: 'lsp', out_mode: 'lsp', err_mode: 'nl', out_cb: OnMessage, noblock: 1})
def Ask(method: string, params: dict<any>): dict<any>
  return ch_evalexpr(job, {method: method, params: params}, {timeout: 120000})
enddef

try
  var hello = Ask('initialize', {clientInfo: {name: 'vim'}, processId: getpid()})
  Check(hello.result.serverInfo.name ==# 'movie-server', 'initialize')
  var found = Ask('search', {query: '올드보'})
  Check(found.result.items[0].originalTitle ==# '올드보이', 'search')
  var star = Ask('star', {id: found.result.items[0].id})
  Check(star.result.changed == v:true, 'star')
  Check(Ask('search', {query: 'oldboy'}).result.items[0].isFavorite == v:true, 'isFavorite')
  Check(Ask('nothing', {}).error.data.reason ==# 'methodNotFound', 'error')
  Check(Ask('shutdown', {}).result == {}, 'shutdown')
  ch_sendexpr(job, {method: 'exit'})
  # Vim checks whether a job has exited only at certain times; `sleep` lets it handle pending messages.
  for _ in range(12000)
    if job_status(job) !=# 'run'
      break
    endif
    sleep 10m
  endfor
  Check(job_status(job) ==# 'dead' && job_info(job).exitval == 0, 'exit: ' .. string(job_info(job)))
  Check(index(notifications, 'favoritesChanged') >= 0, 'favoritesChanged')
  Check(notifications->count('loading') == 4, 'loading: ' .. string(notifications))
catch
  failures->add(v:exception .. ' at ' .. v:throwpoint)
endtry

for failure in failures
  verbose echo 'Vim: failed: ' .. failure
endfor
if failures->empty()
  qall!
endif
cquit!
