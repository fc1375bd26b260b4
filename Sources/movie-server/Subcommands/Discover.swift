import JSON
import MovieCore

extension Subcommand {
  /// An option of `discover`, and the member of the request that it sets.
  private struct Criterion {
    enum Kind {
      case text, names
      case number
      case choice([String])
    }

    var member: String
    var kind: Kind
    var option: Option

    init(_ member: String, _ kind: Kind, _ flag: String, _ placeholder: String, _ help: String) {
      self.member = member
      self.kind = kind
      let choices = if case .choice(let choices) = kind { choices } else { [String]() }
      option = Option(flag: flag, placeholder: placeholder, help: help, choices: choices)
    }

    /// The value in the request; nil if the option is not given. The server checks its bounds.
    func value(in arguments: Arguments) throws(UsageError) -> JSON? {
      switch kind {
      case .text: return arguments[option.flag].map { .string($0) }
      case .names:
        let names = arguments.options.filter { $0.flag == option.flag }.map { JSON.string($0.value) }
        return names.isEmpty ? nil : .array(names)
      case .number:
        guard let text = arguments[option.flag] else { return nil }
        guard let number = Double(text), let json = try? JSON.parse(Array(text.utf8)), number >= 0 else {
          throw UsageError(message: "\(option.flag) must be a number")
        }
        return json
      case .choice(let choices):
        guard let value = arguments[option.flag] else { return nil }
        try Arguments.require(value, of: option.flag, among: choices)
        return .string(value)
      }
    }
  }

  private static let criteria = [
    Criterion("genres", .names, "--genre", "NAME", "movies of this genre; may be repeated"),
    Criterion("excludeGenres", .names, "--exclude-genre", "NAME", "no movies of this genre; may be repeated"),
    Criterion("yearFrom", .number, "--year-from", "YEAR", "movies of this year and later"),
    Criterion("yearTo", .number, "--year-to", "YEAR", "movies of this year and earlier"),
    Criterion("ratingFrom", .number, "--rating-from", "N", "movies with this rating or better"),
    Criterion("votesFrom", .number, "--votes-from", "N", "movies with so many ratings"),
    Criterion("runtimeFrom", .number, "--runtime-from", "N", "movies of at least N minutes"),
    Criterion("runtimeTo", .number, "--runtime-to", "N", "movies of at most N minutes"),
    Criterion("originalLanguage", .text, "--original-language", "CODE", "movies made in a language, such as ko"),
    Criterion("country", .text, "--country", "CODE", "movies from a country, such as KR"),
    Criterion("person", .text, "--person", "ID", "movies of a person; people prints the ids"),
    Criterion("keyword", .text, "--keyword", "NAME", "movies with this keyword"),
    Criterion("provider", .text, "--provider", "NAME", "movies that this provider streams"),
    Criterion(
      "sort", .choice(DiscoverQuery.Sort.allCases.map(\.rawValue)), "--sort", "KEY",
      "popularity, rating, releaseDate, title or random"),
    Criterion(
      "order", .choice(DiscoverQuery.Order.allCases.map(\.rawValue)), "--order", "ORDER", "asc or desc"),
    Criterion("seed", .number, "--seed", "N", "the same random order for the same N"),
  ]

  static let discover = command(
    "discover", "print the movies that meet criteria",
    options: Command.listOptions + criteria.map(\.option) + [Command.languageOption],
    notes: """
      Prints a table. --tsv prints \(MovieTable.columns).
      Exits with 1 if nothing is found.

        movie-server discover --genre thriller --year-from 1990 --year-to 1999 \\
          --runtime-to 119 --sort rating
        movie-server discover --country KR --sort random --limit 1

      """
  ) { command in
    let limit = try command.limit()
    var params: [(String, JSON?)] = [("limit", .integer(min(limit ?? 100, 100))), ("language", command.language)]
    for criterion in criteria { params.append((criterion.member, try criterion.value(in: command.arguments))) }
    return try command.showList(try command.client.call("discover", params), limit: limit)
  }
}
