--- The rows of a page: what there is of a film, a person, a collection or the home of a catalog.
local keys = require("movies.keys")
local library = require("movies.library")
local server = require("movies.server")
local views = require("movies.view")
local words = require("movies.words")
local t = words.t

local M = {}

local facts = {
  { "Awards", "awards" }, { "Also known as", "alsoKnownAs" }, { "Languages", "languages" }, { "Countries", "countries" },
  { "Companies", "companies" }, { "Keywords", "keywords" }, { "Link", "link" }, { "Homepage", "homepage" },
}
local offers = { { "Stream", "stream" }, { "Free", "free" }, { "With ads", "ads" }, { "Rent", "rent" }, { "Buy", "buy" } }
local kinds = {
  trailer = "Trailer", teaser = "Teaser", clip = "Clip", featurette = "Featurette", behindTheScenes = "Behind the scenes",
  spot = "TV spot", openingCredits = "Opening credits", recap = "Recap", bloopers = "Bloopers",
}
local sections = {
  { "Last searches", "searches" }, { "Cast", "castMembers" }, { "Crew", "crewMembers" }, { "Cast", "cast" },
  { "Crew", "crew" }, { "Films", "items" }, { "Where to watch", "whereToWatch" }, { "Trailers", "trailers" },
  { "Reviews", "reviews" }, { "Collection", "collection" }, { "Recommendations", "recommendations" },
}

--- What a person does in a film, or what kind of a trailer there is.
local function role_of(item)
  return item.character or item.job and t(item.job) or item.kind and t(kinds[item.kind] or item.kind)
end

--- The column in which the directors or the roles of films or people stand: titles and names have the room that those leave,
--- and the signs of a list.
---@param least integer what it is at least
function M.column(width, items, least, signs)
  local titles, notes = 0, 0
  for _, item in ipairs(items) do
    titles = math.max(titles, vim.fn.strdisplaywidth(item.name or item.title and words.title(item) or "") + 4)
    notes = math.max(notes, vim.fn.strdisplaywidth(words.join("", role_of(item) or item.directors)))
  end
  return math.min(60, math.max(least, math.min(titles, width - signs - math.min(notes, 20))))
end

