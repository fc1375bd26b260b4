-- Neovim's part of the test: see run.
local clients, index = os.getenv("CLIENTS"), tonumber(os.getenv("INDEX"))
local ids, titles = vim.split(os.getenv("IDS"), "|"), vim.split(os.getenv("TITLES"), "|")
local function say(...)
  -- A message of Neovim has no line end.
  io.stdout:write("\n", table.concat({ ... }, " "), "\n")
  io.stdout:flush()
end
vim.opt.runtimepath:prepend(clients .. "/neovim")
vim.cmd("runtime plugin/movies.lua")
vim.g.movies = { locale = "en" }
vim.cmd("Movies favorites")
local function marks()
  return vim.inspect(vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["movies.state"], 0, -1, { details = true }))
end
vim.wait(120000, function() return marks():find("No favorites yet", 1, true) end, 5)
say("ready")
local seen, count, has_starred = {}, 0, false
vim.wait(120000, function()
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  for number, title in ipairs(titles) do
    if not seen[number] and text:find(title, 1, true) then
      seen[number], count = true, count + 1
      say("shows", number - 1)
    end
  end
  if count == index and not has_starred then
    has_starred = true
    say("stars")
    vim.cmd("Movies star " .. ids[index + 1])
  end
  return count == #ids
end, 5)
vim.cmd("qall!")
