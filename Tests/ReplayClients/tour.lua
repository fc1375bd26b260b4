-- The calls of tour.py with the recipe client for Neovim. TOUR contains the command, one word on each line.
local folder = debug.getinfo(1, "S").source:sub(2):match("(.*/)") or "./"
package.path = folder .. "../../clients/recipes/neovim/?.lua;" .. package.path
local Movies = require("movies")

local film = "tmdb:496243"
local counts = { loading = 0, favoritesChanged = 0, libraryChanged = 0, sessionChanged = 0 }
local movies = Movies.start(vim.split(os.getenv("TOUR"), "\n"), function(method)
  counts[method] = counts[method] + 1
end)

local function ask(method, params)
  local result, err = movies:ask(method, params)
  assert(result, err and err.message)
  return result
end
local function reason(method, params) return select(2, movies:ask(method, params)).data.reason end
local function report(...) io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), " "), "\n") end

local function tour()
  ask("initialize", { protocolVersion = "1.0", clientInfo = { name = "tour.lua" } })
  local page = ask("search", { query = "parasite", list = "tour" })
  report("search", page.total, page.items[1].id, page.hasMore)
  report("nextPage", #ask("nextPage", { list = "tour" }).items)
  report("search", ask("search", { query = "e", list = "tour", limit = 30 }).total)
  page = ask("nextPage", { list = "tour" })
  report("nextPage", page.page, page.offset)
  local sections = ask("home", { sections = { "popular", "upcoming" } }).sections
  report("home", sections[1].section, sections[2].section, sections[2].error.data.reason)
  local detail = ask("detail", { id = film, reviews = 2 })
  report("detail", detail.title, #detail.reviews.items, detail.reviews.total)
  report("reviews", ask("reviews", { id = film }).total)
  report("poster", ask("poster", { id = film }).mimeType)
  report("recommendations", #ask("recommendations", { id = "builtin:tt6751668", list = "like" }).items)
  report("genres", #ask("genres", { catalog = "builtin" }).genres)
  local random = { country = "KR", sort = "random", seed = 7, limit = 3, list = "random" }
  report("discover", ask("discover", random).total)
  report("people", #ask("people", { query = "song kang-ho", limit = 1 }).people)
  report("person", ask("person", { id = "tmdb:811476" }).name)
  report("collection", ask("collection", { id = "tmdb:263" }).items[1].title)
  local star = ask("star", { id = "builtin:tt6751668" })
  report("star", star.isFavorite, star.changed, star.revision)
  report("favorites", ask("favorites", { sort = "title", limit = 5, offset = 0 }).items[1].id)
  report("favorites", #ask("favorites", { since = 0 }).added)
  report("refreshFavorites", ask("refreshFavorites", {}).refreshed)
  report("unstar", ask("unstar", { id = "builtin:tt6751668" }).isFavorite)
  report("mark", ask("mark", { id = "builtin:tt6751668", watchlist = true }).changed)
  local viewing = { id = "builtin:tt6751668", viewing = "v1", date = "2026-01-31", rating = 8.5 }
  report("logViewing", ask("logViewing", viewing).mark.viewings)
  report("diary", ask("diary", { offset = 0 }).items[1].date)
  report("library", ask("library", { filter = "viewed", offset = 0 }).total)
  report("tags", #ask("tags").tags)
  report("statistics", ask("statistics", { from = "2026-01-01" }).viewings)
  report("deleteViewing", ask("deleteViewing", { viewing = "v1" }).changed)
  report("importLibrary", reason("importLibrary", { path = "/nowhere/letterboxd.zip" }))
  report("exportLibrary", reason("exportLibrary", { path = "/nowhere/library.json" }))
  report("syncStatus", ask("syncStatus").enabled)
  report("session", ask("session").loggedIn)
  local token = ask("login").requestToken
  report("completeLogin", reason("completeLogin", { requestToken = token }))
  report("completeLogin", ask("completeLogin", { requestToken = token }).user.name)
  report("rate", ask("rate", { id = film, value = 8.5 }).myRating)
  report("unrate", ask("unrate", { id = film }).id)
  report("logout", ask("logout").loggedIn)
  report("rpc.discover", ask("rpc.discover").openrpc)
  report("genres", reason("genres", { catalog = "nonsense" }))
  local cancelled
  local id = movies:request("search", { query = "x", debounceMs = 60000 }, function(err) cancelled = err end)
  movies:cancel(id)
  vim.wait(10000, function() return cancelled ~= nil end, 5)
  report("cancel", cancelled.data.reason)
  ask("shutdown")
  report(counts.loading, counts.favoritesChanged, counts.libraryChanged, counts.sessionChanged)
end

local passed, failure = xpcall(tour, debug.traceback)
movies:notify("exit")
movies.stdin:close()
vim.wait(10000, function() return movies.is_over end, 5)
if movies.errors ~= "" then io.stderr:write(movies.errors) end
if not passed then io.stderr:write(failure, "\n") end
io.stdout:flush()
vim.cmd(passed and movies.exit_status == 0 and "qall!" or "cquit 1")
