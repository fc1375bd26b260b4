/// The Open Movie Database, which finds films by the words of their English titles. Lists have only the title, the year
/// and the poster; the rest is in the detail.
struct OMDbCatalog: Catalog {
  /// The first half of its movies' ids. The second half is IMDb's id: `omdb:tt6751668`.
  static let name = OMDbService.name

  /// Required by OMDb's license.
  static let attribution = """
    Data from the OMDb API (https://www.omdbapi.com/), under CC BY-NC 4.0 \
    (https://creativecommons.org/licenses/by-nc/4.0/). Not endorsed by or affiliated with IMDb.com.
    """

  let service: OMDbService

  init(http: any HTTPTransport, key: Secret<String>, base: String? = nil) {
    service = OMDbService(http: http, base: base ?? OMDbService.defaultBase, key: key)
  }

  var largestAnswerBytes: Int { Upstream.largestAnswerBytes }

  var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "OMDb", capabilities: [.search, .detail, .poster], attribution: Self.attribution)
  }

  func unlock() async throws { try await service.unlock() }

  /// OMDb knows nearly all of IMDb's titles.
  func localID(of film: IMDbID) -> MovieID? { MovieID(catalog: Self.name, native: film.description) }

  func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    guard case .search(let query) = listing else { throw MovieError.unsupported("this list", by: Self.name) }
    return try await search(query, at: cursor, count: count)
  }

  func movie(_ id: MovieID, language: String?) async throws -> Movie { try await title(id.native).title.movie }

  func currentMovie(_ id: MovieID, language: String?) async throws -> Movie {
    try await title(id.native, isCurrent: true).title.movie
  }

  func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    let (title, isStale) = try await title(id.native)
    var detail = title.detail(country: TMDBLanguage(language).country)
    detail.isStale = isStale
    return detail
  }

  /// The ratings of a movie of any catalog; throws `movieNotFound` also if the id is not one of IMDb's.
  func ratings(imdbId: String) async throws -> OMDbRatings {
    let title = try await title(imdbId).title
    return OMDbRatings(ratings: title.ratings, awards: title.awards)
  }

  func picture(at url: String, width: Int) async throws -> Picture { OMDbPoster.picture(at: url, width: width) }

  private func title(_ id: String, isCurrent: Bool = false) async throws -> (title: OMDbTitle, isStale: Bool) {
    let (json, isStale) = try await service.title(id, isCurrent: isCurrent)
    let title = OMDbTitle(json, id: id)
    guard title.name != nil else { throw service.upstream.invalidResponse("the title has no name") }
    return (title, isStale)
  }
}

extension CatalogProvider {
  static let omdb: CatalogProvider = CatalogProvider(
    name: OMDbService.name, title: "OMDb", keyPage: "https://www.omdbapi.com/apikey.aspx",
    keyParts: [
      KeyPart(
        name: "key", variables: ["OMDB_API_KEY"], form: "8 or more letters and digits",
        hasForm: { $0.utf8.count >= 8 && $0.utf8.allSatisfy { $0.isASCIIAlphanumeric } })
    ],
    defaultBaseURL: OMDbService.defaultBase
  ) { setup throws(MovieError) in
    OMDbCatalog(http: setup.http, key: try setup.requiredKey(of: .omdb), base: setup.baseURL(of: .omdb))
  }
}

struct OMDbRatings: Sendable {
  /// Includes IMDb's; empty if OMDb has none.
  var ratings: [MovieDetail.SourceRating] = []
  var awards: String?
}
