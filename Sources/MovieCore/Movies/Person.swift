/// Everything that a catalog knows about one person.
public struct Person: JSONObject, Sendable {
  /// A part in a movie.
  public struct CastCredit: Sendable {
    /// The movie.
    public var movie: Movie
    /// The name of the character; nil if unknown.
    public var character: String?

    /// - Parameter character: nil if unknown.
    public init(movie: Movie, character: String? = nil) { (self.movie, self.character) = (movie, character) }
  }

  /// One job in the crew of a movie. Two jobs in one movie are two credits.
  public struct CrewCredit: Sendable {
    /// The movie.
    public var movie: Movie
    /// In English, such as `Director`.
    public var job: String
    /// In English, such as `Directing`; nil if unknown.
    public var department: String?

    /// - Parameter department: nil if unknown.
    public init(movie: Movie, job: String, department: String? = nil) {
      (self.movie, self.job, self.department) = (movie, job, department)
    }
  }

  /// Identifies the person in requests.
  public var id: PersonID
  /// The name in the requested language, if the catalog has it.
  public var name: String
  /// An account of the person's life.
  public var biography: String?
  /// The day of birth, `YYYY-MM-DD`.
  public var birthday: String?
  /// The day of death, `YYYY-MM-DD`.
  public var deathday: String?
  /// The year of birth, if the catalog knows no day.
  public var birthYear: Int?
  /// The year of death, if the catalog knows no day.
  public var deathYear: Int?
  /// The place of birth, in the catalog's words.
  public var placeOfBirth: String?
  /// Other names and spellings.
  public var alsoKnownAs: [String] = []
  /// The URL of a photo.
  public var profileUrl: String?
  /// The IMDb id, such as `nm0661791`.
  public var imdbId: String?
  /// The person's own website.
  public var homepage: String?
  /// The department that the person is known for, in English, such as `Directing`.
  public var department: String?
  /// The parts, newest movie first.
  public var cast: [CastCredit] = []
  /// The jobs in crews, newest movie first.
  public var crew: [CrewCredit] = []
  /// Whether the data is from an earlier answer, because the catalog cannot be reached.
  public var isStale = false

  /// Makes a person whose other data is unknown.
  public init(id: PersonID, name: String) { (self.id, self.name) = (id, name) }

  /// The members besides the movies, which say whether they are favorites.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The person's id, `<catalog>:<native id>`.") { $0.id }
    field.required("name", .string, "The name.") { $0.name }
    field.optional("biography", .string, "An account of the person's life.") { $0.biography }
    field.optional("birthday", .date, "The day of birth.") { $0.birthday }
    field.optional("deathday", .date, "The day of death.") { $0.deathday }
    field.optional("birthYear", .integer(in: 1...9_999), "The year of birth, if the day is unknown.") { $0.birthYear }
    field.optional("deathYear", .integer(in: 1...9_999), "The year of death, if the day is unknown.") { $0.deathYear }
    field.optional("placeOfBirth", .string, "The place of birth.") { $0.placeOfBirth }
    field.required("alsoKnownAs", .strings, "Other names and spellings.") { $0.alsoKnownAs }
    field.optional("profileUrl", .uri, "The URL of a photo.") { $0.profileUrl }
    field.optional("imdbId", .string, "The IMDb id, such as `nm0094435`.") { $0.imdbId }
    field.optional("homepage", .uri, "The URL of the person's own site.") { $0.homepage }
    field.optional("department", .string, "The department in English, such as `Directing`.") { $0.department }
    field.stale { $0.isStale }
  }
}

/// The departments of people that several catalogs know, in English.
public enum Department {
  /// Of actors.
  public static let acting = "Acting"
  /// Of directors.
  public static let directing = "Directing"
  /// Of writers.
  public static let writing = "Writing"
}

/// The people whom a search has found, best known first.
public struct People: JSONObject, Sendable {
  public var people: [PersonSummary]
  /// The query that finds these people; nil if it is the query itself.
  public var correctedQuery: String?

  /// - Parameter correctedQuery: without typing errors; nil if the query has none.
  public init(_ people: [PersonSummary], correctedQuery: String? = nil) {
    (self.people, self.correctedQuery) = (people, correctedQuery)
  }

  public static var schema: JSONSchema { shared("People", "The people whose names match a query.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("people", .array(of: PersonSummary.schema), "The people, best known first.") { $0.people }
    field.optional(
      "correctedQuery", .string, "The query for which these people were found, if `query` has typing errors.",
      \.correctedQuery)
  }
}

/// A person as a search for people shows it.
public struct PersonSummary: JSONObject, Sendable {
  /// Identifies the person in requests.
  public var id: PersonID
  /// The name in the requested language, if the catalog has it.
  public var name: String
  /// Titles of the person's best-known movies.
  public var knownFor: [String] = []
  /// The URL of a photo.
  public var profileUrl: String?
  /// The department that the person is known for, in English, such as `Directing`.
  public var department: String?

  /// Makes a person whose other data is unknown.
  public init(id: PersonID, name: String) { (self.id, self.name) = (id, name) }

  public static var schema: JSONSchema { shared("PersonSummary", "A person whom a search has found.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The person's id, for `person` and `discover`.") { $0.id }
    field.required("name", .string, "The name.") { $0.name }
    field.required("knownFor", .strings, "Titles of the person's best-known films.") { $0.knownFor }
    field.optional("profileUrl", .uri, "The URL of a photo.") { $0.profileUrl }
    field.optional("department", .string, "The department in English, such as `Directing`.") { $0.department }
  }
}
