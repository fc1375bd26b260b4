import JSON
import JSONRPC
import MovieCore

/// `star`: makes a movie a favorite, durably, with its data.
enum Star {
  static let id = Parameter.optionalMovieID("id", "The movie; its catalog gives its data.")
  static let movie = Parameter.optionalJSON(
    "movie", "The movie with its data as the client has it, instead of `id`.",
    .shared(
      "MovieData", "A movie as a client hands it over.",
      MovieResult.dataMembers.map { member in
        switch member.name {
        case "id": member
        case "title": .required("title", .string(minLength: 1), member.summary)
        default: member.optional
        }
      }))

  static let method = Method(
    "star", "Makes a movie a favorite and keeps its data.", [id, movie],
    errors: .ofCatalogs + .failures(.movieNotFound, .storageFailed), result: StarResult.schema,
    examples: [
      Example(
        "A movie of the catalog", ["id": "builtin:tt0364569"],
        result: [
          "id": "builtin:tt0364569", "isFavorite": true, "changed": true, "revision": 1,
          "starredAt": "2026-01-31T12:00:00.000Z",
        ]),
      Example(
        "A movie of one's own", ["movie": ["id": "mine:1", "title": "Home video"]],
        result: [
          "id": "mine:1", "isFavorite": true, "changed": true, "revision": 2, "starredAt": "2026-01-31T12:00:01.000Z",
        ]),
    ]
  ) { call in
    let id = try call(id)
    let starring: ClientSession.StarTarget
    if let json = try call(movie) {
      let movie = try Movie(json: json, path: "movie")
      try movie.check(path: "movie")
      starring = .movie(movie)
    } else if let id {
      starring = .id(id)
    } else {
      throw RPCError.invalidParams("One of the members id and movie must be there.", field: "id")
    }
    return StarResult(isFavorite: true, outcome: try await call.session.star(starring))
  }
}

/// `unstar`: makes a movie a favorite no more.
enum Unstar {
  static let id = Parameter.movieID("id", "The movie.")

  static let method = Method(
    "unstar", "Makes a movie a favorite no more.", [id], errors: .failures(.storageFailed), result: StarResult.schema,
    examples: [
      Example(
        "Not after all", ["id": "builtin:tt0364569"],
        result: ["id": "builtin:tt0364569", "isFavorite": false, "changed": true, "revision": 3])
    ]
  ) { call in
    let id = try call(id)
    return StarResult(isFavorite: false, outcome: try await call.session.unstar(id))
  }
}

/// What became of a star.
struct StarResult: JSONEncodable {
  var isFavorite: Bool
  var outcome: StarOutcome

  func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("id", outcome.id.description)
      object.member("isFavorite", isFavorite)
      object.member("changed", outcome.changed)
      object.member("revision", outcome.revision)
      object.member("starredAt", outcome.starredAt)
    }
  }

  static var schema: JSONSchema {
    .shared(
      "Star", "What became of a star.",
      [
        .required("id", .movieID, "The movie, as it is kept: its catalog may have another id for it than was given."),
        .required("isFavorite", .boolean, "Whether it is a favorite now."),
        .required("changed", .boolean, "Whether it was not so already."),
        .required("revision", .count, "The favorites' revision."),
        .optional("starredAt", .dateTime, "When it was starred."),
      ])
  }
}
