extension Subcommand {
  static let detail = command("detail", "print the details of a movie", CommandInput("detail", .film)) { command in
    let movie = try command.call()
    let output = command.output
    if output.form == .text {
      let text = DetailText(movie: movie, columns: output.columns, say: output.say)
      for line in text.lines { output.line(line) }
    } else {
      MovieTable.show([movie], output)
    }
    return .success
  }
}

struct DetailText {
  let movie: JSON
  let columns: Int?
  var say = Sentences(language: nil)

  /// More actors or viewings would hide the rest.
  private static let maximumCount = 10

  var lines: [String] {
    let star = movie["isFavorite"]?.bool == true ? " " + MovieTable.star : ""
    var lines = [wrapped(oneLine(FilmChoice.name(of: movie) + star), to: columns)]
    for (name, value) in facts + kept where !value.isEmpty {
      let label = name.isEmpty ? "" : say(name) + ":"
      lines.append(wrapped(oneLine(value), to: columns, label: fitted(label, to: 16)))
    }
    var paragraphs = [text("overview")]
    for review in movie["reviews"]?["items"]?.array ?? [] {
      let end = review["truncated"]?.bool == true ? " …" : ""
      paragraphs.append("\(review.text("author")): \(review.text("preview"))\(end)")
    }
    paragraphs += [movie["whereToWatch"]?.text("attribution") ?? "", text("attribution")]
    for paragraph in paragraphs where !paragraph.isEmpty { lines += ["", wrapped(oneLine(paragraph), to: columns)] }
    return lines
  }

  private var facts: [(String, String)] {
    let writers = crew { $0.department == "Writing" || $0.job == "Writer" }
    let photography = crew { ["Director of Photography", "Cinematographer"].contains($0.job) }
    let music = crew { $0.job.hasSuffix("Composer") }
    let runtime = movie["runtimeMinutes"]?.int.map { say("{count} min", ["count": .integer($0)]) } ?? ""
    let country = list("countries").isEmpty ? list("originCountries") : list("countries")
    let certifier = text("certificationCountry")
    let certification = text("certification") + (certifier.isEmpty ? "" : " (\(certifier))")
    let votes = movie["votes"].map { say(" ({votes})", ["votes": $0]) } ?? ""
    let facts: [(String, String)] = [
      ("Id", text("id")), ("Original title", text("originalTitle")), ("Tagline", text("tagline")),
      ("Directors", list("directors")), ("Writers", writers), ("Cast", cast), ("Photography", photography),
      ("Music", music), ("Genres", list("genres")), ("Released", text("releaseDate")), ("Runtime", runtime),
      ("Country", country), ("Language", list("languages")), ("Certification", certification),
      ("Rating", rating("rating") + votes), ("My rating", rating("myRating")),
      ("Collection", movie["collection"]?.text("name") ?? ""),
    ]
    return facts + trailers + services + [("Link", movie["homepage"]?.string ?? text("link"))]
  }

  /// The mark of the film, with the note and the viewings and their ids.
  private var kept: [(String, String)] {
    guard let mark = movie["mark"] else { return [] }
    let viewings = mark.list("diary").prefix(Self.maximumCount).flatMap { viewing in
      let day = viewing["date"]?.string ?? say("no date")
      let rating = viewing["rating"].map { say("rated {rating}", ["rating": $0]) }
      let facts = [day, rating, viewing["rewatch"].map { _ in say("rewatch") }].compactMap(\.self)
      return [facts.joined(separator: ", ") + "  " + viewing.text("viewing")] + Self.lines(viewing["note"])
    }
    let rest = mark.list("diary").count - Self.maximumCount
    let more = rest > 0 ? [say("… and {count} more", ["count": .integer(rest)])] : []
    let list = [
      ("Tags", [MovieTable.list(mark["tags"])]), ("Note", Self.lines(mark["note"])), ("Viewings", viewings + more),
    ]
    return [("Watchlist", String(mark.text("watchlistedAt").prefix(10)))]
      + list.flatMap { name, lines in lines.enumerated().map { ($0 == 0 ? name : "", $1) } }
  }

