/// Everything that a catalog knows about one person.
public struct Person: Sendable {
  /// A part in a movie.
  public struct CastCredit: Sendable {
    /// The movie.
    public var movie: Movie
    /// The name of the character; nil if unknown.
    public var character: String?

    /// - Parameter character: nil if unknown.
    public init(movie: Movie, character: String? = nil) {
      self.movie = movie
      self.character = character
    }
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
      self.movie = movie
      self.job = job
      self.department = department
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
  public init(id: PersonID, name: String) {
    self.id = id
    self.name = name
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

/// A person as a search for people shows it.
public struct PersonSummary: Sendable {
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
  public init(id: PersonID, name: String) {
    self.id = id
    self.name = name
  }
}
