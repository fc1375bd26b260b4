vim9script
# The server process: started when it is first needed, started once more if it dies, ended with Vim.
import autoload 'movies/words.vim'

var films: dict<dict<any>>        # isFavorite, mark, title and year of each known film, by id
export var changed: dict<dict<any>> # those that the latest change has touched
export var loading: dict<dict<any>> # the params of `loading`, by the id of the request that works
export var silence = '' # `late`, then `lost`, while the server leaves a request without a word
var listening = 0       # the timer that finds that out
# The epoch, the revision and the total of what `films` knows.
export var known: dict<dict<any>> = {favorites: {}, library: {}}
export var info: dict<any>        # the result of `initialize`
var stderr: list<string>          # the end of it
var current: dict<any>            # the running process: job, is_restart, is_ready; empty if there is none
var waiting: dict<dict<any>>      # requests without a response, by id
var last_id = 0

def Announce(event: string)
  if exists('#User#Movies' .. event) | execute 'doautocmd <nomodeline> User Movies' .. event | endif
enddef

def SetLoading(id: string, work: dict<any>)
  if empty(work) && !loading->has_key(id) | return | endif
  if empty(work) | loading->remove(id) | else | loading[id] = work | endif
  Announce('Activity')
  redrawstatus!
enddef

# The program and its arguments.
export def Command(): list<string>
  const command: any = get(g:, 'movies_server', $MOVIE_SERVER) ?? 'movie-server'
  return type(command) == v:t_list ? command : [expand($'{command}')]
enddef

# The setting that names the program.
export def Setting(): string
  return exists('g:movies_server') ? 'g:movies_server' : 'MOVIE_SERVER'
enddef

