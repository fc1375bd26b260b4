--- The rows of the statistics: numbers, and bars of what was viewed.
local words = require("movies.words")
local rows = require("movies.rows")
local t = words.t

local groups = {
  { "By month", "byMonth" }, { "By weekday", "byWeekday" }, { "By decade", "byDecade" }, { "By genre", "byGenre" },
  { "By country", "byCountry" }, { "By language", "byLanguage" }, { "Directors", "directors" }, { "Actors", "actors" },
  { "My ratings", "ratings" },
}
local weekdays = {
  monday = "Monday", tuesday = "Tuesday", wednesday = "Wednesday", thursday = "Thursday", friday = "Friday",
  saturday = "Saturday", sunday = "Sunday",
}

--- The months; of more than three years, the years.
local function times(months)
  if #months <= 36 then return "By month", months end
  local years = {}
  for _, month in ipairs(months) do
    local year = month.name:sub(1, 4)
    if #years == 0 or years[#years].name ~= year then years[#years + 1] = { name = year, viewings = 0 } end
    years[#years].viewings = years[#years].viewings + month.viewings
  end
  return "By year", years
end

--- Returns the rows of a result of the method `statistics`, for the width of the view.
---@param view movies.View
---@return movies.Row[]
return function(view, result)
  local column = view.columns < 60 and 16 or 26
  local longest = math.max(math.min(view.columns - column - 14, 40), 4)
  local sum = t("{viewings} of {films}, {hours}, {rewatches}", {
    viewings = words.viewings(result.viewings), films = words.some(result.films, "1 film", "{count} films"),
    hours = words.some(math.floor(result.minutes / 60 + 0.5), "1 hour", "{count} hours"),
    rewatches = words.some(result.rewatches, "1 rewatch", "{count} rewatches"),
  })
  local all = vim.tbl_map(function(line) return { text = line, highlight = "MoviesNote" } end, words.lines(sum, view.columns))
  for _, group in ipairs(groups) do
    local title, members, most = group[1], result[group[2]], 1
    if group[2] == "byMonth" then title, members = times(members) end
    local function count(member) return member.viewings or member.films end
    for _, member in ipairs(members) do most = math.max(most, count(member)) end
    if #members > 0 then
      all[#all + 1] = { text = "" }
      all[#all + 1] = { text = t(title), highlight = "MoviesHead", section = title }
    end
    for _, member in ipairs(members) do
      local name = tostring(member.name or member.rating)
      local decade = name:match("^(%d%d%d%d)s$")
      name = decade and t("{year}s", { year = decade }) or t(weekdays[name] or name)
      local bar = ("█"):rep(math.max(1, math.floor(count(member) * longest / most)))
      local mean = member.meanRating and ("· %.1f"):format(member.meanRating)
      -- A search for a name finds the films of a person.
      local uri = (group[2] == "directors" or group[2] == "actors") and "movies://search/" .. name
        or group[2] == "byMonth" and "movies://diary/" .. name or nil
      local note = words.join(" ", bar, words.number(count(member)), mean)
      all[#all + 1] = { text = words.columns("  " .. name, column, note), uri = uri }
    end
  end
  for _, end_of_span in ipairs({ { "First", result.first }, { "Last", result.last } }) do
    if end_of_span[2] then
      vim.list_extend(all, { { text = "" }, { text = t(end_of_span[1]), highlight = "MoviesHead", section = end_of_span[1] } })
      all[#all + 1] = rows.movie(view, end_of_span[2])
    end
  end
  return all
end
