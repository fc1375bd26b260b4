import HTTP
import LibraryStore
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct NaverFavoriteTests {
  /// A process's session with the catalog, and favorites in a folder that outlives the process.
  private struct Process {
    let session: ClientSession
    let favorites: LibraryStore

    init(_ upstream: TestSupport.Upstream, _ folder: TemporaryFolder) throws {
      let catalog = NaverCatalog(
        http: .patient(), base: upstream.baseURL,
        key: Secret(NaverFixture.key, source: []))
      favorites = LibraryStore(directory: folder.path)
      session = ClientSession(
        catalogs: try Catalogs([catalog]), favorites: favorites, timeLimit: TimeLimit(clock: ContinuousClock())
      ) { _ in
        true
      }
    }

    func end() { favorites.close(milliseconds: 5_000) }
  }

  @Test func `a starred movie has a detail even in a process that has not found it`() async throws {
    let upstream = try TestSupport.Upstream(.naver)
    let folder = TemporaryFolder()
    let first = try Process(upstream, folder)
    let page = try await first.session.search(
      SearchQuery(text: "기생충"), list: "search", catalog: nil, limit: 20, debounce: nil)
    let movie = try #require(page.items.first)
    _ = try await first.session.star(.id(movie.id))
    first.end()

    let second = try Process(upstream, folder)
    defer { second.end() }
    let detail = try await second.session.detail(movie.id, reviews: 3)
    #expect(detail.movie == movie)
    #expect(detail.isStale)
    let other = MovieID(catalog: "naver", native: "1")
    #expect(
      await failure { try await second.session.detail(other, reviews: 3) }?.reason
        == .unsupportedByCatalog)
  }
}
