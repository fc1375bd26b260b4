import JSON

extension Subcommand {
  static let mark = command(
    "mark", "change what you keep about a film", CommandInput("mark", .film),
    options: [
      Option(flag: "--no-starred", placeholder: nil, help: "remove the star"),
      Option(flag: "--no-watchlist", placeholder: nil, help: "take the film off the watchlist"),
    ],
    notes: """
      --rating none and --note none remove them. Prints what is kept then; --json
      prints what was kept before too.

        movie-server mark builtin:tt0364569 --watchlist --add-tag "rainy day"
        movie-server mark builtin:tt0364569 --rating 8.5

      """
  ) { command in
    func unset(_ member: String) -> (String, JSON?) {
      (member, command.arguments["--no-" + member] == nil ? nil : .bool(false))
    }
    return showMark(try command.call([unset("starred"), unset("watchlist")]), command.output)
  }

  static let log = command(
    "log", "log a viewing of a film", CommandInput("logViewing", .film),
    notes: """
      Without --date the viewing is of today; --date none logs one of an unknown day.

        movie-server log builtin:tt0364569 --date 2026-01-31 --rating 9

      """
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
    options: Command.listOptions + LibraryTransfer.options,
    notes: """
      Prints a table. --tsv prints \(MovieTable.columns).

      export writes FILE, as JSON, as CSV if its name ends so, or in the format that
      --format names: \(LibraryTransfer.exportFormats). import reads what this program,
      Letterboxd, IMDb, Trakt, TMDB, Movary or Simkl has exported: a file, a ZIP
      archive or a folder. Rows whose films are not found are written beside it.
      With --dry-run it only tells what it would do.

        movie-server library --filter unviewed --runtime-to 150 --sort random
        movie-server library export films.json

      """
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
    "diary", "print your viewings by date", CommandInput("diary"), options: Command.listOptions,
    notes: """
      Prints a table. --tsv prints viewing, day, rating, title and the id of the film.

        movie-server diary --from 2026-01-01 --all

      """
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
