-- A test of a plugin: nvim --headless --clean -n -c 'luafile replay_test.lua'. The server plays a transcript; its exit
-- status is the result.
local folder = debug.getinfo(1, "S").source:sub(2):match("(.*/)") or "./"
package.path = folder .. "?.lua;" .. package.path
local Movies = require("movies")
local program = os.getenv("MOVIE_SERVER") or "movie-server"

--- Runs a test against the server of a transcript. Fails if the client sends something else, and shows the line.
local function replay(file, body)
  local notes = {}
  local movies = Movies.start({ program, "replay", folder .. file }, function(method, params)
    notes[#notes + 1] = { method = method, params = params }
  end)
  local passed, failure = pcall(body, movies, notes)
  local status, errors = movies:close()
  assert(status == 0, errors)
  assert(passed, failure)
end

--- The code under test, such as a command of a plugin.
local function find_and_star(movies, query)
  local page = assert(movies:ask("search", { query = query, list = "pane" }))
  return movies:ask("star", { id = page.items[1].id })
end

local tests = {
  ["a film is found and starred"] = function()
    replay("../session.rpc", function(movies, notes)
      movies:ask("initialize", { protocolVersion = "1.0", clientInfo = { name = "my-plugin" } })
      local star = find_and_star(movies, "올드보이")
      assert(star.isFavorite == true)
      assert(notes[3].method == "favoritesChanged" and notes[3].params.added[1].title == "Oldboy")
      local _, err = movies:ask("detail", { id = "builtin:tt0000000" })
      assert(err.data.reason == "movieNotFound")
    end)
  end,
  ["an error without an id fails the requests that wait"] = function()
    replay("../unreadable.rpc", function(movies)
      movies:ask("initialize", { protocolVersion = "1.0" })
      local reasons = {}
      local function note(err) reasons[#reasons + 1] = err.data.reason end
      movies:request("genres", vim.empty_dict(), note)
      movies:request("detail", { id = "builtin:tt0364569" }, note)
      vim.wait(10000, function() return #reasons == 2 end, 5)
      assert(table.concat(reasons, " ") == "parseError parseError", vim.inspect(reasons))
      assert(#movies:ask("genres").genres == 0)
    end)
  end,
  ["an unexpected message is reported with its line"] = function()
    local passed, failure = pcall(replay, "../session.rpc", function(movies)
      movies:ask("initialize", { protocolVersion = "1.0" })
      movies:ask("search", { query = "something else" })
    end)
    assert(not passed and failure:find("session.rpc:5: unexpected message from the client", 1, true), failure)
  end,
}

local failures = 0
for name, test in pairs(tests) do
  local passed, failure = xpcall(test, debug.traceback)
  if not passed then
    failures = failures + 1
    io.stderr:write("FAILED: " .. name .. "\n" .. failure .. "\n")
  end
end
-- Without one of these nvim would wait for input.
vim.cmd(failures == 0 and "qall!" or "cquit 1")
