--- The server process: started when it is first needed, started once more if it dies, ended with Neovim.
local words = require("movies.words")

local M = {
  stars = {}, ---@type table<string, boolean> whether a film is a favorite, by id
  marks = {}, ---@type table<string, table|false> what the user keeps about a film, by id
  films = {}, ---@type table<string, movies.Movie> what is known of each film, by id
  loading = {}, ---@type table<integer, table> the params of `loading`, by the id of the request that works
  favorites = {}, ---@type { epoch?: string, revision?: integer, total?: integer } the state that `stars` has
  library = {}, -- the state that `marks` has
  info = {}, ---@type table the result of `initialize`
  stderr = "", -- the end of it
  silence = nil, ---@type "late"|"lost"|nil while the server leaves a request without a word
}

---@type { job: integer, is_restart: boolean, is_ready: boolean }?
local current
local waiting = {} -- requests without a response, by id
local last_id = 0
local listening = -1 -- the timer of `listen`, or -1

local function announce(event) vim.api.nvim_exec_autocmds("User", { pattern = "Movies" .. event, modeline = false }) end

local function set_loading(id, work)
  if M.loading[id] == work then return end
  M.loading[id] = work
  vim.cmd("redrawstatus!")
  announce("Activity")
end

---@return string[] the program and its arguments
function M.command()
  local command = require("movies").options().server or vim.env.MOVIE_SERVER or ""
  return type(command) == "table" and command or { command ~= "" and vim.fn.expand(command) or "movie-server" }
end

function M.pid() return current and vim.fn.jobpid(current.job) end

--- The catalog of an id; by default, that of the session.
function M.catalog(id)
  local name = (id or M.info.catalog or ""):match("^[^:]*")
  return vim.tbl_filter(function(each) return each.name == name end, M.info.catalogs or {})[1] or { capabilities = {} }
end

function M.can(capability, id) return vim.tbl_contains(M.catalog(id).capabilities, capability) end

--- The user's language and country, such as "ko-KR": where to watch and age ratings need the country, which a locale such
--- as "C" or "ko" lacks. Then it is that of the first other variable of the environment that names one.
function M.locale()
  local options = require("movies").options()
  local set, name = vim.env, "^%l%l%l?[%w_]*" -- Neovim's own is C where the system lacks the user's
  local own = vim.v.lang:match(name) or words.join(" ", set.LC_ALL, set.LC_MESSAGES, set.LANG):match(name)
  local locale = (options.locale or own or "en"):gsub("%..*", ""):gsub("_", "-")
  local language, country = locale:match("^(.-)%-(%u%u)$")
  local others = words.join(" ", set.LC_ALL, set.LC_MEASUREMENT, set.LC_PAPER, set.LC_MONETARY, set.LC_TIME, set.LC_ADDRESS,
    set.LC_TELEPHONE, set.LANG)
  return words.join("-", language or locale, options.country or country or others:match("%l_(%u%u)"))
end

--- Remembers every film in a result, however deep it lies.
local function remember(value)
  if type(value) ~= "table" then return end
  local ids = value.isFavorite ~= nil and (value.ids or { value.id }) or {}
  for _, id in ipairs(ids) do
    M.stars[id] = value.isFavorite
    if value.title then M.marks[id], M.films[id] = value.mark or false, value end -- the result of `star` has none of them
  end
  for _, each in pairs(value) do remember(each) end
end

--- What is known of each topic, and its event.
local topics = { favorites = { "stars", "FavoritesChanged" }, library = { "marks", "LibraryChanged" } }

local function apply(topic, change)
  local known, event = unpack(topics[topic])
  if change.fresh or change.epoch ~= M[topic].epoch then M[known] = vim.tbl_map(function() return false end, M[known]) end
  for _, id in ipairs(change.removed) do M[known][id] = false end
  remember({ change.added, change.updated, change.changed })
  M[topic] = { epoch = change.epoch, revision = change.revision, total = change.total }
  announce(event)
end

