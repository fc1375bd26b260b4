import JSON
import MovieCore

extension Subcommand {
  static let search = list(
    "search", "find movies", CommandInput("search", .words("QUERY", member: "query")),
    notes: """
      Prints a table. --tsv prints \(MovieTable.columns).
      Exits with 1 if nothing is found.

        movie-server search parasite
        movie-server search the third man --year 1949 --json | jq -r .title
        movie-server search love --all --tsv | cut -f1,4

      """)

  static let discover = list(
    "discover", "print the movies that meet criteria", CommandInput("discover"),
    notes: """
      Prints a table. --tsv prints \(MovieTable.columns).
      Exits with 1 if nothing is found.

        movie-server discover --genre thriller --year-from 1990 --year-to 1999 \\
          --runtime-to 119 --sort releaseDate
        movie-server discover --original-language ko --sort random --limit 1

      """)

  static let recommendations = list(
    "recommendations", "print movies similar to a movie", CommandInput("recommendations", .film))

  static let home = command(
    "home", "print the sections of a catalog's home page",
    CommandInput("home", .names("SECTION", member: "sections")), options: Command.listOptions,
    notes: """
      Prints all sections, or those that are named, such as popular. --tsv prints the
      section after the other columns.

      """
  ) { command in
    let limit = try command.limit()
    var status = ExitStatus.success
    for section in try command.call()["sections"]?.array ?? [] {
      if let error = section["error"] {
        report(error["message"]?.string ?? "")
        // The catalog has no section of this name.
        let isMistake = error["data"]?["reason"]?.string == FailureReason.unsupportedByCatalog.rawValue
        status = isMistake ? .usage : .failure
        continue
      }
      if command.output.form == .text { command.output.line(oneLine(section["title"]?.string ?? "") + ":") }
      _ = try command.showList(section, section: section["section"]?.string, limit: limit)
    }
    return status
  }
}
