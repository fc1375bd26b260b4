extension Subcommand {
  static let people = command(
    "people", "find people", CommandInput("people", .words("NAME", member: "query"))
  ) { command in
    let people = try command.reportingCorrection(command.call()).list("people")
    show(people, command.output)
    // The method does not tell how many there are.
    let most = people.count == ClientSession.defaultLimit ? ClientSession.peopleLimits.upperBound : nil
    command.reportCut(people.count, of: most, "{shown} are shown; there may be more: --limit {total}")
    return people.isEmpty ? command.nothingFound() : .success
  }

  private static func show(_ people: [JSON], _ output: CommandOutput) {
    let rows = people.map { person in
      let department = output.form == .text ? output.say(person.text("department")) : person.text("department")
      return [person.text("id"), person.text("name"), department, MovieTable.list(person["knownFor"])]
    }
    var widths = (0..<2).map { column in rows.map { oneLine($0[column]).displayWidth }.max() ?? 0 }
    let columns = output.columns ?? .max
    widths[1] = min(widths[1], max(columns - widths[0] - 2, 4))
    let room = columns - widths.reduce(4, +)
    for (person, row) in zip(people, rows) {
      let films = oneLine(row.dropFirst(2).filter { !$0.isEmpty }.joined(separator: ", "))
      let cells = zip(row, widths).map { fitted(oneLine($0), to: $1) }
      let last = room < 8 ? [] : [films.displayWidth > room ? fitted(films, to: room) : films]
      output.show(person, row, (cells + last).joined(separator: "  "))
    }
  }

  static let person = command(
    "person", "print a person's films, newest first", CommandInput("person", .person)
  ) { command in
    guard let id = try id(of: command) else { return command.nothingFound() }
    let person = try command.call([("id", .string(id))])
    guard command.output.form != .json else {
      command.output.json(person)
      return .success
    }
    if command.output.form == .text {
      let facts = ["name", "birthday", "deathday", "placeOfBirth"].map(person.text)
      let heading = (facts + [command.output.say(person.text("department"))]).filter { !$0.isEmpty }
      for text in [heading.joined(separator: ", "), person.text("biography")] where !text.isEmpty {
        command.output.line(wrapped(oneLine(text), to: command.output.columns) + "\n")
      }
    }
    let credits = ["crew", "cast"].flatMap { person[$0]?.array ?? [] }
    MovieTable.show(newestFirst(credits), command.output)
    return .success
  }

  /// The id that the operands are, or that of the only person with the name that they are; nil if there is none.
  private static func id(of command: Command) throws -> String? {
    let name = command.arguments.operands.joined(separator: " ")
    guard !name.contains(":") else { return name }
    let result = try command.client.call("people", [("query", .string(name))])
    let people = command.reportingCorrection(result).list("people")
    let exact = people.filter { TextFolding.fold($0.text("name")) == TextFolding.fold(name) }
    for found in [exact, people] where found.count == 1 { return found[0].text("id") }
    show(people, CommandOutput(errors: command.output))
    let sentence = "“{name}” may be one of these people: name one by the id"
    guard people.isEmpty else { throw UsageError(sentence, ["name": .string(name)]) }
    return nil
  }

  private static func newestFirst(_ credits: [JSON]) -> [JSON] {
    credits.enumerated().sorted { left, right in
      let days = (left.element.text("releaseDate"), right.element.text("releaseDate"))
      return days.0 == days.1 ? left.offset < right.offset : days.0 > days.1
    }.map(\.element)
  }

  static let collection = command(
    "collection", "print the movies of a collection in order", CommandInput("collection", .collection)
  ) { command in
    let movies = try command.call().list("items")
    MovieTable.show(movies, command.output)
    return movies.isEmpty ? command.nothingFound() : .success
  }
}
