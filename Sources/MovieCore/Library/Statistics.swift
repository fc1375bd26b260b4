/// The counts of what was viewed in a span of days.
public struct Statistics: Sendable {
  /// A month, a weekday, a genre or the like.
  public struct Group: JSONObject, Hashable, Sendable {
    /// `2026-11`, `monday`, `1990s`, or the name.
    public var name: String
    /// The number of viewings.
    public var viewings: Int
    /// The number of films.
    public var films: Int

    /// A group.
    public init(name: String, viewings: Int, films: Int) {
      (self.name, self.viewings, self.films) = (name, viewings, films)
    }

    public static var schema: JSONSchema { shared("StatisticsGroup", "The viewings of one month, genre or the like.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The month, the genre or the like.") { $0.name }
      field.required("viewings", .count, "The number of viewings.") { $0.viewings }
      field.required("films", .count, "The number of films.") { $0.films }
    }
  }

  /// A person of the films.
  public struct Person: JSONObject, Hashable, Sendable {
    /// The name.
    public var name: String
    /// The id in a catalog that knows one person with this name.
    public var personId: PersonID?
    /// The number of films.
    public var films: Int
    /// The mean of the user's ratings of these films, 0.5 to 10.
    public var meanRating: Double?

    /// A person.
    public init(name: String, films: Int, meanRating: Double?) {
      (self.name, self.films, self.meanRating) = (name, films, meanRating)
    }

    public static var schema: JSONSchema { shared("StatisticsPerson", "A person of films that were viewed.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name.") { $0.name }
      field.optional("personId", .movieID, "The person's id in a catalog, for `person`.") { $0.personId }
      field.required("films", .count, "The number of films.") { $0.films }
      field.optional("meanRating", .rating, "The mean of the user's ratings of these films.") { $0.meanRating }
    }
  }

  /// The number of films that have a rating.
  public struct RatingCount: JSONObject, Hashable, Sendable {
    /// The rating, 0.5 to 10.
    public var rating: Double
    /// The number of films.
    public var films: Int

    /// A number of films.
    public init(rating: Double, films: Int) { (self.rating, self.films) = (rating, films) }

    public static var schema: JSONSchema { shared("RatingCount", "The number of films with a rating.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("rating", .userRating, "The rating.") { $0.rating }
      field.required("films", .count, "The number of films.") { $0.films }
    }
  }

  /// The number of viewings.
  public var viewings = 0
  /// The number of films that were viewed.
  public var films = 0
  /// The running time of the viewings, in minutes, as far as it is known.
  public var minutes = 0
  /// The number of viewings of films that had been seen before.
  public var rewatches = 0
  /// By month, `YYYY-MM`, in order.
  public var byMonth: [Group] = []
  /// By weekday, `monday` first.
  public var byWeekday: [Group] = []
  /// By decade of release, `1990s`, in order.
  public var byDecade: [Group] = []
  /// By genre, the most viewings first.
  public var byGenre: [Group] = []
  /// By country of origin, the most viewings first.
  public var byCountry: [Group] = []
  /// By original language, the most viewings first.
  public var byLanguage: [Group] = []
  /// The directors of the most films.
  public var directors: [Person] = []
  /// The actors in the most films.
  public var actors: [Person] = []
  /// The ratings of the films, in order.
  public var ratings: [RatingCount] = []
  /// The first film that was viewed.
  public var first: ListedEntry?
  /// The last film that was viewed.
  public var last: ListedEntry?

  /// Nothing was viewed.
  public init() {}
}
