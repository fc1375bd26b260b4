import Platform

/// A search query that names one film instead of describing it: a pasted id or URL. Its result is that film alone.
public enum QueryReference: Hashable, Sendable {
  /// IMDb's id, `tt6751668`, from a URL of IMDb or alone.
  case imdb(String)
  /// The id of a movie in any catalog, or a URL of TMDB.
  case movie(MovieID)
  /// The title in a URL `…/film/the-dark-knight`, in words. The last word may be a year that distinguishes films of
  /// one title.
  case title(String)

  /// Nil if the query, which is trimmed, is not an id or such a URL.
  public init?(_ query: String) {
    guard !query.unicodeScalars.contains(where: { $0.properties.isWhitespace }) else { return nil }
    if IMDbID.isID(query.lowercased()) {
      self = .imdb(query.lowercased())
    } else if let id = MovieID(query), !id.native.hasPrefix("//") {
      self = IMDbID.isID(id.native) ? .imdb(id.native) : .movie(id)
    } else if let reference = Self.inURL(query) {
      self = reference
    } else {
      return nil
    }
  }

  /// URLs are pasted with and without scheme and `www`, in the site's languages, and with query and fragment.
  private static func inURL(_ text: String) -> QueryReference? {
    let address = text.prefix { $0 != "?" && $0 != "#" }
    var parts = address.split(separator: "/").map(String.init)
    if let first = parts.first, ["http:", "https:"].contains(first.lowercased()) { parts.removeFirst() }
    guard parts.count >= 3, let host = parts.first?.lowercased(), host.contains(".") else { return nil }
    func part(after names: String...) -> String? {
      zip(parts.dropFirst(), parts.dropFirst(2)).first { names.contains($0.0) }?.1
    }
    if host == "imdb.com" || host.hasSuffix(".imdb.com") {
      return part(after: "title").flatMap { IMDbID.isID($0) ? .imdb($0) : nil }
    }
    if host == "themoviedb.org" || host.hasSuffix(".themoviedb.org") {
      let number = part(after: "movie")?.prefix { $0 != "-" } ?? ""
      guard (1...10).contains(number.utf8.count), number.utf8.allSatisfy({ $0.isASCIIDigit }) else { return nil }
      return .movie(MovieID(catalog: "tmdb", native: String(number)))
    }
    let title = part(after: "film").map(TextFolding.fold) ?? ""
    return title.isEmpty ? nil : .title(title)
  }
}

extension QueryReference {
  /// For catalogs: the best match of a search for the title in a URL that has exactly this title. `search` finds items
  /// by a title, and by a year if there is one at the end.
  public static func match<Item>(
    _ title: String, movie: (Item) -> Movie, search: (SearchQuery) throws -> [Item]
  ) rethrows -> Item? {
    let query = SearchQuery(text: title)
    if let exact = try search(query).first(where: { movie($0).isTitled(title) }) { return exact }
    guard let narrowed = query.withoutTrailingYear else { return nil }
    return try search(narrowed).first { movie($0).isTitled(narrowed.text) }
  }
}

extension SearchQuery {
  /// The film that the text names by its id or URL; nil for words.
  public var reference: QueryReference? { QueryReference(text) }

  /// The text without a year at its end, and that year: `dune 1984`, `dune (1984)`. Nil if the text ends otherwise, is
  /// only a year, or the query has a year already.
  public var withoutTrailingYear: SearchQuery? {
    guard year == nil else { return nil }
    let words = text.split { $0.isWhitespace }
    guard words.count > 1, let last = words.last else { return nil }
    let digits = last.hasPrefix("(") && last.hasSuffix(")") ? last.dropFirst().dropLast() : last
    guard digits.utf8.count == 4, digits.utf8.allSatisfy({ $0.isASCIIDigit }), let year = Int(digits),
      Movie.years.contains(year)
    else { return nil }
    var query = self
    query.text = words.dropLast().joined(separator: " ")
    query.year = year
    return query
  }
}

extension Movie {
  /// Whether a title is exactly the text, apart from case, punctuation, spaces and the word “and”: URLs have
  /// `mr-mrs-smith` for “Mr. & Mrs. Smith”, and `et` for “E.T.”
  public func isTitled(_ text: String) -> Bool {
    func letters(_ title: String) -> String {
      TextFolding.fold(title).split(separator: " ").filter { $0 != "and" }.joined()
    }
    let text = letters(text)
    return !text.isEmpty && (letters(title) == text || originalTitle.map(letters) == text)
  }
}
