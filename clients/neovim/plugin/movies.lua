if vim.g.loaded_movies then return end
vim.g.loaded_movies = true

local links = {
  Star = "Special", Title = "Identifier", Year = "Number", Note = "Comment", Head = "Title", Mark = "Constant",
  Selected = "Visual", -- also with 16 colors
}
for group, link in pairs(links) do vim.cmd(("highlight default link Movies%s %s"):format(group, link)) end
local function complete(...) return require("movies.actions").complete(...) end
local function run(command) require("movies.actions").run(command) end
local function read(event) require("movies.view").read(event.buf) end
vim.api.nvim_create_user_command("Movies", run, {
  nargs = "*", bang = true, range = true, complete = complete, desc = "Search films, keep favorites, a watchlist and a diary",
})
vim.api.nvim_create_augroup("movies", { clear = false })
vim.api.nvim_create_autocmd("BufReadCmd", { group = "movies", pattern = "movies://*", callback = read })
require("movies.keys").define()
