--- What the command :Movies, the keys of the plugin's buffers and the <Plug> maps do. Each action has the text that
--- follows it in the command, and `options.mods` and `options.bang` as `nvim_create_user_command` gives them.
local server = require("movies.server")
local words = require("movies.words")
local views = require("movies.view")

local M = {}

--- Lets the user choose a film of a result, with whatever interface `vim.ui.select` has.
---@param on_choice? fun(movie: movies.Movie) by default, its detail is opened
function M.select(method, params, on_choice)
  server.request(method, params, function(err, result)
    if err then return words.notify(err) end
    if #result.items == 0 then return words.echo(words.count({ total = 0 })) end
    local function format(movie) return words.columns(words.starred(movie), 46, movie.directors) end
    vim.ui.select(result.items, { prompt = words.count(result), kind = "movie", format_item = format }, function(movie)
      if movie then (on_choice or function() views.open_movie("detail", movie) end)(movie) end
    end)
  end)
end

--- Calls `act` with the film under the cursor, of an id, or that the user chooses of those that a query finds.
local function with_movie(text, act)
  local is_id = text:find("^%l+:%S+$")
  if text ~= "" and not is_id then return M.select("search", { query = text, list = "select" }, act) end
  local view, row = views.current()
  local movie = is_id and { id = text, title = "" } or row and row.movie or view and view.kind == "detail" and view.result
  if movie then act(movie) else words.echo("There is no film here.") end
end

--- Opens a URL or a file with the system's program for it.
function M.open_external(target)
  if vim.ui.open then return vim.ui.open(target) end
  if not pcall(vim.fn["netrw#BrowseX"], target, 0) then words.echo(target) end
end

--- Opens a web page. Other URLs of a catalog or of another program are not: they could start anything.
local function open_page(url)
  if url:match("^https?://") then M.open_external(url) else words.echo("There is no web page here.") end
end

--- Reads a line into a field of a view, which is loaded again for each change of it, as 'incsearch' does.
local function prompt(view, label, field)
  local id = vim.api.nvim_create_autocmd("CmdlineChanged", { pattern = "@", callback = function()
    if view[field] == vim.fn.getcmdline() then return end
    view[field] = vim.fn.getcmdline()
    view:load()
  end })
  vim.cmd("redraw")
  pcall(vim.fn.input, { prompt = label, default = view[field] }) -- Ctrl-C is an error
  vim.api.nvim_del_autocmd(id)
end

local function jump(step)
  local view, line = views.current() or { rows = {} }, vim.fn.line(".") + step
  while view.rows[line] and not view.rows[line].section do line = line + step end
  if view.rows[line] then vim.cmd("normal! m'" .. line .. "G") end
end

function M.open()
  local _, row = views.current()
  if row and row.action then return row.action() end
  if row and row.uri then (vim.startswith(row.uri, "movies:") and views.open or open_page)(row.uri) end
end

function M.search(text, options)
  if options.bang then return M.select("search", { query = text, list = "select" }) end
  local view = views.open(words.join("/", "movies://search", text), options.mods)
  if text ~= "" then return end
  view.query = ""
  prompt(view, "Search films: ", "query")
end

function M.favorites(text, options)
  local order, filter = text:match("sort=(%a+)"), vim.trim((text:gsub("sort=%a+", "")))
  local query = filter ~= "" and filter or nil
  if options.bang then return M.select("favorites", { sort = order, query = query, limit = 1000 }) end
  local view = views.open("movies://favorites", options.mods)
  view.order, view.filter = order, filter
  view:load()
end

function M.filter() prompt(views.open("movies://favorites"), "Filter favorites: ", "filter") end

function M.order()
  local view = views.open("movies://favorites")
  view.order = ({ starredAt = "title", title = "year", year = "rating" })[view.order or "starredAt"]
  view:load()
end

