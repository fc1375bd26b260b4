import JSON

extension Subcommand {
  static let search = command(
    "search", "find movies", operands: "QUERY…", operandCount: 1...1_000,
    options: Command.listOptions + [
      Option(flag: "--year", placeholder: "YEAR", help: "only movies of this year"),
      Command.languageOption,
    ],
    notes: """
      Prints a table. --tsv prints \(MovieTable.columns).
      Exits with 1 if nothing is found.

        movie-server search parasite
        movie-server search the third man --year 1949 --json | jq -r .title
        movie-server search love --all --tsv | cut -f1,4

      """
  ) { command in
    let limit = try command.limit()
    let year = try command.arguments.number("--year", 1870...2200)
    let words = command.arguments.operands
    let page = try command.client.call(
      "search",
      [
        ("query", .string(words.dropFirst().reduce(words[0]) { $0 + " " + $1 })), ("year", year.map { .integer($0) }),
        ("language", command.language), ("limit", .integer(min(limit ?? 100, 100))),
      ])
    return try command.showList(page, limit: limit)
  }

  static let recommendations = command(
    "recommendations", "print movies similar to a movie", operands: "ID", operandCount: 1...1,
    options: Command.listOptions + [Command.languageOption]
  ) { command in
    let limit = try command.limit()
    let page = try command.client.call("recommendations", [("id", command.id), ("language", command.language)])
    return try command.showList(page, limit: limit)
  }
}
