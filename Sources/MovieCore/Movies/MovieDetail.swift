/// All that a catalog tells about one movie.
public struct MovieDetail: Sendable {
  /// A company that produced it.
  public struct Company: Sendable {
    public var name: String
    public var logoUrl: String?

    public init(name: String, logoUrl: String? = nil) {
      self.name = name
      self.logoUrl = logoUrl
    }
  }

  /// Somebody who plays in it; `character` is whom, and `profileUrl` a picture of the actor.
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

  /// Somebody who made it; `job` is in English, such as `Director`. Two jobs make two of them.
  public struct CrewMember: Sendable {
    public var name: String
    public var job: String

    public init(name: String, job: String) {
      self.name = name
      self.job = job
    }
  }

  /// What some source makes of the movie, in the source's own scale: `7.4/10`, `93%`.
  public struct SourceRating: Sendable {
    public var source: String
    public var value: String

    public init(source: String, value: String) {
      self.source = source
      self.value = value
    }
  }

  /// A video; `url` is the page to watch it at.
  public struct Trailer: Sendable {
    public var name: String
    public var url: String

    public init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// How many reviews there are in all, and the first of them, as many as were asked for at most.
  public struct Reviews: Sendable {
    public var total = 0
    public var items: [Review] = []

    public init(total: Int = 0, items: [Review] = []) {
      self.total = total
      self.items = items
    }
  }

  public var movie: Movie
  /// Its slogan.
  public var tagline: String?
  /// Whether it is out, in the catalog's words, such as `Released`.
  public var status: String?
  /// Its own page, `http` or `https`.
  public var homepage: String?
  /// Names in English.
  public var languages: [String] = []
  /// Names in English.
  public var countries: [String] = []
  public var companies: [Company] = []
  /// As they are billed.
  public var castMembers: [CastMember] = []
  /// Directors first.
  public var crewMembers: [CrewMember] = []
  public var ratings: [SourceRating] = []
  /// The best one first.
  public var trailers: [Trailer] = []
  /// For whom it is fit, by one country's scale, such as `PG-13`.
  public var certification: String?
  /// Prizes and nominations, in a sentence.
  public var awards: String?
  public var reviews = Reviews()
  /// The first of the movies like this one.
  public var recommendations: [Movie] = []
  /// 0.5 to 10, by the user who is logged in.
  public var myRating: Double?
  /// What the source asks its users to show.
  public var attribution: String?
  /// Kept from an earlier time, because the catalog cannot be reached.
  public var isStale = false

  /// What the movie itself tells, people too. A catalog that knows more of them says so in their place.
  public init(movie: Movie) {
    self.movie = movie
    castMembers = movie.cast.map { CastMember(name: $0) }
    crewMembers = movie.directors.map { CrewMember(name: $0, job: "Director") }
  }
}
