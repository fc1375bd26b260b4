import LibraryFormats

extension Subcommand {
  static let mark = command(
    "mark", "set the star, rating, note, tags or watchlist of films", CommandInput("mark", .films),
    options: [
      Option(flag: "--no-starred", help: "remove the star"),
      Option(flag: "--no-watchlist", help: "take the film off the watchlist"),
    ]
  ) { command in
    func unset(_ member: String) throws(UsageError) -> (String, JSON?) {
      try command.arguments.forbid("--" + member, with: "--no-" + member)
      return (member, command.arguments["--no-" + member] == nil ? nil : .bool(false))
    }
    return try change(command, [unset("starred"), unset("watchlist")])
  }

  static let log = command("log", "log a viewing of a film", CommandInput("logViewing", .films)) { command in
    try change(command)
  }

  private static func change(_ command: Command, _ own: [(String, JSON?)] = []) throws -> ExitStatus {
    try command.change(command.films(foundBy: "search")) { film, _ in
      let before = try command.client.call("mark", [("id", .string(film.id))])["mark"]  // sets nothing
      let given = command.arguments["--viewing"]
      let old = try given == nil ? nil : command.viewings(of: film).first { $0["viewing"]?.string == given }
      let result = try command.call(own, film: film)
      show(result, before, film, command)
      guard result["changed"] == true, let id = result["id"] else { return [] }
      if let old { return Undo.log(id, old, rating: before?["rating"]) }
      let added = result["viewing"]?["viewing"].map { Undo.request("deleteViewing", ["viewing": $0]) }
      return (added.map { [$0] } ?? []) + [Undo.mark(id, from: result["mark"], to: before)]
    }
  }

  private static func show(_ result: JSON, _ before: JSON?, _ film: FilmChoice, _ command: Command) {
    let (mark, say) = (result["mark"], command.output.say)
    let hasLeft = before?["watchlistedAt"] != nil && mark?["watchlistedAt"] == nil
    let text = "\(command.name(of: film)): " + kept(mark, say, hasLeft ? [say("no longer on the watchlist")] : [])
    let viewing = result["viewing"].map { "\n" + say("“movie-server unlog {viewing}” deletes this viewing", $0) } ?? ""
    command.output.show(result, [result.text("id")] + markParts(mark, Sentences(language: nil)), text + viewing)
  }

  /// Returns a sentence that says what is kept about a film.
  static func kept(_ mark: JSON?, _ say: Sentences, _ more: [String] = []) -> String {
    let parts = markParts(mark, say) + more
    return parts.isEmpty ? say("nothing is kept") : oneLine(parts.joined(separator: ", "))
  }

  static let unlog = command("unlog", "delete a viewing", CommandInput("deleteViewing", .viewing)) { command in
    let say = command.output.say
    func delete(_ viewing: String) throws -> ExitStatus {
      let result = try command.call([("viewing", .string(viewing))])
      let (id, previous) = (result["id"] ?? .null, result["previous"] ?? [:])
      return try command.change([FilmChoice(id: result.text("id"))]) { film, _ in
        let day = previous["date"] ?? .string(say("no date"))
        let text = say("Deleted the viewing of {film}: {day}", ["film": .string(command.name(of: film)), "day": day])
        command.output.show(result, [film.id], text)
        return Undo.log(id, previous, rating: result["mark"]?["rating"])
      }
    }
    do {
      return try delete(command.arguments.operands.joined(separator: " "))
    } catch let unknown as RPCError where unknown.reason == RPCError.invalidParams("").reason {
      let film: FilmChoice
      do { film = try command.film() } catch is FilmChoice.NoneFound { throw unknown }
      if let last = try command.viewings(of: film).first { return try delete(last.text("viewing")) }
      report(say("no viewing of {film} is logged", ["film": .string(command.name(of: film))]))
      return .negative
    }
  }

  private static func markParts(_ mark: JSON?, _ say: Sentences) -> [String] {
    guard let mark else { return [] }
    let parts = [
      mark["starredAt"].map { _ in say("starred") }, mark["watchlistedAt"].map { _ in say("on the watchlist") },
      mark["viewings"]?.int.map { $0 == 1 ? say("viewed once") : say("viewed {count} times", ["count": .integer($0)]) },
      mark["rating"].map { say("rated {rating}", ["rating": $0]) },
      mark["tags"].map { say("tagged {tags}", ["tags": .string(MovieTable.list($0))]) },
      mark["hasNote"].map { _ in say("with a note") },
    ]
    return parts.compactMap(\.self)
  }

  static let library = command(
    "library", "print the films you keep, or move them to and from files",
    CommandInput("library", .optional("export|import FILE", count: 2)),
    options: Command.listOptions + LibraryTransfer.options
  ) { command in
    guard let action = command.arguments.operands.first else { return try command.showStored(empty: emptyLibrary) }
    try Arguments.require(action, of: "the operand", among: ["export", "import"])
    let transfer = LibraryTransfer(arguments: command.arguments, client: command.client, output: command.output)
    return try action == "export" ? transfer.export() : transfer.importFile(format: command.arguments["--format"])
  }

