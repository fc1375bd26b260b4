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
    "poster", "Fetches a movie's poster into the cache and tells where it is.", [id, url, width]
  ) { call in
    let source: Session.PosterSource
    let width = try call(width)
    let url = try call(url)
    if let id = try call(id) {
      source = .id(id)
    } else if let url {
      source = .url(url)
    } else {
      throw RPCError.invalidParams("One of the members id and url must be there.", field: "id")
    }
    let file = try await call.session.poster(source, width: width, request: call.requestID)
    return Record { result in
      result.member("path", file.path)
      result.member("width", file.width)
      result.member("bytes", file.bytes)
      result.member("mimeType", file.mimeType)
    }
  }
}
