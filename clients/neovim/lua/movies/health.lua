--- :checkhealth movies
local M = {}

function M.check()
  local health = vim.health or require("health") -- until 0.9
  local function report(kind, ...) (health[kind] or health["report_" .. kind])(...) end
  local server, words = require("movies.server"), require("movies.words")
  local program, failure, is_over = server.command()[1], nil, nil
  report("start", "movies")
  server.request("favorites", { limit = 1 }, function(err) failure, is_over = err, true end)
  vim.wait(5000, function() return is_over end, 10)
  if failure then return report("error", words.error(failure), { "See :help movies-server" }) end
  if not is_over then return report("error", "The server does not answer.", { "See :Movies log" }) end
  local version = server.info.serverInfo.version
  report("ok", ("%s, version %s, protocol %s"):format(vim.fn.exepath(program), version, server.info.protocolVersion))
  for _, catalog in ipairs(server.info.catalogs) do
    report("ok", "catalog " .. catalog.name .. ": " .. table.concat(catalog.capabilities, ", "))
  end
  if #server.info.catalogs == 1 then report("warn", "No key is set.", { "Run movie-server auth tmdb" }) end
  for _, line in ipairs(vim.fn.systemlist({ program, "paths" })) do report("ok", line) end
end

return M
