/// Everything that a catalog knows about one movie.
public struct MovieDetail: JSONObject, Sendable {
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
  /// What the user keeps about the film; nil if that is nothing. Catalogs leave it out.
  public var entry: LibraryEntry?
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

  /// The members besides those of `movie` and the `recommendations`, which say whether a movie is a favorite.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.optional("tagline", .string, "The tagline.") { $0.tagline }
    field.optional("status", .string, "The production status, in the catalog's words, such as `Released`.", \.status)
    field.optional("homepage", .uri, "The URL of the movie's own site.") { $0.homepage }
    field.required(
      "languages", .strings, "The names of the spoken languages, in English unless the catalog translates them."
    ) { $0.languages }
    field.required(
      "countries", .strings, "The names of the countries of production, in English unless the catalog translates them."
    ) { $0.countries }
    field.required("originCountries", .strings, "The countries that the movie comes from, as codes of ISO 3166-1.") {
      $0.originCountries
    }
    field.required("companies", .array(of: Company.schema), "The production companies.") { $0.companies }
    field.required("castMembers", .array(of: CastMember.schema), "The actors, in billing order.") { $0.castMembers }
    field.required("crewMembers", .array(of: CrewMember.schema), "The crew, in order of rank.") { $0.crewMembers }
    field.required("ratings", .array(of: SourceRating.schema), "Ratings by other sources.") { $0.ratings }
    field.required("trailers", .array(of: Trailer.schema), "The trailers and other videos, best first.") { $0.trailers }
    field.required(
      "releases", .array(of: Release.schema), "The releases in all countries, in order of their dates.", \.releases)
    field.optional("certification", .string, "The age rating in the user's country, such as `PG-13`.", \.certification)
    field.optional("certificationCountry", .string, "The country of `certification`, as a code of ISO 3166-1.") {
      $0.certificationCountry
    }
    field.optional(
      "whereToWatch", WhereToWatch.schema, "The services that show the movie in the user's country.", \.whereToWatch)
    field.optional("collection", CollectionLink.schema, "The collection that the movie is part of.") { $0.collection }
    field.required("keywords", .strings, "Words that describe the movie, in English.") { $0.keywords }
    field.optional("budget", .count, "The budget in US dollars.") { $0.budget }
    field.optional("revenue", .count, "The receipts in US dollars.") { $0.revenue }
    field.required("externalIds", ExternalIDs.schema, "The ids on other sites.") { $0.externalIds }
    field.optional("awards", .string, "Awards and nominations, in one sentence.") { $0.awards }
    field.required("reviews", Reviews.schema, "The first reviews.") { $0.reviews }
    field.optional("myRating", .userRating, "The user's rating: that of the library, else that of the account.") {
      $0.entry?.ratingTenths.map { Double($0) / 10 } ?? $0.myRating
    }
    field.optional("attribution", .string, "A notice that clients must show to the user.") { $0.attribution }
    field.stale { $0.isStale }
  }
}
