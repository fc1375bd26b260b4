import JSON

extension Subcommand {
  static let mark = command(
    "mark", "change what you keep about a film", CommandInput("mark", .film),
    options: [
      Option(flag: "--no-starred", placeholder: nil, help: "remove the star"),
      Option(flag: "--no-watchlist", placeholder: nil, help: "take the film off the watchlist"),
    ]
  ) { command in
    func unset(_ member: String) -> (String, JSON?) {
      (member, command.arguments["--no-" + member] == nil ? nil : .bool(false))
    }
    return showMark(try command.call([unset("starred"), unset("watchlist")]), command.output)
  }

  static let log = command(
    "log", "log a viewing of a film", CommandInput("logViewing", .film)
  ) { command in
    showMark(try command.call(), command.output)
  }

  private static func showMark(_ result: JSON, _ output: CommandOutput) -> ExitStatus {
    let id = oneLine(result["id"]?.string ?? "")
    let parts = markParts(result["mark"])
    output.show(
      result, [id] + parts, "\(id): " + (parts.isEmpty ? "nothing is kept" : oneLine(parts.joined(separator: ", "))))
    return .success
  }

  private static func markParts(_ mark: JSON?) -> [String] {
    guard let mark else { return [] }
    var parts: [String] = []
    if mark["starredAt"] != nil { parts.append("starred") }
    if mark["watchlistedAt"] != nil { parts.append("on the watchlist") }
    if let viewings = mark["viewings"]?.int { parts.append(viewings == 1 ? "viewed once" : "viewed \(viewings) times") }
    if let rating = mark["rating"] { parts.append("rated \(rating.jsonText)") }
    if let tags = mark["tags"] { parts.append("tagged " + MovieTable.list(tags)) }
    if mark["hasNote"] != nil { parts.append("with a note") }
    return parts
  }

  static let library = command(
    "library", "print the films you keep, or move them to and from files",
    CommandInput("library", .optional("export|import FILE", count: 2)),
    options: Command.listOptions + LibraryTransfer.options
  ) { command in
    guard let action = command.arguments.operands.first else { return try command.showStored(empty: emptyLibrary) }
    try Arguments.require(action, of: "the operand", among: ["export", "import"])
    let transfer = LibraryTransfer(command.arguments, command.client, command.output)
    return try action == "export" ? transfer.export() : transfer.importFile(format: command.arguments["--format"])
  }

  private static let emptyLibrary = "nothing is kept yet; “movie-server mark FILM” keeps something about a film"

  static let watchlist = command(
    "watchlist", "print the watchlist", CommandInput("library"), options: Command.listOptions
  ) { command in
    try command.showStored(
      [("filter", "watchlist"), ("sort", command.arguments["--sort"].map { .string($0) } ?? "watchlistedAt")],
      empty: "the watchlist is empty; “movie-server mark FILM --watchlist” adds a film")
  }

  static let diary = command(
    "diary", "print your viewings by date", CommandInput("diary"), options: Command.listOptions
  ) { command in
    let limit = try command.limit()
    var offset = 0
    while true {
      let page = try command.call([command.pageSize(limit.map { $0 - offset }), ("offset", .integer(offset))])
      let items = page["items"]?.array ?? []
      for item in items { showViewing(item, command.output) }
      offset += items.count
      guard !items.isEmpty, offset < page["total"]?.int ?? 0, offset < limit ?? .max else { break }
    }
    if offset == 0 { report("no viewings are logged; “movie-server log FILM” logs one") }
    return .success
  }

  private static func showViewing(_ item: JSON, _ output: CommandOutput) {
    let movie = item["movie"] ?? [:]
    let day = item["date"]?.string ?? ""
    let rating = item["rating"]?.jsonText ?? ""
    output.show(
      item, [item["viewing"]?.string ?? "", day, rating, movie["title"]?.string ?? "", movie["id"]?.string ?? ""],
      "\(fitted(day, to: 10))  \(fitted(rating, to: 3))  \(oneLine(FilmChoice.name(of: movie)))")
  }
}
