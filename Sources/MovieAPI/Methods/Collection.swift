import JSON
import MovieCore

/// `collection`: movies that belong together.
enum GetCollection {
  static let id = Parameter<CollectionID>("id", .catalogID(of: "collection"), "The id of the collection.")

  static let method = Method(
    "collection", "Returns the movies of a collection, such as a trilogy, in order of release.",
    details: "The id is from the `collection` of `detail`. An unknown id is `invalidParams`.",
    [id, LanguageTag.parameter], errors: .ofCatalogs
  ) { call in
    let id = try call(id)
    let language = try call.language()
    let collection = try await call.session.collection(id, language: language, context: call.context)
    return CollectionResult(collection: collection, session: call.session)
  }
}

private struct CollectionResult: JSONObject {
  var collection: Indirect<MovieCollection>
  var session: ClientSession

  static var schema: JSONSchema { shared("Collection", "Movies that belong together.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.collection.value }
    field.required("items", .array(of: MovieResult.schema), "The movies, in order of release.") {
      $0.session.results($0.collection.items)
    }
  }
}
