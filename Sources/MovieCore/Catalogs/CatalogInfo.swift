/// Something with a display name in several languages.
public protocol Titled {
  /// The display name, in English.
  var title: String { get set }
  /// The display names in other languages, by ISO 639-1 code.
  var translations: [String: String] { get }
}

extension Titled {
  /// The same with its title in a language, a BCP 47 tag such as `ko-KR`; unchanged if there is no translation.
  public func localized(in language: String?) -> Self {
    var localized = self
    localized.title = language.flatMap { translations[$0.languageCode] } ?? title
    return localized
  }
}

/// The description of a catalog, which never changes while the process runs.
public struct CatalogInfo: JSONObject, Titled, Sendable {
  /// The first part of its movies' ids.
  public var name: String
  public var title: String
  public var translations: [String: String]
  /// In the order in which `initialize` lists them.
  public var capabilities: [Capability]
  /// The text that the source requires its users to show.
  public var attribution: String?

  /// - Parameter name: lowercase letters and digits, as `MovieID` requires.
  public init(
    name: String, title: String, translations: [String: String] = [:], capabilities: [Capability],
    attribution: String? = nil
  ) {
    (self.name, self.title, self.translations) = (name, title, translations)
    (self.capabilities, self.attribution) = (capabilities, attribution)
  }

  public static var schema: JSONSchema { shared("Catalog", "A source of movies.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name of the catalog, with which the ids of its movies begin.") { $0.name }
    field.required("title", .string, "The display name of the catalog.") { $0.title }
    field.required("capabilities", .array(of: .oneOf(Capability.self)), "The features that the catalog supports.") {
      $0.capabilities.map(\.rawValue)
    }
    field.optional("attribution", .string, "A notice that clients must show to the user.") { $0.attribution }
  }
}

/// An ability of a catalog, named after the method that needs it and that otherwise fails with `unsupportedByCatalog`.
/// `people` is also needed for `person`, and `collections` for `collection`. `favoritesSync` is not a method: it means
/// that favorites can be synchronized with those of the account.
public enum Capability: String, CaseIterable, Sendable {
  case search, home, genres, discover, detail, reviews, recommendations, people, collections, poster, login, rate
  case favoritesSync
}

/// One of a catalog's own lists, such as popular movies.
public struct HomeSection: JSONObject, Titled, Hashable, Sendable {
  /// The list's name is `home:` followed by this name.
  public var name: String
  public var title: String
  public var translations: [String: String]

  /// - Parameter name: unique within the catalog.
  public init(name: String, title: String, translations: [String: String] = [:]) {
    (self.name, self.title, self.translations) = (name, title, translations)
  }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("section", .string, "The name of the section.") { $0.name }
    field.required("title", .string, "The display name of the section.") { $0.title }
  }
}

/// A genre of a catalog.
public struct Genre: JSONObject, Hashable, Sendable {
  /// Defined by the catalog; has no meaning in other catalogs.
  public var id: String
  /// The display name.
  public var name: String
  /// The number of the catalog's movies that have it; nil if the catalog does not tell.
  public var count: Int?

  /// - Parameter id: unique within the catalog.
  public init(id: String, name: String, count: Int? = nil) { (self.id, self.name, self.count) = (id, name, count) }

  public static var schema: JSONSchema { shared("Genre", "A genre of a catalog.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .string, "The genre's id in the catalog.") { $0.id }
    field.required("name", .string, "The display name of the genre.") { $0.name }
    field.optional("count", .count, "The number of movies of the genre; absent if the catalog does not tell.", \.count)
  }
}
