--- Changes of what the user keeps about films, and the way back from each.
local server = require("movies.server")
local words = require("movies.words")
local t = words.t

local M = {}
local history = {} ---@type { requests: table[], done: string }[] what takes back each change, the last one last

---@param movies movies.Movie[]
function M.name(movies)
  if #movies > 1 then return t("{count} films", { count = #movies }) end
  local movie = movies[1]
  -- The library keeps a film with the title of another language. A film that is named by its id only has that as its title.
  return words.title(movie.title ~= movie.id and movie or server.films[movie.id] or movie)
end

--- Params of a method that names a film, with its data if it is known: then a film that its catalog no longer gives can
--- come back too.
local function with(movie, params)
  local data = server.films[movie.id]
  return vim.tbl_extend("error", data and { movie = data } or { id = movie.id }, params)
end

--- Calls `act` with what is kept about each film, by id: a `mark` that changes nothing answers that.
local function with_marks(movies, act)
  local marks, unanswered, failure = {}, #movies, nil
  for _, movie in ipairs(movies) do
    server.request("mark", { id = movie.id }, function(err, result)
      failure, unanswered = failure or err, unanswered - 1
      marks[movie.id] = result and result.mark
      if unanswered > 0 then return end
      if failure then words.notify(failure) else act(marks) end
    end)
  end
end

--- Sets the rating that a film has now at the user's account, too, if there is one.
local function rate_at_account(id, rating)
  if not server.can("rate", id) then return end
  server.request(rating and "rate" or "unrate", { id = id, value = rating }, function(err)
    if err and err.data.reason ~= "notLoggedIn" then words.notify(err) end
  end)
end

