-- A complete client for Neovim 0.7 and newer. Copy it.
local uv = vim.uv or vim.loop
local Movies = {}
Movies.__index = Movies

local decoding = { luanil = { object = true, array = true } }

--- Starts a server.
--- @param command string[] the server's program and its arguments
--- @param on_notification fun(method: string, params: table)|nil
function Movies.start(command, on_notification)
  local self = setmetatable({ pending = {}, last_id = 0, errors = "" }, Movies)
  self.on_notification = on_notification or function() end
  local stdout, stderr = uv.new_pipe(false), uv.new_pipe(false)
  self.stdin = uv.new_pipe(false)
  local remaining = 3 -- the exit and the ends of both outputs, in any order
  local function finish()
    remaining = remaining - 1
    if remaining == 0 then vim.schedule(function() self:_finish() end) end
  end
  local failure
  self.process, failure = uv.spawn(command[1], {
    args = vim.list_slice(command, 2),
    stdio = { self.stdin, stdout, stderr },
  }, function(status)
    self.exit_status = status
    self.process:close()
    finish()
  end)
  if not self.process then error(failure) end
  local pieces = {} -- of a line; joined once, when the line is complete
  stdout:read_start(function(_, chunk)
    if not chunk then
      stdout:close()
      return finish()
    end
    local from = 1
    while true do
      local newline = chunk:find("\n", from, true)
      if not newline then break end
      pieces[#pieces + 1] = chunk:sub(from, newline - 1)
      local line = table.concat(pieces)
      pieces, from = {}, newline + 1
      -- Neovim forbids editing in a libuv callback.
      vim.schedule(function() self:_receive(vim.json.decode(line, decoding)) end)
    end
    pieces[#pieces + 1] = chunk:sub(from)
  end)
  stderr:read_start(function(_, chunk)
    if not chunk then
      stderr:close()
      return finish()
    end
    self.errors = (self.errors .. chunk):sub(-8192)
  end)
  return self
end

function Movies:_send(message)
  message.jsonrpc = "2.0"
  if not self.stdin:is_closing() then self.stdin:write(vim.json.encode(message) .. "\n") end
end

--- Calls a method. `callback(err, result)` is called once, later. Returns the id of the request, which `cancel` needs.
function Movies:request(method, params, callback)
  self.last_id = self.last_id + 1
  self.pending[self.last_id] = callback
  self:_send({ id = self.last_id, method = method, params = params })
  return self.last_id
end

function Movies:notify(method, params) self:_send({ method = method, params = params }) end

function Movies:cancel(id) self:notify("$/cancelRequest", { id = id }) end

--- Calls a method and waits for it; for scripts and tests. Returns `result`, or `nil, err`.
function Movies:ask(method, params)
  local response
  self:request(method, params, function(err, result) response = { err = err, result = result } end)
  vim.wait(10000, function() return response ~= nil end, 5)
  if not response then return nil, { message = "no response to " .. method, data = { reason = "timeout" } } end
  return response.result, response.err
end

--- Shuts the server down and waits for its exit. Returns its exit status and its stderr.
function Movies:close()
  if self.exit_status == nil then self:ask("shutdown") end
  self:notify("exit")
  if not self.stdin:is_closing() then self.stdin:close() end
  vim.wait(10000, function() return self.is_over end, 5)
  return self.exit_status, self.errors
end

function Movies:_receive(message)
  if message.method then return self.on_notification(message.method, message.params) end
  -- The server could not read the id of a request: it may be any of those that wait.
  if message.id == nil then return self:_fail_all(message.error) end
  local callback = self.pending[message.id]
  self.pending[message.id] = nil
  if callback then callback(message.error, message.result) end
end

function Movies:_fail_all(err)
  local pending = self.pending
  self.pending = {}
  for _, callback in pairs(pending) do callback(err) end
end

function Movies:_finish()
  self.is_over = true
  self:_fail_all({ message = "the server exited: " .. self.errors, data = { reason = "serverGone" } })
end

return Movies
