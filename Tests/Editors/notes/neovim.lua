-- Films in a Markdown file with Neovim's own LSP client. Neovim 0.7 and newer. MOVIE_SERVER is the server.
local failures = {}
local server = os.getenv("MOVIE_SERVER")
local is_new = vim.fn.has("nvim-0.11") == 1

local function check(condition, what)
  if not condition then failures[#failures + 1] = what end
end

local function wait_for(condition, what)
  local happened = vim.wait(120000, condition, 5)
  check(happened, what .. ": did not happen in time")
  return happened
end

local choice -- the beginning of the title that the user chooses
vim.ui.select = function(items, options, on_choice)
  for index, item in ipairs(items) do
    local text = options.format_item and options.format_item(item) or tostring(item.title or item)
    if vim.startswith(text, choice) then return on_choice(item, index) end
  end
  check(false, "no choice " .. choice)
  on_choice(nil)
end
vim.lsp.handlers["window/showMessageRequest"] = function(_, params)
  check(vim.startswith(params.actions[1].title, choice), "the offered action")
  vim.g.asked = params.message
  return params.actions[1]
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 120000) or {}
  for _, answer in pairs(answers) do
    check(not answer.error, method .. ": " .. vim.inspect(answer.error))
    return answer.result
  end
end

local function line(number) return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1] end

local function hints()
  local range = { start = { line = 0, character = 0 }, ["end"] = { line = 100, character = 0 } }
  local found = {}
  if is_new then
    for _, each in ipairs(vim.lsp.inlay_hint.get({ bufnr = 0 })) do found[#found + 1] = each.inlay_hint.label end
  else
    for _, each in ipairs(ask("textDocument/inlayHint", { textDocument = vim.lsp.util.make_text_document_params(), range = range })) do
      found[#found + 1] = each.label
    end
  end
  return table.concat(found, "|")
end

local function run()
  local file = os.getenv("HOME") .. "/films.md"
  vim.fn.writefile({ "# 😀 Films", "", "- Oldboy (2003)", "" }, file)
  vim.cmd("edit " .. file)
  vim.bo.filetype = "markdown"
  local config = { name = "movie-notes", cmd = { server, "lsp" }, root_dir = os.getenv("HOME") }
  local id
  if vim.lsp.start then
    id = vim.lsp.start(config)
  else
    id = vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(0, id)
  end
  local client = vim.lsp.get_client_by_id(id)
  if not wait_for(function() return client.initialized end, "initialize") then return end
  local encoding = client.offset_encoding

  -- Complete.
  vim.api.nvim_buf_set_lines(0, 3, 4, false, { "- 😀 [[paras" })
  vim.api.nvim_win_set_cursor(0, { 4, #line(4) })
  local position = vim.lsp.util.make_position_params(0, encoding)
  position.position.character = encoding == "utf-8" and #line(4) or 12 -- behind the end
  local list = ask("textDocument/completion", position)
  local item = list and list.items[1] or {}
  check(item.label == "Parasite (2019)", "completion: " .. vim.inspect(item))
  vim.lsp.util.apply_text_edits({ item.textEdit }, vim.api.nvim_get_current_buf(), encoding)
  check(line(4) == "- 😀 [Parasite (2019)](https://www.imdb.com/title/tt6751668/)", "the edit: " .. line(4))

  -- Hover.
  vim.api.nvim_win_set_cursor(0, { 4, 12 })
  vim.lsp.buf.hover()
  wait_for(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        if table.concat(text, "\n"):find("Parasite (2019)", 1, true) then return true end
      end
    end
  end, "hover")

  -- Hints, and a star by a code action.
  if is_new then vim.lsp.inlay_hint.enable(true, { bufnr = 0 }) end
  wait_for(function() return hints() == "2003 · 120 min|2019 · 132 min" end, "hints")
  choice = "Star Parasite"
  vim.lsp.buf.code_action()
  wait_for(function() return hints() == "2003 · 120 min|★ 2019 · 132 min" end, "the star")
  -- Another process.
  vim.fn.system({ server, "unstar", "builtin:tt6751668" })
  wait_for(function() return hints() == "2003 · 120 min|2019 · 132 min" end, "another process's change")

  -- Search, and open what is found.
  vim.lsp.buf.workspace_symbol("기생충")
  wait_for(function() return #vim.fn.getqflist() > 0 end, "workspace/symbol")
  vim.cmd("cfirst")
  check(line(1) == "### Parasite (2019)", "the page: " .. vim.inspect(line(1)))
  check(vim.bo.readonly, "the page is read-only")
  vim.cmd("cclose | buffer " .. file)

  -- A diary.
  if vim.tbl_contains(client.server_capabilities.executeCommandProvider.commands, "movies.logDocument") then
    vim.cmd("edit! " .. os.getenv("DIARY"))
    vim.bo.filetype = "markdown"
    vim.lsp.buf_attach_client(0, id)
    choice = "Log"
    local logged = ask("workspace/executeCommand", { command = "movies.logDocument", arguments = { { uri = vim.uri_from_bufnr(0) } } })
    check(vim.g.asked and vim.g.asked:find("lines name no film that is known: 9, 17", 1, true), "the question: " .. tostring(vim.g.asked))
    check(logged and logged.added == 18, "the diary: " .. vim.inspect(logged))
  end

  vim.lsp.stop_client(id)
  wait_for(function() return vim.lsp.get_client_by_id(id) == nil end, "the end")
end

local is_ok, message = pcall(run)
check(is_ok, tostring(message))
for _, failure in ipairs(failures) do io.stderr:write(failure .. "\n") end
vim.cmd(#failures == 0 and "qall!" or "cquit")
