extension Subcommand {
  static let search = list("search", "find movies", CommandInput("search", .words("QUERY", member: "query")))

  static let discover = list("discover", "print the movies that meet criteria", CommandInput("discover"))

  static let recommendations = list(
    "recommendations", "print movies similar to a movie", CommandInput("recommendations", .film))

  static let home = command(
    "home", "print the sections of a catalog's home page",
    CommandInput("home", .names("SECTION", member: "sections")), options: Command.listOptions
  ) { command in
    let limit = try command.limit()
    var status = ExitStatus.success
    for section in try command.call().list("sections") {
      if let error = section["error"] {
        report(command.output.say.reworded(error.text("message")))
        // The catalog has no section of this name.
        let isMistake = error["data"]?["reason"]?.string == FailureReason.unsupportedByCatalog.rawValue
        status = isMistake ? .usage : .failure
        continue
      }
      if command.output.form == .text { command.output.line(oneLine(section.text("title")) + ":") }
      _ = try command.showList(section, section: section["section"]?.string, limit: limit)
    }
    return status
  }
}
