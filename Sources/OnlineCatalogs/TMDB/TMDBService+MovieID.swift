extension TMDBService {
  /// Whether it is a number of TMDB's, to be checked before a path: the service resolves `..` after decoding it.
  static func isNumber(_ native: String) -> Bool {
    let digits = native.utf8
    return (1...10).contains(digits.count) && digits.first != 0x30 && digits.allSatisfy { $0.isASCIIDigit }
  }

  /// The movie's number. The service looks it up if the id is one of IMDb's.
  func number(of id: MovieID) async throws -> String {
    if Self.isNumber(id.native) { return id.native }
    guard let film = id.film, let found = try await self.id(of: film) else { throw MovieError.movieNotFound(id) }
    return found.native
  }

  /// The movies with an id that `IMDbID` accepts, as rows of a list: one, or none.
  func rows(ofIMDb id: String, _ language: TMDBLanguage? = nil) async throws -> [JSON] {
    let query = [HTTPRequest.Field("external_source", "imdb_id")] + (language?.query(withRegion: false) ?? [])
    guard let rows = try await get("/find/\(id)", query).json["movie_results"]?.array else {
      throw upstream.invalidResponse("a search for an id has no list of movies")
    }
    try upstream.checkRows(rows.count, readable: rows.count { TMDBDecoder.number($0) != nil })
    return rows
  }
}

extension TMDBService: FilmLookup {
  func id(of film: IMDbID) async throws -> MovieID? {
    let rows = try await rows(ofIMDb: film.description)
    return rows.lazy.compactMap(TMDBDecoder.number).first.map { MovieID(catalog: Self.name, native: String($0)) }
  }

  func film(of id: MovieID) async throws -> IMDbID? {
    guard Self.isNumber(id.native) else { throw MovieError.movieNotFound(id) }
    let ids = try await get("/movie/\(id.native)/external_ids", about: id).json
    guard TMDBDecoder.number(ids) != nil else { throw upstream.invalidResponse("a movie's ids have no number") }
    return ids["imdb_id"]?.text.flatMap { IMDbID($0) }
  }
}
