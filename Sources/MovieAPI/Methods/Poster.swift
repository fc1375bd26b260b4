import JSON
import JSONRPC
import MovieCore

/// `poster`: an image as a file in the cache folder.
enum Poster {
  static let id = Parameter("id", .movieID, "The id of the movie.").optional
  static let url = Parameter("url", .text, "An image URL that this server has returned, instead of `id`.").optional
  static let width = Parameter("width", .integer(in: 1...4000), "The minimum width in pixels.").default(342)

  static let method = Method(
    "poster", "Downloads a movie's poster into the cache folder and returns the path of the file.",
    details:
      "Give `id`, or a URL that the server has returned. The smallest size that is at least `width` is downloaded.",
    [id, url, width],
    errors: .ofCatalogs + .failures(.movieNotFound, .posterUnavailable, .storageFailed)
  ) { call in
    let source: ClientSession.PosterSource
    let width = try call(width)
    let url = try call(url)
    if let id = try call(id) {
      source = .id(id)
    } else if let url {
      source = .url(url)
    } else {
      throw RPCError.invalidParams("One of the members id and url is required.", field: "id")
    }
    return try await call.session.poster(source, width: width, context: call.context)
  }
}
