--- What goes between the library and files, and the logins at the accounts of catalogs.
local server = require("movies.server")
local words = require("movies.words")
local t = words.t

local M = {}

local function absolute(path) return vim.fn.fnamemodify(vim.fn.expand(path), ":p") end

--- Asks for a path, unless there is one.
local function with_path(text, prompt, act)
  if text ~= "" then return act(absolute(text)) end
  words.input({ prompt = prompt, completion = "file" }, function(path)
    if path and path ~= "" then act(absolute(path)) end
  end)
end

--- Says what a file would add to the library, and adds it if the user agrees.
function M.import(text)
  with_path(text, t("Import from the file or folder: "), function(path)
    server.get("importLibrary", { path = path, dryRun = true }, function(plan)
      local sentence = t("{format}: {added} new, {changed} changed, {unchanged} as before, {unmatched} not found.",
        vim.tbl_extend("force", plan, { unmatched = plan.unmatchedTotal or #plan.unmatched }))
      local is_change = plan.added + plan.changed > 0
      if not is_change and #plan.unmatched == 0 then return words.echo(sentence) end
      local warning = is_change and vim.trim(t("An import cannot be undone, and no change before it. "))
      vim.ui.select({ t("Import"), t("Cancel") }, { prompt = words.join(" ", sentence, warning) }, function(_, choice)
        if choice ~= 1 then return end
        server.get("importLibrary", { path = path }, function(result)
          local count = result.added + result.changed
          if count > 0 then require("movies.library").forget() end
          words.echo(t("Imported {films}.", { films = words.some(count, "1 film", "{count} films") }))
          -- A row that gets an id in this file can be imported from it.
          if result.unmatchedPath then vim.cmd("split " .. vim.fn.fnameescape(result.unmatchedPath)) end
        end)
      end)
    end)
  end)
end

--- Writes the library to a file. As `:write`, replaces a file only with a bang.
function M.export(text, options)
  with_path(text, t("Export to the file (.json or .csv): "), function(path)
    if not options.bang and vim.loop.fs_stat(path) then
      return words.notify({ message = t("{path} exists. :Movies! export replaces it.", { path = path }) })
    end
    server.get("exportLibrary", { path = path }, function(result)
      local counts = { films = words.some(result.entries, "1 film", "{count} films"), viewings = words.viewings(result.viewings) }
      words.echo(t("Exported {films} and {viewings} to {path}.", vim.tbl_extend("error", counts, { path = result.path })))
    end)
  end)
end

--- Fetches the data of all kept films again, in the language of now.
function M.refresh()
  server.get("refreshFavorites", {}, function(result)
    local failed = result.failed[1] and t("{id} could not be fetched ({reason})", result.failed[1])
    words.echo(words.join(". ", t("Films fetched again: {count}", { count = result.refreshed }), failed))
  end)
end

--- Logs in at a catalog: the user approves it in a browser.
function M.login(catalog, open_page)
  local params = { catalog = catalog ~= "" and catalog or nil }
  server.get("login", params, function(login)
    open_page(login.url)
    local function ask()
      local choices = { t("I have approved the login"), t("Cancel") }
      vim.ui.select(choices, { prompt = t("Approve the login at {url}", login) }, function(_, choice)
        if choice ~= 1 then return end
        params.requestToken = login.requestToken
        server.request("completeLogin", params, function(err, session)
          if session then return words.echo(M.account(session)) end
          words.notify(err)
          if err.data.reason == "notApproved" then ask() end
        end)
      end)
    end
    ask()
  end)
end

function M.logout(catalog)
  server.get("logout", { catalog = catalog ~= "" and catalog or nil }, function(session) words.echo(M.account(session)) end)
end

--- The state of a login, as a sentence.
function M.account(session)
  local values = { catalog = session.catalog, name = (session.user or {}).name }
  if not session.loggedIn then return t("Nobody is logged in at {catalog}.", values) end
  return t("Logged in at {catalog} as {name}.", values)
end

return M
