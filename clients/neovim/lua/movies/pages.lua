--- What the views show: a function for each kind of view.
local server = require("movies.server")
local words = require("movies.words")
local rows = require("movies.rows")

local M = {}

--- Loads a list and, while the user scrolls, its next pages.
local function load_list(view, heading, method, params)
  local function place(result)
    local section = result.sections and result.sections[1] or {}
    if section.error then return view:fail(section.error) end
    local page = section.items and section or result
    local offset = page.offset or params.offset
    view.items = vim.list_extend(vim.list_slice(view.items or {}, 1, offset), page.items)
    local is_empty = page.total == 0 and not page.list and not params.query
    local count = is_empty and "No favorites yet. Press s on a film to star it." or words.count(page)
    view.state = words.join(" · ", count, page.list and server.catalog().attribution)
    -- Favorites are no list of the session: they have no name for `nextPage`.
    local has_more = page.hasMore or not page.list and #page.items > 0 and #view.items < page.total
    view.more = has_more and function()
      params.offset = #view.items
      view:request(page.list and "nextPage" or method, page.list and { list = page.list } or params, place)
    end
    view:show(words.join(": ", heading, section.title), vim.tbl_map(function(movie) return rows.movie(movie) end, view.items))
  end
  view.heading = heading
  view:request(method, params, place)
end

function M.search(view)
  local query = vim.trim(view.query or view.argument)
  local list = not view.query and "movies://search/" .. query or nil
  local params = { query = query, list = list, debounceMs = view.query and 200 }
  -- The films of the text before stay on the screen until there are others, or an error.
  if view.query then view.items = {} end
  if query ~= "" then return load_list(view, "Search: " .. query, "search", params) end
  view.pending, view.state, view.more = nil, "", nil
  view:show("Search", {})
end

function M.favorites(view)
  local order, filter = view.order, view.filter ~= "" and view.filter or nil
  local heading = words.join(" ", "Favorites", order and "by " .. order, filter and "with " .. filter)
  load_list(view, heading, "favorites", { sort = order or "starredAt", query = filter, limit = 1000, offset = 0 })
end

--- Loads a film, a person, a collection or a home: the kind is the name of the method.
local function load_page(view)
  local id, title = view.argument:match("(%S*)%s*(.*)")
  view.heading = title ~= "" and title or (view.kind:gsub("^%l", string.upper))
  view:request(view.kind, id ~= "" and { id = id } or {}, function(result)
    view.result, view.state = result, ""
    rows.show(view)
    view:go_to_section()
  end)
end
M.detail, M.person, M.collection = load_page, load_page, load_page

function M.home(view)
  if view.argument == "" then return load_page(view) end
  load_list(view, "Home", "home", { sections = { view.argument } })
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
  load_list(view, words.join(": ", "Discover", view.argument), "discover", M.discover_params(view.argument))
end

function M.recommendations(view)
  local id, title = view.argument:match("(%S+)%s*(.*)")
  load_list(view, words.join(": ", "Recommendations", title), "recommendations", { id = id })
end

function M.log(view)
  local version = (server.info.serverInfo or {}).version or "unknown"
  local text = ("version %s\nprocess %s\nstderr:\n%s"):format(version, server.pid() or "none", server.stderr)
  local lines = vim.split(vim.trim(text), "\n")
  view:show("Log: " .. table.concat(server.command(), " "), vim.tbl_map(function(line) return { text = line } end, lines))
end

return M
