import JSON
import JSONRPC
import MovieCore

/// `star`: adds a movie with its data to the favorites, durably.
enum Star {
  static let id = Parameter("id", .movieID, "The id of the movie; its catalog provides the data.").optional
  static let movie = Parameter("movie", .json(movieSchema), "The movie with its data, instead of `id`.").optional

  private static var movieSchema: JSONSchema {
    let properties = Movie.properties.map { member in
      JSONSchema.Property(
        member.name, isRequired: ["id", "title"].contains(member.name),
        member.name == "title" ? .string(minLength: 1) : member.schema, member.summary)
    }
    return .shared("MovieData", "The data of a movie that a client sends.", properties)
  }

  static let method = Method(
    "star", "Adds a movie to the favorites and stores its data.",
    details:
      "Give `id`, or `movie` with data of your own. It is answered when the change is on the disk; a repetition does nothing.",
    [id, movie],
    errors: .ofCatalogs + .failures(.movieNotFound, .storageFailed)
  ) { call in
    guard let target = try call.filmTarget() else {
      throw RPCError.invalidParams("One of the members id and movie is required.", field: "id")
    }
    return StarResult(isFavorite: true, outcome: try await call.session.star(target))
  }
}

/// `unstar`: removes a movie from the favorites.
enum Unstar {
  static let id = Parameter("id", .movieID, "The id of the movie.")

  static let method = Method(
    "unstar", "Removes a movie from the favorites.",
    details: "It is answered when the change is on the disk, and changes nothing if the movie is not a favorite.", [id],
    errors: .failures(.storageFailed)
  ) { call in
    let id = try call(id)
    return StarResult(isFavorite: false, outcome: try await call.session.unstar(id))
  }
}

/// The outcome of `star` and `unstar`.
private struct StarResult: JSONObject {
  var isFavorite: Bool
  var outcome: StarOutcome

  static var schema: JSONSchema { shared("Star", "The outcome of `star` or `unstar`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The id under which the movie is stored, which may differ from the requested id.") {
      $0.outcome.id
    }
    field.required("isFavorite", .boolean, "Whether the movie is a favorite now.") { $0.isFavorite }
    field.required("changed", .boolean, "Whether the request changed anything.") { $0.outcome.changed }
    field.required("revision", .count, "The revision of the favorites.") { $0.outcome.revision }
    field.optional("starredAt", .dateTime, "The time at which the movie was starred.") { $0.outcome.starredAt }
  }
}
