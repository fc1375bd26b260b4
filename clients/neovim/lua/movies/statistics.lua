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

--- Returns the rows of a result of the method `statistics`, for the width of the view.
---@param view movies.View
---@return movies.Row[]
return function(view, result)
  local column = view:width() < 60 and 16 or 26
  local longest = math.max(view:width() - column - 14, 4)
  local minutes = { hours = words.number(math.floor(result.minutes / 60)), minutes = result.minutes % 60 }
  local sum = words.join(" · ", words.viewings(result.viewings), words.count({ total = result.films }),
    t("{hours} h {minutes} min", minutes), t("{count} seen again", { count = words.number(result.rewatches) }))
  local all = vim.tbl_map(function(line) return { text = line, highlight = "MoviesNote" } end, words.lines(sum, view:width()))
  for _, group in ipairs(groups) do
    local members, most = result[group[2]], 1
    local function count(member) return member.viewings or member.films end
    for _, member in ipairs(members) do most = math.max(most, count(member)) end
    if #members > 0 then
      all[#all + 1] = { text = "" }
      all[#all + 1] = { text = t(group[1]), highlight = "MoviesHead", section = group[1] }
    end
    for _, member in ipairs(members) do
      local name = member.name and t(weekdays[member.name] or member.name) or tostring(member.rating)
      local bar = ("█"):rep(math.max(1, math.floor(count(member) * longest / most)))
      local mean = member.meanRating and ("★ %.1f"):format(member.meanRating)
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
