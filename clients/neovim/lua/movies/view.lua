--- Buffers named movies://KIND/ARGUMENT. `movies.pages` loads their rows.
local server = require("movies.server")
local words = require("movies.words")

local M = {}
local views = {} ---@type table<integer, movies.View> by buffer
local namespace = vim.api.nvim_create_namespace("movies")

---@class movies.Row
---@field text string
---@field highlight? string
---@field movie? movies.Movie the film that the row shows, with its star
---@field uri? string what <CR> opens: a view or a page in the browser
---@field action? fun() what <CR> does instead
---@field section? string the section that begins here

---@class movies.View
---@field buffer integer
---@field kind string
---@field argument string
---@field rows movies.Row[] the first is the heading
---@field state string what stands after the heading
---@field heading string
---@field previous? integer|false the buffer from which it was opened
---@field items? movies.Movie[] of a list
---@field query? string what the user is typing
---@field order? string of the favorites
---@field filter string of the favorites
---@field result? table what a page shows
---@field section? string at which the cursor shall be
---@field pending? integer the request that loads rows
---@field more? fun()|false loads the next page
local View = {}
View.__index = View

function View:decorate()
  local function mark(line, from, to, options)
    options.end_col, options.strict = to, false
    vim.api.nvim_buf_set_extmark(self.buffer, namespace, line - 1, from, options)
  end
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  for line, row in ipairs(self.rows) do
    local movie = row.movie
    local title_end = movie and 2 + #movie.title or #row.text
    mark(line, 0, title_end, { hl_group = row.highlight or movie and "MoviesTitle" })
    if movie then
      local year_end = 2 + #words.title(movie)
      mark(line, title_end, year_end, { hl_group = "MoviesYear" })
      mark(line, year_end, #row.text, { hl_group = "MoviesNote" })
      -- The star lies over two blanks: the text never changes, and there is room where a star is two columns wide.
      local star = server.stars[movie.id] and { { "★", "MoviesStar" } }
      if star then mark(line, 0, 0, { virt_text = star, virt_text_pos = "overlay" }) end
    end
  end
  local work = server.loading[self.pending]
  mark(1, 0, 0, { virt_text = { { work and words.activity(work) or self.state, "MoviesNote" } } })
  if vim.fn.mode() == "c" then vim.cmd("redraw") end -- the user is typing a query
end

--- Shows rows. Changes only the lines from the first difference on, so that cursors stay.
---@param heading string|movies.Row
---@param rows movies.Row[]
function View:show(heading, rows)
  if not vim.api.nvim_buf_is_loaded(self.buffer) then return end
  heading = type(heading) == "table" and heading or { text = heading, highlight = "MoviesHead" }
  self.rows = vim.list_extend({ heading }, rows)
  local lines = vim.tbl_map(function(row) return (row.text:gsub("%s*[\r\n]+%s*", " ")) end, self.rows)
  local old = vim.api.nvim_buf_get_lines(self.buffer, 0, -1, false)
  local same = 0
  while same < #lines and lines[same + 1] == old[same + 1] do same = same + 1 end
  vim.bo[self.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(self.buffer, same, -1, false, vim.list_slice(lines, same + 1))
  vim.bo[self.buffer].modifiable = false
  self:decorate()
  if #old < 2 then self:move_to(math.min(2, #lines)) end
  vim.schedule(function() self:load_more() end) -- the window may have room for more than one page
end

--- Moves the cursor in all windows of the view.
function View:move_to(line)
  for _, window in ipairs(vim.fn.win_findbuf(self.buffer)) do vim.api.nvim_win_set_cursor(window, { line, 0 }) end
end

--- Goes to the section for which somebody has opened the detail.
function View:go_to_section()
  local name = self.section
  self.section = nil
  for line, row in ipairs(name and self.rows or {}) do
    if row.section == name then return self:move_to(line) end
  end
  if name then words.echo(name .. ": nothing is known") end
end

--- Shows why there is nothing, or nothing more.
function View:fail(err)
  self.state = ""
  if #(self.items or vim.list_slice(self.rows, 2)) > 0 then return words.notify(err) end
  local sentences = vim.split(words.error(err):gsub("%. ", ".\n"), "\n")
  self:show(self.heading, vim.tbl_map(function(each) return { text = each } end, sentences))
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
  if #self.rows == 0 then self:show(self.heading, {}) end
end

function View:load()
  local load = require("movies.pages")[self.kind]
  if load then load(self) else self:show("There is no page " .. vim.api.nvim_buf_get_name(self.buffer) .. ".", {}) end
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

--- Opens a view in the current window, or in a new one if `mods` is a modifier such as `vertical` or `tab`.
---@return movies.View
function M.open(uri, mods)
  local buffer, previous = vim.fn.bufadd(uri), vim.api.nvim_get_current_buf()
  vim.cmd((mods or "") .. ((mods or "") ~= "" and " sbuffer " or " buffer ") .. buffer)
  if buffer ~= previous then views[buffer].previous = (mods or "") == "" and previous end
  return views[buffer]
end

function M.movie_uri(kind, movie) return ("movies://%s/%s"):format(kind, words.join(" ", movie.id, words.title(movie))) end

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
    view = { buffer = buffer, kind = kind, argument = argument, rows = {}, state = "", heading = "", filter = "" }
    views[buffer] = setmetatable(view, View)
    local function load_more() view:load_more() end
    vim.api.nvim_create_autocmd({ "CursorMoved", "WinScrolled" }, { buffer = buffer, callback = load_more })
    vim.api.nvim_create_autocmd("BufWipeout", { buffer = buffer, callback = function() views[buffer] = nil end })
  end
  -- The server has the data: there is nothing to write or to undo. A title of a stranger is no modeline.
  vim.cmd("setlocal nomodeline buftype=nowrite bufhidden=hide noswapfile nobuflisted undolevels=-1")
  local is_text = kind == "detail" or kind == "person"
  vim.cmd("setlocal linebreak breakindent cursorline " .. (is_text and "wrap" or "nowrap") .. " filetype=movies")
  require("movies.actions").map_keys(buffer, is_text)
  view:load()
end

local function on_event(event)
  for _, view in pairs(views) do
    if #view.rows > 0 then view:decorate() end
    local is_old = view.kind == "favorites" and event.match == "MoviesFavoritesChanged"
    if is_old or event.match == "MoviesRestart" then view:load() end
  end
end
vim.api.nvim_create_autocmd("User", { group = "movies", pattern = "Movies*", callback = on_event })

return M
