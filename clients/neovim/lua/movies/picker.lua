--- A live search with a preview in a picker that the user has: each function has the search and what opens a film.
local server = require("movies.server")
local words = require("movies.words")

local M = {}

--- Finds films for a query that the user is typing. A newer query ends an older one, of which `on_films` hears nothing.
local function find(query, on_films)
  if vim.trim(query) == "" then return vim.schedule(function() on_films({}) end) end
  server.request("search", { query = query, list = "picker", limit = 50, debounceMs = 60 }, function(err, page)
    words.notify(err)
    if page or words.error(err) ~= "" then on_films(page and page.items or {}) end
  end)
end

local function row(movie) return words.columns(words.starred(movie), 46, movie.directors) end

--- What a preview shows of a film.
local function lines(movie)
  local people = words.join(" · ", movie.directors, movie.cast)
  local all = { words.starred(movie), words.join(" · ", movie.originalTitle, movie.genres), people, "" }
  return vim.list_extend(all, words.lines(movie.overview or "", 60))
end

M.telescope = function(query, open)
  local actions, state = require("telescope.actions"), require("telescope.actions.state")
  -- Telescope calls a finder as a function, for each change of the prompt.
  local finder = setmetatable({ close = function() end }, { __call = function(_, prompt, process_result, process_complete)
    find(prompt, function(movies)
      for index, movie in ipairs(movies) do
        process_result({ index = index, value = movie, display = row(movie), ordinal = movie.title })
      end
      process_complete()
    end)
  end })
  local function preview(self, entry) vim.api.nvim_buf_set_lines(self.state.bufnr, 0, -1, false, lines(entry.value)) end
  require("telescope.pickers").new({}, {
    prompt_title = words.t("Search films: "), default_text = query, finder = finder,
    sorter = require("telescope.sorters").empty(),
    previewer = require("telescope.previewers").new_buffer_previewer({ define_preview = preview }),
    attach_mappings = function(buffer)
      actions.select_default:replace(function()
        local entry = state.get_selected_entry()
        actions.close(buffer)
        if entry then open(entry.value) end
      end)
      return true
    end,
  }):find()
end

M["fzf-lua"] = function(query, open)
  local known = {}
  local function movie_of(line) return known[line:match("^(%d+)\t")] end
  local function contents(arguments)
    return function(add)
      find(arguments[1] or "", function(movies)
        known = {}
        for index, movie in ipairs(movies) do
          known[tostring(index)] = movie
          add(index .. "\t" .. row(movie))
        end
        add()
      end)
    end
  end
  require("fzf-lua").fzf_live(contents, {
    prompt = words.t("Search films: "), query = query, exec_empty_query = true,
    fzf_opts = { ["--delimiter"] = "\t", ["--with-nth"] = "2" },
    preview = function(selected) return movie_of(selected[1]) and lines(movie_of(selected[1])) or {} end,
    actions = { default = function(selected)
      if selected[1] then open(movie_of(selected[1])) end
    end },
  })
end

M["mini.pick"] = function(query, open)
  local pick = require("mini.pick")
  local function match(_, _, characters)
    find(table.concat(characters), function(movies)
      if not pick.is_picker_active() then return end
      local function item(movie) return { text = row(movie), movie = movie } end
      pick.set_picker_items(vim.tbl_map(item, movies), { do_match = false })
    end)
  end
  vim.schedule(function()
    if query ~= "" then pick.set_picker_query(vim.fn.split(query, "\\zs")) end
  end)
  pick.start({ source = {
    name = words.t("Search films: "), items = {}, match = match,
    preview = function(buffer, item) vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines(item.movie)) end,
    choose = function(item) vim.schedule(function() open(item.movie) end) end,
  } })
end

M.snacks = function(query, open)
  require("snacks").picker.pick({
    title = words.t("Search films: "), search = query, live = true,
    finder = function(_, context)
      return function(add)
        local films
        find(context.filter.search, function(movies)
          films = movies
          context.async:resume()
        end)
        while not films do context.async:suspend() end
        for _, movie in ipairs(films) do add({ text = row(movie), movie = movie }) end
      end
    end,
    format = function(item) return { { item.text } } end,
    preview = function(context) context.preview:set_lines(lines(context.item.movie)) end,
    confirm = function(picker, item)
      picker:close()
      if item then open(item.movie) end
    end,
  })
end

--- Opens a live search in the picker of a name.
function M.open(name, query, open)
  if not M[name] then return words.notify({ message = words.t("There is no picker {name}.", { name = name }) }) end
  local is_there, failure = pcall(M[name], query, function(movie) open("detail", movie) end)
  if not is_there then words.notify({ message = failure }) end
end

return M
