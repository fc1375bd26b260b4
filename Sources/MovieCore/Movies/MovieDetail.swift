/// Everything that a catalog knows about one movie.
public struct MovieDetail: Sendable {
  /// A production company.
  public struct Company: Sendable {
    /// The display name.
    public var name: String
    /// The URL of an image; nil if the catalog has none.
    public var logoUrl: String?

    /// - Parameter logoUrl: nil if the catalog has none.
    public init(name: String, logoUrl: String? = nil) {
      self.name = name
      self.logoUrl = logoUrl
    }
  }

  /// An actor in the movie.
  public struct CastMember: Sendable {
    /// The actor's name.
    public var name: String
    /// The actor's id; nil if the catalog has none.
    public var personId: PersonID?
    /// The name of the character; nil if unknown.
    public var character: String?
    /// The URL of a photo of the actor; nil if the catalog has none.
    public var profileUrl: String?

    /// - Parameter character: nil if unknown.
    public init(name: String, personId: PersonID? = nil, character: String? = nil, profileUrl: String? = nil) {
      self.name = name
      self.personId = personId
      self.character = character
      self.profileUrl = profileUrl
    }
  }

  /// One job of a member of the crew. A person with two jobs is listed twice.
  public struct CrewMember: Sendable {
    /// The person's name.
    public var name: String
    /// The person's id; nil if the catalog has none.
    public var personId: PersonID?
    /// In English, such as `Director`.
    public var job: String
    /// The department in English, such as `Writing`; nil if unknown.
    public var department: String?

    /// - Parameter job: in English, whatever the language of the rest.
    public init(name: String, personId: PersonID? = nil, job: String, department: String? = nil) {
      self.name = name
      self.personId = personId
      self.job = job
      self.department = department
    }
  }

  /// A rating by another source.
  public struct SourceRating: Sendable {
    /// The display name of the source.
    public var source: String
    /// The rating on the source's scale: `7.4/10`, `93%`.
    public var value: String

    /// - Parameter value: text, because every source has its own scale.
    public init(source: String, value: String) {
      self.source = source
      self.value = value
    }
  }

  /// A video about the movie.
  public struct Trailer: Hashable, Sendable {
    /// The kind of a video. Raw values are wire names; best first.
    public enum Kind: String, CaseIterable, Sendable {
      case trailer, teaser, clip, featurette, behindTheScenes, spot
    }

    /// The title of the video.
    public var name: String
    /// The URL of the page that plays the video.
    public var url: String
    /// The kind of the video.
    public var kind: Kind
    /// The code of its language, such as `ko`; nil if it has none.
    public var language: String?
    /// Whether the makers of the movie have published it; nil if unknown.
    public var isOfficial: Bool?
    /// The time of publication, in ISO 8601.
    public var publishedAt: String?

    /// - Parameter url: of a page, not of a video file.
    public init(name: String, url: String, kind: Kind) {
      self.name = name
      self.url = url
      self.kind = kind
    }
  }

  /// The collection that a movie is part of.
  public struct CollectionLink: Hashable, Sendable {
    /// Identifies the collection in requests.
    public var id: CollectionID
    /// The display name.
    public var name: String

    /// - Parameter name: not empty.
    public init(id: CollectionID, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The first reviews of the movie.
  public struct Reviews: Sendable {
    /// The number of reviews that the catalog has.
    public var total = 0
    /// At most as many as requested.
    public var items: [Review] = []

    /// - Parameter total: of the catalog, not of `items`.
    public init(total: Int = 0, items: [Review] = []) {
      self.total = total
      self.items = items
    }
  }

  /// The data that lists show too.
  public var movie: Movie
  /// The slogan.
  public var tagline: String?
  /// The production status in the catalog's words, such as `Released`.
  public var status: String?
  /// The movie's own website, `http` or `https`.
  public var homepage: String?
  /// The names of the spoken languages, in the requested language if the catalog has them, else in English.
  public var languages: [String] = []
  /// The names of the countries of production, in the requested language if the catalog has them, else in English.
  public var countries: [String] = []
  /// The countries that the movie comes from, by their codes of ISO 3166-1.
  public var originCountries: [String] = []
  /// The production companies.
  public var companies: [Company] = []
  /// The actors, in billing order.
  public var castMembers: [CastMember] = []
  /// The crew: directors, writers, producers, photography, editors, composers, then by department.
  public var crewMembers: [CrewMember] = []
  /// The ratings by other sources.
  public var ratings: [SourceRating] = []
  /// The trailers and other videos, best first.
  public var trailers: [Trailer] = []
  /// The releases in all countries, in order of their dates.
  public var releases: [Release] = []
  /// The age rating in the user's country, such as `PG-13`.
  public var certification: String?
  /// The country of `certification`.
  public var certificationCountry: String?
  /// The collection that the movie is part of.
  public var collection: CollectionLink?
  /// Words that describe the movie, in English.
  public var keywords: [String] = []
  /// In US dollars.
  public var budget: Int?
  /// The receipts in US dollars.
  public var revenue: Int?
  /// The services that show the movie in the user's country.
  public var whereToWatch: WhereToWatch?
  /// The ids on other sites.
  public var externalIds: ExternalIDs
  /// Awards and nominations, as a sentence.
  public var awards: String?
  /// The first reviews; `Catalog.reviews` has them all.
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
    externalIds = ExternalIDs(imdb: movie.imdbId)
    castMembers = movie.cast.map { CastMember(name: $0) }
    crewMembers = movie.directors.map { CrewMember(name: $0, job: "Director", department: Department.directing) }
  }
}
