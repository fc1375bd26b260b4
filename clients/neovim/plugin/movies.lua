if vim.g.loaded_movies then return end
vim.g.loaded_movies = true

for _, link in ipairs({ "Star Special", "Title Identifier", "Year Number", "Note Comment", "Head Title" }) do
  vim.cmd("highlight default link Movies" .. link)
end
local function complete(...) return require("movies.actions").complete(...) end
local function run(command) require("movies.actions").run(command) end
local function read(event) require("movies.view").read(event.buf) end
local description = "Search films, show details, keep favorites"
vim.api.nvim_create_user_command("Movies", run, { nargs = "*", bang = true, desc = description, complete = complete })
vim.api.nvim_create_augroup("movies", {})
vim.api.nvim_create_autocmd("BufReadCmd", { group = "movies", pattern = "movies://*", callback = read })
local actions = "open star search favorites home discover trailers watch recommendations browse reload order "
for action in (actions .. "filter help close next previous"):gmatch("%l+") do
  vim.keymap.set("n", "<Plug>(movies-" .. action .. ")", function() require("movies.actions")[action]("", {}) end)
end
