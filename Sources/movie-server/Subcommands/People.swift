extension Subcommand {
  static let people = command(
    "people", "find people", CommandInput("people", .words("NAME", member: "query"))
  ) { command in
    let people = try command.call().list("people")
    let rows = people.map { person in
      ["id", "name", "department"].map { person[$0]?.string ?? "" } + [MovieTable.list(person["knownFor"])]
    }
    var widths = (0..<2).map { column in rows.map { oneLine($0[column]).displayWidth }.max() ?? 0 }
    let columns = command.output.columns ?? .max
    widths[1] = min(widths[1], max(columns - widths[0] - 2, 4))
    let room = columns - widths.reduce(4, +)
    for (person, row) in zip(people, rows) {
      let films = oneLine(row.dropFirst(2).filter { !$0.isEmpty }.joined(separator: ", "))
      let cells = zip(row, widths).map { fitted(oneLine($0), to: $1) }
      let last = room < 8 ? [] : [films.displayWidth > room ? fitted(films, to: room) : films]
      command.output.show(person, row, (cells + last).joined(separator: "  "))
    }
    return people.isEmpty ? command.nothingFound() : .success
  }

  static let person = command(
    "person", "print a person's films, newest first", CommandInput("person", .id)
  ) { command in
    let person = try command.call()
    guard command.output.form != .json else {
      command.output.json(person)
      return .success
    }
    if command.output.form == .text {
      let heading = ["name", "birthday", "deathday", "placeOfBirth", "department"].compactMap { person[$0]?.string }
      for text in [heading.joined(separator: ", "), person["biography"]?.string].compactMap(\.self) {
        command.output.line(wrapped(oneLine(text), to: command.output.columns) + "\n")
      }
    }
    let credits = ["crew", "cast"].flatMap { person[$0]?.array ?? [] }
    MovieTable.show(newestFirst(credits), command.output)
    return .success
  }

  private static func newestFirst(_ credits: [JSON]) -> [JSON] {
    credits.enumerated().sorted { left, right in
      let days = (left.element.text("releaseDate"), right.element.text("releaseDate"))
      return days.0 == days.1 ? left.offset < right.offset : days.0 > days.1
    }.map(\.element)
  }

  static let collection = command(
    "collection", "print the movies of a collection in order", CommandInput("collection", .id)
  ) { command in
    let movies = try command.call().list("items")
    MovieTable.show(movies, command.output)
    return movies.isEmpty ? command.nothingFound() : .success
  }
}
