--- The keys of the plugin's buffers.
local M = {}

--- Each key with its action, which is also the name of a <Plug> map, and what it does.
M.keys = {
  { "<CR>", "open", "open the film, person, collection, section or link" },
  { "<2-LeftMouse>", "open", "open the film, person, collection, section or link" },
  { "s", "star", "star or unstar" },
  { "b", "watchlist-toggle", "put on the watchlist or take off" },
  { "l", "watched", "log a viewing" },
  { "m", "mark", "rating, note or tags" },
  { "u", "undo", "undo the last change" },
  { "y", "copy", "copy the link" },
  { "p", "preview", "show the film under the cursor beside the list" },
  { "S", "search", "search" },
  { "f", "favorites", "favorites" },
  { "B", "watchlist", "watchlist" },
  { "d", "diary", "diary" },
  { "e", "edit", "change the viewing under the cursor" },
  { "x", "delete", "delete the viewing under the cursor" },
  { "t", "trailers", "trailers" },
  { "w", "where-to-watch", "where to watch" },
  { "R", "recommendations", "recommendations" },
  { "o", "browse", "open the link in the browser" },
  { "r", "reload", "reload" },
  { "c", "order", "change the order of the list" },
  { "i", "filter", "filter the list" },
  { "]]", "next", "next section" },
  { "[[", "previous", "previous section" },
  { "g?", "help", "help" },
  { "G", "last", "the last row of all, or that of the count" },
  { "q", "close", "close" },
}

local in_visual = { star = true, ["watchlist-toggle"] = true, watched = true, mark = true, copy = true }
local with_count = { undo = true, next = true, previous = true, last = true }

--- Runs an action for the lines that are selected, or for as many as the count. Some others take it from `vim.v.count`.
local function run(action)
  local words = require("movies.words")
  if vim.v.count > 0 and not in_visual[action] and not with_count[action] then
    return words.echo(words.t("This key takes no count."))
  end
  local first, last = vim.fn.line("v"), vim.fn.line(".")
  local options = { line1 = math.min(first, last), line2 = math.max(first, last) + vim.v.count1 - 1, register = vim.v.register }
  if vim.fn.mode():find("[vV\22]") then vim.cmd("normal! \27") end
  require("movies.actions")[action:gsub("%-", "_")]("", options)
end

--- Defines the <Plug> maps, which a user may map to other keys.
function M.define()
  local actions = vim.tbl_map(function(key) return key[2] end, M.keys)
  for _, action in ipairs(vim.list_extend(actions, { "home", "discover", "statistics", "library", "tags" })) do
    local modes = in_visual[action] and { "n", "x" } or "n"
    vim.keymap.set(modes, "<Plug>(movies-" .. action .. ")", function() run(action) end)
  end
end

function M.leader() return ((vim.g.maplocalleader or "\\"):gsub(" ", "<Space>")) end

local hint_of_lists = "<CR> open · s star · b watchlist · l log a viewing · p preview · g? all keys"
local hints = {
  typing = "<CR> open · <Tab> list · <C-s> star · <C-b> watchlist · <Esc> back", person = "", preview = "",
  diary = "<CR> open · e change · x delete · u undo · p preview · g? all keys",
  detail = "s star · {key}b watchlist · {key}l log a viewing · m rating, note, tags · g? all keys",
}

--- The keys that matter most in a view, or while the user is typing a query into it.
function M.hint(view)
  if require("movies").options().keys == false and not view.is_typing then return "" end
  local hint = hints[view.is_typing and "typing" or view.kind] or hint_of_lists
  return require("movies.words").t(hint, { key = M.leader() })
end

--- What is typed for a key. People move in text with some of them, and copy it: there these follow <LocalLeader>.
function M.name(key, is_text) return (is_text and key:find("^[befltwyB]$") and M.leader() or "") .. key end

--- Maps the keys in a buffer.
function M.map(buffer, is_text)
  if require("movies").options().keys == false then return end
  for _, key in ipairs(M.keys) do
    local lhs, action, description = M.name(key[1], is_text), key[2], require("movies.words").t(key[3])
    local options = { buffer = buffer, remap = true, nowait = true, desc = "movies: " .. description }
    vim.keymap.set(in_visual[action] and { "n", "x" } or "n", lhs, "<Plug>(movies-" .. action .. ")", options)
  end
end

return M
