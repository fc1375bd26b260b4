extension Subcommand {
  static let star = change("star", "add movies to the favorites", foundBy: "search")
  static let unstar = change("unstar", "remove movies from the favorites", foundBy: "favorites")

  private static func change(_ method: String, _ summary: String, foundBy list: String) -> Subcommand {
    command(method, summary, CommandInput(method, .films)) { command in
      var status = ExitStatus.success
      for film in try command.films(foundBy: list) {
        do {
          // Before the change: a favorite has its title without a network, as long as it is one.
          let name = command.name(of: film)
          show(try command.call(film: film), name, command.output)
        } catch let error as RPCError { status = try command.status(reporting: error) }
      }
      return status
    }
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
      output.say(text, ["film": .string(name)]))
  }

  static let favorites = command(
    "favorites", "print the favorites", CommandInput("favorites"), options: Command.listOptions
  ) { try $0.showStored(empty: "no favorites yet; “movie-server star FILM” adds one") }
}
