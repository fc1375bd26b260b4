--- The rows of a page: what there is of a film, a person, a collection or the home of a catalog.
local server = require("movies.server")
local views = require("movies.view")
local words = require("movies.words")

local M = {}

local facts = {
  { "My rating", "myRating" }, { "Awards", "awards" }, { "Also known as", "alsoKnownAs" }, { "Languages", "languages" },
  { "Countries", "countries" }, { "Companies", "companies" }, { "Keywords", "keywords" }, { "Link", "link" },
  { "Homepage", "homepage" },
}
local offers = { "stream", "free", "ads", "rent", "buy" }
local sections = {
  { "Cast", "castMembers" }, { "Crew", "crewMembers" }, { "Cast", "cast" }, { "Crew", "crew" }, { "Films", "items" },
  { "Where to watch", "whereToWatch" }, { "Trailers", "trailers" }, { "Reviews", "reviews" },
  { "Collection", "collection" }, { "Recommendations", "recommendations" },
}

---@param note? string|string[] by default, the directors
---@return movies.Row
function M.movie(movie, note)
  local text = words.columns("  " .. words.title(movie), 46, note or movie.directors)
  return { text = text, movie = movie, uri = views.movie_uri("detail", movie) }
end

--- Opens the poster, a file in the server's cache, with the system's program for images.
local function open_poster(movie)
  server.request("poster", { id = movie.id }, function(err, poster)
    words.notify(err)
    if poster then require("movies.actions").open_external(poster.path) end
  end)
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
function M.show(view)
  local object, rows, note = view.result, {}, { highlight = "MoviesNote" }
  local function add(text, row)
    if text and text ~= "" then rows[#rows + 1] = vim.tbl_extend("error", { text = text }, row or {}) end
  end
  local function fact(label, value, row)
    local text = words.join("", value)
    add(text ~= "" and label .. ": " .. text, row or { uri = text:match("^https?://.*") })
  end
  --- Adds a blank line, a heading if it has a name, and what `add_item` adds, unless that is nothing.
  local function section(name, remark, items, add_item, uri)
    local start, text = #rows + 1, words.join(" · ", name, remark)
    for _, item in ipairs(items) do add_item(item) end
    if #rows < start then return end
    table.insert(rows, start, { text = text, highlight = "MoviesHead", section = name, uri = uri })
    if name then table.insert(rows, start, { text = "" }) end
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
    local role = item.character or item.job or item.kind
    if item.code then return add("  " .. words.error(item)) end
    if item.preview then return add_review(item) end
    for _, kind in ipairs(item.country and offers or {}) do fact("  " .. kind, item[kind], { uri = item.link }) end
    if item.country then return end
    if item.isFavorite ~= nil then return table.insert(rows, M.movie(item, role)) end
    -- A search for a name finds the films too.
    local page = item.personId and "person/" .. item.personId or item.id and "collection/" .. item.id or "search/" .. item.name
    add(words.columns("  " .. item.name, 28, role), { uri = item.url or "movies://" .. page })
  end

  local minutes = object.runtimeMinutes and object.runtimeMinutes .. " min"
  add(words.join(" · ", object.originalTitle, object.releaseDate, minutes, object.genres, object.certification,
    object.status, object.department, object.birthday, object.deathday, object.placeOfBirth), note)
  add(words.stale(object), { highlight = "WarningMsg" })
  add(object.tagline, note)
  add(object.overview or object.biography)
  section(nil, nil, { object }, function()
    local rating = object.rating and ("%.1f (%d votes)"):format(object.rating, object.votes or 0)
    fact("Rating", words.join(", ", rating, object.ratings))
    for _, each in ipairs(facts) do fact(each[1], object[each[2]]) end
    local has_poster = object.title and object.posterUrl and server.can("poster", object.id)
    fact("Poster", has_poster and "open the image", { action = function() open_poster(object) end })
  end)
  for _, each in ipairs(sections) do
    local value = object[each[2]] or {}
    local items = value.items or (value.name or value.country) and { value } or value
    items = vim.tbl_filter(function(item) return type(item) == "table" end, items)
    section(each[1], words.join(" · ", value.total, value.country, value.attribution), items, add_item)
    add(value == object.reviews and #items > 0 and #items < value.total and "  More reviews", expand)
  end
  for _, home in ipairs(object.sections or {}) do
    local films = home.error and { home.error } or vim.list_slice(home.items, 1, 6)
    section(home.title, home.total and words.count(home), films, add_item, "movies://home/" .. home.section)
  end
  local attribution = object.attribution or object.sections and server.catalog().attribution
  section(nil, nil, { attribution }, function() add(attribution, note) end)
  local name = object.name and words.join(": ", object.items and "Collection", object.name) or view.heading
  view:show(object.title and vim.tbl_extend("error", M.movie(object, ""), { highlight = "MoviesHead" }) or name, rows)
end

return M