# The user's language and country. Vim's messages may have a language without a country; another category may have one. They
# are in C where the system lacks the user's locale.
export def Locale(): string
  const is_lost = v:lang =~# '^C\>\|^POSIX'
  const locale = get(g:, 'movies_locale', is_lost ? $LC_ALL ?? $LC_MESSAGES ?? $LANG ?? 'C' : v:lang)
  var others = [$LC_ALL, $LC_MEASUREMENT, $LC_ADDRESS, $LC_TELEPHONE, v:lc_time, $LC_MONETARY, $LC_PAPER, $LANG]
  const other = others->filter((_, name) => name =~# '^\a\+[-_]\u\u\([.@]\|$\)')->get(0, '')
  if locale =~# '^\a\+[-_]\(\a\{4}[-_]\)\?\u\u\([.@]\|$\)' || other ==# '' | return locale | endif
  return (locale =~# '^C\>\|^POSIX' ? 'en' : matchstr(locale, '^\a\+')) .. '-' .. matchstr(other, '[-_]\zs\u\u')
enddef

# The catalog of an id; without one, that of the session.
export def Catalog(id = ''): dict<any>
  const name = matchstr(id ==# '' ? get(info, 'catalog', '') : id, '^[^:]*')
  return get(info, 'catalogs', [])->copy()->filter((_, each) => each.name ==# name)->get(0, {capabilities: []})
enddef

export def IsReady(): bool
  return get(current, 'is_ready', false)
enddef

# Until the server has answered `initialize`, nobody knows what it can do.
export def Can(capability: string, id = ''): bool
  return empty(info) || index(Catalog(id).capabilities, capability) >= 0
enddef

export def Film(id: string): dict<any>
  return get(films, id, {isFavorite: false, mark: {}})
enddef

export def Log(): list<string>
  const process = empty(current) ? words.Error(Missing()) ?? 'none' : string(job_info(current.job).process)
  return ['version ' .. get(get(info, 'serverInfo', {}), 'version', 'unknown'), 'process ' .. process, 'stderr:'] + stderr
enddef

# Remembers what is kept about every film in a result, however deep it lies.
def Remember(value: any)
  const members: list<any> = type(value) == v:t_dict ? values(value) : type(value) == v:t_list ? value : []
  for each in members
    if type(each) == v:t_dict || type(each) == v:t_list | Remember(each) | endif
  endfor
  if type(value) == v:t_dict && value->has_key('isFavorite')
    const film = {isFavorite: value.isFavorite, mark: get(value, 'mark', {})}
    const title = value->has_key('title') ? {title: value.title, year: get(value, 'year', 0)} : {}
    for id in get(value, 'ids', [value.id]) | Set(id, extendnew(film, title)) | endfor
  endif
enddef

def Set(id: string, film: dict<any>)
  films[id] = extendnew(Film(id), film)
  changed[id] = films[id]
enddef

# Applies a change of the favorites or of the library, and says so.
def Apply(topic: string, change: dict<any>)
  var [state, none] = [known[topic], topic ==# 'favorites' ? {isFavorite: false} : {mark: {}}]
  changed = {}
  if get(change, 'fresh', false) || change.epoch !=# get(state, 'epoch', '')
    for id in keys(films) | Set(id, none) | endfor
  endif
  for id in change.removed | Set(id, none) | endfor
  for name in ['added', 'updated', 'changed'] | Remember(get(change, name, [])) | endfor
  state->extend({epoch: change.epoch, revision: change.revision, total: change.total})
  Announce(substitute(topic, '.', '\u&', '') .. 'Changed')
enddef

# Asks for the changes from the known state to a newer one.
def Synchronize(topic: string, epoch: string, revision = -1)
  const state = known[topic]
  const is_same_file = get(state, 'epoch', '') ==# epoch
  if is_same_file && state.revision == revision | return | endif
  Request(topic, {since: is_same_file ? state.revision : 0}, (err, change) => {
    if empty(err) | Apply(topic, change) | endif
  })
enddef

# Waits for a word of the server: a hung one does not even say that it works. Work that it has announced may take long.
def Listen(kind = '')
  timer_stop(listening)
  const is_awaited = indexof(keys(waiting), (_, id) => !loading->has_key(id)) >= 0
  const [before, next] = [silence, is_awaited ? kind : '']
  silence = next
  const [delay, then] = next ==# '' ? [500, 'late'] : [4500, 'lost']
  listening = is_awaited && next !=# 'lost' ? timer_start(delay, (_) => Listen(then)) : 0
  if next ==# before | return | endif
  Announce('Activity')
  redrawstatus!
  SaySilence()
enddef

# The popup of a search says it itself, and a message would disturb a prompt.
def SaySilence()
  if silence ==# 'lost' && mode() ==# 'n' && empty(popup_list()) | words.Say(words.silent) | endif
enddef

def Receive(message: dict<any>)
  const method = get(message, 'method', '')
  if method ==# 'loading'
    SetLoading(string(message.params.request), message.params.active ? message.params : {})
  elseif method =~# '^\(favorites\|library\)Changed$'
    const [topic, change] = [matchstr(method, '^\l\+'), message.params]
    const follows = change.epoch ==# get(known[topic], 'epoch', '') && change.previousRevision == known[topic].revision
    if follows | Apply(topic, change) | else | Synchronize(topic, change.epoch, change.revision) | endif
  elseif method ==# 'resync'
    for id in keys(loading) | SetLoading(id, {}) | endfor
    for [topic, state] in items(known)
      if index(message.params.topics, topic) >= 0 | Synchronize(topic, get(state, 'epoch', '')) | endif
    endfor
  elseif method ==# '' && message.id == null
    # The server could not read a request, and so not its id: it may be any of those that wait.
    FailAll(message.error)
  elseif method ==# ''
    Remember(get(message, 'result', {}))
    Finish(string(message.id), get(message, 'error', {}), get(message, 'result', {}))
  endif
  Listen()
enddef

def Finish(id: string, err: dict<any>, result: dict<any> = {})
  SetLoading(id, {})
  if waiting->has_key(id) | call(waiting->remove(id).callback, [err, result]) | endif
enddef

def FailAll(err: dict<any>)
  for id in keys(waiting) | Finish(id, err) | endfor
enddef

def Send(message: dict<any>)
  try
    ch_sendraw(current.job, json_encode(message) .. "\n")
  catch /E630:\|E631:\|E906:/ # the server has died; its end will be reported soon
  endtry
enddef

def Initialize()
  var params = {protocolVersion: '1.0', clientInfo: {name: 'vim', version: string(v:versionlong)}, processId: getpid(),
    locale: Locale(), catalog: get(g:, 'movies_catalog', null), loadingDelayMs: 150}
  Request('initialize', params->filter((_, value) => value != null), (err, result) => {
    if words.Reason(err) ==# 'serverGone' | return | endif
    if !empty(err) || get(result, 'protocolVersion', '') !~# '^1\.'
      Stop()
      FailAll(empty(err) ? words.Own('serverTooOld') : err)
      return
    endif
    [info, current.is_ready] = [result, true]
    for id in keys(waiting)->sort((a, b) => str2nr(a) - str2nr(b))
      if waiting[id].message.method ==# '' | Finish(id, {}) | else | Send(waiting[id].message) | endif
    endfor
    for [topic, state] in items(known)
      # At the first start there is nothing on the screen that could differ from this state.
      if empty(state) | state->extend(get(info, topic, {})) | endif
      if info->has_key(topic) | Synchronize(topic, info[topic].epoch, info[topic].revision) | endif
    endfor
  })
enddef

def Ended(process: dict<any>)
  process.parts -= 1
  if process.parts > 0 || process isnot current | return | endif
  current = {}
  const status = $'{process.program}: exit status {job_info(process.job).exitval}'
  const advice = process.is_ready ? '' : words.Install()
  const gone = words.Own('serverGone', empty(stderr) ? words.Join('. ', [status, advice]) : stderr[-5 :]->join(' '))
  const unanswered = copy(waiting)
  const is_awaited = indexof(values(waiting), (_, request) => request.message.method !=# 'initialize') >= 0
  const failure = process.is_restart && !process.is_ready ? gone : Start(true)
  for [id, request] in items(unanswered)
    const is_over = !empty(failure) || request.is_repeated || request.message.method ==# 'initialize'
    request.is_repeated = true
    if is_over | Finish(id, empty(failure) ? gone : failure) | endif
  endfor
  Listen()
  # Those who wait tell it.
  if !is_awaited | words.Notify(failure) | endif
enddef

# An error if there is no such program, whose job would seem to run.
def Missing(): dict<any>
  const program = Command()[0]
  const is_set = !empty(get(g:, 'movies_server', $MOVIE_SERVER))
  return executable(program) ? {} : words.Own('serverNotFound', is_set ? $'{program} ({Setting()})' : '')
enddef

# Returns an error, or an empty dictionary.
def Start(is_restart: bool): dict<any>
  const [command, missing] = [Command(), Missing()]
  if !empty(missing) | return missing | endif
  stderr = []
  var process: dict<any> = {is_restart: is_restart, is_ready: false, parts: 2, program: command[0]} # the exit and the end of the output
  process.job = job_start(command, {
    mode: 'nl', noblock: 1, stoponexit: 'term', close_cb: (_) => Ended(process), exit_cb: (_, _) => Ended(process),
    err_cb: (_, line) => stderr->add(line)->len() > 100 ? stderr->remove(0) : '',
    out_cb: (_, line) => {
      if process is current && line =~# '^{' | Receive(json_decode(line)) | endif
    }})
  current = process
  Initialize()
  return {}
enddef

# Calls a method, after `initialize` has told what the catalogs can do. `Callback` is called once, later, with the error and
# the result: the other is empty. The method '' calls nothing: it waits for `initialize`.
export def Request(method: string, params: dict<any> = {}, Callback: func = (err, _) => words.Notify(err)): number
  const failure = empty(current) ? Start(false) : {}
  last_id += 1
  const id = last_id
  const message = {jsonrpc: '2.0', id: id, method: method, params: params}
  waiting[id] = {message: message, callback: Callback, is_repeated: false}
  if !empty(failure) | timer_start(0, (_) => FailAll(failure)) | endif
  if IsReady() && method ==# '' | timer_start(0, (_) => Finish(string(id), {})) | endif
  if IsReady() && method !=# '' || method ==# 'initialize' | Send(message) | endif
  if listening == 0 && silence ==# '' | Listen() | endif
  SaySilence()
  return id
enddef

# Waits until `IsDone`, at most until it is known that the server does not answer.
export def Await(IsDone: func)
  for _ in range(1000)
    if IsDone() || silence ==# 'lost' | return | endif
    sleep! 10m
  endfor
enddef

# Calls a method, shows its error, or else goes on with its result.
export def Get(method: string, params: dict<any>, OnResult: func)
  Request(method, params, (err, result) => empty(err) ? OnResult(result) : words.Notify(err))
enddef

# Ends the server: it answers what it has accepted, and exits. One that hangs would not.
def Stop()
  if !empty(current) | ch_close_in(current.job) | endif
  if silence ==# 'lost' && !empty(current) | job_stop(current.job, 'kill') | endif
  current = {}
enddef

# The next server answers what this one has not: a change must not be lost.
export def Restart()
  Stop()
  for id in keys(loading) | SetLoading(id, {}) | endfor
  waiting->filter((_, request) => request.message.method !=# 'initialize')
  Listen()
  Announce('Restart')
  Request('', {}, (err, _) => {
    # A page on the screen says why not.
    if empty(err) | words.Say('movie-server was started again.') | elseif bufname() !~# '^movies:' | words.Notify(err) | endif
  })
enddef