function M.discover(text, options)
  if text ~= "" then return views.open("movies://discover/" .. text, options.mods) end
  server.request("genres", {}, function(err, result)
    if err then return words.notify(err) end
    local function name(genre) return genre.name end
    vim.ui.select(result.genres, { prompt = "Genre", format_item = name }, function(genre)
      vim.ui.input({ prompt = "Years, such as 1990-1999: " }, function(years)
        if genre and years then views.open(words.join(" ", "movies://discover/" .. genre.name, years), options.mods) end
      end)
    end)
  end)
end

--- An action that opens a page of a film, at a section if it is a detail.
local function film_page(kind, section)
  return function(text, options)
    with_movie(text, function(movie) views.open_movie(kind, movie, section, options.mods) end)
  end
end
M.detail, M.recommendations = film_page("detail"), film_page("recommendations")
M.trailers, M.watch = film_page("detail", "Trailers"), film_page("detail", "Where to watch")

--- Stars a film; changes the star of that under the cursor.
function M.star(text)
  with_movie(text, function(movie)
    server.request(text == "" and server.stars[movie.id] and "unstar" or "star", { id = movie.id })
  end)
end

function M.unstar(text) with_movie(text, function(movie) server.request("unstar", { id = movie.id }) end) end

function M.browse(text)
  local _, row = views.current()
  if row and row.uri and vim.startswith(row.uri, "http") then return open_page(row.uri) end
  with_movie(text, function(movie) open_page(movie.link or "") end)
end

--- Shows the buffer from which the view was opened, or closes its window.
function M.close()
  local buffer, previous = vim.api.nvim_get_current_buf(), (views.current() or {}).previous
  if previous and vim.api.nvim_buf_is_valid(previous) then vim.cmd("buffer " .. previous) end
  vim.cmd("bwipeout " .. buffer)
end

function M.restart() server.restart() end
function M.home(_, options) views.open("movies://home", options.mods) end
function M.log(_, options) views.open("movies://log", options.mods):load() end
function M.reload() vim.cmd("edit") end
function M.help() vim.cmd("help movies-keys") end
function M.next() jump(1) end
function M.previous() jump(-1) end

local keys = {
  ["<CR>"] = "open", s = "star", S = "search", f = "favorites", t = "trailers", w = "watch", R = "recommendations",
  o = "browse", r = "reload", c = "order", i = "filter", ["]]"] = "next", ["[["] = "previous", ["g?"] = "help",
  q = "close",
}

function M.map_keys(buffer, is_text)
  for key, action in pairs(require("movies").options().keys == false and {} or keys) do
    local options = { buffer = buffer, remap = true, nowait = true, desc = "movies: " .. action }
    -- People move in text with f, t and w.
    if not (is_text and key:find("^[ftw]$")) then vim.keymap.set("n", key, "<Plug>(movies-" .. action .. ")", options) end
  end
end

local commands = { "detail", "discover", "favorites", "home", "log", "restart", "search", "star", "unstar" }
local arguments = {
  favorites = { "sort=rating", "sort=starredAt", "sort=title", "sort=year" },
  discover = { "sort=popularity", "sort=random", "sort=rating", "sort=releaseDate", "sort=title" },
}

function M.run(command)
  local name, text = command.args:match("^(%S*)%s*(.-)%s*$")
  name = name == "" and "search" or name
  if vim.tbl_contains(commands, name) then return M[name](text, command) end
  words.notify({ message = "There is no command " .. name .. "." })
end

---@return string[]
function M.complete(lead, line)
  local name = line:match("Movies!?%s+(%S+)%s")
  local candidates = name and (arguments[name] or {}) or commands
  return vim.tbl_filter(function(candidate)
    -- A catalog without home or discover lacks the command; until the server has started, nobody knows.
    local is_missing = server.info.catalog and (candidate == "home" or candidate == "discover") and not server.can(candidate)
    return vim.startswith(candidate, lead) and not is_missing
  end, candidates)
end

return M
