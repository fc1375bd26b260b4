-- Tests the plugin in a real Neovim with the real server in MOVIE_SERVER, and with transcripts. tests/run starts it.
local here = debug.getinfo(1, "S").source:sub(2):match("(.*/)")
local plugin, transcripts = here .. "..", here .. "../../transcripts/"
local program = os.getenv("MOVIE_SERVER")
vim.opt.runtimepath:prepend(plugin)
vim.cmd("runtime plugin/movies.lua")
vim.o.columns, vim.o.lines = 100, 40

local function wait(condition, what)
  local value
  local is_done = vim.wait(tonumber(os.getenv("DEADLINE_MS")) or 120000, function()
    value = condition()
    return value
  end, 5)
  assert(is_done, "did not happen in time: " .. what)
  return value
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
local function text() return table.concat(lines(), "\n") end
local function server() return require("movies.server") end
local function press(keys) vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "xt", false) end
local function wait_for_text(part)
  wait(function() return text():find(part, 1, true) end, ("%q in\n%s"):format(part, text()))
end
--- Goes to the line that contains a text.
local function go_to(part)
  wait_for_text(part)
  for number, line in ipairs(lines()) do
    if line:find(part, 1, true) then return vim.api.nvim_win_set_cursor(0, { number, 0 }) end
  end
end
local function marks(line, name)
  local namespace = vim.api.nvim_get_namespaces()[name or "movies"]
  local all = vim.api.nvim_buf_get_extmarks(0, namespace, { line - 1, 0 }, { line - 1, -1 }, { details = true })
  return vim.tbl_map(function(mark) return mark[4] end, all)
end
local function has_star(line)
  return #vim.tbl_filter(function(mark) return mark.virt_text and mark.virt_text[1][1] == "★" end, marks(line)) > 0
end
--- What stands after the heading, or else below it.
local function state()
  local mark = marks(1, "movies.state")[1]
  local function text_of(line) return line[1][1] end
  local after, below = mark and mark.virt_text[1][1] or "", mark and mark.virt_lines or {}
  return after ~= "" and after or table.concat(vim.tbl_map(text_of, below), " ")
end
local function wait_for_state(part)
  wait(function() return state():find(part, 1, true) end, part .. " as the state, not " .. state())
end
--- Whether a process runs. One that has ended may wait long for the system's first process to take note of it.
local function runs(pid) return vim.fn.system({ "ps", "-o", "stat=", "-p", tostring(pid) }):find("^%s*[^%sZ]") ~= nil end
local function run(command) return vim.fn.system(vim.list_extend({ program }, command)) end

--- Runs a test with a new plugin and a new server.
local notified
local data_home = vim.env.XDG_DATA_HOME
local function fresh(options)
  local old = package.loaded["movies.server"]
  if old then old.stop() end
  vim.cmd("silent! only | silent! %bwipeout!")
  for name in pairs(package.loaded) do
    if name:find("^movies") then package.loaded[name] = nil end
  end
  vim.g.movies = options or { locale = "en" }
  vim.env.XDG_DATA_HOME = data_home
  notified = {}
  vim.notify = function(message, level) table.insert(notified, { message, level }) end
end

--- A server that plays a transcript, a file or lines; `status()` waits for its end and returns its exit status and its stderr.
local function replay(file)
  local result, is_list = vim.fn.tempname(), type(file) == "table"
  local session = is_list and vim.fn.tempname() or transcripts .. file
  if is_list then vim.fn.writefile(file, session) end
  local script = ([[%s replay --speed 1 %s 2>%s.err; echo $? >%s]]):format(program, session, result, result)
  fresh({ locale = "ko-KR", server = { "sh", "-c", script } })
  return function()
    server().stop()
    wait(function() return vim.fn.filereadable(result) == 1 and #vim.fn.readfile(result) == 1 end, "exit of replay")
    return tonumber(vim.fn.readfile(result)[1]), table.concat(vim.fn.readfile(result .. ".err"), "\n")
  end
end

local tests, names = {}, {}
local function test(name, body)
  names[#names + 1] = name
  tests[name] = body
end

test("a search shows films, with extmarks for star and year", function()
  vim.cmd("Movies search oldboy")
  wait_for_text("  Oldboy (2003)")
  wait_for_state("1 film")
  assert(lines()[1] == "Search: oldboy" and vim.api.nvim_win_get_cursor(0)[1] == 2)
  assert(not has_star(2))
  assert(vim.tbl_contains(vim.tbl_map(function(mark) return mark.hl_group or "" end, marks(2)), "MoviesYear"))
  press("s")
  wait(function() return has_star(2) end, "star")
  press("s")
  wait(function() return not has_star(2) end, "no star")
  vim.cmd("Movies search parasyte")
  wait_for_state("1 film · Results for “parasite”")
end)

test("a star of another server is shown in all views", function()
  vim.cmd("Movies search parasite")
  wait_for_text("Parasite (2019)")
  vim.cmd("vertical Movies favorites")
  wait_for_state("No favorites yet.")
  run({ "star", "builtin:tt6751668" })
  wait_for_text("Parasite")
  vim.cmd("wincmd p")
  assert(has_star(2))
  run({ "unstar", "builtin:tt6751668" })
  wait(function() return not has_star(2) end, "no star")
end)

test("each key press sends one search, and the last one is shown", function()
  local status = replay("typing.rpc")
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--headless", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.g.movies = ...", vim.g.movies)
  vim.rpcnotify(child, "nvim_command", "Movies")
  for _, key in ipairs({ "o", "l", "d" }) do
    local mode
    wait(function()
      mode = vim.rpcrequest(child, "nvim_get_mode").mode
      return mode == "c"
    end, "command line")
    vim.rpcrequest(child, "nvim_input", key)
    wait(function() return lua("return vim.fn.getcmdline()"):sub(-1) == key end, key)
  end
  wait(function() return lua("return vim.fn.getline(2)"):find("올드보이 (2003)", 1, true) end, "film")
  assert(lua("return vim.fn.getline(1)") == "검색: old")
  vim.rpcrequest(child, "nvim_input", "<Tab>")
  wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "n" end, "normal mode")
  assert(lua("return vim.api.nvim_buf_get_name(0) .. vim.fn.line('.')") == "movies://search2")
  vim.rpcnotify(child, "nvim_command", "qall!")
  local code, errors = status()
  assert(code == 0, errors)
end)

