--- Buffers named movies://KIND/ARGUMENT. `movies.pages` loads their rows.
local server = require("movies.server")
local words = require("movies.words")
local t = words.t

local M = {}
local views = {} ---@type table<integer, movies.View> by buffer
local namespace = vim.api.nvim_create_namespace("movies")
local state_namespace = vim.api.nvim_create_namespace("movies.state")

---@class movies.Row
---@field text string
---@field highlight? string
---@field movie? movies.Movie the film that the row shows, with its star
---@field title? string its title, which may be cut
---@field year? string what follows the title
---@field uri? string what <CR> opens: a view or a page in the browser
---@field action? fun() what <CR> does instead
---@field section? string the section that begins here
---@field viewing? table the viewing that the row shows
---@field entry? string what of that which the user keeps the row shows, whatever its value
---@field right? string|false what stands at the right edge in place of the mark

---@class movies.View
---@field buffer integer
---@field kind string
---@field argument string
---@field is_text boolean whether people move in it, as in a detail
---@field rows movies.Row[] the first is the heading
---@field state string what stands after the heading
---@field heading string
---@field previous? integer|false the buffer from which it was opened
---@field query? string what the user is typing
---@field is_typing? boolean whether the user is typing a query or a filter
---@field is_new? boolean whether the films that come next are those of another query
---@field is_choice? boolean whether the first of those films shall open
---@field order? string of a list of the library
---@field seed? integer of the order by chance
---@field filter string of a list of the library
---@field result? table what a page shows
---@field section? string at which the cursor shall be
---@field pending? integer the request that loads rows
---@field is_old? boolean whether the library has changed since the rows were loaded
---@field more? fun()|false loads the next page
---@field is_to_end? boolean whether the user wants to go to the last row
---@field line? integer to which a change of the rows has brought the cursor
---@field returning? string the key of the row to which the cursor goes when an undo brings it back
---@field expected? movies.Row the row on which the user has put the cursor, if the library has changed since
---@field columns? integer the width by which the rows are laid out
---@field column? integer|false in which the directors of a list stand
---@field render? fun() shows the rows for the width of the window
local View = {}
View.__index = View

--- The width of the view's window, by which rows are laid out.
function View:width()
  local window = vim.fn.win_findbuf(self.buffer)[1]
  return window and vim.api.nvim_win_get_width(window) or vim.o.columns
end

local function mark(buffer, line, from, options)
  options.strict = false
  vim.api.nvim_buf_set_extmark(buffer, namespace, line - 1, from, options)
end

