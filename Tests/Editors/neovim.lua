-- Tests Neovim's own LSP client with the server, as with any language server. Neovim 0.7 and newer.
local failures, notifications = {}, {}

local function check(condition, what)
  if not condition then failures[#failures + 1] = what end
end

local function wait_for(condition, what)
  check(vim.wait(120000, condition, 5), what .. ": did not happen in time")
end

local function note(method)
  return function(_, params)
    notifications[#notifications + 1] = vim.tbl_extend("keep", { method = method }, params)
  end
end

local function count(method)
  return #vim.tbl_filter(function(each) return each.method == method end, notifications)
end

local exit_status
local start = vim.lsp.start or vim.lsp.start_client -- the former came with 0.8
local id = start({
  name = "movies",
  cmd = { os.getenv("MOVIE_SERVER"), "--stdio" },
  root_dir = os.getenv("HOME"),
  handlers = { loading = note("loading"), favoritesChanged = note("favoritesChanged") },
  on_exit = function(status) exit_status = status end,
})
local client = vim.lsp.get_client_by_id(id)
-- From 0.11 on these are methods; before, they were functions.
local function call(name, ...)
  if vim.fn.has("nvim-0.11") == 1 then return client[name](client, ...) end
  return client[name](...)
end

local function ask(method, params)
  local answer
  call("request", method, params, function(err, result) answer = { err = err, result = result } end, 0)
  wait_for(function() return answer ~= nil end, method)
  return answer or {}
end

local function run()
  wait_for(function() return vim.lsp.get_client_by_id(id) and client.initialized end, "initialize")
  local found = ask("search", { query = "올드보" }).result
  check(found.items[1].originalTitle == "올드보이", "search")
  check(ask("star", { id = found.items[1].id }).result.changed == true, "star")
  check(ask("search", { query = "oldboy" }).result.items[1].isFavorite == true, "isFavorite")
  check(#ask("genres", vim.NIL).result.genres > 10, "null params")
  check(#ask("genres", {}).result.genres > 10, "empty params")
  check(ask("nothing", {}).err.data.reason == "methodNotFound", "error")
  check(count("loading") == 4 and count("favoritesChanged") == 1, "notifications: " .. vim.inspect(notifications))

  -- Neovim never calls the callback of a request that is answered with -32800; `loading` reports its end.
  local is_called = false
  local _, waiting = call("request", "search", { query = "a", list = "x", debounceMs = 60000 }, function() is_called = true end, 0)
  local _, running = call("request", "search", { query = "b", list = "y", debounceMs = 1 }, function() end, 0)
  call("cancel_request", waiting)
  check(ask("search", { query = "oldboy", list = "z" }).result.total == 1, "a search after a cancelled one")
  check(not is_called and running ~= waiting, "the callback of a cancelled request was called")

  call("stop")
  wait_for(function() return exit_status ~= nil end, "exit")
  check(exit_status == 0, "exit status " .. tostring(exit_status))
end

local passed, failure = xpcall(run, debug.traceback)
if not passed then failures[#failures + 1] = failure end
for _, each in ipairs(failures) do io.stderr:write("Neovim: failed: " .. each .. "\n") end
vim.cmd(#failures == 0 and "qall!" or "cquit 1")
