import Concurrency
import HTTP
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

@Suite(.serialized)
struct TMDBOfflineTests {
  private let folder = TemporaryFolder()
  private let date = Mutex(1_700_000_000)

  private func fixture() throws -> TMDBFixture {
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFolder = folder.file("responses")
    configuration.clock = HTTPClock(date: { [date] in date.withLock { $0 } })
    return try TMDBFixture(http: HTTPClient(configuration))
  }

  @Test
  func `a recent response is not requested again`() async throws {
    let fixture = try fixture()
    for _ in 1...2 {
      _ = try await fixture.search("parasite", in: "ko-KR")
      _ = try await fixture.detail("496243", in: "ko-KR")
      _ = try await fixture.catalog.reviews(of: fixture.id("496243"), page: 1, language: "ko-KR")
    }
    let requests = try fixture.upstream.log().requests
    #expect(Set(requests.map(\.target)).count == requests.count)
  }

  @Test
  func `cached responses are used and marked as stale while TMDB is unreachable`() async throws {
    let fixture = try fixture()
    #expect(try await !fixture.search("parasite").isStale)
    #expect(try await !fixture.detail("496243").isStale)
    let reviews = try await fixture.catalog.reviews(of: fixture.id("496243"), page: 1, language: nil)
    #expect(!reviews.isStale)
    // Longer than the lifetime of TMDB's responses.
    date.withLock { $0 += 86_400 }
    fixture.upstream.stop()
    let batch = try await fixture.search("parasite")
    #expect(batch.isStale)
    #expect(batch.movies.map(\.title) == ["Parasite"])
    let detail = try await fixture.detail("496243")
    #expect(detail.isStale)
    #expect(detail.reviews.items.count == 3)
    #expect(try await fixture.catalog.reviews(of: fixture.id("496243"), page: 1, language: nil).isStale)
    let error = await #expect(throws: MovieError.self) { try await fixture.search("oldboy") }
    #expect(error?.reason == .upstreamUnreachable)
  }
}
