-- The tour of tour.py with the client of the recipes for Neovim. The command is in TOUR, a word a line.
local folder = debug.getinfo(1, "S").source:sub(2):match("(.*/)") or "./"
package.path = folder .. "../../clients/recipes/neovim/?.lua;" .. package.path
local Movies = require("movies")

local film = "tmdb:496243"
local counts = { loading = 0, favoritesChanged = 0, sessionChanged = 0 }
local movies = Movies.start(vim.split(os.getenv("TOUR"), "\n"), function(method)
  counts[method] = counts[method] + 1
end)

local function ask(method, params)
  local result, err = movies:ask(method, params)
  assert(result, err and err.message)
  return result
end
local function reason(method, params) return select(2, movies:ask(method, params)).data.reason end
local function tell(...) io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), " "), "\n") end

local function tour()
  ask("initialize", { protocolVersion = "1.0", clientInfo = { name = "tour.lua" } })
  local page = ask("search", { query = "parasite", list = "tour" })
  tell("search", page.total, page.items[1].id, page.hasMore)
  tell("nextPage", #ask("nextPage", { list = "tour" }).items)
  tell("search", ask("search", { query = "e", list = "tour", limit = 30 }).total)
  page = ask("nextPage", { list = "tour" })
  tell("nextPage", page.page, page.offset)
  local sections = ask("home", { sections = { "popular", "upcoming" } }).sections
  tell("home", sections[1].section, sections[2].section, sections[2].error.data.reason)
  local detail = ask("detail", { id = film, reviews = 2 })
  tell("detail", detail.title, #detail.reviews.items, detail.reviews.total)
  tell("reviews", ask("reviews", { id = film }).total)
  tell("poster", ask("poster", { id = film }).mimeType)
  tell("recommendations", #ask("recommendations", { id = "builtin:tt6751668", list = "like" }).items)
  tell("genres", #ask("genres", { catalog = "builtin" }).genres)
  local star = ask("star", { id = "builtin:tt6751668" })
  tell("star", star.isFavorite, star.changed, star.revision)
  tell("favorites", ask("favorites", { sort = "title", limit = 5, offset = 0 }).items[1].id)
  tell("favorites", #ask("favorites", { since = 0 }).added)
  tell("refreshFavorites", ask("refreshFavorites", {}).refreshed)
  tell("unstar", ask("unstar", { id = "builtin:tt6751668" }).isFavorite)
  tell("session", ask("session").loggedIn)
  local token = ask("login").requestToken
  tell("completeLogin", reason("completeLogin", { requestToken = token }))
  tell("completeLogin", ask("completeLogin", { requestToken = token }).user.name)
  tell("rate", ask("rate", { id = film, value = 8.5 }).myRating)
  tell("unrate", ask("unrate", { id = film }).id)
  tell("logout", ask("logout").loggedIn)
  tell("discover", ask("rpc.discover").openrpc)
  tell("genres", reason("genres", { catalog = "nonsense" }))
  local cancelled
  local id = movies:request("search", { query = "x", debounceMs = 60000 }, function(err) cancelled = err end)
  movies:cancel(id)
  vim.wait(10000, function() return cancelled ~= nil end, 5)
  tell("cancel", cancelled.data.reason)
  ask("shutdown")
  tell(counts.loading, counts.favoritesChanged, counts.sessionChanged)
end

local passed, failure = xpcall(tour, debug.traceback)
movies:notify("exit")
movies.stdin:close()
vim.wait(10000, function() return movies.is_over end, 5)
if movies.errors ~= "" then io.stderr:write(movies.errors) end
if not passed then io.stderr:write(failure, "\n") end
io.stdout:flush()
vim.cmd(passed and movies.exit_status == 0 and "qall!" or "cquit 1")
