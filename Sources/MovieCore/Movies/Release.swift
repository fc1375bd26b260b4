/// A release of a movie in one country.
public struct Release: JSONObject, Hashable, Sendable {
  /// The kind of a release. Raw values are wire names.
  public enum Kind: String, CaseIterable, Sendable { case premiere, limited, theatrical, digital, physical, tv }

  /// ISO 3166-1, in capitals.
  public var country: String
  /// How the movie was released.
  public var kind: Kind
  /// The day, `YYYY-MM-DD`.
  public var date: String
  /// The age rating of the country; nil if unknown.
  public var certification: String?
  /// More about the release, such as a festival or a service.
  public var note: String?

  /// - Parameter date: `YYYY-MM-DD`.
  public init(country: String, kind: Kind, date: String, certification: String? = nil, note: String? = nil) {
    (self.country, self.kind, self.date, self.certification, self.note) = (country, kind, date, certification, note)
  }

  public static var schema: JSONSchema { shared("Release", "A release of a movie in one country.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("country", .string, "The country, as a code of ISO 3166-1.") { $0.country }
    field.required("kind", .oneOf(Kind.self), "The kind of the release.") { $0.kind.rawValue }
    field.required("date", .date, "The day of the release.") { $0.date }
    field.optional("certification", .string, "The age rating, such as `PG-13`.") { $0.certification }
    field.optional("note", .string, "More about the release, such as the name of a festival.") { $0.note }
  }
}

/// The services that show a movie in one country.
public struct WhereToWatch: JSONObject, Hashable, Sendable {
  /// A service.
  public struct Provider: JSONObject, Hashable, Sendable {
    /// The display name.
    public var name: String
    /// The URL of an image; nil if the catalog has none.
    public var logoUrl: String?

    /// - Parameter logoUrl: nil if the catalog has none.
    public init(name: String, logoUrl: String? = nil) { (self.name, self.logoUrl) = (name, logoUrl) }

    public static var schema: JSONSchema { shared("Provider", "A service that shows movies.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("name", .string, "The name of the service.") { $0.name }
      field.optional("logoUrl", .uri, "The URL of the service's logo.") { $0.logoUrl }
    }
  }

  /// ISO 3166-1, in capitals.
  public var country: String
  /// The URL of a page with links to the services.
  public var link: String?
  /// Services with a subscription.
  public var stream: [Provider] = []
  /// Services without a price.
  public var free: [Provider] = []
  /// Services without a price that show advertisements.
  public var ads: [Provider] = []
  /// Services that rent the movie.
  public var rent: [Provider] = []
  /// Services that sell the movie.
  public var buy: [Provider] = []
  /// The text that the source of this data requires its users to show.
  public var attribution: String

  /// - Parameter country: ISO 3166-1, in capitals.
  public init(country: String, attribution: String) { (self.country, self.attribution) = (country, attribution) }

  /// The services of all kinds.
  public var providers: [Provider] { stream + free + ads + rent + buy }

  public static var schema: JSONSchema {
    shared("WhereToWatch", "The services that show a movie in one country, best known first.")
  }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("country", .string, "The country, as a code of ISO 3166-1.") { $0.country }
    field.optional("link", .uri, "The URL of a page with links to the services.") { $0.link }
    field.required("stream", .array(of: Provider.schema), "Services with a subscription.") { $0.stream }
    field.required("free", .array(of: Provider.schema), "Services without a price.") { $0.free }
    field.required("ads", .array(of: Provider.schema), "Services without a price that show advertisements.") { $0.ads }
    field.required("rent", .array(of: Provider.schema), "Services that rent the movie.") { $0.rent }
    field.required("buy", .array(of: Provider.schema), "Services that sell the movie.") { $0.buy }
    field.required("attribution", .string, "A notice that clients must show with this data.") { $0.attribution }
  }
}
