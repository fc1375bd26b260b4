--- :checkhealth movies
local M = {}

function M.check()
  local health = vim.health or require("health") -- until 0.9
  local function report(kind, ...) (health[kind] or health["report_" .. kind])(...) end
  local server, words = require("movies.server"), require("movies.words")
  local t, program = words.t, server.command()[1]
  report("start", "movies")
  local failure = server.wait("ready")
  local help = { t("See {place}", { place = ":help movies-server" }) }
  if failure then return report("error", words.error(failure), help) end
  local info = server.info
  local version = { program = vim.fn.exepath(program), version = info.serverInfo.version, protocol = info.protocolVersion }
  report("ok", t("{program}, version {version}, protocol {protocol}", version))
  for _, catalog in ipairs(info.catalogs) do
    local can = table.concat(catalog.capabilities, ", ")
    report("ok", t("catalog {name}: {capabilities}", { name = catalog.name, capabilities = can }))
    if vim.tbl_contains(catalog.capabilities, "login") then
      local err, session = server.wait("session", { catalog = catalog.name })
      report(err and "warn" or "ok", err and words.error(err) or require("movies.exchange").account(session))
    end
  end
  if info.hint then report("info", info.hint) end
  for _, method in ipairs({ "favorites", "library" }) do
    local err, page = server.wait(method, { limit = 1 })
    local title = t(method == "library" and "Library" or "Favorites")
    report(err and "error" or "ok", title .. ": " .. (err and words.error(err) or words.count(page)))
  end
  local has_country = info.hint or server.locale():find("%-%u%u$") -- the films of the program need none
  report(has_country and "ok" or "warn", has_country and t("language and country: {locale}", { locale = server.locale() })
    or t("No country is set. Set it, such as {example}", { example = "vim.g.movies = { country = 'KR' }" }))
  for _, line in ipairs(vim.fn.systemlist({ program, "paths" })) do report("ok", line) end
end

return M