test("while a query is typed, a film is chosen and opened", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--headless", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.g.movies = ...", { locale = "en" })
  vim.rpcnotify(child, "nvim_command", "Movies")
  wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "c" end, "command line")
  vim.rpcrequest(child, "nvim_input", "bong joon ho")
  wait(function() return lua("return vim.fn.getline(3)"):find("Snowpiercer", 1, true) end, "films")
  vim.rpcrequest(child, "nvim_input", "<Down>")
  wait(function() return lua("return vim.fn.line('.')") == 3 end, "the second film")
  vim.rpcrequest(child, "nvim_input", "<CR>")
  wait(function() return lua("return vim.fn.bufname()"):find("Snowpiercer", 1, true) end, "detail")
  assert(lua("return vim.fn.maparg('<Down>', 'c')") == "")
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("while a query is typed, a film is starred and put on the watchlist", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function input(keys) vim.rpcrequest(child, "nvim_input", keys) end
  local function wait_for_row(line, part)
    wait(function() return lua("return vim.fn.getline(...)", line):find(part, 1, true) end, part)
  end
  vim.rpcrequest(child, "nvim_ui_attach", 80, 24, {})
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.g.movies = ...", { locale = "en" })
  vim.rpcnotify(child, "nvim_command", "Movies")
  wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "c" end, "command line")
  wait_for_row(2, "<CR> open · <Tab> list · <C-s> star · <C-b> watchlist · <Esc> back")
  input("bong joon ho")
  wait_for_row(3, "Snowpiercer")
  input("<Down><C-s>")
  local screen_line = "local all = '' for i = 1, 80 do all = all .. vim.fn.screenstring(..., i) end return vim.trim(all)"
  wait(function() return lua(screen_line, 4):find("^★ *Snowpiercer") end, "star")
  assert(lua(screen_line, 2) == "<CR> open · <Tab> list · <C-s> star · <C-b> watchlist · <Esc> back", lua(screen_line, 2))
  input("<C-b>")
  wait(function() return lua(screen_line, 4):find("+$") end, "watchlist, not " .. lua(screen_line, 4))
  assert(lua(screen_line, 24) == "Search films: bong joon ho", lua(screen_line, 24))
  input("<C-s>")
  wait(function() return lua(screen_line, 4):find("^Snowpiercer") end, "no star")
  input("<C-u>")
  wait_for_row(2, "<C-s> star")
  input("<Tab>")
  wait_for_row(2, "<CR> open · s star · b watchlist")
  assert(lua("return vim.fn.maparg('<C-s>', 'c')") == "")
  input("S")
  wait_for_row(2, "<C-s> star")
  input("bong joon ho<Tab>")
  local keys_of_lists = "<CR> open · s star · b watchlist · l log a viewing · p preview · g? all keys"
  wait(function() return lua(screen_line, 2) == keys_of_lists end, "the keys of a list, not " .. lua(screen_line, 2))
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("Enter opens the first film of what is typed, also if it is still to come, and no other one", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function input(keys) vim.rpcrequest(child, "nvim_input", keys) end
  local function mode() return vim.rpcrequest(child, "nvim_get_mode").mode end
  local function wait_for_name(part)
    wait(function() return lua("return vim.fn.bufname()"):find(part, 1, true) end, part)
  end
  vim.rpcrequest(child, "nvim_ui_attach", 80, 24, {})
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.g.movies = ...", { locale = "en" })
  vim.rpcnotify(child, "nvim_command", "Movies")
  wait(function() return mode() == "c" end, "command line")
  input("bong joon ho")
  wait(function() return lua("return vim.fn.getline(3)"):find("Snowpiercer", 1, true) end, "films")
  input("<CR>")
  wait_for_name("detail/builtin:tt6751668 Parasite (2019)")
  input("q")
  wait_for_name("movies://search")
  local pid = tostring(lua("return require('movies.server').pid()"))
  vim.fn.system({ "kill", "-STOP", pid })
  input("Soldboy")
  wait(function() return mode() == "c" and lua("return vim.fn.getcmdline()") == "oldboy" end, "the query")
  assert(lua("return vim.fn.getline(2)"):find("Parasite", 1, true), "the films of the query before")
  input("<CR><CR><CR>")
  wait(function() return mode() == "n" end, "end of the question")
  assert(lua("return vim.fn.bufname()") == "movies://search", lua("return vim.fn.bufname()"))
  vim.fn.system({ "kill", "-CONT", pid })
  wait_for_name("detail/builtin:tt0364569 Oldboy (2003)")
  -- Who leaves the list meanwhile stays where he is.
  input("q")
  wait_for_name("movies://search")
  vim.fn.system({ "kill", "-STOP", pid })
  input("Sparasite<CR>")
  wait(function() return mode() == "n" end, "end of the question")
  lua("vim.cmd('enew')")
  vim.fn.system({ "kill", "-CONT", pid })
  wait(function() return lua("return vim.fn.getbufline('movies://search', 2)[1]"):find("Parasite", 1, true) end, "films")
  assert(lua("return vim.fn.bufname()") == "", lua("return vim.fn.bufname()"))
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("Esc opens nothing, each query begins at its first film, and the row of the film is marked", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function mode() return vim.rpcrequest(child, "nvim_get_mode").mode end
  local function input(keys) vim.rpcrequest(child, "nvim_input", keys) end
  local function wait_for_row(line, part)
    wait(function() return lua("return vim.fn.getline(...)", line):find(part, 1, true) end, part)
  end
  local function wait_for_line(line) wait(function() return lua("return vim.fn.line('.')") == line end, "line " .. line) end
  vim.rpcrequest(child, "nvim_ui_attach", 80, 24, { rgb = false })
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.g.movies = ...", { locale = "en" })
  run({ "mark", "builtin:tt1853728", "--rating", "7" })
  vim.rpcnotify(child, "nvim_command", "Movies")
  wait(function() return mode() == "c" end, "command line")
  input("tarant")
  wait_for_row(3, "Django Unchained (2012)")
  -- All of the row has another look than that of another film, and no color scheme hides it.
  local look = "local all = {} for i = 1, 80 do all[i] = vim.fn.screenattr(..., i) end return all"
  input("<Down>")
  wait_for_line(3)
  local selected, other = lua(look, 4), lua(look, 3) -- below the keys
  for column = 1, 80 do assert(selected[column] ~= other[column], "column " .. column) end
  local background = "return vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.hlID('MoviesSelected')), 'bg', 'cterm')"
  assert(lua("return vim.wo.winhighlight") == "CursorLine:MoviesSelected" and lua(background) ~= "")
  input("<Down>")
  wait_for_line(4)
  input("<Esc>")
  wait(function() return mode() == "n" end, "end of the question")
  assert(lua("return vim.fn.bufname() .. vim.wo.winhighlight") == "", lua("return vim.fn.bufname()"))
  vim.rpcnotify(child, "nvim_command", "Movies")
  wait(function() return mode() == "c" end, "command line")
  input("the")
  wait_for_row(2, "The ")
  wait_for_line(2)
  input("<Down><Down>")
  wait_for_line(4)
  input("<C-u>bong joon ho")
  wait_for_row(3, "Snowpiercer")
  wait_for_line(2)
  wait(function() return lua(look, 3)[1] ~= lua(look, 4)[1] and lua(look, 4)[1] == lua(look, 5)[1] end, "the first row selected")
  input("<Tab>")
  wait(function() return mode() == "n" end, "end of the question")
  assert(lua("return vim.fn.bufname()") == "movies://search", lua("return vim.fn.bufname()"))
  -- Who gives up a search comes back to the list before, with the film under the cursor.
  local function wait_for_place(place)
    local shown
    wait(function()
      shown = lua("return vim.fn.bufname() .. ' ' .. vim.fn.getline(1) .. ' ' .. vim.fn.getline('.')")
      return shown:find(place, 1, true)
    end, place)
  end
  input("j")
  wait_for_place("movies://search Search: bong joon ho   Snowpiercer")
  input("Shitch")
  wait_for_row(1, "Search: hitch")
  input("<Esc>")
  wait_for_place("movies://search Search: bong joon ho   Snowpiercer")
  input("f")
  wait_for_place("movies://favorites Favorites")
  input("Shitch")
  wait_for_row(1, "Search: hitch")
  input("<Esc>")
  wait_for_place("movies://favorites Favorites")
  lua("vim.cmd('buffer movies://search')")
  wait_for_place("movies://search Search: bong joon ho")
  assert(lua("return require('movies').searches()[1]") == "bong joon ho")
  run({ "mark", "builtin:tt1853728", "--rating", "none" })
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("Enter tries a search as you type again, and then leaves its error on the page, told once", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function mode() return vim.rpcrequest(child, "nvim_get_mode").mode end
  local function wait_for_lines(...)
    local expected = table.concat({ ... }, "\n")
    wait(function() return lua("return table.concat(vim.fn.getline(1, '$'), '\\n')") == expected end, expected)
  end
  local gone = "movie-server has ended: /bin/false: exit status 1"
  local advice = { "Install it, or set MOVIE_SERVER to its path.", "See :checkhealth movies" }
  vim.rpcrequest(child, "nvim_ui_attach", 80, 24, {})
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.env.MOVIE_SERVER = '/bin/false'; vim.g.movies = { locale = 'en' }")
  vim.rpcnotify(child, "nvim_command", "Movies")
  wait(function() return mode() == "c" end, "command line")
  wait_for_lines("Search", gone, advice[1], advice[2], "Enter: try again")
  vim.rpcrequest(child, "nvim_input", "oldboy<CR>")
  wait(function() return mode() == "n" end, "normal mode, not " .. mode())
  wait_for_lines("Search: oldboy", gone, advice[1], advice[2], "r: try again")
  local messages = lua("return vim.fn.execute('messages')")
  assert(lua("return vim.fn.bufname()") == "movies://search" and messages == "", messages)
  lua("vim.env.MOVIE_SERVER = ...", program)
  vim.rpcrequest(child, "nvim_input", "r")
  wait(function() return lua("return vim.fn.getline(2)"):find("Oldboy", 1, true) end, "film")
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("a search as you type that fails says why in place of the films", function()
  fresh({ catalog = "tmdb" })
  local view = require("movies.view").open("movies://search")
  for _, query in ipairs({ "o", "ol" }) do
    view.query = query
    view:load()
    wait_for_text("Search: " .. query .. "\ntmdb needs a key.")
  end
  assert(#notified == 0, vim.inspect(notified))
end)

test("scrolling loads the next pages", function()
  vim.cmd("edit movies://home/popular")
  wait_for_state("1,090 films")
  wait(function() return #lines() > 21 end, "as many pages as the window has room for")
  local count = #lines()
  vim.cmd("normal! G")
  vim.cmd("doautocmd CursorMoved")
  wait(function() return #lines() > count end, "another page")
  assert(vim.api.nvim_win_get_cursor(0)[1] == count)
  assert(lines()[1] == "Home: Popular", lines()[1])
end)

test("G goes to the end of a list of the catalog, or past its next thousand films", function()
  vim.cmd("Movies discover Drama")
  wait_for_state("587 films")
  press("G")
  wait(function() return vim.fn.line(".") == 588 end, "the last film, not line " .. vim.fn.line("."))
  vim.cmd("edit movies://home/popular")
  wait_for_state("1,090 films")
  press("G")
  wait(function() return #lines() > 1000 and vim.fn.line(".") == #lines() end, "a thousand films")
  local count = #lines()
  assert(count < 1091, count)
  press("G")
  wait(function() return vim.fn.line(".") == 1091 end, "the last film")
end)

test("a detail shows credits, from which the films of a person open", function()
  vim.cmd("Movies detail builtin:tt0364569")
  go_to("Choi Min-sik")
  press("<CR>")
  wait_for_text("Also known as: 최민식")
  wait_for_text("Oldboy (2003)")
  press("q")
  assert(vim.api.nvim_buf_get_name(0):find("detail/builtin:tt0364569", 1, true))
  press("gg2]]")
  assert(vim.fn.getline(".") == "Cast", vim.fn.getline("."))
  press("]]]][[")
  assert(vim.fn.getline(".") == "Crew", vim.fn.getline("."))
  assert(vim.fn.maparg("w", "n") == "" and vim.fn.maparg("s", "n") ~= "")
end)

test("a tour of everything that a catalog can have", function()
  local opened = {}
  local status = replay("tour.rpc")
  vim.cmd("Movies discover Drama, Science Fiction 1990-1999 sort=rating")
  wait_for_state("영화 25+편 · This product uses TMDB.")
  -- Columns are aligned by the width of characters.
  local function column(line, part) return vim.fn.strdisplaywidth(lines()[line]:sub(1, lines()[line]:find(part, 1, true) - 1)) end
  assert(column(2, "박찬욱") == 51 and column(3, "봉준호") == 51, text())
  assert(has_star(2) and not has_star(3))
  press("<CR>")
  wait_for_text("Oldboy · 2003-11-21 · 120분 · 드라마 · 19 · 개봉")
  for _, part in ipairs({
    "웃어라", "평점: 8.2 (9000명), Metacritic 77/100", "볼 수 있는 곳 · 한국 · JustWatch", "  구독: 왓챠, Netflix",
    "  대여: 네이버", "  예고편", "오대수", "감독", "리뷰 · 2", "  ann · 9/10 · 2020-01-02", "  복수 삼부작",
    "  The Host (2006)", "This product uses TMDB.",
  }) do
    assert(text():find(part, 1, true), part .. " in\n" .. text())
  end
  assert(not text():find("  무료", 1, true) and has_star(1))
  local sections = "Library Cast Crew Where to watch Trailers Reviews Collection Recommendations"
  local rows = vim.tbl_filter(function(row) return row.section end, require("movies.view").current().rows)
  local found = vim.tbl_map(function(row) return row.section end, rows)
  assert(table.concat(found, " ") == sections, table.concat(found, " "))
  require("movies.actions").open_external = function(target) opened[#opened + 1] = target end
  go_to("  예고편")
  press("<CR>")
  press("\\y")
  assert(vim.fn.getreg('"') == opened[1], vim.fn.getreg('"'))
  go_to("A hammer …")
  press("<CR>")
  wait_for_text("  and a corridor.")
  go_to("리뷰 더 보기")
  press("<CR>")
  wait_for_text("  bob")
  assert(not text():find("리뷰 더 보기", 1, true))
  press("gg0")
  press("o")
  go_to("포스터")
  press("<CR>")
  wait(function() return #opened == 3 end, "poster")
  assert(opened[1] == "https://www.youtube.com/watch?v=1" and opened[3] == "/cache/posters/a.jpg")
  assert(opened[2] == "https://www.themoviedb.org/movie/670", opened[2])
  go_to("최민식")
  press("<CR>")
  wait_for_text("배우.")
  assert(lines()[1] == "최민식" and lines()[2] == "연기 · 1962-04-27 · 서울", text())
  go_to("올드보이 (2003)")
  assert(vim.fn.getline("."):find("오대수", 1, true))
  press("q")
  go_to("복수 삼부작")
  press("<CR>")
  wait_for_text("작품")
  assert(lines()[1] == "시리즈: 복수 삼부작")
  vim.cmd("Movies discover Drama, Science Fiction 1990-1999 sort=rating")
  go_to("올드보이 (2003)")
  press("w")
  assert(vim.fn.getline("."):find("^볼 수 있는 곳"), vim.fn.getline("."))
  vim.cmd("Movies discover Drama, Science Fiction 1990-1999 sort=rating")
  press("t")
  assert(vim.fn.getline(".") == "예고편", vim.fn.getline("."))
  press("ggR")
  wait_for_text("tmdb이(가) 제때 응답하지 않았습니다.")
  local code, errors = status()
  assert(code == 0, errors)
end)

test("a slow search is shown as such, in the view and the statusline", function()
  local status = replay("slow.rpc")
  vim.cmd("Movies search old")
  wait_for_state("검색 중…")
  assert(require("movies").status() == "검색 중…")
  server().request("genres", nil, function() end)
  wait_for_state("영화 1편")
  assert(require("movies").status() == "★ 2")
  local code, errors = status()
  assert(code == 0, errors)
end)

test("every kind of change of the favorites is noticed", function()
  local status = replay("changes.rpc")
  local stars = {}
  vim.api.nvim_create_autocmd("User", {
    pattern = "MoviesFavoritesChanged",
    callback = function() stars[#stars + 1] = tostring(server().stars["tmdb:670"]) end,
  })
  vim.cmd("Movies search oldboy")
  wait(function() return #stars == 4 end, "four changes")
  assert(table.concat(stars, " ") == "false true false true", table.concat(stars, " "))
  assert(has_star(2) and server().favorites.revision == 2)
  local reason
  server().request("genres", nil, function(err) reason = err.data.reason end)
  wait(function() return reason end, "error")
  assert(reason == "parseError")
  local code, errors = status()
  assert(code == 0, errors)
end)

test("a title and a note are no modelines", function()
  vim.o.modeline, vim.o.modelines = true, 5
  local movie = { id = "other:1", title = "vim: set tabstop=33:" }
  for _, member in ipairs({ "genres", "directors", "cast" }) do movie[member] = { "x" } end
  server().request("star", { movie = movie })
  vim.cmd("Movies favorites")
  wait_for_text("vim: set")
  vim.cmd("edit")
  wait_for_text("vim: set")
  vim.cmd("doautocmd BufRead")
  assert(vim.bo.tabstop == 8, vim.bo.tabstop)
  run({ "mark", "other:1", "--note", "vim: set tabstop=33:" })
  vim.cmd("Movies note other:1")
  wait(function() return vim.bo.buftype == "acwrite" end, "note")
  vim.cmd("doautocmd BufRead")
  assert(text() == "vim: set tabstop=33:" and vim.bo.tabstop ~= 33, text() .. vim.bo.tabstop)
  vim.cmd("bwipeout")
  run({ "unstar", "other:1" })
  run({ "mark", "other:1", "--note", "none" })
end)

test("favorites are sorted and filtered", function()
  run({ "star", "builtin:tt6751668" })
  run({ "star", "builtin:tt0364569" })
  vim.cmd("Movies favorites")
  wait_for_text("Parasite (2019)")
  assert(lines()[2]:find("Oldboy", 1, true))
  press("c")
  wait_for_text("Favorites by title")
  press("c")
  wait_for_text("Favorites by year")
  wait(function() return lines()[2]:find("Parasite", 1, true) end, "year first")
  vim.cmd("Movies favorites sort=title oldb")
  wait_for_text("Favorites by title with oldb")
  wait(function() return #lines() == 2 end, "one favorite")
  press("i<C-u>para<Esc>") -- gives up
  assert(require("movies.view").current().filter == "oldb")
  wait_for_text("Favorites by title with oldb")
  go_to("Oldboy")
  press("s")
  wait_for_state("No films found.")
  vim.cmd("Movies unstar builtin:tt6751668")
  vim.cmd("Movies favorites")
  wait_for_state("No favorites yet. Press s on a film to star it.")
  assert(require("movies").status() == "★ 0")
end)

test("home shows sections, which open as lists", function()
  vim.cmd("tab Movies home")
  assert(vim.fn.tabpagenr("$") == 2)
  wait_for_text("Home\n<CR> open · s star · b watchlist")
  assert(text():find("%(%d+%).*\n\nOnly 1,090 built%-in films are searched%."), text())
  go_to("Korean cinema · ")
  press("<CR>")
  wait_for_text("Home: Korean cinema")
  press("qq")
  assert(vim.fn.tabpagenr("$") == 1)
end)

test("a page has the name of the film, also if it is opened by the id", function()
  vim.cmd("Movies detail builtin:tt0118694")
  wait_for_text("  In the Mood for Love (2000)")
  local name = "movies://detail/builtin:tt0118694 In the Mood for Love (2000)"
  assert(vim.fn.bufname() == name and vim.fn.bufexists("movies://detail/builtin:tt0118694") == 0, vim.fn.bufname())
  local buffer = vim.fn.bufnr()
  vim.cmd("Movies search in the mood for love")
  go_to("In the Mood for Love")
  press("<CR>")
  assert(vim.fn.bufnr() == buffer, "the same page")
  press("q")
  vim.cmd("Movies detail builtin:tt6751668")
  wait_for_text("Parasite (2019)")
  press("q")
  assert(vim.fn.bufname() == "movies://search/in the mood for love", vim.fn.bufname())
end)

test("a configuration may call the plugin before it is loaded, and home begins at its first film", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--headless", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  lua("vim.opt.runtimepath:prepend(...); require('movies').notes()", plugin)
  lua("vim.cmd('runtime plugin/movies.lua | Movies home')")
  wait(function() return lua("return vim.fn.getline('.')"):find("(1994)", 1, true) end, "the first film")
  assert(lua("return #vim.api.nvim_get_autocmds({ group = 'movies', event = 'VimLeavePre' })") == 1)
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("a short list after a long page begins at its first line", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  vim.rpcrequest(child, "nvim_ui_attach", 80, 20, {})
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua | Movies home')", plugin)
  wait(function() return lua("return vim.fn.line('$')") > 20 end, "home")
  vim.rpcrequest(child, "nvim_input", "G")
  wait(function() return lua("return vim.fn.line('w0')") > 1 end, "the end of home")
  vim.rpcrequest(child, "nvim_input", "f")
  local state_of = "return (require('movies.view').current() or {}).state"
  wait(function() return lua(state_of):find("No favorites", 1, true) end, "favorites")
  assert(lua("vim.cmd('redraw') return vim.fn.screenstring(1, 1)") == "F", lua("return vim.fn.winsaveview().topline"))
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("pages are buffers for sessions and the preview window", function()
  local file, detail = vim.fn.tempname(), "movies://detail/builtin:tt6751668"
  vim.cmd("Movies search oldboy")
  wait_for_text("Oldboy (2003)")
  vim.cmd("mksession! " .. file .. " | bwipeout")
  assert(not text():find("Oldboy", 1, true))
  vim.cmd("silent source " .. file)
  wait_for_text("Oldboy (2003)")
  vim.cmd("pedit " .. detail)
  assert(vim.fn.bufname() == "movies://search/oldboy" and vim.fn.winnr("$") == 2)
  wait(function() return vim.tbl_contains(vim.fn.getbufline(detail, 1, "$"), "Cast") end, "detail")
  -- One that nothing was before is closed like the others.
  vim.cmd("silent only | enew | edit movies://favorites | let v:errmsg = ''")
  press("q")
  assert(vim.fn.bufname() == "" and vim.v.errmsg == "", vim.fn.bufname() .. vim.v.errmsg)
end)

test("vim.ui.select chooses films", function()
  local shown
  vim.ui.select = function(items, options, on_choice)
    shown = vim.tbl_map(options.format_item, items)
    on_choice(items[1])
  end
  vim.cmd("Movies! search godfather")
  wait_for_text("Marlon Brando")
  assert(shown[1]:find("^  The Godfather %(1972%) +Francis Ford Coppola$"), shown[1])
  shown = nil
  vim.cmd("Movies star oldboy")
  wait(function() return server().stars["builtin:tt0364569"] end, "star")
  assert(not shown, "there is nothing to choose of one film")
  local chosen
  require("movies").select("park chan-wook", function(movie) chosen = movie.title end)
  wait(function() return chosen end, "choice")
  assert(chosen and table.concat(shown):find("★ Oldboy"), vim.inspect(shown))
  vim.cmd("Movies unstar builtin:tt0364569")
  wait(function() return server().stars["builtin:tt0364569"] == false end, "no star")
end)

test("autocmds and the statusline tell what happens", function()
  local events = {}
  for _, event in ipairs({ "MoviesFavoritesChanged", "MoviesActivity" }) do
    vim.api.nvim_create_autocmd("User", { pattern = event, callback = function() events[event] = true end })
  end
  assert(require("movies").status() == "")
  vim.cmd("Movies star builtin:tt0364569")
  wait(function() return events.MoviesFavoritesChanged end, "MoviesFavoritesChanged")
  assert(require("movies").status() == "★ 1")
  server().loading[0] = { kind = "search" }
  assert(require("movies").status() == "Searching…")
  vim.cmd("Movies unstar builtin:tt0364569")
  wait(function() return server().favorites.total == 0 end, "unstar")
end)

test("a missing server is told", function()
  fresh({ server = "/nowhere/movie-server" })
  vim.cmd("Movies home")
  local sentence = "/nowhere/movie-server (vim.g.movies.server) cannot be started."
  wait_for_text(sentence .. "\nInstall it, or set vim.g.movies.server to its path.\nSee :checkhealth movies\nr: try again")
  vim.cmd("Movies star builtin:tt0364569")
  wait(function() return #notified == 1 end, "notification")
  assert(notified[1][1] == "movies: " .. sentence .. " See :checkhealth movies", notified[1][1])
  fresh({ locale = "en" })
  local path = vim.env.PATH
  vim.env.MOVIE_SERVER = "/nope/movie-server"
  vim.cmd("Movies home")
  wait_for_text("/nope/movie-server (MOVIE_SERVER)")
  vim.env.MOVIE_SERVER = "/none/movie-server" -- another try may fail in another way
  press("r")
  wait_for_text("/none/movie-server (MOVIE_SERVER)")
  vim.env.MOVIE_SERVER, vim.env.PATH = nil, "/nowhere"
  vim.cmd("Movies tags")
  wait_for_text("movie-server was not found.\nInstall it, or set MOVIE_SERVER to its path.")
  fresh({ locale = "en", server = "" })
  vim.cmd("Movies tags")
  wait_for_text("movie-server was not found.\nInstall it, or set MOVIE_SERVER to its path.")
  vim.env.MOVIE_SERVER, vim.env.PATH = program, path
end)

test("a page says that it loads while the server starts", function()
  local go = vim.fn.tempname()
  fresh({ server = { "sh", "-c", ('while ! test -e %s; do sleep 0.05; done; exec "$0"'):format(go), program } })
  vim.cmd("edit movies://search")
  wait_for_state("Loading…")
  vim.cmd("Movies search oldboy")
  wait_for_state("Loading…")
  vim.fn.writefile({}, go)
  wait_for_state("1 film")
  vim.cmd("edit movies://search")
  wait_for_state("Only 1,090 built-in films")
end)

test("a server that hangs is told with what helps", function()
  fresh({})
  vim.cmd("Movies search oldboy")
  wait_for_state("1 film")
  local movies = server()
  local pid = movies.pid()
  vim.fn.system({ "kill", "-STOP", tostring(pid) })
  vim.cmd("Movies search parasite")
  wait_for_state("Loading…")
  wait_for_state("movie-server does not answer. :Movies restart starts it again.")
  vim.fn.system({ "kill", "-CONT", tostring(pid) })
  wait_for_state("1 film")
  assert(next(movies.loading) == nil)
  -- A restart ends one that hangs; where there is little room, the sentence has lines of its own.
  vim.fn.system({ "kill", "-STOP", tostring(pid) })
  vim.o.columns = 40
  vim.cmd("Movies search oldboy | edit")
  wait_for_state("movie-server does not answer. :Movies restart starts it again.")
  assert(#marks(1, "movies.state")[1].virt_lines >= 2)
  vim.cmd("Movies restart")
  wait(function() return not runs(pid) end, "end of the server that hangs")
  vim.o.columns = 100
end)

test("a change that a server that hangs has not made is told to wait, and made by the next one", function()
  vim.cmd("Movies search oldboy")
  wait_for_text("Oldboy (2003)")
  local messages = {}
  local words = require("movies.words")
  words.echo = function(message) messages[#messages + 1] = message end
  local pid = server().pid()
  vim.fn.system({ "kill", "-STOP", tostring(pid) })
  press("s")
  wait_for_state("movie-server does not answer. :Movies restart starts it again.")
  assert(messages[1] == "movie-server does not answer. :Movies restart starts it again.", vim.inspect(messages))
  assert(require("movies").status() == messages[1], require("movies").status())
  vim.cmd("Movies home")
  assert(state() == messages[1], state())
  vim.cmd("Movies restart")
  vim.cmd("buffer #")
  wait(function() return has_star(2) end, "star")
  assert(not runs(pid) and state() == "1 film" and server().silence == nil, state())
  vim.cmd("Movies unstar builtin:tt0364569")
  wait(function() return not has_star(2) end, "no star")
end)

test("a server of another version is told", function()
  fresh({ server = { "sh", "-c", [[read l; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2.0"}}'; cat >&2]] } })
  vim.cmd("Movies home")
  wait_for_text("This movie-server has another protocol version.")
end)

test("an unknown catalog and an unknown page are told", function()
  fresh({ catalog = "nowhere" })
  vim.cmd("Movies home")
  wait_for_text("nowhere")
  vim.cmd("edit movies://nothing/at/all")
  wait_for_text("There is no page movies://nothing/at/all.")
end)

test("a missing key leads to how to set it", function()
  fresh({ catalog = "tmdb" })
  vim.cmd("Movies search oldboy")
  wait_for_text("Run “movie-server auth tmdb” in a terminal, then restart the server.")
end)

test("a server that dies is started once more, and answers what was asked", function()
  vim.cmd("Movies search oldboy")
  wait_for_text("Oldboy (2003)")
  local pid, epoch = server().pid(), server().favorites.epoch
  vim.loop.kill(pid, "sigkill")
  server().request("star", { id = "builtin:tt0364569" })
  wait(function() return has_star(2) end, "star")
  assert(server().pid() ~= pid and server().favorites.epoch == epoch and #notified == 0, vim.inspect(notified))
  vim.cmd("Movies unstar builtin:tt0364569")
  wait(function() return not has_star(2) end, "no star")
end)

test("after a restart, scrolling goes on", function()
  vim.cmd("edit movies://home/popular")
  wait(function() return #lines() > 21 end, "pages")
  vim.loop.kill(server().pid(), "sigkill")
  local count = #lines()
  press("G")
  vim.cmd("doautocmd CursorMoved")
  wait(function() return #lines() > count end, "another page")
end)

test("a server that dies at once is given up", function()
  local starts = vim.fn.tempname()
  fresh({ server = { "sh", "-c", "echo start >>" .. starts .. "; echo no disk >&2; exit 3" } })
  vim.cmd("Movies home")
  wait_for_text("movie-server has ended: no disk")
  assert(#vim.fn.readfile(starts) == 2 and #notified == 0, vim.inspect(notified))
  fresh({ server = "false" })
  vim.cmd("Movies tags")
  wait_for_text("movie-server has ended: false: exit status 1")
  fresh({ server = { "sh", "-c", "echo no disk >&2; exit 3" } })
  vim.cmd("Movies home")
  wait_for_text("movie-server has ended: no disk")
  vim.cmd("Movies log")
  wait_for_text("no disk")
end)

test("restart starts another server, and loads all views again", function()
  vim.cmd("Movies search oldboy")
  wait_for_text("Oldboy (2003)")
  local pid, said = server().pid(), nil
  require("movies.words").echo = function(message) said = message end
  vim.cmd("Movies restart")
  assert(said == "movie-server was started again.", said)
  wait(function() return not runs(pid) end, "end of the old server")
  wait_for_state("1 film")
  vim.cmd("Movies log")
  wait_for_text("process " .. server().pid())
  wait_for_text("version ")
end)

test("a server ends with Neovim, however that ends", function()
  for _, signal in ipairs({ "sigkill", "sigterm" }) do
    local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--headless", "--clean", "-n", "-u", "NONE" }, { rpc = true })
    local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
    lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua | Movies home')", plugin)
    local pid = lua("return require('movies.server').pid()")
    assert(runs(pid))
    vim.loop.kill(vim.fn.jobpid(child), signal)
    wait(function() return not runs(pid) end, "end of the server after " .. signal)
  end
end)

test("the words are those of all clients", function()
  local words, count = require("movies.words"), 0
  for line in io.lines(here .. "../../README.md") do
    local reasons, sentence = line:match("^| (.*) | `(.*)` |$")
    for reason in (reasons or ""):gmatch("`(%l%a+)`") do
      local err = words.own(reason, reason ~= "serverNotFound" and "no disk" or nil)
      err.data.catalog = "tmdb"
      local expected = sentence:gsub("{(%l+)}", err.data)
      if words.error(err) ~= reason then count = count + 1 end
      assert(reason == "stale" or words.error(err) == expected, reason .. ": " .. words.error(err))
    end
  end
  assert(count >= 17, count)
  assert(words.error({ message = "x", data = { reason = "superseded" } }) == "")
  assert(words.error({ message = "as it is", data = { reason = "storageFailed" } }) == "as it is")
  assert(words.count({ total = 0 }) == "No films found." and words.count({ total = 1 }) == "1 film")
  assert(words.count({ total = 2, stale = true }) == "2 films · Offline: an earlier result")
end)

test("keys belong to the user, and commands complete", function()
  fresh({ keys = false })
  vim.cmd("Movies home")
  assert(vim.fn.maparg("s", "n") == "" and vim.fn.maparg("<Plug>(movies-star)", "n") ~= "")
  assert(vim.bo.filetype == "movies" and vim.bo.buftype == "nowrite" and not vim.bo.buflisted)
  wait_for_text("Only 1,090 built-in films are searched.")
  assert(not text():find("<CR> open", 1, true), text())
  for line in io.lines(plugin .. "/doc/movies.txt") do
    local name = line:match("<Plug>%([%l-]+%)")
    assert(not name or vim.fn.maparg(name, "n") ~= "", name)
  end
  assert(table.concat(vim.fn.getcompletion("Movies s", "cmdline"), " ") == "search star statistics")
  assert(vim.fn.getcompletion("Movies favorites sort=t", "cmdline")[1] == "sort=title")
  assert(#vim.fn.getcompletion("Movies ", "cmdline") >= 8)
  wait(function() return server().info.catalog end, "start")
  assert(vim.tbl_contains(vim.fn.getcompletion("Movies ", "cmdline"), "discover") == server().can("discover"))
  vim.cmd("enew")
  assert(not vim.wo.cursorline) -- options of a view stay in it
end)

test("discover takes genres, years and an order", function()
  local function params(input)
    local result = require("movies.pages").discover_params(input)
    return table.concat(result.genres or {}, "/") .. (" %s %s %s"):format(result.yearFrom, result.yearTo, result.sort)
  end
  assert(params("Drama, Science Fiction 1990-1999 sort=rating") == "Drama/Science Fiction 1990 1999 rating")
  assert(params("1994") == " 1994 1994 nil" and params("-1960") == " nil 1960 nil")
  assert(params("2020- Drama") == "Drama 2020 nil nil")
end)

test("values and genres that do not exist are told with those that do", function()
  local messages = {}
  require("movies.words").echo = function(message) messages[#messages + 1] = message end
  for command, sentence in pairs({
    ["library foo=bar oldboy"] = "“foo” is unknown. There are: filter, seed, sort",
    ["watchlist oldboy tag=sofa"] = "“tag” is unknown. There are: seed, sort",
    ["library filter=foo"] = "filter must be one of rated, tagged, unviewed, viewed",
    ["favorites sort=foo"] = "sort must be one of starredAt, title, year, rating",
    ["discover Drama sort=foo"] = "sort must be one of popularity, random, rating, releaseDate, title",
  }) do
    local before = vim.fn.bufname()
    vim.cmd("Movies " .. command)
    assert(messages[#messages] == sentence and vim.fn.bufname() == before, command)
  end
  vim.cmd("Movies library filter=rated")
  wait_for_text("Library: rated")
  vim.cmd("Movies discover Dramaa 1990")
  wait_for_text("There is no such genre.\nGenres: Action, Adventure,")
end)

test("checkhealth finds nothing wrong", function()
  vim.cmd("silent checkhealth movies")
  wait_for_text("catalog builtin: search, home")
  assert(not text():find("ERROR", 1, true) and not text():find("WARNING", 1, true), text())
  fresh({ server = "/nowhere/movie-server" })
  vim.cmd("silent checkhealth movies")
  wait_for_text("/nowhere/movie-server (vim.g.movies.server) cannot be started.")
end)

--- Answers the next questions of `vim.ui.input` and `vim.ui.select`, in order; remembers what was asked.
local function answer(...)
  local answers, asked = { ... }, {}
  vim.ui.input = function(options, on_answer)
    asked[#asked + 1] = options
    on_answer(table.remove(answers, 1))
  end
  vim.ui.select = function(items, options, on_choice)
    asked[#asked + 1] = options
    local number = table.remove(answers, 1)
    on_choice(items[number], number)
  end
  return asked
end
--- What stands at the right edge of a line: what the user keeps about the film.
local function kept(line)
  for _, mark in ipairs(marks(line)) do
    if mark.virt_text_pos == "right_align" then return vim.trim(mark.virt_text[1][1]) end
  end
  return ""
end
local function wait_for_mark(line, mark)
  wait(function() return kept(line) == mark end, ("%q, not %q"):format(mark, kept(line)))
end
--- The messages that actions have shown.
local function remember_messages()
  local messages = {}
  local words = require("movies.words")
  words.echo = function(message, rest) messages[#messages + 1] = words.join(" ", message, rest) end
  return messages
end
local function wait_for_message(messages, message)
  wait(function() return vim.tbl_contains(messages, message) end, message .. " in\n" .. table.concat(messages, "\n"))
end

test("the first screen tells the catalog, how many films it has, the keys and the last searches", function()
  vim.g.MOVIES_SEARCHES = nil
  require("movies").add_search("parasite")
  require("movies").add_search("oldboy")
  require("movies").add_search("parasite")
  assert(vim.deep_equal(require("movies").searches(), { "parasite", "oldboy" }))
  vim.cmd("edit movies://search")
  wait_for_text("Popular · 1,090 films")
  assert(lines()[1] == "Search" and state() == "Only 1,090 built-in films are searched.", state())
  assert(lines()[2]:find("<CR> open · s star", 1, true), text())
  assert(text():find("%(%d+%).*\n\nOnly 1,090 built%-in films"), "the films come before the hint: " .. text())
  go_to("  parasite")
  press("<CR>")
  wait_for_text("Parasite (2019)")
end)

test("a search without films tells where there are more", function()
  vim.cmd("Movies search zzzzqqqq")
  wait_for_state("No films found.")
  wait_for_text("Only 1,090 built-in films are searched.")
end)

test("text that is no command is a query", function()
  vim.cmd("Movies parasite")
  wait_for_text("Parasite (2019)")
  assert(lines()[1] == "Search: parasite")
  vim.cmd("Movies home alone")
  wait_for_text("Search: home alone")
end)

test("an error stands in place of the list, and is tried again", function()
  fresh({ server = "/nowhere/movie-server", locale = "en" })
  vim.cmd("Movies favorites")
  wait_for_text("r: try again")
  vim.g.movies = { locale = "en" }
  press("r")
  wait_for_state("No favorites yet.")
end)

test("the watchlist is filled, sorted and emptied, and each change can be undone", function()
  local messages = remember_messages()
  vim.cmd("Movies search bong joon ho")
  wait_for_text("Mother (2009)")
  press("2b")
  wait_for_message(messages, "Put 2 films on the watchlist. Undo: u")
  wait_for_mark(2, "+")
  wait_for_mark(3, "+")
  press("B")
  wait_for_state("2 films")
  press("c")
  wait_for_text("Watchlist by title")
  vim.cmd("Movies watchlist sort=random seed=1")
  wait_for_text("Watchlist by chance")
  vim.cmd("Movies watchlist")
  go_to("Parasite")
  press("b")
  wait_for_message(messages, "Took Parasite (2019) off the watchlist. Undo: u")
  wait_for_state("1 film")
  press("u")
  wait_for_message(messages, "Undone: Took Parasite (2019) off the watchlist.")
  wait_for_text("Parasite")
  press("u")
  wait_for_state("Nothing is on the watchlist yet.")
  press("u")
  wait_for_message(messages, "There is nothing to undo.")
end)

test("a page that is no list of the library is neither sorted nor filtered", function()
  local messages = remember_messages()
  for number, page in ipairs({ "diary", "statistics", "home", "search oldboy" }) do
    vim.cmd("Movies " .. page)
    wait(function() return #lines() > 1 or state() ~= "" end, page)
    local name = vim.fn.bufname()
    press("c")
    press("i")
    assert(#messages == 2 * number and vim.fn.bufname() == name, vim.fn.bufname())
    assert(messages[#messages] == "This is possible in favorites, the watchlist and the library.", messages[#messages])
  end
end)

test("a viewing is logged, shown in the diary, changed, deleted and brought back", function()
  local messages = remember_messages()
  vim.cmd("Movies watch builtin:tt6751668")
  wait_for_message(messages, "Put Parasite (2019) on the watchlist. Undo: :Movies undo")
  vim.cmd("Movies watch builtin:tt6751668")
  wait_for_message(messages, "Nothing has changed.")
  vim.cmd("Movies search parasite")
  wait_for_mark(2, "+")
  local asked = answer("2026-01-31 8.5 again a note")
  press("l")
  local viewing = "2026-01-31 · 8.5 · again · a note"
  wait_for_message(messages, "Logged a viewing of Parasite (2019), now off the watchlist: " .. viewing .. ". Undo: u")
  wait_for_mark(2, "✓ 8.5")
  assert(asked[1].default == os.date("%Y-%m-%d "), asked[1].default)
  press("d")
  wait_for_text("2026-01\n  Parasite (2019)")
  assert(vim.fn.line(".") == 3 and lines()[3]:find(viewing, 1, true), text())
  asked = answer("? 7 changed")
  press("e")
  wait_for_text("no date · 7 · changed")
  assert(asked[1].default == "2026-01-31 8.5 again a note ", asked[1].default)
  press("x")
  wait_for_state("No viewings yet.")
  press("u")
  wait_for_text("no date · 7 · changed")
  press("u")
  wait_for_text("2026-01-31 · 8.5 · again · a note")
  vim.cmd("Movies diary 2025")
  wait_for_state("No viewings.")
  vim.cmd("Movies diary 2025-02")
  wait_for_state("No viewings.")
  vim.cmd("Movies statistics 2026")
  wait_for_text("1 viewing of 1 film, 2 hours, 1 rewatch")
  assert(text():find("█ 1 · 8.5", 1, true), text())
  assert(text():find("By weekday\n  Saturday +█"), text())
  assert(text():find("By country\n  South Korea +█.*By language\n  Korean +█"), text())
  vim.cmd("Movies search parasite")
  press("u")
  wait_for_mark(2, "+")
  press("u")
  wait_for_mark(2, "")
  asked = answer("2026-02-30 9 good", "2026-02-28 85", "2026-02-28 8.5")
  press("l")
  wait_for_message(messages, "Logged a viewing of Parasite (2019): 2026-02-28 · 8.5. Undo: u")
  wait_for_mark(2, "✓ 8.5")
  local wrong_day = "There is no such day.\nWatched Parasite (2019) "
  assert(vim.startswith(asked[2].prompt, wrong_day) and asked[2].default == "2026-02-30 9 good", vim.inspect(asked))
  assert(vim.startswith(asked[3].prompt, "A rating is 0.5 to 10, in steps of 0.5.\nWatched "), asked[3].prompt)
  press("u")
  wait_for_mark(2, "")
end)

test("undo of a changed or deleted viewing brings the rating of the film back", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  run({ "log", "builtin:tt0364569", "--date", "2026-01-31", "--rating", "7.5" })
  run({ "mark", "builtin:tt0364569", "--rating", "9" })
  local function rating() return (server().marks["builtin:tt0364569"] or {}).rating end
  local messages = remember_messages()
  vim.cmd("Movies diary")
  wait_for_text("2026-01-31 · 7.5")
  answer("2026-01-30 8.5 x")
  press("e")
  wait_for_text("2026-01-30 · 8.5 · x")
  press("u")
  wait_for_message(messages, "Undone: Changed the viewing of Oldboy (2003).")
  wait_for_text("2026-01-31 · 7.5")
  assert(rating() == 9, rating())
  press("x")
  wait_for_state("No viewings yet.")
  press("u")
  wait_for_message(messages, "Undone: Deleted the viewing of Oldboy (2003).")
  wait_for_text("2026-01-31 · 7.5")
  assert(rating() == 9, rating())
end)

test("a day may be a number of days ago", function()
  local messages = remember_messages()
  local now = os.date("*t")
  local today = os.date("%Y-%m-%d ")
  for number, text_and_count in ipairs({ { "yesterday", 1 }, { "-3 7", 3 }, { today .. "yesterday", 1 } }) do
    local typed, count = unpack(text_and_count)
    local noon = os.time({ year = now.year, month = now.month, day = now.day - count, hour = 12 })
    answer(typed)
    vim.cmd("Movies watched builtin:tt6751668")
    wait(function() return #messages == 2 * number - 1 end, "viewing")
    vim.cmd("Movies diary")
    wait_for_text(os.date("%Y-%m-%d", noon) .. (number == 2 and " · 7" or ""))
    vim.cmd("Movies undo")
    wait_for_state("No viewings yet.")
    wait(function() return #messages == 2 * number end, "undo")
  end
  -- People type another day after the one that is proposed.
  local asked = answer(today .. "2024-13-45 8", "2024/03/05 8", today .. "yestrday 7", today .. "tomorrow",
    today .. "2024-03-05 8")
  vim.cmd("Movies watched builtin:tt6751668")
  assert(vim.startswith(asked[2].prompt, "There is no such day.\n"), asked[2].prompt)
  for number = 3, 5 do
    local sentence = "A day is written like " .. vim.trim(today) .. ".\n"
    assert(vim.startswith(asked[number].prompt, sentence), asked[number].prompt)
  end
  wait_for_text("2024-03-05 · 8")
  vim.cmd("Movies undo")
  wait_for_state("No viewings yet.")
end)

test("a rating ends before a blank", function()
  local messages = remember_messages()
  local wrong = { "85", "85, good", "8,3", "8/10", "8.5.", "8/10 good", "2nd time", "7.3", "11 hmm", "12 angry men" }
  local texts = vim.tbl_map(function(rating) return "2026-01-31 " .. rating end, wrong)
  local asked = answer(unpack(vim.list_extend(vim.deepcopy(texts), { "2026-01-31 8.5 8/10" })))
  vim.cmd("Movies watched builtin:tt6751668")
  for number, text_before in ipairs(texts) do
    local again = asked[number + 1] or {}
    assert(again.default == text_before, vim.inspect(asked))
    assert(vim.startswith(again.prompt, "A rating is 0.5 to 10, in steps of 0.5.\nWatched "), again.prompt)
  end
  wait(function() return #messages == 1 end, "viewing")
  vim.cmd("Movies diary")
  wait_for_text("2026-01-31 · 8.5 · 8/10")
  vim.cmd("Movies undo")
  wait_for_state("No viewings yet.")
end)

test("commas may be between the parts of a viewing, and no day is in the future", function()
  local tomorrow = os.date("%Y-%m-%d", os.time() + 3 * 86400)
  for given, shown in pairs({
    ["2026-01-31 , 8, again, saw it, late"] = "2026-01-31 · 8 · again · saw it, late",
    ["2026-01-31,8,5,again"] = "2026-01-31 · 8.5 · again", ["2026-01-31 7,5 good"] = "2026-01-31 · 7.5 · good",
    ["2026-01-31 , good"] = "2026-01-31 · good",
  }) do
    local asked = answer(tomorrow .. " 8 good", given)
    vim.cmd("Movies watched builtin:tt6751668")
    assert(vim.startswith(asked[2].prompt, "The day " .. tomorrow .. " is in the future.\nWatched "), asked[2].prompt)
    assert(asked[2].default == tomorrow .. " 8 good", asked[2].default)
    vim.cmd("Movies diary")
    wait(function() return vim.endswith(lines()[3] or "", shown) end, shown)
    vim.cmd("Movies undo")
    wait_for_state("No viewings yet.")
  end
end)

test("a rating and another day may follow what is proposed for a film that was seen before", function()
  local messages, today = remember_messages(), os.date("%Y-%m-%d")
  run({ "log", "builtin:tt6751668", "--date", "2024-03-05" })
  vim.cmd("Movies search parasite")
  go_to("Parasite (2019)")
  wait(function() return (server().marks["builtin:tt6751668"] or {}).viewings end, "viewing")
  local noon = os.date("*t")
  local yesterday = os.date("%Y-%m-%d", os.time({ year = noon.year, month = noon.month, day = noon.day - 1, hour = 12 }))
  for typed, shown in pairs({
    ["8"] = today .. " · 8 · again", ["8 nice"] = today .. " · 8 · again · nice", ["-1 9"] = yesterday .. " · 9 · again",
    ["yesterday 8 nice"] = yesterday .. " · 8 · again · nice", ["2024-03-06 8 again"] = "2024-03-06 · 8 · again",
    ["nice"] = today .. " · again · nice",
  }) do
    vim.ui.input = function(options, on_answer)
      assert(options.default == today .. " again ", options.default)
      on_answer(options.default .. typed)
    end
    press("l")
    wait_for_message(messages, ("Logged a viewing of Parasite (2019): %s. Undo: u"):format(shown))
    press("u")
    wait_for_message(messages, ("Undone: Logged a viewing of Parasite (2019): %s."):format(shown))
  end
  run({ "unlog", "builtin:tt6751668" })
end)

test("a question that is asked again stands alone, below what is wrong", function()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function input(keys) vim.rpcrequest(child, "nvim_input", keys) end
  local function screen()
    return lua([[local all = {}
      for i = 1, 20 do
        all[i] = ''
        for j = 1, 80 do all[i] = all[i] .. vim.fn.screenstring(i, j) end
      end
      return table.concat(all, '\n')]])
  end
  vim.rpcrequest(child, "nvim_ui_attach", 80, 20, {})
  lua("vim.opt.runtimepath:prepend(...); vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.g.movies = ...", { locale = "en" })
  vim.rpcnotify(child, "nvim_command", "Movies rate builtin:tt6751668")
  for _, text_of_user in ipairs({ "85", "11", "12" }) do
    wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "c" end, "question")
    input("<C-u>" .. text_of_user .. "<CR>")
    wait(function() return screen():find("or nothing: " .. text_of_user, 1, true) end, screen())
    local _, count = screen():gsub("A rating is", "")
    assert(count == 1 and select(2, screen():gsub("Rating of", "")) == 1, screen())
    assert(screen():find("A rating is 0.5 to 10, in steps of 0.5. *\nRating of"), screen())
  end
  input("<C-u>7,5<CR>")
  wait(function() return screen():find("Rated .*: 7.5%. Undo") end, "rating with a comma")
  local function ask(command, keys)
    vim.rpcnotify(child, "nvim_command", "Movies " .. command)
    wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "c" end, "question")
    input(keys)
  end
  -- An empty answer is one, unlike none.
  ask("rate builtin:tt6751668", "<C-u><Esc>")
  wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "n" end, "end of the question")
  ask("rate builtin:tt6751668", "<C-u><C-c>")
  wait(function() return vim.rpcrequest(child, "nvim_get_mode").mode == "n" end, "end of the question")
  assert(not screen():find("Removed"), screen())
  ask("rate builtin:tt6751668", "<C-u><CR>")
  wait(function() return screen():find("Removed the rating of .*%. Undo") end, "no rating")
  for _ = 1, 2 do
    lua("vim.cmd('Movies undo')")
    wait(function() return screen():find("Undone") end, "undo")
    lua("vim.cmd('mode')")
  end
  ask("tag builtin:tt6751668", "sofa<CR>")
  wait(function() return screen():find("Tagged") end, "tag")
  lua("vim.cmd('mode')")
  ask("tag builtin:tt6751668", "<C-u><CR>")
  wait(function()
    local tags = lua("return (require('movies.server').marks['builtin:tt6751668'] or {}).tags or {}")
    return #tags == 0 and screen():find("Tagged", 1, true)
  end, "no tag")
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("discover asks for genres, which complete, and years", function()
  local asked = answer(nil, "Drama 1990-1999")
  vim.cmd("Movies discover")
  wait(function() return #asked == 1 end, "question")
  assert(vim.fn.bufname() == "", vim.fn.bufname())
  assert(vim.deep_equal(require("movies.library").complete_part("", "War, dr"), { "War, Drama" }))
  vim.cmd("Movies discover")
  wait_for_text("Discover: Drama 1990-1999")
  assert(#asked == 2)
end)

test("an undo brings back what was kept about a film that was not seen here before", function()
  local messages = remember_messages()
  run({ "mark", "builtin:tt0364569", "--watchlist", "--rating", "7" })
  local before = run({ "watchlist", "--json" })
  answer("2026-01-31 9", "2")
  vim.cmd("Movies watched builtin:tt0364569")
  wait_for_message(messages, "Logged a viewing of Oldboy (2003), now off the watchlist: 2026-01-31 · 9. Undo: :Movies undo")
  vim.cmd("Movies undo")
  wait(function() return #messages == 2 end, "undo")
  vim.cmd("Movies search oldboy")
  wait_for_mark(2, "+ 7")
  assert(run({ "watchlist", "--json" }) == before, "the time on the watchlist")
  fresh({ locale = "en" })
  messages = remember_messages()
  vim.cmd("Movies rate builtin:tt0364569")
  wait_for_message(messages, "Rated Oldboy (2003): 2. Undo: :Movies undo")
  vim.cmd("Movies undo")
  wait(function() return #messages == 2 end, "undo")
  vim.cmd("Movies search oldboy")
  wait_for_mark(2, "+ 7")
  run({ "mark", "builtin:tt0364569", "--no-watchlist", "--rating", "none" })
end)

--- Imports viewings of Oldboy on some days into a library of its own.
local function import_viewings(days)
  local file = vim.fn.tempname() .. ".csv"
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local columns = "ids,imdbId,tmdbId,title,year,starredAt,watchlistedAt,rating,note,tags,viewing,date,viewingRating,viewingNote"
  local function line(day) return "builtin:tt0364569,tt0364569,,Oldboy,2003,,,,,,v" .. day .. "," .. day .. ",9,," end
  vim.fn.writefile(vim.list_extend({ columns .. ",rewatch" }, vim.tbl_map(line, days)), file)
  run({ "library", "import", file })
end

test("the statistics of many years count by year", function()
  local days = {}
  for month = 0, 39 do days[#days + 1] = ("20%d-%02d-01"):format(10 + math.floor(month / 12), month % 12 + 1) end
  import_viewings(days)
  vim.cmd("Movies statistics 2010-01-01 2019-01-01")
  wait_for_text("40 viewings of 1 film,")
  wait_for_text("By year\n  2010 ")
  assert(not text():find("By month") and text():find("█ 12\n  2011 "), text())
  go_to("  2013 ")
  press("<CR>")
  wait_for_state("4 viewings")
end)

test("bars are no wider than people can compare", function()
  import_viewings({ "2020-01-01", "2020-01-02" })
  vim.o.columns = 200
  vim.cmd("Movies statistics")
  wait_for_text("By month\n  2020-01 ")
  assert(text():find("  2020%-01 +" .. ("█"):rep(40) .. " 2"), text())
  vim.o.columns = 100
end)

test("a span that is none is told how spans are written", function()
  for _, page in ipairs({ "diary 2026-99", "diary soon", "statistics 2024-02-31 2024-03", "statistics 24" }) do
    vim.cmd("Movies " .. page)
    wait_for_text("Days are written like 2026-01-31, months like 2026-01, years like 2026.")
  end
  for _, page in ipairs({ "diary", "statistics" }) do
    vim.cmd("Movies " .. page .. " 2024-02")
    wait_for_state("No viewings.")
  end
end)

test("of several films, those that were seen before are logged as again", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local messages = remember_messages()
  run({ "log", "builtin:tt6751668", "--date", "2024-03-05" })
  vim.cmd("Movies search bong joon ho")
  wait_for_text("Mother (2009)")
  wait_for_mark(2, "✓")
  local asked = answer("2026-01-31", "2026-02-28 again")
  press("2l")
  assert(not asked[1].default:find("again"), asked[1].default)
  wait_for_message(messages, "Logged a viewing of 2 films: 2026-01-31. Undo: u")
  wait_for_mark(3, "✓")
  press("2l")
  assert(asked[2].default:find("again"), asked[2].default)
  wait_for_message(messages, "Logged a viewing of 2 films: 2026-02-28 · again. Undo: u")
  vim.cmd("Movies diary 2026-01")
  wait_for_state("2 viewings")
  assert(#vim.tbl_filter(function(line) return line:find("2026-01-31 · again", 1, true) end, lines()) == 1, text())
  go_to("· again")
  assert(vim.fn.getline("."):find("Parasite", 1, true), text())
end)

test("films are rated, tagged and noted, several at once", function()
  local messages = remember_messages()
  vim.cmd("Movies search bong joon ho")
  wait_for_text("Mother (2009)")
  answer(1, "7.5")
  press("Vjm")
  wait_for_mark(2, "7.5")
  wait_for_mark(3, "7.5")
  local asked = answer("12")
  vim.cmd("Movies rate")
  assert(vim.startswith(asked[2].prompt, "A rating is 0.5 to 10, in steps of 0.5.\nRating") and asked[2].default == "12")
  answer("rainy day, korea")
  vim.cmd("2,3Movies tag")
  wait_for_message(messages, "Tagged 2 films. Undo: u")
  answer("-korea")
  vim.cmd("2,3Movies tag")
  wait(function() return vim.deep_equal((server().films["builtin:tt6751668"].mark or {}).tags, { "rainy day" }) end, "tag")
  assert(vim.deep_equal(require("movies.library").complete_part("", "a, ra"), { "a, rainy day" }))
  vim.cmd("Movies tags")
  go_to("rainy day")
  press("<CR>")
  wait_for_state("2 films")
  assert(lines()[1] == "Tag: rainy day")
  vim.cmd("edit movies://tagged/no")
  assert(lines()[1] == "Tag: no", "a tag is no code of a language")
  vim.cmd("Movies note builtin:tt6751668")
  wait(function() return vim.bo.buftype == "acwrite" end, "note")
  assert(vim.fn.bufname() == "movies-note://builtin:tt6751668 Parasite (2019)", vim.fn.bufname())
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "One.", "Two." })
  vim.cmd("wq")
  vim.cmd("Movies detail builtin:tt6751668")
  wait_for_text("Library\n  Watchlist: –\n  My rating: 7.5\n  Tags: rainy day\n  Note: One.\n    Two.\n  Log a viewing\n")
  for _ = 1, 4 do
    press("u")
    local count = #messages
    wait(function() return #messages > count end, "undo")
  end
  wait_for_text("Library\n  Watchlist: –\n  My rating: –\n  Tags: –\n  Note: –\n  Log a viewing\n")
  go_to("  Watchlist: –")
  press("<CR>")
  wait_for_text("  Watchlist: +")
  press("<CR>")
  wait_for_text("  Watchlist: –")
end)

test("a note follows changes from elsewhere, and does not overwrite them unless it is told to", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local film, messages = "builtin:tt6751668", remember_messages()
  local function kept_note() return select(2, server().wait("mark", { id = film })).mark.note end
  local function write(note, command)
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { note })
    vim.cmd(command)
  end
  vim.cmd("Movies search parasite")
  wait_for_text("Parasite (2019)")
  vim.cmd("Movies note")
  wait(function() return vim.bo.buftype == "acwrite" end, "note")
  run({ "mark", film, "--note", "from one" })
  wait_for_text("from one")
  assert(not vim.bo.modified)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "from here" })
  local has_quit, refusal = pcall(vim.cmd, "quit")
  assert(not has_quit and refusal:find("E37:", 1, true), refusal)
  run({ "mark", film, "--note", "from two" })
  write("from here", "silent! wq")
  assert(messages[1] == "The note has been changed elsewhere; :w! overwrites it.", vim.inspect(messages))
  assert(text() == "from here" and vim.bo.modified and kept_note() == "from two", kept_note())
  vim.cmd("write!")
  wait_for_message(messages, "Saved the note on Parasite (2019). Undo: :Movies undo")
  assert(not vim.bo.modified and kept_note() == "from here", kept_note())
  write("once more", "write")
  wait(function() return kept_note() == "once more" end, "note")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "not yet written" })
  local buffer, windows = vim.api.nvim_get_current_buf(), vim.fn.winnr("$")
  vim.cmd("Movies note " .. film)
  wait(function() return vim.fn.winnr("$") > windows end, "another window")
  assert(vim.api.nvim_get_current_buf() == buffer and text() == "not yet written", text())
  vim.cmd("undo | wq!")
end)

test("a note that a server that hangs has not kept stays modified", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local messages = remember_messages()
  vim.cmd("Movies note builtin:tt0364569")
  wait(function() return vim.bo.buftype == "acwrite" end, "note")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "Kept." })
  vim.fn.system({ "kill", "-STOP", tostring(server().pid()) })
  vim.cmd("wqall")
  assert(vim.bo.modified)
  wait_for_message(messages, "Not saved: movie-server does not answer. :Movies restart starts it again.")
  vim.cmd("Movies restart")
  vim.cmd("write")
  wait_for_message(messages, "Saved the note on Oldboy (2003). Undo: :Movies undo")
  assert(not vim.bo.modified and #notified == 0, vim.inspect(notified))
  assert(run({ "library", "--json" }):find("hasNote"))
end)

test("decades and countries are named in the language of the user", function()
  run({ "log", "builtin:tt0364569", "--date", "2001-02-03" })
  fresh({ locale = "ko-KR" })
  vim.cmd("Movies statistics 2001")
  wait_for_text("한국")
  assert(text():find("\n  2000년대 +█"), text())
  vim.cmd("Movies diary 2001")
  wait_for_state("관람 1회")
  press("x")
  wait_for_state("관람 기록이 없습니다.")
  answer("어제 8")
  local messages = remember_messages()
  vim.cmd("Movies watched builtin:tt0364569")
  wait(function() return #messages == 1 end, "the viewing")
  local yesterday = ('"date":"%s","rating":8'):format(os.date("%Y-%m-%d", os.time() - 86400))
  assert(run({ "diary", "--json" }):find(yesterday, 1, true), yesterday)
  vim.cmd("Movies undo")
  wait(function() return #messages == 2 end, "undo")
end)

test("a film is called what the page calls it", function()
  run({ "mark", "builtin:tt0364569", "--rating", "7" }) -- keeps the film with its English title
  fresh({ locale = "ko-KR" })
  local messages = remember_messages()
  vim.cmd("Movies detail builtin:tt0364569")
  wait_for_text("감독")
  press("\\b")
  wait_for_message(messages, "올드보이 (2003)을(를) 볼 영화에 넣었습니다. 되돌리기: u")
  press("\\b")
  wait(function() return #messages == 2 end, "the second change")
  assert(vim.startswith(messages[2], "올드보이 (2003)"), messages[2])
  press("g?")
  wait_for_text("  \\b ")
  run({ "mark", "builtin:tt0364569", "--rating", "none" })
end)

test("links are copied, of several films at once", function()
  vim.cmd("Movies search bong joon ho")
  wait_for_text("Mother (2009)")
  press('Vj"ay')
  assert(vim.fn.getreg("a"):find("^https://www.imdb.com/title/tt6751668/\nhttps://"), vim.fn.getreg("a"))
end)

test("the country is that of the user, wherever it stands", function()
  local function locale(options, variables)
    vim.g.movies = options
    local all = { "LC_ALL", "LANG", "LC_TIME", "LC_MEASUREMENT" }
    local before = vim.tbl_map(function(name) return vim.env[name] or false end, all)
    for _, name in ipairs(all) do vim.env[name] = variables[name] end
    local result = server().locale()
    for index, name in ipairs(all) do vim.env[name] = before[index] or nil end
    return result
  end
  assert(locale({ locale = "en" }, { LANG = "C.UTF-8" }) == "en")
  assert(locale({}, { LANG = "ko_KR.UTF-8" }) == "ko-KR" and locale({}, { LC_ALL = "C", LANG = "ko_KR.UTF-8" }) == "en-KR")
  assert(locale({ locale = "en" }, { LANG = "C.UTF-8", LC_TIME = "ko_KR.UTF-8" }) == "en-KR")
  assert(locale({ locale = "en_US.UTF-8" }, { LC_TIME = "ko_KR.UTF-8" }) == "en-US")
  assert(locale({ locale = "ko-KR", country = "US" }, {}) == "ko-US")
  vim.g.movies = { locale = "fr-FR" }
  assert(require("movies.words").t("KR") == "South Korea")
  fresh()
  local messages = remember_messages()
  vim.cmd("Movies detail builtin:tt0364569")
  wait_for_text("Cast")
  press("\\w")
  wait_for_message(messages, "No country is set. Set it, such as vim.g.movies = { country = 'KR' }")
end)

test("favorites keep their place, whoever changes them", function()
  for number = 1, 1500 do
    local movie = { id = "mine:" .. number, title = "Film " .. number, genres = { "x" }, directors = { "x" }, cast = { "x" } }
    server().request("star", { movie = movie })
  end
  wait(function() return server().favorites.total == 1500 end, "favorites")
  vim.cmd("Movies favorites")
  wait_for_state("1,500 films")
  while #lines() < 1201 do
    local count = #lines()
    press("G")
    vim.cmd("redraw | doautocmd CursorMoved")
    wait(function() return #lines() > count end, "another page")
  end
  vim.api.nvim_win_set_cursor(0, { 1000, 0 })
  local film = vim.fn.getline(".")
  run({ "star", "builtin:tt6751668" })
  wait_for_text("Parasite (2019)")
  assert(vim.fn.getline(".") == film and state() == "1,501 films" and has_star(2), vim.fn.getline("."))
  run({ "unstar", "mine:1000" })
  wait(function() return not text():find("Film 1000 *x") end, "no star")
  assert(vim.fn.getline(".") == film, vim.fn.getline("."))
  local follower = vim.fn.getline(vim.fn.line(".") + 1)
  press("s")
  wait(function() return vim.fn.getline(".") == follower end, "the film that follows")
  vim.cmd("Movies favorites sort=title")
  wait_for_text("Favorites by title")
  run({ "unstar", "builtin:tt6751668" })
  vim.fn.delete(vim.env.XDG_DATA_HOME, "rf")
end)

test("the cursor stays with its film, or goes to the row that takes its place", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local ids = { "tt0364569", "tt6751668", "tt0068646", "tt0120737" }
  for number, id in ipairs(ids) do run({ "mark", "builtin:" .. id, "--rating", tostring(number) }) end
  vim.cmd("Movies library")
  go_to("Oldboy")
  assert(vim.fn.line(".") == 5)
  press("s")
  wait(function() return has_star(2) end, "the film at the top")
  assert(vim.fn.line(".") == 2 and vim.fn.getline("."):find("Oldboy"), vim.fn.getline("."))
  press("s")
  wait(function() return not has_star(2) end, "no star")
  assert(vim.fn.getline("."):find("Oldboy"), vim.fn.getline("."))
  run({ "star", "builtin:tt6751668" })
  wait(function() return has_star(2) end, "a star of another program")
  assert(vim.fn.line(".") == 3 and vim.fn.getline("."):find("Oldboy"), vim.fn.getline("."))
  for _, id in ipairs(ids) do run({ "star", "builtin:" .. id }) end
  local messages = remember_messages()
  vim.cmd("Movies favorites")
  wait_for_state("4 films")
  local first, last = lines()[2]:match("^.-%)"), lines()[5]:match("^.-%)")
  press("ggjVjjs")
  wait_for_message(messages, "Unstarred 3 films. Undo: u")
  wait_for_state("1 film")
  assert(vim.fn.line(".") == 2 and vim.startswith(vim.fn.getline("."), last), vim.fn.getline("."))
  press("u")
  wait_for_state("4 films")
  assert(vim.startswith(vim.fn.getline("."), first), vim.fn.getline("."))
end)

test("an undo brings the cursor to the film or the viewing that returns", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local messages = remember_messages()
  import_viewings({ "2020-01-01", "2020-01-02", "2020-01-03", "2020-02-01" })
  for _, id in ipairs({ "tt0364569", "tt6751668", "tt0068646" }) do run({ "star", "builtin:" .. id }) end
  server().stop()
  vim.cmd("Movies favorites")
  go_to("Parasite")
  press("s")
  wait_for_state("2 films")
  press("G")
  vim.cmd("doautocmd CursorMoved")
  press("u")
  wait_for_state("3 films")
  assert(vim.fn.getline("."):find("Parasite"), vim.fn.getline("."))
  press("s")
  wait_for_message(messages, "Unstarred Parasite (2019). Undo: u") -- asks for no other key
  vim.cmd("Movies diary 2020")
  go_to("2020-01-02")
  vim.cmd("doautocmd CursorMoved")
  press("x")
  wait_for_state("3 viewings")
  press("gg")
  vim.cmd("doautocmd CursorMoved")
  press("u")
  wait_for_state("4 viewings")
  assert(vim.fn.getline("."):find("2020-01-02", 1, true), vim.fn.getline("."))
end)

test("a key that is pressed again does not change the film that has come under the cursor", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  for _, id in ipairs({ "tt0364569", "tt6751668", "tt0068646" }) do run({ "star", "builtin:" .. id }) end
  local messages = remember_messages()
  vim.cmd("Movies library")
  wait_for_state("3 films")
  press("s")
  wait_for_message(messages, "Unstarred The Godfather (1972). Undo: u")
  wait_for_state("2 films")
  vim.cmd("doautocmd CursorMoved") -- Neovim says so, too, when the list changes
  press("s")
  assert(messages[2] == "Now on Parasite (2019). Press again to change it.", vim.inspect(messages))
  press("s")
  wait_for_message(messages, "Unstarred Parasite (2019). Undo: u")
  wait_for_state("1 film")
  press("uu")
  wait_for_state("3 films")
  press("gg")
  vim.cmd("doautocmd CursorMoved")
  go_to("Parasite")
  press("s")
  wait_for_message(messages, "Unstarred Parasite (2019). Undo: u")
  import_viewings({ "2020-01-01", "2020-01-02", "2020-01-03" })
  server().stop()
  vim.cmd("Movies diary 2020")
  wait_for_state("3 viewings")
  press("x")
  wait_for_state("2 viewings")
  press("x")
  assert(messages[#messages] == "Now on Oldboy (2003). Press again to change it.", vim.inspect(messages))
end)

test("a count is of rows, sections or changes, and no other key has one", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local messages = remember_messages()
  vim.cmd("Movies search bong joon ho")
  wait_for_text("Mother (2009)")
  press("3s")
  wait_for_message(messages, "Starred 3 films. Undo: u")
  assert(has_star(2) and has_star(3) and has_star(4) and not has_star(5))
  press("s")
  wait_for_message(messages, "Unstarred Parasite (2019). Undo: u")
  -- Those are counted that have changed.
  press("3s")
  wait_for_message(messages, "Starred Parasite (2019). Undo: u")
  press("3u")
  wait_for_message(messages, "Undone: Starred 3 films.")
  wait(function() return not has_star(3) end, "no star")
  press("3o")
  wait_for_message(messages, "This key takes no count.")
  vim.cmd("Movies home")
  wait_for_text("Korean cinema")
  press("gg2]]")
  local second = vim.fn.line(".")
  press("gg]]")
  assert(vim.fn.line(".") < second)
  press("]]")
  assert(vim.fn.line(".") == second)
end)

test("a hidden page is loaded again when it is shown", function()
  vim.cmd("Movies detail builtin:tt6751668")
  wait_for_text("Song Kang-ho")
  vim.cmd("Movies search parasite")
  wait_for_text("Parasite (2019)")
  answer("7")
  vim.cmd("Movies rate")
  wait_for_mark(2, "7")
  press("<CR>")
  wait_for_text("My rating: 7")
  press("u")
  wait_for_text("My rating: –")
end)

--- Gives the window of the views another width.
local function resize(columns)
  vim.o.columns = columns
  vim.cmd("doautocmd VimResized")
end

test("rows use the width of the window", function()
  vim.cmd("Movies search parasite")
  wait_for_text("Parasite (2019)                                  Bong Joon Ho")
  resize(40)
  wait(function() return not text():find("Bong Joon Ho", 1, true) end, "no director")
  vim.cmd("Movies search lord of the rings")
  wait_for_text("\n  The Lord of the Rings: The Fel… (2001)\n")
  resize(20)
  wait_for_text("\n  The Lord o… (2001)\n")
  resize(60)
  wait_for_text("\n  The Lord of the Rings:… (2001)  Peter Jackson\n")
  -- What stands at the right edge lies over no text.
  vim.o.columns = 120
  vim.cmd("bwipeout | Movies search dark knight")
  wait(function() return text():find("\n  The Dark Knight %(2008%) +Christopher Nolan +Action, Crime…\n") end, text())
  vim.o.columns = 40
  assert(vim.wo.list and vim.wo.listchars == "extends:…", vim.wo.listchars)
  resize(100)
end)

test("all directors of a list stand in one column, and so do the genres", function()
  local function columns_of(...)
    local found = {}
    for _, part in ipairs({ ... }) do
      wait_for_text(part)
      for _, line in ipairs(lines()) do
        local first = line:find(part, 1, true)
        if first then found[vim.fn.strdisplaywidth(line:sub(1, first - 1))] = true end
      end
    end
    return vim.tbl_keys(found)
  end
  vim.cmd("Movies search star wars")
  for _, columns in ipairs({ 60, 80, 100, 120, 200 }) do
    resize(columns)
    local found = columns_of("  George Lu", "  J.J. Abr", "  Irvin Ker")
    assert(#found == 1, columns .. " columns:\n" .. text())
  end
  -- So do those of a page, whatever the width of the characters and of the window.
  vim.cmd("edit movies://person/builtin:choi-min-sik")
  for _, columns in ipairs({ 40, 50, 60, 100 }) do
    resize(columns)
    local found = columns_of("Jang Jae-hyun", "Park Hoon-jung", "Kim Han-min", "Yoon Jong-bin", "Park Chan-wook", "Luc Besson")
    assert(#found == 1, columns .. " columns:\n" .. text())
  end
  local view = { columns = 50, is_text = true, kind = "person", result = { name = "배우", cast = {
    { id = "x:1", title = "친절한 금자씨", year = 2005, isFavorite = false, character = "금자" },
    { id = "x:2", title = "JSA", year = 2000, isFavorite = false, character = "The one with a very long name of a role" },
    { id = "x:3", title = "범죄와의 전쟁: 나쁜놈들 전성시대", isFavorite = false, character = "최익현" },
  } } }
  function view.draw(_, render) render() end
  function view.show(_, _, rows)
    for number, role in ipairs({ "  금자", "  The one", "  최익현" }) do
      local row = rows[#rows - 3 + number].text
      assert(vim.fn.strdisplaywidth(row:sub(1, row:find(role, 1, true) + 1)) == 30, row)
    end
  end
  require("movies.rows").show(view)
  -- Titles have the room that short names leave.
  resize(80)
  vim.cmd("Movies search lord of the rings")
  wait_for_text("  The Lord of the Rings: The Fellowship of t… (2001)  Peter Jackson\n")
  local movies = vim.tbl_map(function(directors)
    return { id = "x:1", title = "Film", directors = directors, genres = { "Drama" } }
  end, { { "One" }, { "Somebody With A Very Long Name", "Another One" } })
  local row = require("movies.rows").movie
  local short, long = row({ columns = 200 }, movies[1]).text, row({ columns = 200 }, movies[2]).text
  assert(short:find("Drama") == vim.fn.strdisplaywidth(long:match("^(.*)Drama")) + 1, short .. "\n" .. long)
  resize(100)
end)

test("a title of a narrow window is cut only for what its mark needs", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  resize(40)
  vim.cmd("Movies search lord of the rings")
  wait_for_text("\n  The Lord of the Rings: The Fel… (2001)\n")
  run({ "mark", "builtin:tt0120737", "--rating", "9" })
  wait_for_text("\n  The Lord of the Rings: The F… (2001)\n")
  run({ "mark", "builtin:tt0062622", "--rating", "9" })
  vim.cmd("Movies library")
  wait_for_text("\n  2001: A Space Odyssey (1968)\n")
  resize(100)
end)

test("the day of a viewing is seen in a narrow window", function()
  import_viewings({ "2020-08-31", "2020-08-30" })
  run({ "log", "builtin:tt0120737", "--date", "2020-08-29", "--rating", "9.5" })
  vim.o.columns = 40
  vim.cmd("Movies diary 2020")
  wait_for_text("  Oldboy (2003)")
  wait_for_mark(3, "08-31    9")
  assert(lines()[2] == "2020-08" and lines()[3] == "  Oldboy (2003)", lines()[3])
  wait_for_mark(5, "08-29  9.5")
  assert(lines()[5] == "  The Lord of the Rin… (2001)", lines()[5])
  vim.o.columns = 100
  vim.cmd("doautocmd VimResized")
  wait_for_text("2020-08-31 · 9")
  wait_for_mark(3, "")
end)

test("the diary leaves more than half of a row to the note", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  vim.o.columns = 80
  answer("2026-01-31 8.5 A note with thirty characters")
  vim.cmd("Movies watched builtin:tt0364569")
  vim.cmd("Movies diary 2026-01")
  wait_for_text("A note with thirty characters")
  assert(vim.fn.strdisplaywidth(lines()[3]) <= 80, lines()[3])
  vim.o.columns = 100
end)

test("a title of the diary is cut only if the row does not fit", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  run({ "log", "builtin:tt0120737", "--date", "2026-01-31", "--rating", "9" })
  resize(80)
  vim.cmd("Movies diary 2026-01")
  wait_for_text("\n  The Lord of the Rings: The Fellowship of the Ring (2001)  2026-01-31 · 9")
  resize(40)
  wait_for_text("\n  The Lord of the Rin… (2001)")
  resize(100)
end)

test("a diary tells its keys", function()
  import_viewings({ "2020-01-01" })
  vim.cmd("Movies diary")
  wait_for_state("1 viewing")
  local below = marks(1, "movies.state")[1].virt_lines or {}
  local keys = "<CR> open · e change · x delete · u undo · p preview · g? all keys"
  assert(#below == 1 and below[1][1][1] == keys, vim.inspect(below))
end)

test("G goes to the end of a long diary", function()
  local days = {}
  for day = 0, 2999 do days[#days + 1] = os.date("!%Y-%m-%d", -86400 * 365 * 40 - day * 86400) end
  import_viewings(days)
  vim.cmd("Movies diary 1900 1929")
  wait_for_text("Oldboy")
  press("G")
  wait(function() return vim.endswith(vim.fn.getline("."), days[3000] .. " · 9") end, "the last of all viewings")
  press("3G")
  assert(vim.fn.line(".") == 3)
end)

test("a film's page has a line of its keys, and m is one of them", function()
  vim.g.maplocalleader = ","
  vim.cmd("Movies detail builtin:tt0364569")
  wait_for_text("s star · ,b watchlist · ,l log a viewing · m rating, note, tags · g? all keys")
  assert(vim.fn.maparg("m", "n"):find("mark") and vim.fn.maparg(",l", "n"):find("watched"))
  vim.g.maplocalleader = nil
end)

test("a message is on one line, for which a title may be cut, or whole on several lines until the next key", function()
  vim.env.XDG_DATA_HOME = vim.fn.tempname()
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function input(keys) vim.rpcrequest(child, "nvim_input", keys) end
  local function is_blocking() return vim.rpcrequest(child, "nvim_get_mode").blocking end
  local last = "local all = '' for i = 1, 60 do all = all .. vim.fn.screenstring(20, i) end return vim.trim(all)"
  --- The text of the floating window.
  local function box()
    return lua([[for _, window in ipairs(vim.api.nvim_list_wins()) do
      local buffer, is_box = vim.api.nvim_win_get_buf(window), vim.api.nvim_win_get_config(window).relative ~= ''
      if is_box then return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end
    end
    return '']])
  end
  vim.rpcrequest(child, "nvim_ui_attach", 60, 20, {})
  lua("vim.opt.runtimepath:prepend(...); vim.g.movies = { locale = 'en' }; vim.cmd('runtime plugin/movies.lua')", plugin)
  lua("vim.cmd('Movies search fellowship of the ring')")
  wait(function() return lua("return vim.fn.line('$')") > 1 end, "film")
  input("s")
  wait(function() return is_blocking() or lua(last):find("^Starred The Lord .*…%. Undo: u$") end, "cut title, not " .. lua(last))
  assert(not is_blocking())
  vim.rpcrequest(child, "nvim_ui_try_resize", 40, 20)
  input("b")
  local whole = "Put The Lord of the Rings: The\nFellowship of the Ring (2001) on the\nwatchlist.\nUndo: u"
  wait(function() return is_blocking() or box() == whole end, "the whole message")
  assert(not is_blocking())
  input("u")
  wait(function() return vim.startswith(box(), "Undone: Put The Lord") end, "the next message")
  input("j")
  wait(function() return box() == "" end, "no message after a key")
  lua("vim.g.movies = { locale = 'ko-KR' }; vim.ui.input = function(_, answer) answer('8') end; vim.cmd('2 | Movies rate')")
  wait(function() return box():find("8%.\n되돌리기: u$") end, "rating, not " .. box())
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

test("the help has its tags", function()
  local copy = vim.fn.tempname()
  vim.fn.system({ "cp", "-R", plugin, copy })
  vim.opt.runtimepath:remove(plugin)
  vim.opt.runtimepath:prepend(copy)
  vim.cmd("Movies home")
  press("g?")
  assert(lines()[1] == "Keys" and text():find("\n  b +put on the watchlist or take off\n"), text())
  go_to("  :help movies")
  press("<CR>")
  vim.opt.runtimepath:remove(copy)
  vim.opt.runtimepath:prepend(plugin)
  assert(vim.fn.bufname():find("movies%.txt$") and vim.fn.getline("."):find("BUFFERS AND KEYS"), vim.fn.getline("."))
end)

test("only web pages are opened, and others are told", function()
  local bad, films, opened, lines_of_session = { "file:///etc/passwd", "javascript:alert(1)", "-h" }, {}, {}, {}
  for number, link in ipairs(vim.list_extend({ "https://a.example/" }, bad)) do
    films[number] = { id = "tmdb:" .. number, title = "Film " .. number, directors = {}, isFavorite = false, link = link }
  end
  local page = vim.tbl_extend("error", films[4], {
    homepage = bad[1], posterUrl = bad[2], trailers = { { name = "Trailer", url = bad[3] } },
    reviews = { total = 1, items = { { author = "ann", preview = "Good.", truncated = false, url = bad[2] } } },
    whereToWatch = { country = "KR", link = bad[1], stream = { { name = "Netflix" } } },
  })
  local catalog = { name = "tmdb", title = "TMDB", capabilities = { "search", "login", "poster" } }
  local list = "movies://search/film"
  local result = { list = list, offset = 0, total = 4, hasMore = false, items = films }
  local no_poster = { code = 1, message = "", data = { reason = "posterUnavailable" } }
  for id, call in ipairs({
    { "initialize", "…", { result = { protocolVersion = "1.0", catalog = "tmdb", catalogs = { catalog } } } },
    { "search", { query = "film", list = list }, { result = result } },
    { "detail", { id = "tmdb:4" }, { result = page } },
    { "poster", { id = "tmdb:4" }, { error = no_poster } },
    { "login", vim.empty_dict(), { result = { url = bad[3], requestToken = "t" } } },
  }) do
    local request = { jsonrpc = "2.0", id = id, method = call[1], params = call[2] }
    local answer_of_server = vim.tbl_extend("error", { jsonrpc = "2.0", id = id }, call[3])
    table.insert(lines_of_session, "--> " .. vim.json.encode(request))
    table.insert(lines_of_session, "<-- " .. vim.json.encode(answer_of_server))
  end
  local status, messages = replay(lines_of_session), remember_messages()
  require("movies.actions").open_external = function(target) opened[#opened + 1] = target end
  local function refuses(keys)
    local count = #messages
    press(keys)
    local is_told = #messages == count + 1 and messages[#messages] == require("movies.words").t("There is no web page here.")
    assert(is_told and #opened == 0, keys .. vim.fn.getline(".") .. vim.inspect(opened) .. vim.inspect(messages))
  end
  vim.cmd("Movies search film")
  for number = 2, 4 do
    go_to("Film " .. number)
    refuses("o")
    refuses("y")
  end
  press("<CR>")
  for _, part in ipairs({ "file:///etc/passwd", "-h", "포스터" }) do
    go_to(part)
    refuses("o")
  end
  for _, part in ipairs({ "Trailer", "ann", "Good.", "Netflix" }) do
    go_to(part)
    refuses("o")
    refuses("<CR>")
  end
  go_to("포스터")
  press("<CR>")
  wait(function() return #notified == 1 end, "no poster")
  answer(2)
  vim.cmd("Movies login")
  local count = #messages
  wait(function() return #messages > count end, "no page of a login")
  assert(#opened == 0, opened[1])
  press("q")
  go_to("Film 1")
  press("o")
  assert(opened[1] == "https://a.example/", opened[1])
  local code, errors = status()
  assert(code == 0, errors)
end)

test("a browser that does not open is told", function()
  local messages, path, folder = remember_messages(), vim.env.PATH, vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile({ "#!/bin/sh", "exit 3" }, folder .. "/xdg-open")
  vim.fn.setfperm(folder .. "/xdg-open", "rwxr-xr-x")
  vim.env.PATH = folder .. ":" .. path
  vim.cmd("Movies search oldboy")
  wait_for_text("Oldboy (2003)")
  press("o")
  wait_for_message(messages, "No browser opens here. y copies https://www.imdb.com/title/tt0364569/")
  press("<CR>")
  wait_for_text("Cast")
  press("ggo")
  wait_for_message(messages, "No browser opens here. \\y copies https://www.imdb.com/title/tt0364569/")
  vim.env.PATH = path
end)

test("a preview follows the cursor", function()
  vim.cmd("Movies search bong joon ho")
  wait_for_text("Mother (2009)")
  press("p")
  local preview = vim.fn.bufnr("movies://preview")
  local function preview_has(part)
    wait(function() return table.concat(vim.fn.getbufline(preview, 1, "$"), "\n"):find(part, 1, true) end, part)
  end
  assert(vim.fn.winnr("$") == 2 and vim.fn.bufname() == "movies://search/bong joon ho")
  preview_has("Song Kang-ho")
  go_to("Mother (2009)")
  vim.cmd("doautocmd CursorMoved")
  preview_has("Mother (2009)")
  press("p")
  assert(vim.fn.winnr("$") == 1)
end)

test("the library goes out and in again", function()
  local messages, file = remember_messages(), vim.fn.tempname() .. ".csv"
  vim.cmd("Movies star builtin:tt6751668")
  wait(function() return #messages == 1 end, "star")
  vim.cmd("Movies export " .. file)
  wait_for_message(messages, "Exported 1 film and 0 viewings to " .. file .. ".")
  vim.cmd("Movies refresh")
  wait_for_message(messages, "Films fetched again: 1")
  vim.cmd("Movies export " .. file)
  assert(notified[1][1] == "movies: " .. file .. " exists. :Movies! export replaces it.")
  vim.cmd("Movies undo")
  wait_for_message(messages, "Undone: Starred Parasite (2019).")
  vim.cmd("Movies star builtin:tt6751668")
  wait_for_message(messages, "Starred Parasite (2019). Undo: :Movies undo")
  local asked = answer(1)
  vim.fn.writefile({ "Const,Your Rating,Title,Year", "tt0364569,8,Oldboy,2003", ",8,Zzzz Nowhere,2003" }, file)
  vim.cmd("Movies import " .. file)
  wait_for_message(messages, "Imported 1 film.")
  local warning = " An import cannot be undone, and no change before it."
  assert(asked[1].prompt == "imdb: 1 new, 0 changed, 0 as before, 1 not found." .. warning, asked[1].prompt)
  vim.cmd("Movies undo")
  wait_for_message(messages, "There is nothing to undo.")
  assert(vim.fn.bufname():find("movie%-library%-unmatched[%w-]*%.csv$"), vim.fn.bufname())
  -- The same import changes nothing now, and leaves what can be undone.
  vim.cmd("bwipeout | Movies star builtin:tt0062622")
  wait_for_message(messages, "Starred 2001: A Space Odyssey (1968). Undo: :Movies undo")
  asked = answer(1)
  vim.cmd("Movies import " .. file)
  wait_for_message(messages, "Imported 0 films.")
  assert(asked[1].prompt == "imdb: 0 new, 0 changed, 1 as before, 1 not found.", asked[1].prompt)
  vim.cmd("Movies undo")
  wait_for_message(messages, "Undone: Starred 2001: A Space Odyssey (1968).")
  vim.cmd("bwipeout | Movies library oldboy")
  wait_for_text("Library with oldboy")
  vim.cmd("Movies library rated")
  wait_for_text("Oldboy (2003)")
  answer("")
  vim.cmd("Movies rate")
  wait_for_state("Nothing is here yet.")
end)

test("a user logs in, and rates at the account", function()
  local status, opened = replay("../neovim/tests/account.rpc"), {}
  local messages = remember_messages()
  require("movies.actions").open_external = function(target) opened[#opened + 1] = target end
  local asked = answer(1, 1)
  vim.cmd("Movies login")
  wait_for_message(messages, "tmdb에 ann(으)로 로그인했습니다.")
  assert(opened[1] == "https://a.example/t" and #asked == 2 and #notified == 1, vim.inspect(notified))
  answer("8")
  vim.cmd("Movies rate tmdb:670")
  wait_for_message(messages, "tmdb:670 평점: 8. 되돌리기: :Movies undo")
  local code, errors = status()
  assert(code == 0, errors)
end)

test("a detail says each thing once, in words for people", function()
  local view = {
    kind = "detail", columns = 80, draw = function(_, render) render() end,
    show = function(self, _, rows) self.rows = vim.tbl_map(function(row) return row.text end, rows) end,
    result = {
      id = "tmdb:1", title = "Film", directors = {}, trailers = { { name = "The set", kind = "behindTheScenes", url = "x" } },
      whereToWatch = { country = "US", attribution = "Where to watch: data by JustWatch.", ads = { { name = "Kanopy" } } },
    },
  }
  require("movies.rows").show(view)
  local shown = table.concat(view.rows, "\n")
  assert(shown:find("Where to watch · United States · data by JustWatch.\n  With ads: Kanopy", 1, true), shown)
  assert(shown:find("The set +Behind the scenes"), shown)
end)

test("a picker finds films while its user types", function()
  local found
  require("movies").find("oldb", function(movies) found = movies end)
  wait(function() return found end, "films")
  assert(found[1].title == "Oldboy")
  require("movies").find(" ", function(movies) found = movies end)
  wait(function() return #found == 0 end, "no films")
end)

test("a film has its last viewings", function()
  for day = 1, 5 do
    answer("2026-01-0" .. day)
    vim.cmd("Movies watched builtin:tt6751668")
    wait(function() return ((server().films["builtin:tt6751668"] or {}).mark or {}).viewings == day end, "a viewing")
  end
  vim.cmd("Movies detail builtin:tt6751668")
  wait_for_text("Log a viewing\n  2026-01-05\n  2026-01-04\n  2026-01-03\n  and 2 more. Diary: d\n")
  go_to("  2026-01-04")
  local asked = answer("2026-01-04 8")
  press("<CR>")
  wait_for_text("  2026-01-04 · 8\n")
  assert(asked[1].default == "2026-01-04 ", asked[1].default)
  go_to("  and 2 more")
  press("<CR>")
  wait_for_state("5 viewings")
end)

test("every sentence has a translation", function()
  local korean = require("movies.translations").ko
  for _, file in ipairs(vim.fn.glob(plugin .. "/lua/movies/*.lua", false, true)) do
    for _, line in ipairs(file:find("translations") and {} or vim.fn.readfile(file)) do
      for sentence in line:gmatch("[^%w]t%(\"(.-)\"[,)]") do assert(korean[sentence], file .. ": " .. sentence) end
      for sentence in line:gmatch('"([^"]*{%l+}[^"]*)"') do assert(korean[sentence] or sentence == "{catalog}", sentence) end
    end
  end
  for _, key in ipairs(require("movies.keys").keys) do assert(korean[key[3]], key[3]) end
end)

test("films in notes are those of a language server", function()
  if vim.fn.has("nvim-0.8") == 0 then return end
  require("movies").notes({ "markdown" })
  vim.cmd("enew | setfiletype markdown")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "- Oldboy (2003)" })
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  wait(function() return clients({ name = "movies" })[1] and clients({ name = "movies" })[1].initialized end, "server")
  local answers
  local position = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 0, character = 4 } }
  vim.lsp.buf_request_all(0, "textDocument/hover", position, function(results) answers = results end)
  wait(function() return answers end, "hover")
  assert(vim.inspect(answers):find("Park Chan", 1, true), vim.inspect(answers))
  local messages = remember_messages()
  vim.api.nvim_win_set_cursor(0, { 1, 4 })
  for _, action in ipairs({ "Star Oldboy (2003)", "Put Oldboy (2003) on the watchlist" }) do
    vim.ui.select = function(items, options, on_choice)
      for _, item in ipairs(items) do
        if options.format_item(item):find(action, 1, true) then return on_choice(item, 1) end
      end
    end
    vim.lsp.buf.code_action()
    wait_for_message(messages, "Done: " .. action)
  end
  assert(run({ "watchlist" }):find("Oldboy") and run({ "favorites" }):find("Oldboy"), "what is kept")
  run({ "mark", "builtin:tt0364569", "--no-watchlist", "--no-starred" })
  clients({ name = "movies" })[1].stop(true)
end)

test("a film that completes in a note is written whole", function()
  if vim.fn.has("nvim-0.8") == 0 then return end
  local child = vim.fn.jobstart({ vim.v.progpath, "--embed", "--clean", "-n", "-u", "NONE" }, { rpc = true })
  local function lua(code, ...) return vim.rpcrequest(child, "nvim_exec_lua", code, { ... }) end
  local function wait_for_line(line)
    wait(function() return lua("return vim.fn.getline('.')") == line end, line .. ", not " .. lua("return vim.fn.getline('.')"))
  end
  vim.rpcrequest(child, "nvim_ui_attach", 80, 20, {})
  lua("vim.opt.runtimepath:prepend(...); require('movies').notes()", plugin)
  lua("vim.cmd('filetype plugin on | setfiletype markdown')")
  wait(function() return lua("return vim.bo.omnifunc"):find("^v:lua") end, "server")
  local link = "- 영화 [Kill Bill: Vol. 1 (2003)](https://www.imdb.com/title/tt0266697/)"
  vim.rpcrequest(child, "nvim_input", "i- 영화 [[kill b<C-x><C-o>")
  wait_for_line(link)
  vim.rpcrequest(child, "nvim_input", "<C-y>!<Esc>o- oldbo<C-x><C-o>")
  wait_for_line("- [Oldboy (2003)](https://www.imdb.com/title/tt0364569/)")
  vim.rpcrequest(child, "nvim_input", "<C-y><Esc>k")
  wait_for_line(link .. "!")
  vim.rpcnotify(child, "nvim_command", "qall!")
end)

local failed = 0
for _, name in ipairs(names) do
  if not os.getenv("ONLY") or name:find(os.getenv("ONLY"), 1, true) then
    fresh()
    local passed, failure = xpcall(tests[name], debug.traceback)
    if not passed then
      failed = failed + 1
      io.stderr:write("FAILED: " .. name .. "\n" .. failure .. "\n")
    end
  end
end
server().stop()
local version = vim.version()
local name = ("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch)
io.stdout:write(("%s: %d passed, %d failed\n"):format(name, #names - failed, failed))
vim.cmd(failed == 0 and "qall!" or "cquit 1")
