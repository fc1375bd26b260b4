--- A window beside a list that shows the film under the cursor.
local views = require("movies.view")

local M = {}
local window ---@type integer?

local function is_open() return window and vim.api.nvim_win_is_valid(window) end

function M.close() if is_open() then vim.api.nvim_win_close(window, true) end end

function M.toggle()
  if is_open() then return M.close() end
  local list = vim.api.nvim_get_current_win()
  local direction = vim.api.nvim_win_get_width(list) >= 100 and "vertical belowright" or "belowright"
  views.open("movies://preview", direction)
  window = vim.api.nvim_get_current_win()
  vim.wo.previewwindow = true
  vim.api.nvim_set_current_win(list)
  M.follow()
end

--- Shows the film under the cursor as soon as the cursor rests.
function M.follow()
  local _, row = views.current()
  local movie = row and row.movie
  if not movie or not is_open() or vim.api.nvim_get_current_win() == window then return end
  local view = views.of(vim.api.nvim_win_get_buf(window))
  if not view or view.kind ~= "preview" or view.argument == movie.id then return end
  view.argument = movie.id
  vim.defer_fn(function()
    if view.argument == movie.id and is_open() then view:load() end
  end, 80)
end

return M
