extension Tool {
  static let listLibrary = Tool(
    name: "list_library", effect: .none, asksServices: false,
    arguments: [.of(method: "library", besides: ["limit", "offset", "since"]), .limit, .cursor],
    result: "search", isPaged: true
  ) { call in
    let cursor = try ListCursor(call)
    let limit = try call.limit()
    let page = try await call.movies(
      "library", [("offset", .integer(cursor.offset)), ("limit", .integer(limit)), ("seed", cursor.seed)])
    return call.listOutput(page, cursor, of: "in the user's library", tool: "list_library")
  }

  static let markMovie = Tool(
    name: "mark_movie", effect: .sets, asksServices: true,
    arguments: [.of(method: "mark", besides: ["movie", "tags", "starredAt", "watchlistedAt"], requiring: "id")],
    result: "mark"
  ) { call in
    let outcome = try await call.movies("mark")
    return call.marked(outcome, before: outcome["previous"])
  }

  static let logViewing = Tool(
    name: "log_viewing", effect: .adds, asksServices: true,
    arguments: [.of(method: "logViewing", besides: ["movie", "viewing"], requiring: "id")], result: "logViewing"
  ) { call in
    let outcome = try await call.movies("logViewing")
    return call.marked(outcome, before: nil)
  }

  static let diary = Tool(
    name: "diary", effect: .none, asksServices: false,
    arguments: [.of(method: "diary", besides: ["limit", "offset"]), .limit, .cursor], result: "diary", isPaged: true
  ) { call in
    let cursor = try ListCursor(call)
    let limit = try call.limit()
    let page = try await call.movies("diary", [("offset", .integer(cursor.offset)), ("limit", .integer(limit))])
    return call.listOutput(page, cursor, of: "in the user's diary", tool: "diary", line: FilmText.viewing)
  }

  static let statistics = Tool(
    name: "statistics", effect: .none, asksServices: false, arguments: [.of(method: "statistics")], result: "statistics"
  ) { call in
    let counted = try await call.movies("statistics").safe(texts: 300, lists: 40).shortened(reserving: 12_000)
    return ToolOutput(FilmText.lines(counted.members()), structured: counted)
  }
}

extension ToolCall {
  func limit() throws(RPCError) -> Int {
    try value("limit", "a whole number 1 to 100") { json in json.int.flatMap { 1...100 ~= $0 ? $0 : nil } } ?? 20
  }

  fileprivate func marked(_ outcome: JSON, before: JSON?) -> ToolOutput {
    let outcome = outcome.safe(texts: 2_000, lists: 100)
    func kept(_ mark: JSON?) -> String { FilmText.mark(["mark": mark ?? [:]]) ?? "nothing is kept" }
    let verb = outcome["changed"]?.bool == false ? "Nothing has changed" : "Done"
    let previous = before.map { " Before: \(kept($0))." } ?? ""
    let text = "\(verb). The film \(outcome["id"]?.string ?? ""): \(kept(outcome["mark"])).\(previous)"
    return ToolOutput([text], structured: outcome)
  }
}
