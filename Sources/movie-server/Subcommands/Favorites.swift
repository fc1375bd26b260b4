extension Subcommand {
  static let star = change("star", "add movies to the favorites", foundBy: "search")
  static let unstar = change("unstar", "remove movies from the favorites", foundBy: "favorites")

  private static func change(_ method: String, _ summary: String, foundBy list: String) -> Subcommand {
    command(method, summary, CommandInput(method, .films)) { command in
      try command.change(command.films(foundBy: list)) { film, name in
        let result = try command.call(film: film)
        let (mark, old): (JSON?, JSON?) = method == "star" ? (result, nil) : (nil, result)
        let undo = Undo.mark(result["id"] ?? .null, from: mark, to: old)
        show(result, name, command.output)
        return result["changed"] == true ? [undo] : []
      }
    }
  }

  private static func show(_ result: JSON, _ name: String, _ output: CommandOutput) {
    let isFavorite = result["isFavorite"]?.bool == true
    let sentence =
      switch (isFavorite, result["changed"]?.bool == true) {
      case (true, true): "{film} is now a favorite"
      case (true, false): "{film} was already a favorite"
      case (false, true): "{film} is no longer a favorite"
      case (false, false): "{film} was not a favorite"
      }
    let columns = [result.text("id"), isFavorite ? MovieTable.star : ""]
    output.show(result, columns, output.say(sentence, ["film": .string(name)]))
  }

  static let favorites = command(
    "favorites", "print the favorites", CommandInput("favorites"), options: Command.listOptions
  ) { try $0.showStored(empty: "no favorites yet; “movie-server star FILM” adds one") }

  static let refresh = command(
    "refresh", "fetch the data of the films you keep again", CommandInput("refreshFavorites")
  ) { command in
    let (result, output) = (try command.call(), command.output)
    let failed = result.list("failed")
    for film in failed { report(output.say("{id} could not be fetched ({reason})", film)) }
    let fetched = result["refreshed"] ?? 0
    output.show(result, ["\(fetched)"], output.say("Films fetched again: {count}", ["count": fetched]))
    return failed.isEmpty ? .success : .failure
  }
}
