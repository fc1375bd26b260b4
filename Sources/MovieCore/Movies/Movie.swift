/// The data of a movie that lists show. Texts are clean: no markup, no entities, no placeholder for "unknown".
public struct Movie: Hashable, Sendable {
  /// Identifies the movie in all requests.
  public var id: MovieID
  /// The title in the requested language, if the catalog has it. Never empty.
  public var title: String
  /// The title in the original language; nil if it equals `title`.
  public var originalTitle: String?
  /// The language in which the movie was made, as the catalog's code: nearly always of ISO 639-1.
  public var originalLanguage: String?
  /// The year of release.
  public var year: Int?
  /// The day of release, `YYYY-MM-DD`; text, because it has no time zone.
  public var releaseDate: String?
  /// The display names of the genres; each catalog has its own.
  public var genres: [String] = []
  /// The directors' names.
  public var directors: [String] = []
  /// The leading actors; `MovieDetail.castMembers` has all actors that the catalog lists.
  public var cast: [String] = []
  /// A summary of the plot.
  public var overview: String?
  /// The average rating by the catalog's users, 0 to 10.
  public var rating: Double?
  /// The number of ratings.
  public var votes: Int?
  /// The running time in minutes.
  public var runtimeMinutes: Int?
  /// The URL of the poster, as the catalog gives it.
  public var posterUrl: String?
  /// The URL of a wide image for the background, as the catalog gives it.
  public var backdropUrl: String?
  /// The URL of the movie's page on the catalog's site.
  public var link: String?
  /// The IMDb id, such as `tt6751668`.
  public var imdbId: String?
  /// Whether the movie is pornographic.
  public var isAdult = false

  /// The years in which films were, or may be announced to be, released.
  public static let years = FilmYears.range

  /// Makes a movie whose other data is unknown.
  public init(id: MovieID, title: String) { (self.id, self.title) = (id, title) }

