--- What the command :Movies, the keys of the plugin's buffers and the <Plug> maps do. Each action has the text that
--- follows it in the command, and `mods`, `bang`, `line1` and `line2` as `nvim_create_user_command` gives them.
local exchange = require("movies.exchange")
local pages = require("movies.pages")
local server = require("movies.server")
local words = require("movies.words")
local views = require("movies.view")
local library = require("movies.library")
local t = words.t

local M = {}

--- Lets the user choose a film of a result, with whatever interface `vim.ui.select` has. Of one film that was found for the
--- very query, there is nothing to choose.
---@param on_choice? fun(movie: movies.Movie) by default, its detail is opened
function M.select(method, params, on_choice)
  server.get(method, params, function(result)
    if #result.items == 0 then return words.echo(words.count({ total = 0 })) end
    if on_choice and #result.items == 1 and not result.correctedQuery then return on_choice(result.items[1]) end
    local function format(movie)
      return words.columns((server.stars[movie.id] and "★ " or "  ") .. words.title(movie), 46, movie.directors)
    end
    vim.ui.select(result.items, { prompt = words.count(result), kind = "movie", format_item = format }, function(movie)
      if movie then (on_choice or function() views.open_movie("detail", movie) end)(movie) end
    end)
  end)
end

--- Calls `act` with films: those of the lines, or of the detail; that of an id; or that which the user chooses of those
--- that a query finds.
local function with_movies(text, options, act)
  if text:find("^%l+:%S+$") then return act({ server.films[text] or { id = text, title = text } }) end
  if text ~= "" then return M.select("search", { query = text, list = "select" }, function(movie) act({ movie }) end) end
  local view, movies, known = views.current(), {}, {}
  for line = options.line1 or 1, view and options.line2 or 0 do
    local movie = (view.rows[line] or {}).movie
    if movie and not known[movie.id] then
      movies[#movies + 1] = movie
      known[movie.id] = true
    end
  end
  if #movies == 0 and view and view.result and view.result.title then movies[1] = view.result end
  if #movies > 0 then act(movies) else words.echo(t("There is no film here.")) end
end

--- Opens a URL or a file with the system's program for it.
function M.open_external(url)
  local key = require("movies.keys").name("y", (views.current() or {}).is_text)
  local sentence = url:find("^http") and t("No browser opens here. {key} copies {link}", { key = key, link = url }) or url
  local function check(code) if code ~= 0 then words.echo(sentence) end end
  if vim.ui.open then
    local job, err = vim.ui.open(url)
    return vim.defer_fn(function() check(err or job and job:is_closing() and job:wait().code or 0) end, 1000)
  end
  local command = { vim.fn.has("mac") == 1 and "open" or "xdg-open", url }
  return pcall(vim.fn.jobstart, command, { detach = true, on_exit = function(_, code) check(code) end }) or check(1)
end

--- Opens a web page. Other URLs of a catalog or of another program are not: they could start anything.
local function open_page(url)
  if url:match("^https?://") then M.open_external(url) else words.echo(t("There is no web page here.")) end
end

--- Reads a line into a field of a view, which is loaded again for each change of it, as 'incsearch' does. <Down> and <Up>
--- move the cursor in the list meanwhile; <C-s> and <C-b> change the film under it. Returns the key that has ended it, <CR>
--- or <Tab>; nil if the user has given up: then the list is what it was.
---@param default string
local function prompt(view, label, field, default)
  local before, rows, place = view[field], view.rows, vim.fn.winsaveview()
  local winhighlight, cancelled = vim.wo.winhighlight, "\27"
  local function set_typing(is_typing)
    view.is_typing = is_typing
    if view.result then view.render() else view:show_state() end -- there are other keys then
  end
  view[field], view.is_new = default, before ~= default
  set_typing(true)
  if view.is_new then view:load() end
  local group = vim.api.nvim_create_augroup("movies.prompt", {})
  vim.api.nvim_create_autocmd("CmdlineChanged", { group = group, pattern = "@", callback = function()
    if view[field] == vim.fn.getcmdline() then return end
    view[field], view.is_new = vim.fn.getcmdline(), true
    view:load()
  end })
  local function down() view:step(1) end
  local function up() view:step(-1) end
  local function row() return { line1 = vim.fn.line("."), line2 = vim.fn.line(".") } end
  local last = "<CR>"
  local function stop()
    last = "<Tab>"
    vim.api.nvim_feedkeys("\r", "ni", false)
  end
  local typing_keys = {
    ["<Down>"] = down, ["<C-n>"] = down, ["<Up>"] = up, ["<C-p>"] = up, ["<Tab>"] = stop,
    ["<C-s>"] = function() M.star("", row()) end, ["<C-b>"] = function() M.watchlist_toggle("", row()) end,
  }
  for key, act in pairs(typing_keys) do vim.keymap.set("c", key, act, { buffer = view.buffer }) end
  -- The row is selected, although the cursor is elsewhere: many color schemes hardly show the line of the cursor.
  vim.cmd("setlocal winhighlight=CursorLine:MoviesSelected | redraw")
  -- Ctrl-C is an error.
  local is_done, answer = pcall(vim.fn.input, { prompt = label, default = default, cancelreturn = cancelled })
  vim.cmd("setlocal winhighlight=" .. winhighlight)
  for key in pairs(typing_keys) do vim.keymap.del("c", key, { buffer = view.buffer }) end
  vim.api.nvim_del_augroup_by_id(group)
  set_typing(false)
  vim.cmd("redraw | echo") -- the question goes away
  if is_done and answer ~= cancelled then return last end
  view[field], view.is_new = before, false
  view:show(rows[1], vim.list_slice(rows, 2))
  vim.fn.winrestview(place)
  view:load()
end

local function jump(step)
  local rows, found = (views.current() or { rows = {} }).rows, nil
  local line, count = vim.fn.line(".") + step, vim.v.count1
  while rows[line] and count > 0 do
    if rows[line].section then found, count = line, count - 1 end
    line = line + step
  end
  if found then vim.cmd("normal! m'" .. found .. "G") end
end

function M.open()
  local view, row = views.current()
  if not row then return end
  view.is_choice = view.is_new and view.pending ~= nil -- the rows are those of another query: its first film opens
  if view.is_choice then return end
  if row.action then return row.action() end
  if row.uri then (vim.startswith(row.uri, "movies:") and views.open or open_page)(row.uri) end
end

function M.search(text, options)
  if options.bang and text ~= "" then return M.select("search", { query = text, list = "select" }) end
  require("movies").add_search(text)
  local origin, mods = vim.api.nvim_get_current_buf(), options.mods or ""
  local view = views.open(words.join("/", "movies://search", text), mods)
  if text ~= "" then return end
  local key = prompt(view, t("Search films: "), "query", "")
  if not key then return vim.cmd(mods == "" and "buffer " .. origin or "close") end
  require("movies").add_search(view.query)
  if view.has_failed then return view:load() end
  if key == "<CR>" then M.open() end
end

local filters = { "rated", "tagged", "unviewed", "viewed" }
local discover_orders = { "popularity", "random", "rating", "releaseDate", "title" }

--- The settings in a text, and the rest of it. If one has another name or value than `choices`, says which there are.
---@param choices table<string, string[]|true> the values of each name, or true
local function settings_of(text, choices)
  local settings, names, problem = {}, vim.tbl_keys(choices), nil
  table.sort(names)
  local rest = (" " .. text):gsub("%s(%a+)=(%S*)", function(name, value)
    local values = choices[name]
    if not values then
      problem = t("“{name}” is unknown. There are: {names}", { name = name, names = table.concat(names, ", ") })
    elseif values ~= true and not vim.tbl_contains(values, value) then
      problem = t("{option} must be one of {choices}", { option = name, choices = table.concat(values, ", ") })
    end
    settings[name] = value
    return ""
  end)
  if problem then return words.echo(problem) end
  return settings, vim.trim(rest)
end

--- An action that opens a list of the library, in an order and filtered by a text.
local function list(kind)
  return function(text, options)
    local which, own = pages.lists[kind], kind == "library" and filters or nil
    local settings, filter = settings_of(text, { sort = which.orders, seed = true, filter = own })
    if not settings then return end
    if options.bang then
      local params = { sort = settings.sort, query = filter ~= "" and filter or nil, limit = 1000 }
      return M.select(which.method, vim.tbl_extend("error", params, which.params or {}))
    end
    if own and vim.tbl_contains(own, filter) then settings.filter, filter = filter, "" end
    local view = views.open(words.join("/", "movies://" .. kind, settings.filter), options.mods)
    view.order, view.seed, view.filter = settings.sort, tonumber(settings.seed), filter
    view:load()
  end
end
M.favorites, M.watchlist, M.library = list("favorites"), list("watchlist"), list("library")

--- The list of the current buffer and its orders, if it is one of the library; else says where there are some.
local function current_list()
  local view = views.current()
  if view and pages.lists[view.kind] then return view, pages.lists[view.kind].orders end
  words.echo(t("This is possible in favorites, the watchlist and the library."))
end

function M.filter()
  local view = current_list()
  if view then prompt(view, t("Filter: "), "filter", view.filter) end
end

function M.order()
  local view, orders = current_list()
  for position, order in ipairs(orders or {}) do
    if order == (view.order or orders[1]) then
      view.order, view.seed = orders[position % #orders + 1], nil
      return view:load()
    end
  end
end

--- An action that opens a page whose argument is the text.
local function page(kind)
  return function(text, options) views.open(words.join("/", "movies://" .. kind, text), options.mods) end
end
M.diary, M.statistics, M.tags, M.home = page("diary"), page("statistics"), page("tags"), page("home")

function M.discover(text, options)
  if not settings_of(text, { sort = discover_orders }) then return end
  if text ~= "" then return views.open("movies://discover/" .. text, options.mods) end
  server.get("genres", {}, function(result)
    local question = t("Genres and years, such as {example} (Tab: all genres): ", { example = "Drama 1990-1999" })
    library.ask_for_parts({ prompt = question }, result.genres, function(answer)
      if vim.trim(answer) ~= "" then M.discover(vim.trim(answer), options) end
    end)
  end)
end

--- An action that opens a page of a film, at a section if it is a detail.
local function film_page(kind, section)
  return function(text, options)
    with_movies(text, options, function(movies) views.open_movie(kind, movies[1], section, options.mods) end)
  end
end
M.detail, M.recommendations = film_page("detail"), film_page("recommendations")
M.trailers, M.where_to_watch = film_page("detail", "Trailers"), film_page("detail", "Where to watch")

--- An action that changes what the user keeps about films.
local function change(act)
  return function(text, options)
    if text == "" and options.line1 == options.line2 and views.is_on_stranger() then return end
    with_movies(text, options, function(movies) act(movies, text) end)
  end
end
M.star = change(function(movies, text) library.star(movies, text ~= "" or not server.stars[movies[1].id]) end)
M.unstar = change(function(movies) library.star(movies, false) end)
M.watch = change(function(movies) library.watchlist(movies, true) end)
M.unwatch = change(function(movies) library.watchlist(movies, false) end)
M.watchlist_toggle = change(function(movies)
  library.watchlist(movies, not (server.marks[movies[1].id] or {}).watchlistedAt)
end)
M.watched, M.rate, M.tag = change(library.log), change(library.rate), change(library.tag)
M.note = change(library.edit_note)

--- Asks what to change of films.
M.mark = change(function(movies)
  local choices = { { t("Rating"), library.rate }, { t("Note"), library.edit_note }, { t("Tags"), library.tag } }
  local function name(choice) return choice[1] end
  vim.ui.select(choices, { prompt = library.name(movies), format_item = name }, function(choice)
    if choice then choice[2](movies) end
  end)
end)

--- An action for the viewing under the cursor.
local function viewing_action(act)
  return function()
    local view, row = views.current()
    if views.is_on_stranger() then return end
    if not row or not row.viewing then return words.echo(t("There is no viewing here.")) end
    act(row.viewing, row.movie or view.result)
  end
end
M.edit, M.delete = viewing_action(library.edit_viewing), viewing_action(library.delete_viewing)

--- The links of rows or films.
local function links_of(all)
  local urls = {}
  for _, each in ipairs(all) do urls[#urls + 1] = (each.uri or each.link or ""):match("^https?://.*") end
  return urls
end

--- Calls `act` with the links of the lines that have some, or else of films.
local function with_links(text, options, act)
  local links = links_of(vim.list_slice((views.current() or { rows = {} }).rows, options.line1, options.line2))
  if #links > 0 then return act(links) end
  with_movies(text, options, function(movies)
    links = links_of(movies)
    if #links > 0 then act(links) else words.echo(t("There is no web page here.")) end
  end)
end

function M.browse(text, options) with_links(text, options, function(links) M.open_external(links[1]) end) end

--- Copies links into the register that the user has named, and into the clipboard.
function M.copy(text, options)
  with_links(text, options, function(links)
    vim.fn.setreg(options.register or '"', table.concat(links, "\n"))
    if vim.fn.has("clipboard") == 1 then vim.fn.setreg("+", table.concat(links, "\n")) end
    words.echo(t("Copied {text}", { text = table.concat(links, " ") }))
  end)
end

--- Shows the buffer from which the view was opened, or closes its window.
function M.close()
  local buffer, previous = vim.api.nvim_get_current_buf(), (views.current() or {}).previous
  require("movies.preview").close()
  if previous and vim.api.nvim_buf_is_valid(previous) then vim.cmd("buffer " .. previous) end
  vim.cmd("bwipeout " .. buffer)
end

M.restart = server.restart
function M.undo() for _ = 1, vim.v.count1 do library.undo() end end
function M.log(_, options) views.open("movies://log", options.mods):load() end
function M.preview() require("movies.preview").toggle() end
M.import, M.export, M.refresh, M.logout = exchange.import, exchange.export, exchange.refresh, exchange.logout
function M.login(text) exchange.login(text, open_page) end

--- Loads the view again; a list in random order gets another one.
function M.reload()
  local view = views.current()
  view.seed = nil
  view:load()
end

--- Shows the keys, as they are in the current buffer.
function M.help(_, options)
  local is_text = (views.current() or {}).is_text
  local view = views.open("movies://help", options.mods)
  view.explains_text = is_text
  view:load()
end

--- Shows the manual, and makes its tags if nobody has.
function M.manual()
  if pcall(vim.cmd, "help movies-keys") then return end
  local file = vim.api.nvim_get_runtime_file("doc/movies.txt", false)[1]
  vim.cmd("helptags " .. vim.fn.fnameescape(vim.fn.fnamemodify(file, ":h")) .. " | help movies-keys")
end
function M.next() jump(1) end
function M.previous() jump(-1) end

function M.last()
  local view, count = views.current(), vim.v.count
  if count == 0 and view then
    view.is_to_end = view.pending or view.more
    if view.more then view.more() end
  end
  vim.cmd("normal! " .. (count > 0 and count or "") .. "G")
end

--- Each command, and whether text may follow it, or the candidates for that text; "list" are those of a list.
local commands = {
  detail = true, diary = true, export = "file", home = false, import = "file", log = false, login = true, logout = true,
  note = true, rate = true, restart = false, search = true, star = true, statistics = true, tag = true, tags = false,
  refresh = false, undo = false, unstar = true, unwatch = true, watch = true, watched = true,
  discover = "list", favorites = "list", library = "list", watchlist = "list",
}

--- Runs a command. Text that begins with no command is a query.
function M.run(command)
  local name, text = command.args:match("^(%S*)%s*(.-)%s*$")
  if commands[name] or commands[name] == false and text == "" then return M[name](text, command) end
  M.search(vim.trim(command.args), command)
end

---@return string[]
function M.complete(lead, line)
  local name = line:match("Movies!?%s+(%S+)%s")
  local candidates = name and commands[name] or not name and vim.tbl_keys(commands) or {}
  if candidates == "file" then return vim.fn.getcompletion(lead, "file") end
  if candidates == "list" then
    local orders = (pages.lists[name] or { orders = discover_orders }).orders
    candidates = vim.tbl_map(function(order) return "sort=" .. order end, orders)
    if name == "library" then vim.list_extend(candidates, filters) end
  end
  candidates = vim.tbl_filter(function(candidate)
    -- A catalog without a capability lacks the command; until the server has started, nobody knows.
    local capability = ({ logout = "login", home = "home", discover = "discover", login = "login" })[candidate]
    local is_missing = server.info.catalog and capability and not server.can(capability)
    return vim.startswith(candidate, lead) and not is_missing
  end, type(candidates) == "table" and candidates or {})
  table.sort(candidates)
  return candidates
end

return M