--- Shows the colors, the stars and the marks of the rows.
function View:decorate()
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  for line, row in ipairs(self.rows) do
    local movie = row.movie
    local title_end = movie and 2 + #row.title or #row.text
    mark(self.buffer, line, 0, { end_col = title_end, hl_group = row.highlight or movie and "MoviesTitle" })
    if movie then
      local year_end = title_end + #row.year
      mark(self.buffer, line, title_end, { end_col = year_end, hl_group = "MoviesYear" })
      mark(self.buffer, line, year_end, { end_col = #row.text, hl_group = "MoviesNote" })
      local function show(sign, highlight, place)
        mark(self.buffer, line, 0, { virt_text = { { sign, highlight } }, virt_text_pos = place, hl_mode = "combine" })
      end
      -- The star lies over two blanks: the text never changes, and there is room where a star is two columns wide.
      if server.stars[movie.id] then show("★", "MoviesStar", "overlay") end
      local kept = row.right or not row.viewing and words.mark(server.marks[movie.id]) or ""
      if kept ~= "" then show(" " .. kept, "MoviesMark", "right_align") end
    end
  end
  self:show_state()
end

--- Shows what the view is doing, or what it has found, after the heading, or below it if it is long.
function View:show_state()
  if #self.rows == 0 then return end
  local is_late = server.silence == "lost" or self.pending and (server.silence or not server.info.catalog)
  local work = server.loading[self.pending] or is_late and {}
  local state, width = work and words.activity(work) or self.state, self:width()
  local is_long = vim.fn.strdisplaywidth(self.rows[1].text .. state) >= width
  vim.api.nvim_buf_clear_namespace(self.buffer, state_namespace, 0, -1)
  -- Pages have the keys in a row. Those of a list are none of its lines, each of which is a film or a month.
  local is_list = self.rows[2] and (self.rows[2].movie or self.kind == "diary")
  local hint = is_list and words.lines(require("movies.keys").hint(self), width) or {}
  local below = vim.list_extend(is_long and words.lines(state, width) or {}, hint)
  local function note(line) return { { line, "MoviesNote" } } end
  vim.api.nvim_buf_set_extmark(self.buffer, state_namespace, 0, 0, {
    virt_text = note(is_long and "" or state), virt_lines = vim.tbl_map(note, below),
  })
  if vim.fn.mode() == "c" then vim.cmd("redraw") end -- the user is typing a query
end

--- What a row shows: by this it is found when it has got another place.
local function key(row) return row.entry or row.viewing and row.viewing.viewing or row.movie and row.movie.id or row.text end

local function line_with(id, rows)
  for line, row in ipairs(id and rows or {}) do if key(row) == id then return line end end
end

--- The line that shows what an earlier one did, the nearest if there are several; else that of what followed it.
local function line_of(line, old, rows)
  for follower = line, line > 1 and #old or 0 do
    local nearest
    for each, row in ipairs(rows) do
      local is_nearer = not nearest or math.abs(each - line) < math.abs(nearest - line)
      if is_nearer and key(row) == key(old[follower]) then nearest = each end
    end
    if nearest then return nearest end
  end
  return math.min(line, #rows)
end

--- Shows rows. All windows keep their place: the cursor stays with its row, and that row stays where it is on the screen.
---@param heading string|movies.Row
---@param rows movies.Row[]
function View:show(heading, rows)
  if not vim.api.nvim_buf_is_loaded(self.buffer) then return end
  self.has_failed = nil
  heading = type(heading) == "table" and heading or { text = heading, highlight = "MoviesHead" }
  local old, buffer = self.rows, self.buffer
  self.rows = vim.list_extend({ heading }, rows)
  for _, row in ipairs(self.rows) do row.text = row.text:gsub("%s*[\r\n]+%s*", " ") end
  local places, back = {}, line_with(self.returning, self.rows)
  if back then self.returning, self.expected = nil, nil end
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do places[window] = vim.api.nvim_win_call(window, vim.fn.winsaveview) end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.tbl_map(function(row) return row.text end, self.rows))
  vim.bo[buffer].modifiable = false
  for window, place in pairs(places) do
    local is_current = window == vim.api.nvim_get_current_win()
    local shift = (is_current and back or line_of(place.lnum, old, self.rows)) - place.lnum
    place.lnum, place.topline = place.lnum + shift, place.topline == 1 and 1 or math.max(place.topline + shift, 1)
    -- In Neovim 0.7 a window still begins where it did with the buffer before, beyond the end of this one.
    if place.topline > #self.rows then place.topline = 1 end
    vim.api.nvim_win_call(window, function() vim.fn.winrestview(place) end)
    if is_current then self.line = place.lnum end
  end
  if #old < 2 then
    local first = rows[1] and rows[1].section and 3 or 2
    for line = self.kind == "home" and #self.rows or 0, 2, -1 do if self.rows[line].movie then first = line end end
    self:move_to(math.min(first, #self.rows))
  end
  if self.is_new then self:begin() end
  self:decorate() -- redraws, while the user is typing a query
  if buffer == vim.api.nvim_get_current_buf() then require("movies.preview").follow() end
  vim.schedule(function() self:load_more() end) -- the window may have room for more than one page
end

--- Goes to the first film, or to an earlier search, of a new query, as soon as there is one, and opens it if the user has
--- asked for that. Who has left the list meanwhile stays there.
function View:begin()
  for line, row in ipairs(self.rows) do
    if row.uri and not row.highlight then
      self.is_new = false
      self:move_to(line)
      return self.is_choice and vim.schedule(function()
        if M.current() == self and vim.fn.mode() == "n" then require("movies.actions").open() end
      end)
    end
  end
end

--- Goes to another film of the list while the user is typing a query.
function View:step(step)
  local line = math.max(2, math.min(vim.fn.line(".") + step, #self.rows))
  self:move_to(line)
  self:load_more()
  require("movies.preview").follow()
  vim.cmd("redraw")
end

--- Moves the cursor in all windows of the view.
function View:move_to(line)
  for _, window in ipairs(vim.fn.win_findbuf(self.buffer)) do vim.api.nvim_win_set_cursor(window, { line, 0 }) end
end

--- Names the buffer as its page is named where its title is known, unless another one has that name.
function View:rename(name)
  if vim.fn.bufexists(name) == 1 then return end
  local old = vim.api.nvim_buf_get_name(self.buffer)
  vim.api.nvim_buf_call(self.buffer, function() vim.cmd("silent keepalt file " .. vim.fn.fnameescape(name)) end)
  vim.cmd("bwipeout " .. vim.fn.bufadd(old)) -- `:file` has made one of the old name
end

--- Goes to the section for which somebody has opened the detail.
function View:go_to_section()
  local name = self.section
  self.section = nil
  for line, row in ipairs(name and self.rows or {}) do
    if row.section == name then return self:move_to(line) end
  end
  if name == "Where to watch" and not server.locale():find("%-%u%u$") then
    return words.echo(t("No country is set. Set it, such as {example}", { example = "vim.g.movies = { country = 'KR' }" }))
  end
  if name then words.echo(t("{section}: nothing is known", { section = t(name) })) end
end

--- Shows why there is nothing, or nothing more.
function View:fail(err)
  self.state = ""
  if (err.data or {}).field == "genres" then
    return self:request("genres", {}, function(result)
      local genres = words.join("", result.genres)
      self:show_text(t("There is no such genre.") .. "\n" .. t("Genres: {genres}", { genres = genres }))
    end)
  end
  if not self.has_failed and not self.is_new and #self.rows > 1 then return words.notify(err) end
  self.render = nil -- the rows before do not come back with another width
  local advice = words.advice(err)
  local setting = require("movies").options().server and "vim.g.movies.server" or "MOVIE_SERVER"
  local install = t("Install it, or set MOVIE_SERVER to its path."):gsub("MOVIE_SERVER", setting)
  local again = vim.fn.mode() == "c" and t("Enter: try again") or t("r: try again") -- the user is typing a query
  self:show_text(words.join("\n", words.error(err), advice and err.data.detail and install, advice, again))
  self.has_failed = true -- the rows say so and nothing else
end

--- Shows sentences in place of rows.
function View:show_text(text)
  self:show(self.heading, vim.tbl_map(function(line) return { text = line } end, words.lines(text, self:width())))
end

--- Calls a method for this view. Only its latest request may change the rows.
---@param callback fun(result: table)
function View:request(method, params, callback)
  self.more = nil
  local id
  id = server.request(method, params, function(err, result)
    if self.pending ~= id or views[self.buffer] ~= self then return end
    self.pending = nil
    if not err then return callback(result) end
    -- A server that was started again does not know the lists of the one before.
    if err.data and err.data.reason == "listNotReady" then return self:load() end
    self:fail(err)
  end)
  self.pending = id
  if #self.rows == 0 then self:show(self.heading, {}) else self:show_state() end
end

function View:load()
  local load = require("movies.pages")[self.kind]
  local name = vim.api.nvim_buf_get_name(self.buffer)
  self.expected, self.is_to_end, self.is_choice = nil, false, false
  if load then load(self) else self:show(t("There is no page {name}.", { name = name }), {}) end
end

--- Loads again what is old; a view that is hidden, when it is shown the next time.
function View:refresh()
  self.is_old = #vim.fn.win_findbuf(self.buffer) == 0
  if self.is_old then return end
  local view, row = M.current()
  local expected = self.expected or view == self and row
  self:load()
  self.expected = expected
end

--- Lays the rows out again where the window has another width.
function View:resize() if self.render and self:width() ~= self.columns then self:draw(self.render) end end

--- Shows rows that depend on the width of the window.
---@param render fun()
function View:draw(render)
  self.render, self.columns = render, self:width()
  render()
end

--- Loads the next page if the user is near the end.
function View:load_more()
  for _, window in ipairs(vim.fn.win_findbuf(self.buffer)) do
    if self.more and not self.pending and vim.fn.line("w$", window) + 5 >= #self.rows then self.more() end
  end
end

---@return movies.View? the view of the current buffer
---@return movies.Row? the row under the cursor
function M.current()
  local view = views[vim.api.nvim_get_current_buf()]
  return view, view and view.rows[vim.fn.line(".")]
end

--- Says which film a change of the list has brought under the cursor, unless the user has moved since or has been told:
--- a key that was pressed is for the film before.
function M.is_on_stranger()
  local view, row = M.current()
  local expected = view and view.expected
  if not expected then return false end
  view.expected = nil
  local movie = key(row) ~= key(expected) and (row.movie or row.viewing and view.result)
  local name = movie and words.title(movie)
  if name then words.echo(t("Now on {film}. Press again to change it.", { film = name }), nil, name) end
  return name
end

--- Lets the cursor go to the film or the viewing that an undo brings back, unless that is in the list.
function M.expect(id)
  local view = M.current()
  if view and not line_with(id, view.rows) then view.returning = id end
end

---@return movies.View? the view of a buffer
function M.of(buffer) return views[buffer] end

--- Opens a view in the current window, or in a new one if `mods` is a modifier such as `vertical` or `tab`.
---@return movies.View
function M.open(uri, mods)
  local buffer, previous = vim.fn.bufadd(uri), vim.api.nvim_get_current_buf()
  vim.cmd((mods or "") .. ((mods or "") ~= "" and " sbuffer " or " buffer ") .. buffer)
  if buffer ~= previous then views[buffer].previous = (mods or "") == "" and previous end
  return views[buffer]
end

--- The name of a page of a film. A film that is named by its id only has that as its title.
function M.movie_uri(kind, movie)
  return ("movies://%s/%s"):format(kind, words.join(" ", movie.id, movie.title ~= movie.id and words.title(movie)))
end

---@param section? string of a detail, at which the cursor shall be
function M.open_movie(kind, movie, section, mods)
  local view = M.open(M.movie_uri(kind, movie), mods)
  view.section = section
  if view.result then view:go_to_section() end
end

--- Loads the view of a buffer, as `:edit` does.
function M.read(buffer)
  local kind, argument = vim.api.nvim_buf_get_name(buffer):match("^movies://(%l+)/?(.*)$")
  local view = views[buffer]
  if not view then
    view = { buffer = buffer, kind = kind, argument = argument, state = "", heading = "", filter = "" }
    views[buffer] = setmetatable(view, View)
    vim.api.nvim_create_autocmd("CursorMoved", { buffer = buffer, callback = function()
      if vim.fn.line(".") ~= view.line then view.expected, view.returning = nil, nil end
    end })
    local function on_scroll()
      view:resize()
      view:load_more()
      require("movies.preview").follow()
    end
    vim.api.nvim_create_autocmd({ "CursorMoved", "WinScrolled" }, { buffer = buffer, callback = on_scroll })
    vim.api.nvim_create_autocmd("BufWinEnter", { buffer = buffer, callback = function()
      if view.is_old then view:refresh() end
    end })
    vim.api.nvim_create_autocmd("BufWipeout", { buffer = buffer, callback = function() views[buffer] = nil end })
  end
  view.rows = {} -- the buffer is empty, also when it is read again
  -- The server has the data: there is nothing to write or to undo. A title of a stranger is no modeline.
  vim.cmd("setlocal nomodeline buftype=nowrite bufhidden=hide noswapfile nobuflisted undolevels=-1")
  view.is_text = kind == "detail" or kind == "person" or kind == "preview"
  local layout = view.is_text and "wrap" or "nowrap list listchars=extends:…"
  vim.cmd("setlocal linebreak breakindent cursorline " .. layout .. " filetype=movies")
  require("movies.keys").map(buffer, view.is_text)
  view:load()
end

local function on_event(event)
  for _, view in pairs(views) do
    if event.match == "MoviesActivity" then
      view:show_state()
    elseif #view.rows > 0 then
      -- A title of a narrow window has what its mark leaves.
      if view.render and view.columns < 60 then view:draw(view.render) else view:decorate() end
      if event.match == "MoviesRestart" then view:load() end
      if event.match == "MoviesLibraryChanged" then require("movies.pages").follow(view) end
    end
  end
end

local due = {}
vim.api.nvim_create_autocmd("User", { group = "movies", pattern = "Movies*", callback = function(event)
  if due[event.match] then return end
  due[event.match] = true -- once for all changes that have arrived, which may be a thousand
  vim.schedule(function()
    due[event.match] = nil
    on_event(event)
  end)
end })
vim.api.nvim_create_autocmd("VimResized", { group = "movies", callback = function()
  for _, view in pairs(views) do view:resize() end
end })

return M
