import Concurrency
import HTTP
import JSON
import MovieCore

/// Naver's movie search: films by their Korean and original titles, their directors and actors.
///
/// It knows no details: a movie is what a search told of it, and is known for as long as the process remembers that.
public struct NaverCatalog: Catalog {
  /// The first half of its movies' ids, whose second is the code in Naver's address of the film, where it has one.
  public static let name = NaverService.name

  private let service: NaverService
  private let seen = RecentCache<MovieID, Movie>(generationSize: 1_000)

  /// - Parameters:
  ///   - base: a service that speaks as Naver's did, to which `/movie.json` is added. There is no default: Naver's own
  ///     has ended.
  ///   - client: nil where the service asks for none.
  public init(http: any HTTPTransport, base: String, client: Secret<NaverClient>? = nil) {
    service = NaverService(http: http, base: base, client: client)
  }

  /// What there is to say of the catalog where no service is configured for it.
  public static func discontinued() -> MovieError { NaverService.discontinued() }

  public var info: CatalogInfo {
    CatalogInfo(
      name: Self.name, title: "Naver 영화", capabilities: [.search, .detail, .poster], attribution: "Naver (네이버 영화)")
  }

  public func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
    switch listing {
    case .search(let query): return try await search(query, at: cursor, count: count)
    case .section: throw MovieError.unsupported("home", by: Self.name)
    case .recommendations: throw MovieError.unsupported("recommendations", by: Self.name)
    }
  }

  /// How many rows of a search can be had.
  private static let reachable = NaverService.lastStart + NaverService.mostRows - 1

  /// - Parameter cursor: how many rows came before.
  private func search(_ query: SearchQuery, at cursor: Int, count: Int) async throws -> MovieBatch {
    // The last rows are reached from the last start only: what stands before them comes again, and is left out.
    let start = min(cursor + 1, NaverService.lastStart)
    let skipped = cursor + 1 - start
    let display = min(count + skipped, NaverService.mostRows)
    let (json, isStale) = try await service.search(query, start: start, display: display)
    guard let items = json["items"]?.array else {
      throw service.upstream.invalidResponse("the answer to the search has no rows")
    }
    let rows = items.dropFirst(skipped).filter { if case .object = $0 { true } else { false } }
    var batch = MovieBatch(movies: rows.compactMap { NaverRow($0).movie }, total: 0, next: nil)
    try service.upstream.checkRows(items.dropFirst(skipped).count, readable: batch.movies.count)
    let next = start - 1 + items.count
    let total = json["total"]?.wholeNumber.map { max($0, 0) }
    batch.total = min(total ?? next, Self.reachable)
    batch.totalIsExact = total == batch.total
    // Of a total that is not told, a full answer is a sign that there is more.
    let hasMore = total.map { next < min($0, Self.reachable) } ?? (items.count >= display && next < Self.reachable)
    batch.next = hasMore && next > cursor ? next : nil
    batch.isStale = isStale
    seen.add(batch.movies.map { ($0.id, $0) })
    return batch
  }

  public func movie(_ id: MovieID, language: String?) async throws -> Movie {
    guard let movie = seen[id] else {
      throw MovieError(
        .unsupportedByCatalog,
        """
        The catalog naver tells of movies only in a search, and none of this process has found \(id.native.prefix(40)). \
        Search for the movie's title first.
        """, catalog: Self.name)
    }
    return movie
  }

  public func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
    var detail = MovieDetail(movie: try await movie(id, language: language))
    detail.attribution = info.attribution
    return detail
  }

  /// How wide all of Naver's pictures are, in pixels.
  private static let pictureWidth = 110

  public func picture(at url: String, width: Int) async throws -> Picture {
    Picture(url: url, width: Self.pictureWidth, catalog: Self.name)
  }
}
