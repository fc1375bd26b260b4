import JSON

extension Subcommand {
  static let reviews = command(
    "reviews", "print reviews of a movie", CommandInput("reviews", .film)
  ) { command in
    let output = command.output
    let reviews = try command.call()["items"]?.array ?? []
    for (index, review) in reviews.enumerated() {
      func text(_ name: String) -> String { review[name]?.string ?? "" }
      let rating = review["rating"].map(\.jsonText) ?? ""
      let date = String(text("createdAt").prefix(10))
      let heading = [text("author"), rating.isEmpty ? "" : "\(rating)/10", date].filter { !$0.isEmpty }
      let paragraphs = text("content").split(separator: "\n").map { wrapped(oneLine(String($0)), to: output.columns) }
      output.show(
        review, [text("id"), rating, date, text("author"), text("preview")],
        (index > 0 ? "\n" : "") + ([oneLine(heading.joined(separator: ", "))] + paragraphs).joined(separator: "\n"))
    }
    return reviews.isEmpty ? command.nothingFound() : .success
  }

  static let genres = command("genres", "print the genres of a catalog", CommandInput("genres")) { command in
    let genres = try command.call()["genres"]?.array ?? []
    let width = genres.map { oneLine($0["id"]?.string ?? "").displayWidth }.max() ?? 0
    for genre in genres {
      let (id, name) = (oneLine(genre["id"]?.string ?? ""), oneLine(genre["name"]?.string ?? ""))
      command.output.show(genre, [id, name], "\(fitted(id, to: width))  \(name)")
    }
    return genres.isEmpty ? command.nothingFound() : .success
  }

  static let poster = command(
    "poster", "download a movie's poster and print its path", CommandInput("poster", .film)
  ) { command in
    let poster = try command.call()
    let path = poster["path"]?.string ?? ""
    let numbers = ["width", "bytes"].map { poster[$0].map(\.jsonText) ?? "" }
    command.output.show(
      poster, [path] + numbers + [poster["mimeType"]?.string ?? ""],
      command.output.columns == nil ? path : forTerminal(path))
    return .success
  }
}
