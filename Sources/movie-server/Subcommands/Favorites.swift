extension Subcommand {
  static let star = command(
    "star", "add movies to the favorites", CommandInput("star", .films)
  ) { command in
    try forEach(try command.films(), command) { film in
      let result = try command.call([("id", .string(film.id))])
      show(result, film.name ?? name(of: result, command), command.output)
    }
  }

  static let unstar = command(
    "unstar", "remove movies from the favorites", CommandInput("unstar", .films)
  ) { command in
    try forEach(try command.films(foundBy: "favorites"), command) { film in
      // A favorite has its title without a network, as long as it is one.
      let name = film.name ?? name(of: ["id": .string(film.id)], command)
      show(try command.call([("id", .string(film.id))]), name, command.output)
    }
  }

  /// Goes on after a failure, and returns the status of the last one.
  private static func forEach(
    _ films: [FilmChoice], _ command: Command, _ body: (FilmChoice) throws -> Void
  ) throws -> ExitStatus {
    var status = ExitStatus.success
    for film in films {
      do {
        try body(film)
      } catch let error as RPCError {
        status = try command.status(reporting: error)
      }
    }
    return status
  }

  private static func name(of result: JSON, _ command: Command) -> String {
    guard command.output.form == .text else { return "" }
    let detail = try? command.client.call("detail", [("id", result["id"]), ("reviews", 0)])
    return detail.map(FilmChoice.name) ?? result.text("id")
  }

  private static func show(_ result: JSON, _ name: String, _ output: CommandOutput) {
    let isFavorite = result["isFavorite"]?.bool == true
    let text =
      switch (isFavorite, result["changed"]?.bool == true) {
      case (true, true): "{film} is now a favorite"
      case (true, false): "{film} was already a favorite"
      case (false, true): "{film} is no longer a favorite"
      case (false, false): "{film} was not a favorite"
      }
    output.show(
      result, [result.text("id"), isFavorite ? MovieTable.star : ""],
      output.say(text, ["film": .string(oneLine(name))]))
  }

  static let favorites = command(
    "favorites", "print the favorites", CommandInput("favorites"), options: Command.listOptions
  ) { try $0.showStored(empty: "no favorites yet; “movie-server star FILM” adds one") }
}