--- Asks for the changes from the known state to a newer one.
local function synchronize(topic, state)
  local known = M[topic]
  if known.epoch == state.epoch and known.revision == state.revision then return end
  M.request(topic, { since = known.epoch == state.epoch and known.revision or 0 }, function(err, change)
    if not err then apply(topic, change) end
  end)
end

local function follow(topic, change)
  local known = M[topic]
  local follows = change.epoch == known.epoch and change.previousRevision == known.revision;
  (follows and apply or synchronize)(topic, change)
end

local notifications = {
  loading = function(work) set_loading(work.request, work.active and work or nil) end,
  favoritesChanged = function(change) follow("favorites", change) end,
  libraryChanged = function(change) follow("library", change) end,
  resync = function(params)
    for id in pairs(M.loading) do set_loading(id, nil) end
    for topic in pairs(topics) do
      if vim.tbl_contains(params.topics, topic) then synchronize(topic, { epoch = M[topic].epoch }) end
    end
  end,
}

local function finish(id, err, result)
  local request = waiting[id]
  waiting[id] = nil
  set_loading(id, nil)
  if request then request.callback(err, result) end
end

local function say_silence() if M.silence == "lost" then words.echo(words.t(words.silent)) end end

--- Waits for a word of the server: one that hangs does not even say that it works. Work that it has announced may take long.
---@param kind? "late"|"lost" what the silence has become
local function listen(kind)
  vim.fn.timer_stop(listening)
  listening = -1
  local is_awaited = false
  for id in pairs(waiting) do is_awaited = is_awaited or not M.loading[id] end
  local before = M.silence
  M.silence = is_awaited and kind or nil
  if is_awaited and kind ~= "lost" then
    listening = vim.fn.timer_start(kind and 4500 or 500, function() listen(kind and "lost" or "late") end)
  end
  if M.silence == before then return end
  vim.cmd("redrawstatus!")
  announce("Activity")
  say_silence()
end

local function fail_all(err) for id in pairs(waiting) do finish(id, err) end end

local function receive(line)
  vim.schedule(listen) -- when the answer is no longer waited for
  local is_json, message = pcall(vim.json.decode, line, { luanil = { object = true, array = true } })
  if not is_json or type(message) ~= "table" then return end
  local notify = message.method and (notifications[message.method] or function() end)
  if notify then return notify(message.params) end
  -- The server could not read a request, and so not its id: it may be any of those that wait.
  if message.id == nil then return fail_all(message.error) end
  remember(message.result)
  finish(message.id, message.error, message.result)
end

local function send(message)
  if message.method == "ready" then return vim.schedule(function() finish(message.id, nil, M.info) end) end
  pcall(vim.fn.chansend, current.job, vim.json.encode(message) .. "\n") -- fails if its end has not been reported yet
end

local function initialize()
  local options, version = require("movies").options(), vim.version()
  M.request("initialize", {
    protocolVersion = "1.0",
    clientInfo = { name = "neovim", version = ("%d.%d.%d"):format(version.major, version.minor, version.patch) },
    processId = vim.fn.getpid(), locale = M.locale(), catalog = options.catalog, loadingDelayMs = 150,
  }, function(err, info)
    if err and err.data.reason == "serverGone" then return end
    if err or not vim.startswith(info.protocolVersion or "", "1.") then
      M.stop()
      return fail_all(err or words.own("serverTooOld"))
    end
    M.info, current.is_ready = info, true
    local ids = vim.tbl_keys(waiting)
    table.sort(ids)
    for _, id in ipairs(ids) do send(waiting[id].message) end
    for topic in pairs(topics) do
      if M[topic].epoch and info[topic] then
        synchronize(topic, info[topic])
      else
        M[topic] = info[topic] or M[topic] -- there is nothing on the screen yet that could differ from it
      end
    end
  end)
end

