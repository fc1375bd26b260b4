import Concurrency
import HTTP
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct SecretTests {
  typealias Service = TestSupport.Upstream.Service

  /// Counts its calls, and fails until it is unlocked.
  private final class Vault: Sendable {
    private let state = Mutex((count: 0, isLocked: true))

    var count: Int { state.withLock { $0.count } }

    func unlock() { state.withLock { $0.isLocked = false } }

    func secret<Value: Sendable>(_ value: Value) -> Secret<Value> {
      Secret(source: []) { [self] in
        let isLocked = state.withLock { state in
          state.count += 1
          return state.isLocked
        }
        guard !isLocked else { throw MovieError(.catalogNotConfigured, "The vault is locked.") }
        return value
      }
    }
  }

  private func catalog(_ service: Service, _ base: String, _ vault: Vault) -> any Catalog {
    let http = CurlTransport.patient()
    switch service {
    case .tmdb: return TMDBCatalog(http: http, base: base, key: vault.secret("0123456789abcdef0123456789abcdef"))
    case .omdb: return OMDbCatalog(http: http, key: vault.secret("0badcafe"), base: base)
    case .naver:
      return NaverCatalog(http: http, base: base, key: vault.secret(["client-of-tests", "secret-of-tests"]))
    }
  }

  @Test(arguments: [Service.tmdb, .omdb, .naver])
  func `only the first request fetches the key, and nothing is sent without a key`(_ service: Service)
    async throws
  {
    let upstream = try TestSupport.Upstream(service)
    let vault = Vault()
    let catalog = catalog(service, upstream.baseURL, vault)
    _ = catalog.info
    #expect(vault.count == 0)

    func search() async throws -> MovieBatch {
      try await catalog.batch(of: .search(SearchQuery(text: "okja")), at: 0, count: 10)
    }
    let error = await #expect(throws: MovieError.self) { try await search() }
    #expect(error?.reason == .catalogNotConfigured)
    #expect(try upstream.log().requests.isEmpty)

    vault.unlock()
    let attempts = vault.count
    _ = try await search()
    _ = try await search()
    #expect(try upstream.log().requests.count >= 2)
    #expect(vault.count == attempts + 1)
  }

  @Test
  func `waiting callers share one fetch, which continues after one of them leaves`() async throws {
    let gate = SharedTask<String>()
    let count = Mutex(0)
    let secret = Secret(source: []) {
      count.withLock { $0 += 1 }
      return try await gate.value()
    }
    let left = Task.immediate { try await secret.value() }
    let stays = Task.immediate { try await secret.value() }
    left.cancel()
    await #expect(throws: CancellationError.self) { try await left.value }
    gate.resolve(.success("the-key"))
    #expect(try await stays.value == "the-key")
    #expect(try await secret.value() == "the-key")
    #expect(count.withLock { $0 } == 1)
    #expect(!"\(secret) \(String(reflecting: secret))".contains("the-key"))
  }
}
