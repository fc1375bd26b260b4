--- What the views show: a function for each kind of view.
local server = require("movies.server")
local words = require("movies.words")

local M = { detail = function(view) require("movies.detail").load(view) end }

---@param note? string by default, the directors
---@return movies.Row
function M.movie_row(movie, note)
  return { text = words.columns("  " .. words.title(movie), 46, note or movie.directors), movie = movie }
end

--- Adds a heading and rows, if there are any.
function M.add_section(rows, name, more, note, uri)
  if #more == 0 then return end
  local text = words.join(" · ", name, note)
  vim.list_extend(rows, { { text = "" }, { text = text, highlight = "MoviesHead", section = name, uri = uri } })
  vim.list_extend(rows, more)
end

local function movie_rows(movies, note)
  return vim.tbl_map(function(movie) return M.movie_row(movie, note and (movie[note] or "")) end, movies or {})
end

--- The page of the only section of a home.
local function section_page(view, section)
  view.heading = "Home: " .. section.title
  return section.error and { offset = 0, total = 0, items = {} } or section
end

--- Loads a list and, while the user scrolls, its next pages.
local function load_list(view, heading, method, params)
  local function place(result)
    local page = result.sections and section_page(view, result.sections[1]) or result
    local offset = page.offset or params.offset
    if offset == 0 then view.items = {} end
    for i, movie in ipairs(page.items) do view.items[offset + i] = movie end
    local is_empty = page.total == 0 and not page.list and not view.filter
    local count = is_empty and "No favorites yet. Press s on a film to star it." or words.count(page)
    view.state = words.join(" · ", count, page.list and server.catalog().attribution)
    -- Favorites are no list of the session: they have no name for `nextPage`.
    local has_more = page.hasMore or not page.list and #page.items > 0 and #view.items < page.total
    view.more = has_more and function()
      params.offset = #view.items
      view:request(page.list and "nextPage" or method, page.list and { list = page.list } or params, place)
    end
    view:show(view.heading, movie_rows(view.items))
  end
  view.heading = heading
  view:request(method, params, place)
end

function M.search(view)
  local query = vim.trim(view.query or view.argument)
  local params = view.query and { debounceMs = 200 } or { list = "movies://search/" .. query }
  params.query = query
  if query ~= "" then return load_list(view, "Search: " .. query, "search", params) end
  view.pending, view.state, view.more = nil, "", nil
  view:show("Search", {})
end

function M.favorites(view)
  local order, filter = view.order, view.filter
  local heading = words.join(" ", "Favorites", order and "by " .. order, filter and "with " .. filter)
  load_list(view, heading, "favorites", { sort = order or "starredAt", query = filter, limit = 1000, offset = 0 })
end

function M.home(view)
  if view.argument ~= "" then
    return load_list(view, "Home", "home", { sections = { view.argument } })
  end
  view.heading = "Home"
  view:request("home", {}, function(result)
    local rows = {}
    for _, section in ipairs(result.sections) do
      local movies = movie_rows(vim.list_slice(section.items or {}, 1, 6))
      if section.error then movies = { { text = "  " .. words.error(section.error) } } end
      local count = section.total and words.count(section)
      M.add_section(rows, section.title, movies, count, "movies://home/" .. section.section)
    end
    view.state = server.catalog().attribution or ""
    view:show("Home", rows)
  end)
end

--- Reads what `discover` filters by: genres, with commas between them, years, and an order.
---@param text string such as `Drama, Science Fiction 1990-1999 sort=rating`
function M.discover_params(text)
  local params, genres = { list = "movies://discover/" .. text, sort = text:match("sort=(%a+)") }, {}
  for word in text:gsub("sort=%a+", ""):gmatch("%S+") do
    local from, dash, to = word:match("^(%d*)(%-?)(%d*)$")
    if not from then genres[#genres + 1] = word end
    params.yearFrom = tonumber(from) or params.yearFrom
    params.yearTo = tonumber(dash == "" and from or to) or params.yearTo
  end
  params.genres = #genres > 0 and vim.split(table.concat(genres, " "), "%s*,%s*") or nil
  return params
end

function M.discover(view)
  load_list(view, words.join(": ", "Discover", view.argument), "discover", M.discover_params(view.argument))
end

function M.recommendations(view)
  local id, title = view.argument:match("(%S+)%s*(.*)")
  load_list(view, words.join(": ", "Recommendations", title), "recommendations", { id = id })
end

function M.collection(view)
  view.heading = "Collection"
  view:request("collection", { id = view.argument }, function(result)
    view.state = words.count({ total = #result.items })
    local rows = result.overview and { { text = result.overview }, { text = "" } } or {}
    view:show("Collection: " .. result.name, vim.list_extend(rows, movie_rows(result.items)))
  end)
end

function M.person(view)
  view.heading = "Person"
  view:request("person", { id = view.argument }, function(person)
    view.state = words.join(" · ", person.department, person.birthday, person.deathday, person.placeOfBirth)
    local rows = person.biography and { { text = person.biography } } or {}
    M.add_section(rows, "Cast", movie_rows(person.cast, "character"))
    M.add_section(rows, "Crew", movie_rows(person.crew, "job"))
    view:show(person.name, rows)
  end)
end

function M.log(view)
  view.state = table.concat(server.command(), " ")
  local version = (server.info.serverInfo or {}).version or "unknown"
  local text = ("version %s\nprocess %s\nstderr:\n%s"):format(version, server.pid() or "none", server.stderr)
  view:show("Log", vim.tbl_map(function(line) return { text = line } end, vim.split(vim.trim(text), "\n")))
end

return M
