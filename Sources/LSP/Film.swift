import JSON
import MovieCore
import Platform

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
    let year = movie.year.map(String.init)
    let parts: [String?] = [
      [isStarred ? "★" : nil, year].compactMap(\.self).joined(separator: " "),
      movie.runtimeMinutes.map { "\($0) min" },
      isOnWatchlist ? "○" : nil,
      viewings > 0 ? "●" : nil,
      ownRating.map { "\(Self.number($0))/10" },
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  var mark: [String] {
    var phrases: [String] = []
    if isStarred { phrases.append("★ starred") }
    if isOnWatchlist { phrases.append("○ on the watchlist") }
    if viewings > 0 {
      let times = viewings == 1 ? "" : " \(viewings) times"
      phrases.append("● watched" + times + (lastViewed.map { (viewings == 1 ? " on " : ", last on ") + $0 } ?? ""))
    }
    if let ownRating { phrases.append("my rating \(Self.number(ownRating))/10") }
    if !tags.isEmpty { phrases.append("tags: " + tags.joined(separator: ", ")) }
    return phrases
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
      text(style).replacingPipes, movie.year.map(String.init) ?? "", cell(movie.directors.joined(separator: ", ")),
      movie.runtimeMinutes.map { "\($0) min" } ?? "", (rating ?? ownRating).map { "\(Self.number($0))/10" } ?? "",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  fileprivate var replacingPipes: String { String(map { $0 == "|" ? "/" : $0 }) }
}
