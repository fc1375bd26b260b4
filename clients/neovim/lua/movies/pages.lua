--- What the views show: a function for each kind of view.
local server = require("movies.server")
local words = require("movies.words")
local rows = require("movies.rows")
local views = require("movies.view")
local t = words.t

local M = {}

--- Loads a list and, while the user scrolls, its next pages. Loads as many rows as there were when it is loaded again.
---@param kind? { empty: string, count?: (fun(page: table): string), rows?: fun(view: movies.View, items: table[]): movies.Row[] }
local function load_list(view, heading, method, params, kind)
  local wanted, goal, items, title = #view.rows, nil, {}, nil
  kind = kind or {}
  local function place(result)
    local page = result.sections and result.sections[1] or result
    if page.error then return view:fail(page.error) end
    title = page.title or title -- later pages have none
    items = vim.list_extend(vim.list_slice(items, 1, page.offset or params.offset), page.items)
    -- The library has no lists of the session: they have no name for `nextPage`.
    local has_more = page.hasMore or not page.list and #page.items > 0 and #items < page.total
    local function more()
      params.offset, params.limit = #items, params.limit and 1000
      view:request(page.list and "nextPage" or method, page.list and { list = page.list } or params, place)
    end
    -- A service takes its time for each page, and some of its lists have thousands of films.
    if view.is_to_end then goal = goal or page.list and #items + 1000 or math.huge end
    if has_more and #items + 1 < (goal or page.list and 0 or wanted) then return more() end
    view.more = has_more and more
    local is_empty = page.total == 0 and kind.empty and not params.query and not params.from
    view.state = words.join(" · ", is_empty and t(kind.empty) or (kind.count or words.count)(page),
      page.list and server.catalog().attribution)
    view:draw(function()
      if #items == 0 and page.list and server.info.hint then return view:show_text(server.info.hint) end
      view.column = not kind.rows and rows.column(view.columns, items, math.floor(view.columns / 2), 14)
      local function row(movie) return rows.movie(view, movie) end
      view:show(words.join(": ", heading, title), kind.rows and kind.rows(view, items) or vim.tbl_map(row, items))
    end)
    if view.is_to_end then view:move_to(#view.rows) end
    wanted, goal, view.is_to_end = 0, nil, false
  end
  view.heading = heading
  view:request(method, params, place)
end

--- What there is before anything is searched: the catalog, the keys, the last searches, and the films of a local catalog.
local function show_first_screen(view)
  local hint = server.info.hint
  view.heading = words.join(": ", t("Search"), not hint and server.catalog().title)
  view.state = hint and words.lines(hint, math.huge)[1] or "" -- all of it stands below the films
  local searches = vim.tbl_map(function(query) return { name = query } end, require("movies").searches())
  view.result = { searches = searches }
  rows.show(view)
  if not hint or not server.can("home") then return end
  view:request("home", {}, function(home)
    view.result.sections = home.sections
    rows.show(view)
  end)
end

function M.search(view)
  local query = vim.trim(view.query or view.argument)
  local list = not view.query and "movies://search/" .. query or nil
  local params = { query = query, list = list, debounceMs = view.query and 60 }
  view.result = nil
  if query ~= "" then return load_list(view, t("Search") .. ": " .. query, "search", params) end
  view.heading, view.state = t("Search"), ""
  view:request("ready", nil, function() show_first_screen(view) end)
end

--- The lists of the library: the method, what the argument of the view means, and the orders, first the default.
M.lists = {
  favorites = {
    method = "favorites", title = "Favorites", orders = { "starredAt", "title", "year", "rating" },
    empty = "No favorites yet. Press s on a film to star it.",
  },
  watchlist = {
    method = "library", title = "Watchlist", params = { filter = "watchlist" },
    orders = { "watchlistedAt", "title", "year", "rating", "runtime", "random" },
    empty = "Nothing is on the watchlist yet. Press b on a film to put it there.",
  },
  library = {
    method = "library", title = "Library", argument = "filter",
    orders = { "changedAt", "title", "year", "myRating", "lastViewed", "random" },
    empty = "Nothing is here yet.",
  },
  tagged = {
    method = "library", title = "Tag", argument = "tag", orders = { "title", "year", "myRating", "random" },
    empty = "Nothing is here yet.",
  },
}
local orders = {
  changedAt = "last change", lastViewed = "last viewing", myRating = "my rating", random = "chance", rating = "rating",
  runtime = "length", starredAt = "star", title = "title", watchlistedAt = "time", year = "year",
}

for name, list in pairs(M.lists) do
  M[name] = function(view)
    local order = view.order or list.orders[1]
    local filter = view.filter ~= "" and view.filter or nil
    local params = { sort = order, query = filter, limit = 200, offset = 0 }
    view.seed = order == "random" and (view.seed or os.time()) or nil
    params = vim.tbl_extend("error", params, list.params or {}, { seed = view.seed })
    if list.argument and view.argument ~= "" then params[list.argument] = view.argument end
    local heading = words.join(": ", t(list.title), list.argument == "filter" and t(view.argument) or view.argument)
    local by = order ~= list.orders[1] and t("by {order}", { order = t(orders[order] or order) })
    load_list(view, words.join(" ", heading, by, filter and t("with {text}", { text = filter })), list.method, params, list)
  end
end

--- Loads a view again that a change of the library concerns. A detail has more of a mark than the rows of lists, and other
--- films do not concern it.
function M.follow(view)
  local movie, kind = view.result, view.kind
  local is_old = movie and movie.title and (server.marks[movie.id] or nil) ~= movie.mark
  if is_old or M.lists[kind] or kind == "diary" or kind == "statistics" or kind == "tags" then view:refresh() end
end

local diary = {
  empty = "No viewings yet. Press l on a film to log one.", rows = rows.diary,
  count = function(page) return page.total == 0 and t("No viewings.") or words.viewings(page.total) end,
}
function M.diary(view)
  local params = vim.tbl_extend("error", { limit = 200, offset = 0 }, M.span(view.argument))
  load_list(view, words.join(" ", t("Diary"), view.argument), "diary", params, diary)
end

--- The days of a year, a month, or from one day to another.
---@param text string such as `2025`, `2025-03` or `2025-03-01 2025-04-15`
function M.span(text)
  local first, last = text:match("^(%S+)%s*(.*)$")
  if not first then return {} end
  last = last ~= "" and last or first
  local year, month = last:match("^(%d+)%-(%d+)$")
  -- The day before the first one of the next month.
  last = year and os.date("%Y-%m-%d", os.time({ year = year, month = month + 1, day = 0 })) or last
  return { from = (first .. "-01-01"):sub(1, 10), to = (last .. "-12-31"):sub(1, 10) }
end

function M.statistics(view)
  view.heading = words.join(" ", t("Statistics"), view.argument)
  view:request("statistics", M.span(view.argument), function(result)
    view.state = result.viewings == 0 and t(view.argument == "" and diary.empty or "No viewings.") or ""
    view:draw(function()
      view:show(view.heading, result.viewings > 0 and require("movies.statistics")(view, result) or {})
    end)
  end)
end

function M.tags(view)
  view.heading = t("Tags")
  view:request("tags", vim.empty_dict(), function(result)
    view.state = #result.tags == 0 and t("No tags yet. Press m on a film to tag it.") or ""
    view:show(view.heading, vim.tbl_map(function(tag)
      return { text = words.columns("  " .. tag.name, 46, tostring(tag.count)), uri = "movies://tagged/" .. tag.name }
    end, result.tags))
  end)
end

--- Loads a film, a person, a collection or a home: the kind is the name of the method.
local function load_page(view)
  local id, title = view.argument:match("(%S*)%s*(.*)")
  local method = view.kind == "preview" and "detail" or view.kind
  view.heading = title ~= "" and title or method == "home" and t("Home") or ""
  view:request(method, id ~= "" and { id = id } or {}, function(result)
    view.result, view.state = result, ""
    if view.kind == "detail" and title == "" then view:rename(views.movie_uri(view.kind, result)) end
    rows.show(view)
    view:go_to_section()
  end)
end
M.detail, M.person, M.collection = load_page, load_page, load_page

function M.preview(view) if view.argument ~= "" then load_page(view) end end

function M.home(view)
  if view.argument == "" then return load_page(view) end
  load_list(view, t("Home"), "home", { sections = { view.argument } })
end

--- Reads what `discover` filters by: genres, with commas between them, years, and an order.
---@param text string such as `Drama, Science Fiction 1990-1999 sort=rating`
function M.discover_params(text)
  local padded = " " .. text:gsub("sort=%a+", "") .. " "
  local years = padded:match("%s(%d*%-?%d%d%d%d)%s") or padded:match("%s(%d%d%d%d%-)%s") or ""
  local genres = vim.trim((padded:gsub(vim.pesc(years), "", 1)))
  return {
    list = "movies://discover/" .. text, sort = text:match("sort=(%a+)"),
    genres = genres ~= "" and vim.split(genres, "%s*,%s*") or nil,
    yearFrom = tonumber(years:match("^%d+")), yearTo = tonumber(years:match("%d+$")),
  }
end

function M.discover(view)
  load_list(view, words.join(": ", t("Discover"), view.argument), "discover", M.discover_params(view.argument))
end

function M.recommendations(view)
  local id, title = view.argument:match("(%S+)%s*(.*)")
  load_list(view, words.join(": ", t("Recommendations"), title), "recommendations", { id = id })
end

function M.help(view)
  local keys = require("movies.keys")
  local lines = vim.tbl_map(function(key)
    return { text = words.columns("  " .. keys.name(key[1], view.explains_text), 16, t(key[3])) }
  end, keys.keys)
  lines[#lines + 1] = { text = "  :help movies", action = require("movies.actions").manual }
  view:show(t("Keys"), lines)
end

function M.log(view)
  local version = (server.info.serverInfo or {}).version or "unknown"
  local text = ("version %s\nprocess %s\nstderr:\n%s"):format(version, server.pid() or "none", server.stderr)
  local lines = vim.split(vim.trim(text), "\n")
  view:show("Log: " .. table.concat(server.command(), " "), vim.tbl_map(function(line) return { text = line } end, lines))
end

return M
