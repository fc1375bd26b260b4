/// A movie's ids on other sites.
public struct ExternalIDs: Hashable, Sendable {
  /// Such as `tt6751668`.
  public var imdb: String?
  /// The number at The Movie Database.
  public var tmdb: String?
  /// Such as `Q61448040`.
  public var wikidata: String?
  /// The name of the page.
  public var facebook: String?
  /// The name of the account.
  public var instagram: String?
  /// The name of the account.
  public var twitter: String?

  /// - Parameter imdb: nil if unknown.
  public init(imdb: String? = nil) { self.imdb = imdb }
}
