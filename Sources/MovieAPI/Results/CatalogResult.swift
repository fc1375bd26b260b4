import JSON
import MovieCore

extension CatalogInfo: JSONObject {
  /// Published as `Catalog`.
  public static var schema: JSONSchema { shared("Catalog", "A source of movies.") }

  /// An item of `catalogs` in the result of `initialize`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("name", .string, "The name of the catalog, with which the ids of its movies begin.") { $0.name }
    field.required("title", .string, "The display name of the catalog.") { $0.title }
    field.required("capabilities", .array(of: .oneOf(Capability.self)), "The features that the catalog supports.") {
      $0.capabilities.map(\.rawValue)
    }
    field.optional("attribution", .string, "A notice that clients must show to the user.") { $0.attribution }
  }
}

extension HomeSection: JSONObject {
  /// The first members of a section in the result of `home`; its page or error follows.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("section", .string, "The name of the section.") { $0.name }
    field.required("title", .string, "The display name of the section.") { $0.title }
  }
}

extension Genre: JSONObject {
  /// Published as `Genre`.
  public static var schema: JSONSchema { shared("Genre", "A genre of a catalog.") }

  /// An item of the result of `genres`.
  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .string, "The genre's id in the catalog.") { $0.id }
    field.required("name", .string, "The display name of the genre.") { $0.name }
    field.optional("count", .count, "The number of movies of the genre; absent if the catalog does not tell.") {
      $0.count
    }
  }
}
