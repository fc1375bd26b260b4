import JSON
import MovieCore

/// `genres`: the genres of a catalog.
enum Genres {
  static let catalog = Parameter("catalog", .text, "The name of the catalog.").optional

  static let method = Method(
    "genres", "Returns the genres of a catalog.", details: "`discover` takes their ids and their names.",
    [catalog, LanguageTag.parameter],
    errors: .ofCatalogs
  ) { call in
    let (catalog, language) = (try call(catalog), try call.language())
    let genres = try await call.session.genres(catalog: catalog, language: language, context: call.context)
    return GenresResult(genres: genres)
  }
}

private struct GenresResult: JSONObject {
  var genres: [Genre]

  static var schema: JSONSchema { shared("Genres", "The genres of a catalog.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("genres", .array(of: Genre.schema), "All genres.") { $0.genres }
  }
}
