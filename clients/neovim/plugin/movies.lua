if vim.g.loaded_movies then return end
vim.g.loaded_movies = true

for _, link in ipairs({ "Star Special", "Title Identifier", "Year Number", "Note Comment", "Head Title" }) do
  vim.cmd("highlight default link Movies" .. link)
end
vim.api.nvim_create_user_command("Movies", function(command) require("movies.actions").run(command) end, {
  nargs = "*",
  bang = true,
  desc = "Search films, show details, keep favorites",
  complete = function(...) return require("movies.actions").complete(...) end,
})
vim.api.nvim_create_autocmd("BufReadCmd", {
  group = vim.api.nvim_create_augroup("movies", {}),
  pattern = "movies://*",
  callback = function(event) require("movies.view").read(event.buf) end,
})
local actions = "open star search favorites home discover trailers watch recommendations browse reload order "
for action in (actions .. "filter help close next previous"):gmatch("%l+") do
  vim.keymap.set("n", "<Plug>(movies-" .. action .. ")", function() require("movies.actions")[action]("", {}) end)
end
