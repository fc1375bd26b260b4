/// A release of a movie in one country.
public struct Release: Hashable, Sendable {
  /// The kind of a release. Raw values are wire names.
  public enum Kind: String, CaseIterable, Sendable {
    case premiere, limited, theatrical, digital, physical, tv
  }

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

  /// - Parameters:
  ///   - country: ISO 3166-1, in capitals.
  ///   - date: `YYYY-MM-DD`.
  public init(country: String, kind: Kind, date: String, certification: String? = nil, note: String? = nil) {
    self.country = country
    self.kind = kind
    self.date = date
    self.certification = certification
    self.note = note
  }
}

/// The services that show a movie in one country.
public struct WhereToWatch: Hashable, Sendable {
  /// A service.
  public struct Provider: Hashable, Sendable {
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
  public init(country: String, attribution: String) {
    self.country = country
    self.attribution = attribution
  }

  /// The services of all kinds.
  public var providers: [Provider] { stream + free + ads + rent + buy }
}
