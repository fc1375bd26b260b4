--- The interface for configurations and other plugins. Everything works without `setup`.
local M = {}

---@class movies.Options
---@field server? string|string[] the server's program, with arguments if it is a list
---@field catalog? string the catalog to use, such as "tmdb"
---@field locale? string the language of titles and texts, such as "ko-KR"
---@field country? string the country of where to watch and age ratings, such as "KR"
---@field keys? boolean false leaves the keys of the plugin's buffers to the user

---@param options? movies.Options
function M.setup(options) vim.g.movies = vim.tbl_extend("force", M.options(), options or {}) end

---@return movies.Options
function M.options() return vim.g.movies or {} end

--- For a statusline: what the server is doing, else the number of favorites. Empty until the server has started.
---@return string
function M.status()
  local server = require("movies.server")
  local _, work = next(server.loading)
  local total = server.favorites.total and "★ " .. server.favorites.total
  if work or server.silence then return require("movies.words").activity(work or {}) end
  return total or ""
end

--- Lets the user choose one of the films that a query finds, with `vim.ui.select`.
---@param query string
---@param on_choice? fun(movie: movies.Movie) by default, its detail is opened
function M.select(query, on_choice)
  require("movies.actions").select("search", { query = query, list = "select" }, on_choice)
end

--- Finds films while the user types, for pickers: a newer call ends an older one, whose `on_films` is not called.
---@param on_films fun(movies: movies.Movie[])
function M.find(query, on_films)
  if vim.trim(query) == "" then return vim.schedule(function() on_films({}) end) end
  local params = { query = query, list = "picker", limit = 50, debounceMs = 60 }
  require("movies.server").request("search", params, function(err, page)
    local words = require("movies.words")
    words.notify(err)
    if not err or words.error(err) ~= "" then on_films(page and page.items or {}) end
  end)
end

--- The last searches, the last first. Neovim keeps variables in capitals in its ShaDa file.
---@return string[]
function M.searches() return vim.g.MOVIES_SEARCHES or {} end

function M.add_search(query)
  query = vim.trim(query)
  if query == "" then return end
  local others = vim.tbl_filter(function(each) return each ~= query end, M.searches())
  vim.g.MOVIES_SEARCHES = vim.list_slice(vim.list_extend({ query }, others), 1, 8)
end

--- Starts the language server for films in notes in each buffer of these file types, from now on. Neovim 0.8 and newer.
---@param filetypes? string[] by default Markdown, Org, reStructuredText, AsciiDoc and plain text
---@param settings? table such as { style = "wiki" }
function M.notes(filetypes, settings)
  local command = vim.list_extend(vim.list_extend({}, require("movies.server").command()), { "lsp" })
  local config = { name = "movies", cmd = command, init_options = { notes = settings or vim.empty_dict() }, commands = {} }
  -- Neovim itself says nothing after a code action.
  local function run(action, context)
    local params, words = { command = action.command, arguments = action.arguments }, require("movies.words")
    vim.lsp.get_client_by_id(context.client_id).request("workspace/executeCommand", params, function(err)
      words.notify(err)
      if not err then words.echo(words.t("Done: {action}", { action = action.title }), nil, action.title) end
    end, context.bufnr)
  end
  for _, name in ipairs({ "star", "unstar", "watchlist", "logViewing", "rate" }) do config.commands["movies." .. name] = run end
  function config.on_attach(_, buffer)
    local options = vim.bo[buffer] -- the user may have set another function
    if options.omnifunc == "v:lua.vim.lsp.omnifunc" then options.omnifunc = "v:lua.require'movies'.complete_note" end
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("movies.notes", {}),
    pattern = filetypes or { "markdown", "org", "rst", "asciidoc", "text" },
    callback = function(event) vim.lsp.start(config, { bufnr = event.buf }) end,
  })
end

--- The 'omnifunc' of notes: Neovim's own, unless films are all that completes there. That cuts their links at a blank.
function M.complete_note(findstart, base)
  local buffer, place, line = vim.api.nvim_get_current_buf(), vim.fn.getpos("."), vim.api.nvim_get_current_line()
  local clients = (vim.lsp.get_clients or vim.lsp.get_active_clients)({ bufnr = buffer })
  clients = vim.tbl_filter(function(each) return each.server_capabilities.completionProvider end, clients)
  if #clients ~= 1 or clients[1].name ~= "movies" then return vim.lsp.omnifunc(findstart, base) end
  local id, encoding = clients[1].id, clients[1].offset_encoding
  vim.lsp.buf_request_all(buffer, "textDocument/completion", vim.lsp.util.make_position_params(0, encoding), function(answers)
    local items = ((answers[id] or {}).result or {}).items or {}
    if not items[1] or vim.fn.mode() ~= "i" or not vim.deep_equal(vim.fn.getpos("."), place) then return end
    local start = items[1].textEdit.range.start.character
    start = encoding == "utf-8" and start or vim.str_byteindex(line, start, encoding == "utf-16")
    vim.fn.complete(start + 1, vim.tbl_map(function(item)
      return { word = item.textEdit.newText, abbr = item.label, menu = item.detail, dup = 1 }
    end, items))
  end)
  return -2 -- the films come later
end

return M
