rockspec_format = "3.0"
package = "movies.nvim"
version = "scm-1"
source = { url = "git+file://./" }
description = {
  summary = "Films, favorites, a watchlist and a diary in Neovim, with movie-server",
  detailed = "Needs the program movie-server. `luarocks make` in this folder installs the plugin.",
  license = "MIT",
  labels = { "neovim" },
}
dependencies = { "lua == 5.1" }
build = { type = "builtin", copy_directories = { "doc", "plugin" } }
