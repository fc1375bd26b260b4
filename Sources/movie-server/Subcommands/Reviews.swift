import JSON

extension Subcommand {
  static let reviews = command(
    "reviews", "print reviews of a movie", CommandInput("reviews", .film),
    notes: """
      --tsv prints id, rating, date, author, preview.

      """
  ) { command in
    let output = command.output
    let reviews = try command.call()["items"]?.array ?? []
    for (index, review) in reviews.enumerated() {
      func text(_ name: String) -> String { review[name]?.string ?? "" }
      let rating = review["rating"].map(\.jsonText) ?? ""
      let date = String(text("createdAt").prefix(10))
      switch output.form {
      case .json: output.json(review)
      case .tsv: output.tsv([text("id"), rating, date, text("author"), text("preview")])
      case .text:
        let heading = [text("author"), rating.isEmpty ? "" : "\(rating)/10", date].filter { !$0.isEmpty }
        if index > 0 { output.line("") }
        output.line(oneLine(MovieTable.list(.array(heading.map { .string($0) }))))
        for paragraph in text("content").split(separator: "\n") {
          output.line(wrapped(oneLine(String(paragraph)), to: output.columns))
        }
      }
    }
    return reviews.isEmpty ? command.nothingFound() : .success
  }

  static let genres = command("genres", "print the genres of a catalog", CommandInput("genres")) { command in
    let genres = try command.call()["genres"]?.array ?? []
    let width = genres.map { oneLine($0["id"]?.string ?? "").displayWidth }.max() ?? 0
    for genre in genres {
      let (id, name) = (oneLine(genre["id"]?.string ?? ""), oneLine(genre["name"]?.string ?? ""))
      switch command.output.form {
      case .json: command.output.json(genre)
      case .tsv: command.output.tsv([id, name])
      case .text: command.output.line("\(fitted(id, to: width))  \(name)")
      }
    }
    return genres.isEmpty ? command.nothingFound() : .success
  }

  static let poster = command(
    "poster", "download a movie's poster and print its path", CommandInput("poster", .film),
    notes: """
      The file is in the cache folder, from which old posters are removed. --tsv
      prints path, width, bytes, MIME type.

      """
  ) { command in
    let poster = try command.call()
    let path = poster["path"]?.string ?? ""
    switch command.output.form {
    case .json: command.output.json(poster)
    case .tsv:
      let numbers = ["width", "bytes"].map { poster[$0].map(\.jsonText) ?? "" }
      command.output.tsv([path] + numbers + [poster["mimeType"]?.string ?? ""])
    case .text: command.output.line(command.output.columns == nil ? path : forTerminal(path))
    }
    return .success
  }
}