  static let export = command(
    "export", "write the films you keep to a file", CommandInput(nil, .file), options: [LibraryTransfer.format]
  ) { try LibraryTransfer(arguments: $0.arguments, client: $0.client, output: $0.output).export() }

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
    try command.showStored(
      empty: "no viewings are logged; “movie-server log FILM” logs one", noMatch: "no viewings in this period")
  }
}

struct LibraryTransfer {
  let arguments: Arguments
  let client: LocalClient
  let output: CommandOutput

  static let importOptions = [
    Option(flag: "--dry-run", help: "only tell what an import would do"),
    Option(flag: "--overwrite", help: "let an import replace what you have set"),
  ]
  static let options = importOptions + [format]
  static let format = Option(
    flag: "--format", placeholder: "FORMAT", help: "the format of the file to export or import",
    choices: LibraryFormat.allCases.map(\.rawValue))
  static let exportFormats = LibraryExportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  static let services: [(name: String, format: LibraryFormat)] = [
    ("letterboxd", .letterboxd), ("imdb-lists", .imdb), ("trakt", .trakt), ("notes", .notes),
  ]

  static func run(_ arguments: Arguments, format: LibraryFormat?, _ configuration: Configuration) throws -> Int32 {
    guard arguments.operands.count == (format == nil ? 1 : 2) else { throw UsageError("give one file") }
    let permitted = (importOptions + Setting.ofImport).map(\.flag)
    if let other = arguments.options.first(where: { !permitted.contains($0.flag) }) {
      throw UsageError("\(other.flag) is an option of import imdb")
    }
    let environment = try Environment.variables()
    let client = LocalClient(try ServerParts(configuration, environment))
    defer { client.close() }
    let output = try CommandOutput(arguments, environment, language: configuration.language)
    return try Self(arguments: arguments, client: client, output: output).importFile(format: format?.rawValue).rawValue
  }

  private var path: JSON { .string(arguments.operands.last ?? "") }

  func export() throws(RPCError) -> ExitStatus {
    let format = arguments["--format"].map { JSON.string($0) }
    let result = try client.call("exportLibrary", [("path", path), ("format", format)])
    let paths = result["paths"]?.array?.compactMap(\.string) ?? [result.text("path")]
    let values: JSON = [
      "films": result["entries"] ?? 0, "viewings": result["viewings"] ?? 0,
      "paths": .string(paths.map(oneLine).joined(separator: ", ")),
    ]
    output.show(result, output.say("wrote {films} with {viewings} to {paths}", values))
    return .success
  }

  func importFile(format: String?) throws(RPCError) -> ExitStatus {
    let isDryRun = arguments["--dry-run"] != nil
    func viewings() throws(RPCError) -> Int { try client.call("diary", [("limit", 1)])["total"]?.int ?? 0 }
    let countsViewings = output.form == .text && !isDryRun
    let before = countsViewings ? try viewings() : 0
    let options: [(String, JSON?)] = [
      ("path", path), ("format", format.map { .string($0) }), ("dryRun", .bool(isDryRun)),
      ("overwrite", .bool(arguments["--overwrite"] != nil)),
    ]
    let say = output.say
    client.showProgress { say("{done} of {total} films", $0) }
    let result = try client.call("importLibrary", options)
    // An import cannot be undone, and no change before it.
    if !isDryRun { client.remember([]) }
    let summary =
      isDryRun
      ? "{format}: {read}, {matched}: {added} would be new, {changed} changed, {unchanged} unchanged"
      : "{format}: {read}, {matched}: {added} new, {changed} changed, {unchanged} unchanged"
    var lines = [say(summary, result)]
    let added = countsViewings ? try viewings() - before : 0
    if added > 0 { lines.append(say("new in the diary: {viewings}", ["viewings": .integer(added)])) }
    let unmatched = result.list("unmatched")
    lines += unmatched.prefix(Self.shownRows).map(text)
    let rest = (result["unmatchedTotal"]?.int ?? unmatched.count) - Self.shownRows
    if rest > 0 { lines.append("  " + say("… and {count} more", ["count": .integer(rest)])) }
    if let path = (result["unmatchedPath"]?.string).map(oneLine) {
      lines.append(say("left out, to be completed with ids and imported: {path}", ["path": .string(path)]))
    }
    output.show(result, lines.joined(separator: "\n"))
    return .success
  }

  /// The number of rows that a person is shown; the file has all.
  private static let shownRows = 20

  private static let reasons = [
    "noFilm": "no film fits", "severalFilms": "several films fit", "malformed": "cannot be read",
  ]

  private func text(of row: JSON) -> String {
    let year = row["year"]?.int.map { " (\($0))" } ?? ""
    let candidates = row.list("candidates").map { "\($0.text("id")) \($0.text("title"))" }
    let place = "\(row.text("file")):\(row["line"]?.int ?? 0)"
    let text =
      "\(place) \(row.text("title"))\(year): \(output.say(Self.reasons[row.text("reason")] ?? row.text("reason")))"
    return "  " + oneLine(candidates.isEmpty ? text : text + " – " + candidates.joined(separator: ", "))
  }
}
