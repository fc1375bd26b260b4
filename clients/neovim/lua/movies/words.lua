--- What the user reads: errors, states and titles. All clients of movie-server use the same words.
local translations = require("movies.translations")

local M = {}

--- A sentence in the user's language. Each name in braces stands for the member of `values`.
---@param values? table<string, string|number>
---@return string
function M.t(text, values)
  local language = require("movies.server").locale():match("^%a+")
  text = (translations[language] or translations.en)[text] or text
  return (text:gsub("{(%l+)}", values or {}))
end
local t = M.t

--- Asks for a text, which may be empty; nil if the user gives up. Before 0.9, Neovim's own `vim.ui.input` takes an empty
--- answer for that.
---@param confirmed fun(text: string?)
function M.input(options, confirmed)
  local is_own = debug.getinfo(vim.ui.input, "S").source:find("vim/ui.lua", 1, true)
  if vim.fn.has("nvim-0.9") == 1 or not is_own then return vim.ui.input(options, confirmed) end
  local given_up = "\27"
  -- Ctrl-C is an error.
  local is_answered, text = pcall(vim.fn.input, vim.tbl_extend("keep", options, { cancelreturn = given_up }))
  confirmed(is_answered and text ~= given_up and text or nil)
end

---@class movies.Movie
---@field id string
---@field title string
---@field year? integer
---@field directors string[]
---@field isFavorite boolean
---@field genres? string[]
---@field overview? string
---@field link? string

---@class movies.Error
---@field message string
---@field data { reason: string, catalog?: string, detail?: string }

--- An error of the client itself.
---@return movies.Error
function M.own(reason, detail) return { message = reason, data = { reason = reason, detail = detail } } end

--- The sentence for an error; empty if it is none for the user.
---@param err movies.Error
function M.error(err)
  local data = err.data or {}
  local reason = data.reason or ""
  if reason == "cancelled" or reason == "superseded" then return "" end
  if reason == "serverNotFound" and data.detail then return t("{detail} cannot be started.", data) end
  if data.field == "from" or data.field == "to" then
    return t("Days are written like 2026-01-31, months like 2026-01, years like 2026.")
  end
  local sentence = translations.en[reason]
  if not sentence or sentence:find("{catalog}", 1, true) and not data.catalog then return err.message end
  return t(reason, data)
end

--- Where to look if the server does not run.
function M.advice(err)
  local reason = (err.data or {}).reason
  return (reason == "serverNotFound" or reason == "serverGone") and t("See {place}", { place = ":checkhealth movies" })
end

--- Shows an error, if there is one for the user.
---@param err? movies.Error
function M.notify(err)
  local sentence = err and M.error(err) or ""
  if sentence ~= "" then vim.notify(M.join(" ", "movies:", sentence, M.advice(err)), vim.log.levels.ERROR) end
end

local box = -1 -- the window of the last message that was longer than a line

--- Shows a long message over the last lines of the screen until the next key: Neovim itself would ask for Enter.
local function show_box(text)
  local lines, buffer = M.lines(text, vim.o.columns), vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].bufhidden = "wipe"
  box = vim.api.nvim_open_win(buffer, false, {
    relative = "editor", anchor = "SW", row = vim.o.lines, col = 0, width = vim.o.columns, height = #lines, zindex = 250,
    style = "minimal", focusable = false, noautocmd = true,
  })
  vim.wo[box].winhighlight = "Normal:MsgArea,NormalFloat:MsgArea"
  local own, namespace = box, nil
  namespace = vim.on_key(function()
    vim.on_key(nil, namespace)
    vim.schedule(function() pcall(vim.api.nvim_win_close, own, true) end)
  end)
end

--- Shows what needs no attention: on the line of messages, for which a title is cut if that helps, else on several.
---@param rest? string what follows the text
---@param title? string a part of the text
function M.echo(text, rest, title)
  if vim.fn.mode() == "c" then return end -- it would lie over what the user is typing
  local function excess() return vim.fn.strdisplaywidth(M.join(" ", text, rest)) - vim.v.echospace end
  local room = vim.fn.strdisplaywidth(title or "") - excess()
  local first, last = text:find(title or "", 1, true)
  if title and first and excess() > 0 and room >= 16 then
    text = text:sub(1, first - 1) .. M.cut(title, room) .. text:sub(last + 1)
  end
  pcall(vim.api.nvim_win_close, box, true)
  vim.cmd("redraw")
  local whole = M.join(" ", text, rest)
  if excess() > 0 then show_box(whole) else vim.api.nvim_echo({ { whole } }, false, {}) end