---@return movies.Error? failure
local function start(is_restart)
  local command = M.command()
  if vim.fn.executable(command[1]) == 0 then
    local own = require("movies").options().server
    local is_set = (own or vim.env.MOVIE_SERVER or "") ~= ""
    local setting = is_set and (own and "vim.g.movies.server" or "MOVIE_SERVER")
    return words.own("serverNotFound", setting and ("%s (%s)"):format(command[1], setting))
  end
  local process, rest = { is_restart = is_restart, is_ready = false }, ""
  M.stderr = ""
  process.job = vim.fn.jobstart(command, {
    detach = true, -- Ctrl-Z must not stop it while it holds a lock that other editors wait for
    on_stdout = function(_, data) -- lines, of which the first and the last are parts
      data[1] = rest .. data[1]
      rest = table.remove(data)
      for _, line in ipairs(data) do if process == current then receive(line) end end
    end,
    on_stderr = function(_, data) M.stderr = (M.stderr .. table.concat(data, "\n")):sub(-8192) end,
    on_exit = function(_, status)
      if process ~= current then return end
      current = nil
      local reason = vim.trim(("%s: exit status %d\n%s"):format(command[1], status, M.stderr)):match("[^\n]*$")
      local gone = words.own("serverGone", reason)
      local unanswered = vim.tbl_extend("error", {}, waiting)
      local failure, is_told = is_restart and not process.is_ready and gone or start(true), false
      for id, request in pairs(unanswered) do
        local is_own = request.message.method == "initialize"
        local is_over = failure or request.is_repeated or is_own
        request.is_repeated, is_told = true, is_told or not is_own
        if is_over then finish(id, failure or gone) end
      end
      listen()
      if not is_told then words.notify(failure) end -- else those who have asked say so
    end,
  })
  current = process
  initialize()
end

--- Calls a method, after `initialize` has told what the catalogs can do; "ready" is only that. `callback` is called once,
--- later.
---@param callback? fun(err: movies.Error?, result: table?) by default, an error is shown
---@return integer id of the request
function M.request(method, params, callback)
  local failure = not current and start(false)
  last_id = last_id + 1
  local id, message = last_id, { jsonrpc = "2.0", id = last_id, method = method, params = params }
  waiting[id] = { message = message, callback = callback or words.notify }
  if failure then vim.schedule(function() finish(id, failure) end) end
  if current and (current.is_ready or method == "initialize") then send(message) end
  if listening == -1 and not M.silence then listen() end
  say_silence()
  return id
end

--- Calls a method, shows its error, or else goes on with its result.
function M.get(method, params, on_result)
  M.request(method, params, function(err, result)
    if err then words.notify(err) else on_result(result) end
  end)
end

--- Waits until `is_done`, at most until it is known that the server does not answer.
function M.await(is_done) vim.wait(10000, function() return is_done() or M.silence == "lost" end, 10) end

--- Calls a method, and waits for its error and its result.
---@return movies.Error? err, table? result
function M.wait(method, params)
  local answer
  M.request(method, params, function(...) answer = { ... } end)
  M.await(function() return answer end)
  return unpack(answer or { { message = words.t(words.silent) } }, 1, 2)
end

--- Ends the server: it answers what it has accepted, and exits. One that hangs would not.
function M.stop()
  if current and M.silence == "lost" then vim.loop.kill(M.pid(), "sigkill") end
  if current then vim.fn.chanclose(current.job, "stdin") end
  current = nil
end

--- The next server answers what this one has not: a change must not be lost.
function M.restart()
  M.stop()
  for id in pairs(M.loading) do set_loading(id, nil) end
  for id, request in pairs(waiting) do
    if request.message.method == "initialize" then waiting[id] = nil end
  end
  listen()
  local failure = start(false)
  if failure then fail_all(failure) end
  if failure then words.notify(failure) else words.echo(words.t("movie-server was started again.")) end
  announce("Restart")
end

vim.api.nvim_create_augroup("movies", { clear = false }) -- a user's configuration may load this before the plugin
vim.api.nvim_create_autocmd("VimLeavePre", { group = "movies", callback = M.stop })

return M