--- Makes requests, remembers what takes them back, and says what has been done.
---@param requests table[] of method, params and, but for the way back, a function that makes requests of the result
---@param sentence string
---@param movies? movies.Movie[] of which the sentence names those that have changed
---@param values? table other values of the sentence
---@param on_end? fun(failure: movies.Error?) by default, an error is shown
local function send(requests, sentence, movies, values, on_end)
  local back, changed, unanswered, failure, has_changed = {}, {}, #requests, nil, false
  for number, request in ipairs(requests) do
    server.request(request[1], request[2], function(err, result)
      failure, unanswered = failure or err, unanswered - 1
      if result and result.changed ~= false then
        has_changed = true
        changed[#changed + 1] = movies and movies[number]
        if request[2].rating ~= nil then rate_at_account(result.id, result.mark.rating) end
        for _, each in ipairs(request[3] and request[3](result) or {}) do back[#back + 1] = each end
      end
      if unanswered > 0 then return end
      (on_end or words.notify)(failure)
      if not has_changed and not failure then words.echo(t("Nothing has changed.")) end
      if not has_changed then return end
      local name = movies and M.name(changed)
      local done = t(sentence, vim.tbl_extend("error", { film = name }, values or {}))
      if #back > 0 then history[#history + 1] = { requests = back, done = done } end
      local key = vim.bo.filetype == "movies" and "u" or ":Movies undo"
      words.echo(done, #back > 0 and t("Undo: {key}", { key = key }), name)
    end)
  end
end

--- After an import, which cannot be undone, earlier changes are not undone either.
function M.forget() history = {} end

function M.undo()
  local last = table.remove(history)
  if not last then return words.echo(t("There is nothing to undo.")) end
  local params = last.requests[1][2]
  require("movies.view").expect(params.viewing or (params.movie or params).id)
  send(last.requests, "Undone: {change}", nil, { change = last.done })
end

local MEMBERS = { starred = "starredAt", watchlist = "watchlistedAt", addTags = "tags", removeTags = "tags" }

--- The params of the method `mark` that restore, of a mark, what the params `changed` change.
local function values_of(mark, changed)
  local values = {}
  for name in pairs(changed) do
    name = MEMBERS[name] or name
    values[name] = mark[name] or (name == "tags" and {} or vim.NIL)
  end
  return values
end

--- Changes the marks of films.
---@param values table params of the method `mark`
local function mark(movies, values, sentence, others, on_end)
  send(vim.tbl_map(function(movie)
    return { "mark", vim.tbl_extend("error", { id = movie.id }, values), function(result)
      return { { "mark", with(movie, values_of(result.previous, values)) } }
    end }
  end, movies), sentence, movies, others, on_end)
end

function M.star(movies, is_starred)
  mark(movies, { starred = is_starred }, is_starred and "Starred {film}." or "Unstarred {film}.")
end

function M.watchlist(movies, is_on)
  mark(movies, { watchlist = is_on }, is_on and "Put {film} on the watchlist." or "Took {film} off the watchlist.")
end

--- The number that a text is, with a point or a comma.
local function number_of(text) return tonumber((text:gsub(",", "."))) end

local function is_rating(number) return number and number >= 0.5 and number <= 10 and number * 2 % 1 == 0 end

local function is_day(text)
  local year, month, day = text:match("^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
  return year and os.date("%Y-%m-%d", os.time({ year = year, month = month, day = day })) == text
end

--- Asks for a text until `check` finds nothing wrong with it. The text stays, and what is wrong stands above the question.
---@param check fun(text: string): string? returns what is wrong
local function ask(prompt, text, check, on_answer, problem)
  vim.cmd("redraw") -- the question before goes away
  words.input({ prompt = words.join("\n", problem, prompt), default = text }, function(answer)
    if not answer then return end
    local next_problem = check(answer)
    if next_problem then return ask(prompt, answer, check, on_answer, next_problem) end
    on_answer(answer)
  end)
end

function M.rate(movies)
  local before = #movies == 1 and (server.marks[movies[1].id] or {}).rating
  local prompt = t("Rating of {film}, 0.5 to 10, or nothing: ", { film = M.name(movies) })
  local function check(text)
    return text ~= "" and not is_rating(number_of(text)) and t("A rating is 0.5 to 10, in steps of 0.5.")
  end
  ask(prompt, before and tostring(before) or "", check, function(text)
    local rating = number_of(text)
    local sentence = rating and "Rated {film}: {rating}." or "Removed the rating of {film}."
    mark(movies, { rating = rating or vim.NIL }, sentence, { rating = rating })
  end)
end

--- Asks for parts with commas between them, which complete.
---@param all { name: string }[]
function M.ask_for_parts(options, all, on_answer)
  M.known_parts = vim.tbl_map(function(part) return part.name end, all)
  options.completion = "customlist,v:lua.require'movies.library'.complete_part"
  words.input(options, function(text) if text then on_answer(text) end end)
end

--- Asks for tags: all of one film; those to add to several, or to remove after a minus.
function M.tag(movies)
  server.get("tags", vim.empty_dict(), function(result)
    local tags = #movies == 1 and (server.marks[movies[1].id] or {}).tags or {}
    local prompt = t("Tags of {film}, with commas: ", { film = M.name(movies) })
    M.ask_for_parts({ prompt = prompt, default = table.concat(tags, ", ") }, result.tags, function(text)
      local names, removed = {}, {}
      for name in text:gmatch("[^,]+") do
        local minus, tag = vim.trim(name):match("^(%-?)%s*(.*)")
        local list = minus == "-" and removed or names
        if tag ~= "" then list[#list + 1] = tag end
      end
      local values = #movies == 1 and { tags = names } or { addTags = names, removeTags = removed }
      mark(movies, values, "Tagged {film}.")
    end)
  end)
end

--- Completes the last of the parts in a line.
function M.complete_part(_, line)
  local before, lead = line:match("^(.*,%s*)(.-)$")
  before, lead = before or "", lead or line
  local function matches(part) return vim.startswith(part:lower(), lead:lower()) end
  return vim.tbl_map(function(part) return before .. part end, vim.tbl_filter(matches, M.known_parts))
end

local function text_of(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") end

--- Opens a buffer with the note of a film, which `:write` saves. It follows changes from elsewhere until it is modified;
--- then only `:write!` overwrites them.
function M.edit_note(movies)
  local id, title = movies[1].id, M.name({ movies[1] })
  with_marks({ movies[1] }, function(marks)
    vim.cmd("belowright 8split " .. vim.fn.fnameescape("movies-note://" .. words.join(" ", id, title ~= id and title)))
    if vim.bo.buftype == "acwrite" then return end -- it is open already
    local buffer, kept = vim.api.nvim_get_current_buf(), nil
    local function show(note)
      if note == kept then return end
      kept = note
      vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(note, "\n"))
      vim.bo[buffer].modified = false
    end
    show(marks[id].note or "")
    vim.cmd("setlocal buftype=acwrite bufhidden=wipe noswapfile nobuflisted nomodeline filetype=markdown")
    --- Waits for the server, because Neovim may end after this command. The buffer is modified until the note is kept.
    local function save()
      local text = text_of(buffer)
      local failure, now = server.wait("mark", { id = id })
      if not failure and (now.mark.note or "") ~= kept and vim.v.cmdbang == 0 then
        return words.echo(t("The note has been changed elsewhere; :w! overwrites it."))
      end
      local is_done = failure
      local function finish(err)
        is_done, failure = true, err
        if err or not vim.api.nvim_buf_is_valid(buffer) then return end
        kept = vim.trim(text)
        if text_of(buffer) == text then vim.bo[buffer].modified = false end
      end
      if not failure then
        failure = { message = t(words.silent) }
        mark(movies, { note = vim.trim(text) }, "Saved the note on {film}.", nil, finish)
      end
      server.await(function() return is_done end)
      if failure then words.echo(t("Not saved: {reason}", { reason = words.error(failure) })) end
    end
    local function follow()
      if not vim.api.nvim_buf_is_valid(buffer) then return true end -- the autocommand goes, too
      server.request("mark", { id = id }, function(_, result)
        if result and vim.api.nvim_buf_is_valid(buffer) and not vim.bo[buffer].modified then show(result.mark.note or "") end
      end)
    end
    vim.api.nvim_create_autocmd("BufWriteCmd", { buffer = buffer, callback = save })
    vim.api.nvim_create_autocmd("User", { group = "movies", pattern = "MoviesLibraryChanged", callback = follow })
  end)
end

--- The day that a text names: as a date, `today`, `yesterday`, or a number of days ago.
local function day_of(text)
  local names = { today = 0, yesterday = 1, [t("today")] = 0, [t("yesterday")] = 1 }
  local count = names[text] or tonumber(text:match("^%-(%d%d?%d?%d?)$"))
  if not count then return text end
  -- Noon of that day, because a day may have 23 or 25 hours.
  local now = os.date("*t")
  return os.date("%Y-%m-%d", os.time({ year = now.year, month = now.month, day = now.day - count, hour = 12 }))
end

--- Reads the parts of a viewing, between which are blanks or commas. Returns them, or nil and what is wrong.
local function parse_viewing(text)
  local today, rest, is_again, rating = os.date("%Y-%m-%d"), text, false, nil
  local function next_word() return rest:match("^[%s,]*([^%s,]*)[%s,]*(.-)[%s,]*$") end
  local function take_again()
    local word, others = next_word()
    if word == t("again") then rest, is_again = others, true end
  end
  local day
  day, rest = next_word()
  -- Today, and “again”, are proposed: who types another day after them means that.
  if day == today then
    take_again()
    local word, others = next_word()
    -- A word that is nearly a day is no note either.
    local is_nearly = word:lower():find("^yest") or word:lower():find("^tomm?or")
    if word:find("^%d%d%d%d%-") or day_of(word) ~= word or is_nearly then day, rest = word, others end
  end
  day = day_of(day)
  if day ~= "?" and not is_day(day) then
    local is_written_well = day:find("^%d%d%d%d%-%d%d%-%d%d$")
    return nil, is_written_well and t("There is no such day.") or t("A day is written like {day}.", { day = today })
  end
  -- In another time zone it may be tomorrow.
  local is_future = day ~= "?" and day > os.date("%Y-%m-%d", os.time() + 86400)
  if is_future then return nil, t("The day {day} is in the future.", { day = day }) end
  take_again()
  -- A number is the rating, not the note: “8/10” shall not become a rating of 8, nor 11 be lost.
  if rest:find("^%d") then
    local first, after = (rest .. " "):match("^(%d+[.,]?%d*)[%s,]%s*(.*)$")
    rating = first and number_of((first:gsub(",$", "")))
    if not is_rating(rating) then return nil, t("A rating is 0.5 to 10, in steps of 0.5.") end
    rest = after:match("^[%s,]*(.-)[%s,]*$")
  end
  take_again()
  return {
    date = day == "?" and vim.NIL or day, rating = rating, rewatch = is_again, note = rest ~= "" and rest or nil,
  }
end

--- Asks for a viewing in one line: the day, a rating, “again” and a note, of which all but the day may be absent.
local function ask_for_viewing(movies, viewing, on_answer)
  local prompt = t("Watched {film} (day; optional: rating 0.5–10, “again”, note): ", { film = M.name(movies) })
  local default = words.join(" ", viewing.date or "?", viewing.rating, viewing.rewatch and t("again"), viewing.note)
  local function check(text) return select(2, parse_viewing(text)) end
  ask(prompt, default .. " ", check, function(text) on_answer(parse_viewing(text)) end)
end

--- Logs a viewing of films. If only some of them have been seen before, they are logged as “again” without that word.
function M.log(movies)
  local function is_seen(movie) return (server.marks[movie.id] or {}).viewings ~= nil end
  local seen = #vim.tbl_filter(is_seen, movies)
  ask_for_viewing(movies, { date = os.date("%Y-%m-%d"), rewatch = seen == #movies }, function(answer)
    with_marks(movies, function(marks)
      local sentence = "Logged a viewing of {film}: {viewing}."
      local requests = vim.tbl_map(function(movie)
        local before = marks[movie.id]
        if before.watchlistedAt then sentence = "Logged a viewing of {film}, now off the watchlist: {viewing}." end
        local is_again = answer.rewatch or seen < #movies and is_seen(movie)
        return { "logViewing", vim.tbl_extend("force", answer, { id = movie.id, rewatch = is_again }), function(result)
          local kept = values_of(before, { watchlist = true, rating = true })
          return { { "deleteViewing", { viewing = result.viewing.viewing } }, { "mark", with(movie, kept) } }
        end }
      end, movies)
      send(requests, sentence, movies, { viewing = words.viewing(answer) })
    end)
  end)
end

--- All members of a viewing for `logViewing`.
local function whole(viewing, movie)
  return with(movie, {
    viewing = viewing.viewing, date = viewing.date or vim.NIL, rating = viewing.rating or vim.NIL,
    rewatch = viewing.rewatch or false, note = viewing.note or vim.NIL, keepOnWatchlist = true,
  })
end

--- The requests that bring a viewing back, and the rating of the film, which the viewing's would replace.
local function restore(viewing, movie, rating)
  return { { "logViewing", whole(viewing, movie) }, { "mark", with(movie, { rating = rating or vim.NIL }) } }
end

function M.edit_viewing(viewing, movie)
  ask_for_viewing({ movie }, viewing, function(answer)
    with_marks({ movie }, function(marks)
      local changed = whole(vim.tbl_extend("force", answer, { viewing = viewing.viewing }), movie)
      local function back() return restore(viewing, movie, marks[movie.id].rating) end
      send({ { "logViewing", changed, back } }, "Changed the viewing of {film}.", { movie })
    end)
  end)
end

function M.delete_viewing(viewing, movie)
  local function back(result) return restore(result.previous, movie, result.mark.rating) end
  send({ { "deleteViewing", { viewing = viewing.viewing }, back } }, "Deleted the viewing of {film}.", { movie })
end

return M
