import JSON

/// What every list shows of a movie. Text is clean: no markup, no entities, no placeholder for "unknown".
public struct Movie: Hashable, Sendable {
  public var id: MovieID
  /// In the language asked for, where the catalog has it. Never empty.
  public var title: String
  /// Where it differs from `title`.
  public var originalTitle: String?
  /// When it came out.
  public var year: Int?
  /// A calendar day, `YYYY-MM-DD`; text, because it has no time zone.
  public var releaseDate: String?
  /// Names for people; those of another catalog may differ.
  public var genres: [String] = []
  public var directors: [String] = []
  /// The leading ones: `MovieDetail.castMembers` has all that the catalog tells of.
  public var cast: [String] = []
  /// What it is about.
  public var overview: String?
  /// 0 to 10.
  public var rating: Double?
  /// How many people have rated it.
  public var votes: Int?
  public var runtimeMinutes: Int?
  /// The poster's address, as the catalog gives it.
  public var posterUrl: String?
  /// The movie's page at its catalog, for people.
  public var link: String?
  /// Such as `tt6751668`.
  public var imdbId: String?

  public init(id: MovieID, title: String) {
    self.id = id
    self.title = title
  }
}

extension Movie: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { encodeMembers(to: &$0) }
  }

  /// Writes the members into an object that the caller may add to.
  public func encodeMembers(to object: inout JSONWriter) {
    object.member("id", id.description)
    object.member("title", title)
    object.member("originalTitle", originalTitle)
    object.member("year", year)
    object.member("releaseDate", releaseDate)
    object.member("genres", genres)
    object.member("directors", directors)
    object.member("cast", cast)
    object.member("overview", overview)
    object.member("rating", rating)
    object.member("votes", votes)
    object.member("runtimeMinutes", runtimeMinutes)
    object.member("posterUrl", posterUrl)
    object.member("link", link)
    object.member("imdbId", imdbId)
  }
}

extension Movie {
  /// Reads a movie as a client sends it or a file keeps it. Unknown members are ignored.
  ///
  /// - Throws: `invalidParams` with the member that is wrong, written behind `path`.
  public init(json: JSON, path: String) throws(MovieError) {
    func invalid(_ member: String, _ expected: String) -> MovieError {
      .invalidParams("The member \(path).\(member) must be \(expected).", field: "\(path).\(member)")
    }
    func value(_ name: String) -> JSON? {
      guard let value = json[name], !value.isNull else { return nil }
      return value
    }
    func text(_ name: String) throws(MovieError) -> String? {
      guard let value = value(name) else { return nil }
      guard let text = value.string else { throw invalid(name, "a string") }
      return text
    }
    func integer(_ name: String) throws(MovieError) -> Int? {
      guard let value = value(name) else { return nil }
      guard let number = value.int else { throw invalid(name, "a whole number") }
      return number
    }
    func texts(_ name: String) throws(MovieError) -> [String] {
      guard let value = value(name) else { return [] }
      guard let texts = value.array?.map(\.string), !texts.contains(nil) else {
        throw invalid(name, "an array of strings")
      }
      return texts.compactMap(\.self)
    }

    guard case .object = json else {
      throw .invalidParams("The member \(path) must be a movie object.", field: path)
    }
    guard let id = try text("id").flatMap(MovieID.init) else { throw invalid("id", "an id as catalog:native") }
    guard let title = try text("title"), !title.isEmpty else { throw invalid("title", "a title") }
    self.init(id: id, title: title)
    originalTitle = try text("originalTitle")
    year = try integer("year")
    releaseDate = try text("releaseDate")
    genres = try texts("genres")
    directors = try texts("directors")
    cast = try texts("cast")
    overview = try text("overview")
    if let number = value("rating") {
      guard let rating = number.double, (0...10).contains(rating) else { throw invalid("rating", "a number 0 to 10") }
      self.rating = rating
    }
    votes = try integer("votes")
    runtimeMinutes = try integer("runtimeMinutes")
    posterUrl = try text("posterUrl")
    link = try text("link")
    imdbId = try text("imdbId")
  }

  /// Checks what a client has sent more closely than a file that is kept: no favorite is lost for a number.
  ///
  /// - Throws: `invalidParams` with the member that is wrong, written behind `path`.
  public func check(path: String) throws(MovieError) {
    func check(_ isRight: Bool, _ member: String, _ expected: String) throws(MovieError) {
      guard !isRight else { return }
      throw .invalidParams("The member \(path).\(member) must be \(expected).", field: "\(path).\(member)")
    }
    try check(releaseDate.map(CalendarDay.isDay) ?? true, "releaseDate", "a day as YYYY-MM-DD")
    try check(votes ?? 0 >= 0, "votes", "a whole number of at least 0")
    try check(runtimeMinutes ?? 0 >= 0, "runtimeMinutes", "a whole number of at least 0")
  }
}
