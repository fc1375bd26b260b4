import HTTP
import JSON
import MovieCore
import Platform

/// TMDB's numbers of movies, as the second half of an id.
enum TMDBNumbers {
  /// Checked before it stands in a path: the service resolves `..` after it has decoded one.
  static func isNumber(_ native: String) -> Bool {
    let digits = native.utf8
    return (1...10).contains(digits.count) && digits.first != 0x30 && digits.allSatisfy { $0.isASCIIDigit }
  }
}

extension TMDBService {
  /// The movie's number; found by the service where the id is one of IMDb's.
  func number(of id: MovieID) async throws -> String {
    if TMDBNumbers.isNumber(id.native) { return id.native }
    guard IMDbID.isID(id.native) else { throw MovieError.movieNotFound(id) }
    let source = HTTPRequest.Field("external_source", "imdb_id")
    let found =
      try await about(nil) { try await get("/find/\(id.native)", [source]).json }["movie_results"]?.elements ?? []
    guard let number = found.lazy.compactMap(TMDBDecoder.number).first else { throw MovieError.movieNotFound(id) }
    return String(number)
  }
}
