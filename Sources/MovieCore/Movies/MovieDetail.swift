/// Everything that a catalog knows about one movie.
public struct MovieDetail: Sendable {
  /// A production company.
  public struct Company: Sendable {
    public var name: String
    public var logoUrl: String?

    public init(name: String, logoUrl: String? = nil) {
      self.name = name
      self.logoUrl = logoUrl
    }
  }

  /// An actor, with the name of the character and the URL of a photo.
  public struct CastMember: Sendable {
    public var name: String
    public var character: String?
    public var profileUrl: String?

    public init(name: String, character: String? = nil, profileUrl: String? = nil) {
      self.name = name
      self.character = character
      self.profileUrl = profileUrl
    }
  }

  /// A member of the crew. `job` is in English, such as `Director`; a person with two jobs is listed twice.
  public struct CrewMember: Sendable {
    public var name: String
    public var job: String

    public init(name: String, job: String) {
      self.name = name
      self.job = job
    }
  }

  /// A rating by another source, on that source's scale: `7.4/10`, `93%`.
  public struct SourceRating: Sendable {
    public var source: String
    public var value: String

    public init(source: String, value: String) {
      self.source = source
      self.value = value
    }
  }

  /// A video; `url` is the page that shows it.
  public struct Trailer: Sendable {
    public var name: String
    public var url: String

    public init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// The total number of reviews, and the first of them, up to the number requested.
  public struct Reviews: Sendable {
    public var total = 0
    public var items: [Review] = []

    public init(total: Int = 0, items: [Review] = []) {
      self.total = total
      self.items = items
    }
  }

  public var movie: Movie
  /// The slogan.
  public var tagline: String?
  /// The production status in the catalog's words, such as `Released`.
  public var status: String?
  /// The movie's own website, `http` or `https`.
  public var homepage: String?
  /// Names in English.
  public var languages: [String] = []
  /// Names in English.
  public var countries: [String] = []
  public var companies: [Company] = []
  /// In billing order.
  public var castMembers: [CastMember] = []
  /// Directors first.
  public var crewMembers: [CrewMember] = []
  public var ratings: [SourceRating] = []
  /// The best first.
  public var trailers: [Trailer] = []
  /// The age rating of one country, such as `PG-13`.
  public var certification: String?
  /// Awards and nominations, as a sentence.
  public var awards: String?
  public var reviews = Reviews()
  /// The first of the similar movies.
  public var recommendations: [Movie] = []
  /// The logged-in user's rating, 0.5 to 10.
  public var myRating: Double?
  /// The text that the source requires its users to show.
  public var attribution: String?
  /// Whether the detail is from an earlier answer, because the catalog cannot be reached.
  public var isStale = false

  /// A detail with the data of the movie itself, including its people. A catalog that knows more about them replaces
  /// `castMembers` and `crewMembers`.
  public init(movie: Movie) {
    self.movie = movie
    castMembers = movie.cast.map { CastMember(name: $0) }
    crewMembers = movie.directors.map { CrewMember(name: $0, job: "Director") }
  }
}
