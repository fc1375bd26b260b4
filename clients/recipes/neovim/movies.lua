-- A client for Neovim 0.7 and newer, whole. Copy it.
local uv = vim.uv or vim.loop
local Movies = {}
Movies.__index = Movies

local decoding = { luanil = { object = true, array = true } }

--- Starts a server of one's own.
--- @param command string[] the server's program and its arguments
--- @param on_notification fun(method: string, params: table)|nil
function Movies.start(command, on_notification)
  local self = setmetatable({ pending = {}, last_id = 0, errors = "" }, Movies)
  self.on_notification = on_notification or function() end
  local stdout, stderr = uv.new_pipe(false), uv.new_pipe(false)
  self.stdin = uv.new_pipe(false)
  local left = 3 -- its end, and that of both outputs, in any order
  local function finish()
    left = left - 1
    if left == 0 then vim.schedule(function() self:_ended() end) end
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
  local pieces = {} -- of a line; joined once, when it is whole
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
      -- Editing is not allowed in a callback of libuv's.
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

--- Calls a method; `callback(err, result)` comes later, once. Returns the request's id, for `cancel`.
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
  local answer
  self:request(method, params, function(err, result) answer = { err = err, result = result } end)
  vim.wait(10000, function() return answer ~= nil end, 5)
  if not answer then return nil, { message = "no answer to " .. method, data = { reason = "timeout" } } end
  return answer.result, answer.err
end

--- Ends the server and waits for it. Returns its exit status and what it said on stderr.
function Movies:close()
  if self.exit_status == nil then self:ask("shutdown") end
  self:notify("exit")
  if not self.stdin:is_closing() then self.stdin:close() end
  vim.wait(10000, function() return self.is_over end, 5)
  return self.exit_status, self.errors
end

function Movies:_receive(message)
  if message.method then return self.on_notification(message.method, message.params) end
  local callback = self.pending[message.id]
  self.pending[message.id] = nil
  if callback then callback(message.error, message.result) end
end

function Movies:_ended()
  self.is_over = true
  local pending = self.pending
  self.pending = {}
  for _, callback in pairs(pending) do
    callback({ message = "the server has ended: " .. self.errors, data = { reason = "serverGone" } })
  end
end

return Movies
