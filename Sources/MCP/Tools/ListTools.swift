import struct Synchronization.Atomic

extension Tool {
  static let searchMovies = Tool(
    name: "search_movies", effect: .none, asksServices: true,
    arguments: [.of(method: "search", besides: ["list", "debounceMs"]), .cursor], result: "search", isPaged: true
  ) { call in
    let (page, cursor) = try await call.page("search")
    let query = JSON.object(call.arguments).line("query", maximum: 100)
    let corrected = page["correctedQuery"].map { _ in ", read as “\(page.line("correctedQuery"))”" } ?? ""
    return call.listOutput(page, cursor, of: "for “\(query)”\(corrected)", tool: "search_movies")
  }

  static let discoverMovies = Tool(
    name: "discover_movies", effect: .none, asksServices: true,
    arguments: [.of(method: "discover", besides: ["list"]), .cursor], result: "discover", isPaged: true
  ) { call in
    let (page, cursor) = try await call.page("discover")
    return call.listOutput(page, cursor, of: "with these criteria", tool: "discover_movies")
  }

  static let homeLists = Tool(
    name: "home_lists", effect: .none, asksServices: true, arguments: [.of(method: "home")], result: "home"
  ) { call in
    // Concurrent calls would supersede each other in the lists of the sections.
    try await call.service.homeLock.lock()
    defer { call.service.homeLock.unlock() }
    let result = try await call.movies("home")
    let sections = result.list("sections")
    var count = max(3, 20 / max(1, sections.count))
    while true {
      let output = call.sections(sections, films: count)
      if count == 0 || output.structured.jsonText.unicodeScalars.count < 20_000 { return output }
      count /= 2
    }
  }
}

extension ToolCall {
  fileprivate func sections(_ sections: [JSON], films count: Int) -> ToolOutput {
    var lines: [String] = []
    var ids: [String] = []
    let shortened = sections.map { section -> JSON in
      let films = section.list("items").prefix(count).map { JSON.object($0.members(without: ["overview"])) }
      let members = section.safe(texts: 300, lists: 8).members(without: ["items"])
      lines.append("\(section.line("title")) (\(section.line("section"))):")
      if let error = section["error"] {
        lines.append("- not available: \(error.line("message", maximum: 300))")
        return .object(members)
      }
      let rows = films.map { $0.safe(texts: 300, lists: 8) }
      lines += rows.map(FilmText.line)
      ids += rows.compactMap { $0["id"]?.string }
      return .object(members + [JSON.Member("items", .array(rows))])
    }
    return ToolOutput(lines, notices: attributions(ids), structured: ["sections": .array(shortened)])
  }

  private static let lists = Atomic(0)

  fileprivate func page(_ method: String) async throws -> (page: JSON, cursor: ListCursor) {
    let cursor = try ListCursor(self)
    let limit = try limit()
    // Concurrent calls would supersede each other in one list.
    let list = JSON.string("mcp:\(Self.lists.add(1, ordering: .relaxed).newValue)")
    // A list that is continued is gone through again, in pages that are not too small.
    let size = cursor.offset == 0 ? limit : max(20, limit)
    var page = try await movies(method, [("list", list), ("limit", .integer(size)), ("seed", cursor.seed)])
    var films = page.list("items")
    while page["hasMore"]?.bool == true, films.count < cursor.offset + limit {
      page = try await movies("nextPage", [("list", list)])
      films += page.list("items")
    }
    let rest = films.dropFirst(cursor.offset)
    let hasMore = page["hasMore"]?.bool == true || rest.count > limit
    let members = page.replacing("items", Array(rest.prefix(limit))).members(without: ["hasMore"])
    return (.object(members + [JSON.Member("hasMore", .bool(hasMore))]), cursor)
  }

  /// The items of a page, cut to the size of an output. `total` is that of the list; nil if the page says it.
  func listOutput(
    _ page: JSON, _ cursor: ListCursor, of what: String, tool: String, total: Int? = nil,
    line: (JSON) -> String = FilmText.line
  ) -> ToolOutput {
    let page = page.safe(texts: 600, lists: 12, items: 100)
    let items = page.list("items")
    let total = total ?? page["total"]?.int ?? 0
    let attributions = attributions(items.compactMap { ($0["id"] ?? $0["movie"]?["id"])?.string })
    let reserved = 2_000 + 2 * attributions.reduce(0) { $0 + $1.count }
    let count = ToolOutput.fitting(items, reserved: reserved, line: line)
    let hasMore = page["hasMore"]?.bool ?? (cursor.offset + items.count < total)
    let next = cursor.text(after: count, hasMore: hasMore || count < items.count)
    var members = page.members(without: ["list", "query", "page", "offset", "hasMore", "items", "epoch", "revision"])
    members.append(JSON.Member("items", .array(Array(items.prefix(count)))))
    if !attributions.isEmpty {
      members.append(JSON.Member("attribution", .string(attributions.joined(separator: " "))))
    }
    let stale = page["stale"]?.bool == true ? [ToolOutput.stale] : []
    return ToolOutput(
      [heading(page, cursor, count: count, total, what)] + items.prefix(count).map(line), next: next, of: tool,
      notices: stale + attributions, structured: .object(members))
  }

  private func heading(_ page: JSON, _ cursor: ListCursor, count: Int, _ total: Int, _ what: String) -> String {
    guard count > 0 else { return "Nothing \(what)." }
    let number = page["totalIsExact"]?.bool == false ? "more than \(total)" : "\(total)"
    let films = total == 1 ? "film" : "films"
    guard count < total else { return "\(number) \(films) \(what):" }
    return "Films \(cursor.offset + 1) to \(cursor.offset + count) of \(number) \(what):"
  }
}
