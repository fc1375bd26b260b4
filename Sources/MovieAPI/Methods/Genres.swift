import JSON
import MovieCore

/// `genres`: the genres a catalog knows.
enum Genres {
  static let catalog = Parameter.optionalText("catalog", "The catalog whose genres are wanted.")
  static let language = Parameter.optionalText("language", "The language of the names, as `ko` or `ko-KR`.")

  static let method = Method(
    "genres", "Gives a catalog's genres.", [catalog, language], errors: .ofCatalogs, result: result,
    examples: [
      Example(
        "In Korean", ["language": "ko"],
        result: ["genres": [["id": "action", "name": "액션"], ["id": "adventure", "name": "모험"]]], isAbridged: true)
    ]
  ) { call in
    let catalog = try call(catalog)
    let language = try call(language).flatMap(LanguageTag.tag)
    let genres = try await call.session.genres(catalog: catalog, language: language)
    return Record { result in
      result.name("genres")
      result.array { array in
        for genre in genres {
          array.object { object in
            object.member("id", genre.id)
            object.member("name", genre.name)
          }
        }
      }
    }
  }
  private static var result: JSONSchema {
    let genre = JSONSchema.shared(
      "Genre", "A genre of a catalog.",
      [.required("id", .string, "What the catalog calls it."), .required("name", .string, "Its name for people.")])
    return .shared("Genres", "A catalog's genres.", [.required("genres", .array(of: genre), "All of them.")])
  }
}