  private static func lines(_ note: JSON?) -> [String] { (note?.string ?? "").split(separator: "\n").map(String.init) }

  private func text(_ name: String) -> String { movie.text(name) }

  private func list(_ name: String) -> String { MovieTable.list(movie[name]) }

  private func rating(_ name: String) -> String {
    guard let tenths = movie[name]?.double.map({ Int(($0 * 10).rounded()) }) else { return "" }
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private var cast: String {
    let members = movie.list("castMembers").prefix(Self.maximumCount).map { member in
      JSON.string(member.text("name") + (member["character"]?.string.map { " (\($0))" } ?? ""))
    }
    return members.isEmpty ? list("cast") : MovieTable.list(.array(members))
  }

  private func crew(_ isMeant: ((job: String, department: String?)) -> Bool) -> String {
    let members = movie.list("crewMembers").filter { isMeant(($0.text("job"), $0["department"]?.string)) }
    let names = members.compactMap { $0["name"] }.reduce(into: [JSON]()) { if !$0.contains($1) { $0.append($1) } }
    return MovieTable.list(.array(names))
  }

  /// The best videos: more of them would hide the rest.
  private var trailers: [(String, String)] {
    movie.list("trailers").filter { ["trailer", "teaser"].contains($0["kind"]?.string) }.prefix(2)
      .map { ("Trailer", "\($0.text("name")) \($0.text("url"))") }
  }

  private var services: [(String, String)] {
    [("Stream", "stream"), ("Free", "free"), ("With ads", "ads"), ("Rent", "rent"), ("Buy", "buy")].map {
      label, member in
      let names = (movie["whereToWatch"]?[member]?.array ?? []).compactMap { $0["name"] }
      return (label, MovieTable.list(.array(names)))
    }
  }
}

extension Subcommand {
  static let openFilm = command(
    "open", "open a movie's page in the browser", CommandInput("detail", .film)
  ) { command in
    let movie = try command.call([("reviews", 0)])
    // A link with another scheme could run a program.
    guard let link = movie["link"]?.string ?? movie["homepage"]?.string, WebAddress(link) != nil else {
      report("no page of \(FilmChoice.name(of: movie)) is known")
      return .negative
    }
    command.output.show(["id": movie["id"] ?? .null, "link": .string(link)], [movie.text("id"), link], oneLine(link))
    guard command.output.form == .text, command.output.columns != nil else { return .success }
    let opener = try Environment.variables()["BROWSER"].flatMap { $0.isEmpty || $0.contains(":") ? nil : $0 }
    let result = ChildCommand.run([opener ?? desktopOpener, link], timeoutMilliseconds: 5_000)
    guard let failure = result.failure else { return .success }
    report("the browser \(failure)")
    return .failure
  }

  #if canImport(Darwin)
    private static let desktopOpener = "open"
  #else
    private static let desktopOpener = "xdg-open"
  #endif

  static let reviews = command("reviews", "print reviews of a movie", CommandInput("reviews", .film)) { command in
    let output = command.output
    let reviews = try command.call().list("items")
    for (index, review) in reviews.enumerated() {
      func text(_ name: String) -> String { review.text(name) }
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
    let genres = try command.call().list("genres")
    let width = genres.map { oneLine($0.text("id")).displayWidth }.max() ?? 0
    for genre in genres {
      let (id, name) = (oneLine(genre.text("id")), oneLine(genre.text("name")))
      command.output.show(genre, [id, name], "\(fitted(id, to: width))  \(name)")
    }
    return genres.isEmpty ? command.nothingFound() : .success
  }

  static let poster = command(
    "poster", "download a movie's poster and print its path", CommandInput("poster", .film)
  ) { command in
    let poster = try command.call()
    let path = poster.text("path")
    let numbers = ["width", "bytes"].map { poster[$0].map(\.jsonText) ?? "" }
    command.output.show(
      poster, [path] + numbers + [poster.text("mimeType")], command.output.columns == nil ? path : forTerminal(path))
    return .success
  }
}