  /// The bytes that it takes as JSON, roughly.
  public var estimatedBytes: Int {
    let texts = [originalTitle, originalLanguage, releaseDate, overview, posterUrl, backdropUrl, link, imdbId]
    return (genres + directors + cast + [title]).reduce(512) { $0 + $1.utf8.count }
      + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

extension Movie: JSONObject {
  /// Declares the members that clients receive, and that `star` and the favorites file contain.
  @inlinable @inline(__always)
  public static func fields(_ field: inout some FieldVisitor<Movie>) {
    field.required("id", .movieID, "The movie's id, `<catalog>:<native id>`.", stored: \.id)
    field.required("title", .title, "The title, in the requested language if the catalog has it.", stored: \.title)
    field.optional("originalTitle", .line, "The original title, if it differs from `title`.", stored: \.originalTitle)
    field.optional(
      "originalLanguage", .line, "The code of the original language, such as `ko`.", stored: \.originalLanguage)
    field.optional("year", .integer(in: years), "The year of release.", stored: \.year)
    field.optional("releaseDate", .day, "The day of release.", stored: \.releaseDate)
    field.required("genres", .names, "The names of the genres.", stored: \.genres)
    field.required("directors", .names, "The names of the directors.", stored: \.directors)
    field.required("cast", .names, "The names of the leading actors.", stored: \.cast)
    field.optional("overview", .summary, "A summary of the plot.", stored: \.overview)
    field.optional("rating", .rating, "The average rating by the catalog's users.", stored: \.rating)
    field.optional("votes", .count, "The number of ratings.", stored: \.votes)
    field.optional("runtimeMinutes", .count, "The running time in minutes.", stored: \.runtimeMinutes)
    field.optional("posterUrl", .webAddress, "The URL of the poster.", stored: \.posterUrl)
    field.optional("backdropUrl", .webAddress, "The URL of a wide image for the background.", stored: \.backdropUrl)
    field.optional("link", .webAddress, "The URL of the movie's page on the catalog's site.", stored: \.link)
    field.optional("imdbId", .line, "The IMDb id, such as `tt6751668`.", stored: \.imdbId)
    field.optional("adult", .flag, "Present if the movie is pornographic.", stored: \.adult)
  }

  /// `isAdult` in the form of the member, which is absent rather than false.
  @usableFromInline
  var adult: Bool? {
    get { isAdult ? true : nil }
    set { isAdult = newValue ?? false }
  }
}

// MARK: Reading

extension Movie {
  /// Reads a movie that a client has sent, or that a file contains. Unknown members are ignored, and texts are cleaned
  /// and cut (`CleanText`). A file is not read strictly: values that are not in their bounds are left out, so that no
  /// favorite is lost because of a number. Throws `invalidParams` with the path of the invalid member, which begins
  /// with `path`.
  public init(json: JSON, path: String, isStrict: Bool = false) throws(MovieError) {
    guard case .object = json else { throw .invalidParams("The member \(path) must be a movie object.", field: path) }
    var reader = Reader(json: json, path: path, isStrict: isStrict)
    Self.fields(&reader)
    if let error = reader.error { throw error }
    self = reader.object
  }

  /// Assigns the fields that the JSON object has, and keeps the first error.
  private struct Reader: MovieVisitor {
    let json: JSON
    let path: String
    let isStrict: Bool
    var object = Movie(id: MovieID(catalog: "", native: ""), title: "")
    var error: MovieError?

    @inline(__always)
    mutating func required<Value>(
      _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
      stored path: WritableKeyPath<Movie, Value>
    ) {
      if let value = read(name, type()) {
        object[keyPath: path] = value
      } else if !(object[keyPath: path] is [String]) {
        // Absent lists are empty.
        fail(name, type())
      }
    }

    @inline(__always)
    mutating func optional<Value>(
      _ name: StaticString, _ type: @autoclosure () -> JSONType<Value>, _ summary: StaticString,
      stored path: WritableKeyPath<Movie, Value?>
    ) {
      if let value = read(name, type()) { object[keyPath: path] = value }
    }

    private mutating func read<Value>(_ name: StaticString, _ type: JSONType<Value>) -> Value? {
      guard let value = json.member(name), !value.isNull else { return nil }
      if let read = type.read(value) {
        if type.isValid(read) { return read }
        if !isStrict { return nil }
      }
      fail(name, type)
      return nil
    }

    private mutating func fail(_ name: StaticString, _ type: JSONType<some Any>) {
      guard error == nil else { return }
      let member = "\(path).\(name)"
      error = .invalidParams("The member \(member) must be \(type.expectation()).", field: member)
    }
  }
}

/// Visits the members of a movie, none of which is computed.
protocol MovieVisitor: FieldVisitor<Movie> {}

extension MovieVisitor {
  func required<Value>(_: StaticString, _: @autoclosure () -> JSONSchema, _: StaticString, _: (Movie) -> Value) {}
  func optional<Value>(_: StaticString, _: @autoclosure () -> JSONSchema, _: StaticString, _: (Movie) -> Value?) {}
  func include<Part>(_: (Movie) -> Part) {}
}

extension JSONType<String> {
  @usableFromInline
  static var title: JSONType {
    JSONType(.string, "a string that is not empty") { json in json.string.flatMap { CleanText.line($0) } }
  }

  /// A text on one line.
  @usableFromInline
  static var line: JSONType { JSONType(.string, "a string") { json in json.string.map { CleanText.line($0) ?? "" } } }

  /// A text of a few lines.
  @usableFromInline
  static var summary: JSONType {
    JSONType(.string, "a string") { json in json.string.map { CleanText.lines($0) ?? "" } }
  }

  /// A URL that a client may open or load.
  @usableFromInline
  static var webAddress: JSONType {
    JSONType(.uri, "an HTTP or HTTPS URL", isValid: { WebAddress($0) != nil }) { $0.string }
  }

  /// A calendar day, `YYYY-MM-DD`.
  public static var day: JSONType { JSONType(.date, "a day as YYYY-MM-DD", isValid: CalendarDay.isDay) { $0.string } }
}

extension JSONType<[String]> {
  @usableFromInline
  static var names: JSONType {
    JSONType(.strings, "an array of strings") { json in JSONType.strings.read(json).map(CleanText.names) }
  }
}

extension JSONType<Bool> {
  /// A member that is true or absent. False is read too, for clients that always write the member.
  @usableFromInline
  static var flag: JSONType { JSONType(.constant(true), "true, or absent") { $0.bool } }
}

extension JSONType<Double> {
  /// 0 to 10.
  @inlinable
  public static var rating: JSONType {
    JSONType(.rating, "a number 0 to 10") { json in json.double.flatMap { (0...10).contains($0) ? $0 : nil } }
  }
}
