import JSON

extension Subcommand {
  static let detail = command(
    "detail", "print the details of a movie", operands: "ID", operandCount: 1...1,
    options: [Command.languageOption],
    notes: """
      ID is an id of search, such as builtin:tt6751668. The age rating and the
      services that show the movie are those of the country of --language.

      """
  ) { command in
    let movie = try command.client.call("detail", [("id", command.id), ("language", command.language)])
    let output = command.output
    switch output.form {
    case .json: output.json(movie)
    case .tsv:
      var table = MovieTable(output)
      table.add(movie)
    case .text: for line in detailLines(movie, columns: output.columns) { output.line(line) }
    }
    return 0
  }

  private static func detailLines(_ movie: JSON, columns: Int?) -> [String] {
    func text(_ name: String) -> String { movie[name]?.string ?? "" }
    func number(_ name: String) -> String {
      let digits = movie[name]?.double.map { "\($0)" } ?? ""
      return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }
    var title = text("title")
    if let year = movie["year"]?.int { title += " (\(year))" }
    if movie["isFavorite"]?.bool == true { title += " " + MovieTable.star }
    var lines = [wrapped(oneLine(title), to: columns)]
    let rating = number("rating")
    let country = text("certificationCountry")
    let values =
      [
        ("Id", text("id")), ("Original title", text("originalTitle")), ("Tagline", text("tagline")),
        ("Directors", MovieTable.list(movie["directors"])), ("Cast", MovieTable.list(movie["cast"])),
        ("Genres", MovieTable.list(movie["genres"])), ("Released", text("releaseDate")),
        ("Runtime", movie["runtimeMinutes"]?.int.map { "\($0) min" } ?? ""),
        ("Certification", text("certification") + (country.isEmpty ? "" : " (\(country))")),
        ("Rating", rating + (rating.isEmpty ? "" : movie["votes"]?.int.map { " (\($0) votes)" } ?? "")),
        ("My rating", number("myRating")), ("Collection", movie["collection"]?["name"]?.string ?? ""),
      ] + trailers(movie) + services(movie["whereToWatch"])
      + [("Link", movie["homepage"]?.string ?? text("link"))]
    for (name, value) in values where !value.isEmpty {
      lines.append(wrapped(oneLine(value), to: columns, label: fitted(name + ":", to: 16)))
    }
    var paragraphs = [text("overview")]
    for review in movie["reviews"]?["items"]?.array ?? [] {
      let end = review["truncated"]?.bool == true ? " …" : ""
      paragraphs.append("\(review["author"]?.string ?? ""): \(review["preview"]?.string ?? "")\(end)")
    }
    paragraphs += [movie["whereToWatch"]?["attribution"]?.string ?? "", text("attribution")]
    for paragraph in paragraphs where !paragraph.isEmpty {
      lines += ["", wrapped(oneLine(paragraph), to: columns)]
    }
    return lines
  }

  /// The best videos: more of them would hide the rest.
  private static func trailers(_ movie: JSON) -> [(String, String)] {
    (movie["trailers"]?.array ?? []).filter { ["trailer", "teaser"].contains($0["kind"]?.string) }.prefix(2).map {
      ("Trailer", "\($0["name"]?.string ?? "") \($0["url"]?.string ?? "")")
    }
  }

  private static func services(_ whereToWatch: JSON?) -> [(String, String)] {
    let kinds = [("Stream", "stream"), ("Free", "free"), ("With ads", "ads"), ("Rent", "rent"), ("Buy", "buy")]
    return kinds.map { label, member in
      let names = (whereToWatch?[member]?.array ?? []).compactMap { $0["name"] }
      return (label, MovieTable.list(.array(names)))
    }
  }
}