end

--- A text that is cut to a width on the screen.
function M.cut(text, width)
  return vim.fn.strdisplaywidth(text) <= width and text or vim.fn.printf(("%%.%dS…"):format(math.max(width - 1, 0)), text)
end

M.silent = "movie-server does not answer. :Movies restart starts it again."

--- What the server is doing; an import tells how far it is.
function M.activity(work)
  if require("movies.server").silence == "lost" then return t(M.silent) end
  return M.join(" ", work.kind == "search" and t("Searching…") or t("Loading…"), work.total and work.done .. "/" .. work.total)
end

--- A number with a comma before each group of three digits.
function M.number(number)
  local found
  repeat number, found = tostring(number):gsub("^(%d+)(%d%d%d)", "%1,%2") until found == 0
  return number
end

--- The number of films of a page or a list.
function M.count(page)
  if page.total == 0 then return t("No films found.") end
  local count = M.number(page.total) .. (page.totalIsExact == false and "+" or "")
  return M.join(" · ", count == "1" and t("1 film") or t("{count} films", { count = count }),
    page.correctedQuery and t("Results for “{query}”", { query = page.correctedQuery }), M.stale(page))
end

--- A number and what it counts, of which there may be one.
function M.some(count, one, many) return count == 1 and t(one) or t(many, { count = M.number(count) }) end

--- What the user has kept of a viewing. In a narrow diary the day, whose year its month has, and the rating are two columns.
---@param is_narrow? boolean
function M.viewing(viewing, is_narrow)
  local date = viewing.date ~= vim.NIL and viewing.date
  local day = is_narrow and ("%-5s %4s"):format((date or ""):sub(6), viewing.rating or "")
  local whole = not day and M.join(" · ", date or t("no date"), viewing.rating)
  return M.join(" · ", whole, viewing.rewatch and t("again"), viewing.note), day
end

function M.viewings(count) return M.some(count, "1 viewing", "{count} viewings") end

function M.stale(result) return result.stale and t("Offline: an earlier result") end

--- What the user keeps about a film: `+` if it is on the watchlist, `✓` for each viewing, the rating, `✎` for a note.
---@param mark? table|false
function M.mark(mark)
  if not mark then return "" end
  local viewings = mark.viewings and "✓" .. (mark.viewings > 1 and mark.viewings or "")
  return M.join(" ", mark.watchlistedAt and "+", viewings, mark.rating, mark.hasNote and "✎")
end

--- Breaks a text after each sentence, and between words where a line is too long.
---@return string[]
function M.lines(text, width)
  local lines = {}
  for sentence in vim.gsplit(text:gsub("%. ", ".\n"), "\n") do
    local line = ""
    for word in sentence:gmatch("%S+") do
      local longer = M.join(" ", line, word)
      if line ~= "" and vim.fn.strdisplaywidth(longer) > width then
        lines[#lines + 1], line = line, word
      else
        line = longer
      end
    end
    lines[#lines + 1] = line
  end
  return lines
end

---@param movie movies.Movie
function M.title(movie) return movie.year and ("%s (%d)"):format(movie.title, movie.year) or movie.title end

--- Two columns: text padded to a width on the screen, and a note if there is one. Longer text stays whole.
---@param note? string|string[]
function M.columns(text, width, note)
  note = M.join("", note)
  return note == "" and text or vim.fn.printf(("%%-%dS  %%s"):format(math.max(width - 1, 0)), text, note)
end

local function text_of(value) return type(value) ~= "table" and value or value.name or value.source .. " " .. value.value end

--- Joins the parts that there are; a list, of texts, names or ratings, is one part, with commas.
---@param ... string|number|table|nil|false
function M.join(separator, ...)
  local parts = {}
  for i = 1, select("#", ...) do
    local part = select(i, ...)
    part = type(part) == "table" and table.concat(vim.tbl_map(text_of, part), ", ") or part
    if part and part ~= "" then parts[#parts + 1] = part end
  end
  return table.concat(parts, separator)
end

return M
