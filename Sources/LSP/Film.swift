struct Film: Sendable {
  var movie: Movie
  var isStarred = false
  var isOnWatchlist = false
  var viewings = 0
  /// A day, `YYYY-MM-DD`.
  var lastViewed: String?
  /// 0.5 to 10.
  var ownRating: Double?
  var tags: [String] = []

  init?(_ json: JSON) {
    guard let movie = try? Movie(json: json, path: "") else { return nil }
    self.movie = movie
    isStarred = json["isFavorite"] == true
    setMark(json["mark"])
  }

  mutating func setMark(_ mark: JSON?) {
    isOnWatchlist = mark?["watchlistedAt"] != nil
    viewings = mark?["viewings"]?.int ?? 0
    lastViewed = mark?["lastViewed"]?.string
    ownRating = mark?["rating"]?.double
    tags = mark?["tags"]?.array?.compactMap(\.string) ?? []
  }

  var id: String { movie.id.description }

  var label: String { movie.title + (movie.year.map { " (\($0))" } ?? "") }

  var link: String? {
    movie.link.flatMap(MarkdownText.webURL) ?? movie.film.map { "https://www.imdb.com/title/\($0)/" }
  }

  /// What is known without a request: `★ 2019 · 132 min · ●`.
  var hint: String {
    let star = [isStarred ? "★" : nil, movie.year.map(String.init)].compactMap(\.self).joined(separator: " ")
    let parts = [
      star.isEmpty ? nil : star, movie.runtimeMinutes.map { "\($0) min" }, isOnWatchlist ? "○" : nil,
      viewings > 0 ? "●" : nil, ownRating.map { "\(Self.number($0))/10" },
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  var mark: [String] {
    let (times, last) = viewings == 1 ? ("", " on ") : (" \(viewings) times", ", last on ")
    let phrases = [
      isStarred ? "★ starred" : nil, isOnWatchlist ? "○ on the watchlist" : nil,
      viewings > 0 ? "● watched" + times + (lastViewed.map { last + $0 } ?? "") : nil,
      ownRating.map { "my rating \(Self.number($0))/10" }, tags.isEmpty ? nil : "tags: " + tags.joined(separator: ", "),
    ]
    return phrases.compactMap(\.self)
  }

  /// Without a fraction if it has none.
  static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

  // MARK: Text to insert

  func text(_ style: NoteSettings.Style) -> String {
    let label = MarkdownText.clean(label)
    switch (style, link) {
    case (.markdown, let link?): return "[\(MarkdownText.escape(label))](\(link))"
    case (.org, let link?): return "[[\(link)][\(Self.withoutBrackets(label))]]"
    case (.plain, _): return label
    case (.wiki, _), (.markdown, nil), (.org, nil): return "[[\(Self.withoutBrackets(label))]]"
    }
  }

  private static func withoutBrackets(_ text: String) -> String {
    String(text.map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 })
  }

  func tableRow(_ style: NoteSettings.Style, rating: Double?) -> String {
    func cell(_ text: String) -> String { MarkdownText.escape(MarkdownText.clean(text)) }
    let cells = [
      String(text(style).map { $0 == "|" ? "/" : $0 }), movie.year.map(String.init) ?? "",
      cell(movie.directors.joined(separator: ", ")),
      movie.runtimeMinutes.map { "\($0) min" } ?? "", (rating ?? ownRating).map { "\(Self.number($0))/10" } ?? "",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
