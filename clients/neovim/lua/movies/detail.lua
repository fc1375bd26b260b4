--- The rows of a detail.
local server = require("movies.server")
local words = require("movies.words")
local pages = require("movies.pages")

local M = {}

--- Opens the poster, a file in the server's cache, with the system's program for images.
local function open_poster(movie)
  server.request("poster", { id = movie.id }, function(err, poster)
    words.notify(err)
    if poster then require("movies.actions").open_external(poster.path) end
  end)
end

--- Replaces the previews by the first whole reviews, then adds more of them.
local function load_reviews(view)
  local page_number = (view.review_page or 0) + 1
  view:request("reviews", { id = view.movie.id, page = page_number }, function(page)
    view.review_page = page_number
    local known = page_number > 1 and view.movie.reviews.items or {}
    view.movie.reviews = { total = page.total, items = vim.list_extend(known, page.items) }
    M.show(view)
  end)
end

local function name_of(each) return each.name end
local function names(list) return vim.tbl_map(name_of, list or {}) end

---@param view movies.View
function M.show(view)
  local movie, rows = view.movie, {}
  local function add(text, row)
    if text and text ~= "" then rows[#rows + 1] = vim.tbl_extend("error", { text = text }, row or {}) end
  end
  local function fact(label, value, row)
    local text = words.join("", value)
    add(text ~= "" and label .. ": " .. text, row)
  end
  --- Adds a section with what `add_each` adds, unless it is empty.
  local function section(name, list, add_each, note)
    local outer = rows
    rows = {}
    for _, each in ipairs(list or {}) do add_each(each) end
    pages.add_section(outer, name, rows, note)
    rows = outer
  end

  local minutes = movie.runtimeMinutes and movie.runtimeMinutes .. " min"
  local original, day = movie.originalTitle, movie.releaseDate
  local note = { highlight = "MoviesNote" }
  add(words.join(" · ", original, day, minutes, movie.genres, movie.certification, movie.status), note)
  add(words.stale(movie), { highlight = "WarningMsg" })
  add(movie.tagline, note)
  add(movie.overview)
  rows[#rows + 1] = { text = "" }
  local rating = movie.rating and ("%.1f (%d votes)"):format(movie.rating, movie.votes or 0)
  local others = vim.tbl_map(function(each) return each.source .. " " .. each.value end, movie.ratings)
  fact("Rating", words.join(", ", rating, others))
  fact("My rating", movie.myRating and tostring(movie.myRating))
  fact("Awards", movie.awards)
  fact("Languages", movie.languages)
  fact("Countries", movie.countries)
  fact("Companies", names(movie.companies))
  fact("Keywords", movie.keywords)
  fact("Link", movie.link, { url = movie.link })
  fact("Homepage", movie.homepage, { url = movie.homepage })
  local has_poster = movie.posterUrl and server.can("poster", movie.id)
  fact("Poster", has_poster and "open the image", { action = function() open_poster(movie) end })

  local watch = movie.whereToWatch or {}
  section("Where to watch", { "stream", "free", "ads", "rent", "buy" }, function(kind)
    fact("  " .. kind, names(watch[kind]), { url = watch.link })
  end, words.join(" · ", watch.country, watch.attribution))
  section("Trailers", movie.trailers, function(trailer)
    add("  " .. words.join(" · ", trailer.name, trailer.kind), { url = trailer.url })
  end)
  local function add_person(person)
    local has_page = person.personId and server.can("people", movie.id)
    local uri = has_page and "person/" .. person.personId or "search/" .. person.name -- which finds the films too
    add(words.columns("  " .. person.name, 28, person.character or person.job), { uri = "movies://" .. uri })
  end
  section("Cast", movie.castMembers, add_person)
  section("Crew", movie.crewMembers, add_person)
  local reviews = movie.reviews
  section("Reviews", reviews.items, function(review)
    local is_cut = review.truncated and not review.content
    local row = { url = review.url, action = is_cut and function() load_reviews(view) end or nil }
    local score = review.rating and ("%g/10"):format(review.rating)
    local heading = words.join(" · ", review.author, score, (review.createdAt or ""):sub(1, 10))
    add("  " .. heading, vim.tbl_extend("error", { highlight = "MoviesTitle" }, row))
    local text = (review.content or review.preview) .. (is_cut and " …" or "")
    for _, line in ipairs(vim.split(text, "\r?\n")) do add("  " .. line, row) end
  end, tostring(reviews.total))
  local has_more = #reviews.items > 0 and #reviews.items < reviews.total
  add(has_more and "  More reviews", { action = function() load_reviews(view) end })
  section("Collection", movie.collection and { movie.collection }, function(each)
    add("  " .. each.name, { uri = server.can("collections", movie.id) and "movies://collection/" .. each.id or nil })
  end)
  section("Recommendations", movie.recommendations.items, function(each) rows[#rows + 1] = pages.movie_row(each) end)
  rows[#rows + 1] = { text = "" }
  add(movie.attribution, note)
  view:show({ text = "  " .. words.title(movie), movie = movie, highlight = "MoviesHead" }, rows)
end

---@param view movies.View
function M.load(view)
  local id, title = view.argument:match("(%S+)%s*(.*)")
  view.heading = title
  view:request("detail", { id = id }, function(detail)
    view.movie, view.state, view.review_page = detail, "", nil
    M.show(view)
    view:go_to_section()
  end)
end

return M
