import Concurrency
import HTTP
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite("TMDB with answers that are kept", .serialized)
struct TMDBOfflineTests {
  private let folder = TemporaryFolder()
  private let date = Mutex(1_700_000_000)

  private func world() throws -> TMDBWorld {
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFile = folder.file("http.sqlite")
    configuration.clock = HTTPClock(date: { [date] in date.withLock { $0 } })
    return try TMDBWorld(http: HTTPClient(configuration))
  }

  @Test("What was asked for a moment ago is not asked for again")
  func fresh() async throws {
    let world = try world()
    for _ in 1...2 {
      _ = try await world.search("parasite", in: "ko-KR")
      _ = try await world.detail("496243", in: "ko-KR")
      _ = try await world.catalog.reviews(of: world.id("496243"), page: 1, language: "ko-KR")
    }
    let requests = try world.upstream.log().requests
    #expect(Set(requests.map(\.target)).count == requests.count)
  }

  @Test("When TMDB is gone, what is kept answers, marked as stale")
  func stale() async throws {
    let world = try world()
    #expect(try await !world.search("parasite").isStale)
    #expect(try await !world.detail("496243").isStale)
    let reviews = try await world.catalog.reviews(of: world.id("496243"), page: 1, language: nil)
    #expect(!reviews.isStale)
    // Longer than TMDB lets its answers stand for themselves.
    date.withLock { $0 += 86_400 }
    world.upstream.stop()
    let batch = try await world.search("parasite")
    #expect(batch.isStale)
    #expect(batch.movies.map(\.title) == ["Parasite"])
    let detail = try await world.detail("496243")
    #expect(detail.isStale)
    #expect(detail.reviews.items.count == 3)
    #expect(try await world.catalog.reviews(of: world.id("496243"), page: 1, language: nil).isStale)
    let error = await #expect(throws: MovieError.self) { try await world.search("oldboy") }
    #expect(error?.reason == .upstreamUnreachable)
  }
}