--- A film in columns: the title; who directed it, unless the window is narrow, or `note`; in a wide window, the genres.
--- A list cuts each to its column. The title before a note is cut only where the row does not fit. A page, which wraps,
--- cuts only titles that something follows.
---@param view movies.View
---@param note? string|string[] by default, the directors
---@param right? string|false what stands at the right edge of a narrow window; by default, the mark
---@return movies.Row
function M.movie(view, movie, note, right)
  local width, year, wide = view.columns, words.title(movie):sub(#movie.title + 1), vim.fn.strdisplaywidth
  local is_narrow, is_list, genres = width < 60, not note, width >= 120 and not note and movie.genres
  local sign = is_list and words.mark(server.marks[movie.id]) or right or ""
  local edge = is_narrow and (sign ~= "" and wide(sign) + 1 or 0) or is_list and 12 or 0
  local column = view.is_text and view.column or is_narrow and 0
    or not is_list and not view.is_text and math.floor(width * 0.35)
    or is_list and view.column or math.min(60, math.floor(width / 2))
  note = words.join("", note or (not is_narrow or view.is_text) and movie.directors)
  note = genres and words.columns(words.cut(note, 31), 32, genres) or note
  local title = view.is_text and note ~= "" and words.cut(movie.title, column - 3 - #year) or movie.title
  if not view.is_text then
    local room = width - edge
    local own = is_narrow and room or is_list and column - 1 or math.max(column - 1, room - 2 - wide(note))
    title = words.cut(title, math.max(own - 2 - #year, 6))
    local note_room = room - math.max(2 + wide(title .. year), column - 1) - 2
    note = note_room > 3 and words.cut(note, note_room) or ""
  end
  local text = words.columns("  " .. title .. year, column, note)
  return { text = text, movie = movie, title = title, year = year, uri = views.movie_uri("detail", movie) }
end

--- A viewing: the film, the day, and what the user thought then.
function M.viewing(view, viewing)
  local is_narrow = viewing.movie and view.columns < 60
  local note, day = words.viewing(viewing, is_narrow)
  local row = viewing.movie and M.movie(view, viewing.movie, note, day) or { text = "  " .. note }
  row.viewing, row.right = viewing, day
  return row
end

--- The diary: viewings, and the months as sections.
function M.diary(view, viewings)
  local rows, month = {}, nil
  for _, viewing in ipairs(viewings) do
    local its_month = viewing.date and viewing.date:sub(1, 7) or t("no date")
    if its_month ~= month then rows[#rows + 1] = { text = its_month, highlight = "MoviesHead", section = its_month } end
    month = its_month
    rows[#rows + 1] = M.viewing(view, viewing)
  end
  return rows
end

--- Replaces the previews by the first whole reviews, then adds more of them.
local function load_reviews(view)
  local known = view.result.reviews
  view:request("reviews", { id = view.result.id, page = (known.page or 0) + 1 }, function(page)
    page.items = vim.list_extend(known.page and known.items or {}, page.items)
    view.result.reviews = page
    M.show(view)
  end)
end

---@param view movies.View
local function page_rows(view)
  local object, rows, note = view.result, {}, { highlight = "MoviesNote" }
  local function add(text, row)
    if text and text ~= "" then rows[#rows + 1] = vim.tbl_extend("error", { text = text }, row or {}) end
  end
  local function fact(label, value, row)
    local text = words.join("", value)
    add(text ~= "" and label .. ": " .. text, row or { uri = text:match("^https?://.*") })
  end
  --- Adds a blank line, a heading if it has a name, and what `add_item` adds, unless that is nothing.
  local function section(name, title, items, add_item, uri)
    local start, least = #rows + 1, view.columns < 60 and 0 or math.floor(view.columns / 2)
    view.column = view.is_text and M.column(view.columns, items, (items[1] or {}).name and 28 or least, 1)
    for _, item in ipairs(items) do add_item(item) end
    if #rows < start then return end
    table.insert(rows, start, { text = title or "", highlight = "MoviesHead", section = name, uri = uri })
    if title then table.insert(rows, start, { text = "" }) end
  end
  local expand = { action = function() load_reviews(view) end }
  local function add_review(review)
    local is_cut = review.truncated and not review.content
    local row = is_cut and expand or { uri = review.url }
    local score = review.rating and ("%g/10"):format(review.rating)
    local heading = words.join(" · ", review.author, score, (review.createdAt or ""):sub(1, 10))
    add("  " .. heading, vim.tbl_extend("error", { highlight = "MoviesTitle" }, row))
    local text = (review.content or review.preview) .. (is_cut and " …" or "")
    for _, line in ipairs(vim.split(text, "\r?\n")) do add("  " .. line, row) end
  end
  --- Adds a film, a review, a trailer, a person, a collection, offers to watch or an error.
  local function add_item(item)
    if item.code then return add("  " .. words.error(item)) end
    if item.preview then return add_review(item) end
    for _, offer in ipairs(item.country and offers or {}) do fact("  " .. t(offer[1]), item[offer[2]], { uri = item.link }) end
    if item.country then return end
    if item.isFavorite ~= nil then return table.insert(rows, M.movie(view, item, role_of(item))) end
    -- A search for a name finds the films too.
    local page = item.personId and "person/" .. item.personId or item.id and "collection/" .. item.id or "search/" .. item.name
    add(words.columns("  " .. item.name, view.column or 28, role_of(item)), { uri = item.url or "movies://" .. page })
  end

  --- Adds what the user keeps about a film. <CR> changes it.
  local function add_library(movie)
    local kept, movies = movie.mark or {}, { movie }
    local note_lines = vim.split(kept.note or "", "\n")
    local function entry(label, value, act)
      local text = words.join("", value)
      local row = { entry = label, action = function() act(movies, not value) end }
      fact("  " .. t(label), text ~= "" and text or "–", row)
    end
    entry("Watchlist", kept.watchlistedAt and "+", library.watchlist)
    entry("My rating", movie.myRating or kept.rating, library.rate)
    entry("Tags", kept.tags, library.tag)
    entry("Note", note_lines[1], library.edit_note)
    for i = 2, #note_lines do add("    " .. note_lines[i], { action = function() library.edit_note(movies) end }) end
    add("  " .. t("Log a viewing"), { action = function() library.log(movies) end })
    local viewings = kept.diary or {}
    for _, viewing in ipairs(vim.list_slice(viewings, 1, 3)) do
      local row = M.viewing(view, viewing)
      row.action = function() library.edit_viewing(viewing, movie) end
      rows[#rows + 1] = row
    end
    local more = #viewings > 3 and t("and {count} more. Diary: d", { count = #viewings - 3 })
    add(more and "  " .. more, { uri = "movies://diary" })
  end

  local minutes = object.runtimeMinutes and t("{count} min", { count = object.runtimeMinutes })
  add(words.join(" · ", object.originalTitle, object.releaseDate, minutes, object.genres, object.certification,
    object.status, object.department and t(object.department), object.birthday, object.deathday, object.placeOfBirth), note)
  add(words.stale(object), { highlight = "WarningMsg" })
  for _, line in ipairs(words.lines(keys.hint(view), view.columns)) do add(line, note) end
  add(object.tagline, note)
  add(object.overview or object.biography)
  section(nil, nil, { object }, function()
    local votes = object.rating and t("{count} votes", { count = object.votes or 0 })
    local rating = object.rating and ("%.1f (%s)"):format(object.rating, votes)
    fact(t("Rating"), words.join(", ", rating, object.ratings))
    for _, each in ipairs(facts) do fact(t(each[1]), object[each[2]]) end
    local has_poster = object.title and object.posterUrl and server.can("poster", object.id)
    -- The poster is a file in the server's cache, for which the system has a program.
    local function open(poster) require("movies.actions").open_external(poster.path) end
    local function open_poster() server.get("poster", { id = object.id }, open) end
    fact(t("Poster"), has_poster and t("open the image"), { action = open_poster })
  end)
  section("Library", t("Library"), object.isFavorite ~= nil and { object } or {}, add_library)
  for _, each in ipairs(sections) do
    local value = object[each[2]] or {}
    local items = value.items or (value.name or value.country) and { value } or value
    items = vim.tbl_filter(function(item) return type(item) == "table" end, items)
    local source = value.attribution and value.attribution:gsub("^" .. each[1] .. ": ", "") -- the heading says it already
    section(each[1], words.join(" · ", t(each[1]), value.total, value.country and t(value.country), source), items, add_item)
    add(value == object.reviews and #items > 0 and #items < value.total and "  " .. t("More reviews"), expand)
  end
  for _, home in ipairs(object.sections or {}) do
    local films = home.error and { home.error } or vim.list_slice(home.items, 1, 6)
    local title = words.join(" · ", home.title, home.total and words.count(home))
    section(home.title, title, films, add_item, "movies://home/" .. home.section)
  end
  local attribution = object.attribution or object.sections and server.catalog().attribution
  section(nil, nil, { attribution }, function() add(attribution, note) end)
  local more_films = (view.kind == "home" or view.kind == "search") and server.info.hint or ""
  section(nil, nil, words.lines(more_films, view.columns), function(line)
    add(line, { highlight = "MoviesNote", uri = line:match("https?://%S+") })
  end)
  return rows
end

--- Shows the result of a view, a film, a person, a collection or a home, and again when the window has another width.
---@param view movies.View
function M.show(view)
  view:draw(function()
    local object = view.result
    local name = object.name and words.join(": ", object.items and t("Collection"), object.name) or view.heading
    local title = object.title and vim.tbl_extend("error", M.movie(view, object, ""), { highlight = "MoviesHead" })
    view:show(title or name, page_rows(view))
  end)
end

return M
