import JSON

extension Subcommand {
  static let people = command(
    "people", "find people", operands: "NAME…", operandCount: 1...1_000,
    options: [Option(flag: "--limit", placeholder: "N", help: "print at most N people (20)"), Command.languageOption],
    notes: """
      --tsv prints id, name, department, titles of films.

      """
  ) { command in
    let words = command.arguments.operands
    let limit = try command.arguments.number("--limit", 1...50)
    let result = try command.client.call(
      "people",
      [
        ("query", .string(words.dropFirst().reduce(words[0]) { $0 + " " + $1 })), ("limit", limit.map { .integer($0) }),
        ("language", command.language),
      ])
    let people = result["people"]?.array ?? []
    let rows = people.map { person in
      ["id", "name", "department"].map { person[$0]?.string ?? "" } + [MovieTable.list(person["knownFor"])]
    }
    let widths = (0..<2).map { column in rows.map { oneLine($0[column]).displayWidth }.max() ?? 0 }
    for (person, row) in zip(people, rows) {
      switch command.output.form {
      case .json: command.output.json(person)
      case .tsv: command.output.tsv(row)
      case .text:
        let start = zip(row, widths).map { fitted(oneLine($0), to: $1) + "  " }
        let films = row.dropFirst(2).filter { !$0.isEmpty }.map { JSON.string($0) }
        command.output.line(start.reduce("", +) + oneLine(MovieTable.list(.array(films))))
      }
    }
    return people.isEmpty ? Command.nothingFound() : 0
  }

  static let person = command(
    "person", "print a person's films, newest first", operands: "ID", operandCount: 1...1,
    options: [Command.languageOption],
    notes: """
      ID is an id of people, such as tmdb:21684. --json prints the person as one
      object. --tsv prints \(MovieTable.columns) of the films.

      """
  ) { command in
    let person = try command.client.call(
      "person", [("id", command.id), ("language", command.language)])
    guard command.output.form != .json else {
      command.output.json(person)
      return 0
    }
    if command.output.form == .text {
      let life = ["birthday", "deathday", "placeOfBirth", "department"].compactMap { person[$0] }
      let heading = [person["name"] ?? ""] + life
      command.output.line(wrapped(oneLine(MovieTable.list(.array(heading))), to: command.output.columns))
      if let biography = person["biography"]?.string {
        command.output.line("")
        command.output.line(wrapped(oneLine(biography), to: command.output.columns))
      }
      command.output.line("")
    }
    let credits = ["crew", "cast"].flatMap { person[$0]?.array ?? [] }
    showMovies(newestFirst(credits), command.output)
    return 0
  }

  /// The credits of two lists that are each in order, as one.
  private static func newestFirst(_ credits: [JSON]) -> [JSON] {
    credits.enumerated().sorted { left, right in
      let days = (left.element["releaseDate"]?.string ?? "", right.element["releaseDate"]?.string ?? "")
      return days.0 == days.1 ? left.offset < right.offset : days.0 > days.1
    }.map(\.element)
  }

  static let collection = command(
    "collection", "print the movies of a collection in order", operands: "ID",
    operandCount: 1...1, options: [Command.languageOption],
    notes: """
      ID is the id of a movie's collection, such as tmdb:263.

      """
  ) { command in
    let collection = try command.client.call(
      "collection", [("id", command.id), ("language", command.language)])
    let movies = collection["items"]?.array ?? []
    showMovies(movies, command.output)
    return movies.isEmpty ? Command.nothingFound() : 0
  }

  /// Prints each movie once.
  private static func showMovies(_ movies: [JSON], _ output: CommandOutput) {
    var table = MovieTable(output)
    var seen: Set<String> = []
    for movie in movies where seen.insert(movie["id"]?.string ?? "").inserted { table.add(movie) }
    table.finish()
  }
}
