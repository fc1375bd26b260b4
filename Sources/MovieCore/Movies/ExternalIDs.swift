/// A movie's ids on other sites.
public struct ExternalIDs: JSONObject, Hashable, Sendable {
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

  public static var schema: JSONSchema { shared("ExternalIds", "A movie's ids on other sites.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.optional("imdb", .string, "The IMDb id, such as `tt6751668`.") { $0.imdb }
    field.optional("tmdb", .string, "The number at The Movie Database.") { $0.tmdb }
    field.optional("wikidata", .string, "The Wikidata id, such as `Q61448040`.") { $0.wikidata }
    field.optional("facebook", .string, "The name of the Facebook page.") { $0.facebook }
    field.optional("instagram", .string, "The name of the Instagram account.") { $0.instagram }
    field.optional("twitter", .string, "The name of the Twitter account.") { $0.twitter }
  }
}
