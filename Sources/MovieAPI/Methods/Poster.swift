import JSON
import JSONRPC
import MovieCore

/// `poster`: a picture as a file in the cache.
enum Poster {
  static let id = Parameter.optionalMovieID("id", "The movie whose poster is wanted.")
  static let url = Parameter.optionalText("url", "A picture's address as this server gave it, instead of `id`.")
  static let width = Parameter.integer(
    "width", "The smallest width that serves, in pixels.", in: 1...4000, default: 342)

  static let method = Method(
    "poster", "Fetches a movie's poster into the cache and tells where it is.", [id, url, width],
    errors: .ofCatalogs + .failures(.movieNotFound, .storageFailed), result: result,
    examples: [
      Example(
        "At least 300 pixels wide", ["id": "tmdb:496243", "width": 300],
        result: [
          "path": "/home/me/.cache/movie-server/posters/0b5a.jpg", "width": 342, "bytes": 23456,
          "mimeType": "image/jpeg",
        ], needs: "tmdb")
    ]
  ) { call in
    let source: ClientSession.PosterSource
    let width = try call(width)
    let url = try call(url)
    if let id = try call(id) {
      source = .id(id)
    } else if let url {
      source = .url(url)
    } else {
      throw RPCError.invalidParams("One of the members id and url must be there.", field: "id")
    }
    let file = try await call.session.poster(source, width: width, activity: call.activity)
    return Record { result in
      result.member("path", file.path)
      result.member("width", file.width)
      result.member("bytes", file.bytes)
      result.member("mimeType", file.mimeType)
    }
  }
  private static var result: JSONSchema {
    .shared(
      "Poster", "A picture as a file.",
      [
        .required("path", .string, "The absolute path of the file, in the cache folder."),
        .optional("width", .integer(in: 1...Int.max), "In pixels, where it is known."),
        .required("bytes", .count, "How long the file is."),
        .required("mimeType", .string, "As `image/jpeg`."),
      ])
  }
}
