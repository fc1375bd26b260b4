import HTTP
import JSON
import MovieCore
import Platform

extension TMDBService {
  /// Whether the second half of a movie's id is a number of TMDB's. Must be checked before the number is put into a
  /// path: the service resolves `..` after it has decoded the path.
  static func isMovieNumber(_ native: String) -> Bool {
    let digits = native.utf8
    return (1...10).contains(digits.count) && digits.first != 0x30 && digits.allSatisfy { $0.isASCIIDigit }
  }

  /// The movie's number. The service looks it up if the id is one of IMDb's.
  func number(of id: MovieID) async throws -> String {
    if Self.isMovieNumber(id.native) { return id.native }
    guard IMDbID.isID(id.native) else { throw MovieError.movieNotFound(id) }
    let source = HTTPRequest.Field("external_source", "imdb_id")
    let found = try await get("/find/\(id.native)", [source]).json["movie_results"]?.elements ?? []
    guard let number = found.lazy.compactMap(TMDBDecoder.number).first else { throw MovieError.movieNotFound(id) }
    return String(number)
  }
}
