import JSON
import LibraryStore
import MovieCore
import TestSupport
import Testing

@testable import JSONRPC
@testable import MovieAPI

/// Every parameter of the methods for discovering, people and collections, with values of every kind.
struct DiscoverParameterTests {
  private struct Films: Catalog {
    let info = CatalogInfo(name: "x", title: "X", capabilities: [.discover, .people, .collections])

    func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
      MovieBatch(movies: [], total: 0, next: nil)
    }

    func movie(_ id: MovieID, language: String?) async throws -> Movie { throw MovieError.movieNotFound(id) }

    func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
      throw MovieError.movieNotFound(id)
    }

    func people(_ query: String, limit: Int, language: String?) async throws -> People { People([]) }

    func person(_ id: PersonID, language: String?) async throws -> Person { Person(id: id, name: "A") }

    func collection(_ id: CollectionID, language: String?) async throws -> MovieCollection {
      MovieCollection(id: id, name: "A")
    }
  }

  private static let methods = [Discover.method, SearchPeople.method, GetPerson.method, GetCollection.method]

  /// Values at the bounds of all types, and beyond them.
  private static let values: [JSON] = [
    true, false, 0, 1, -1, 20, 50, 51, 100, 101, 1869, 1870, 2200, 2201, 100_000, 100_001, 1_000_000_000, 1_000_000_001,
    .number("9007199254740991"), .number("9007199254740992"), .number("0.5"), .number("-0.1"), 10, .number("10.1"),
    .number("1e400"), "", "  ", "x", "ko", "KR", "kor", "korea", "k1", "한국", "x:1", "x:", ":1", "X:1", "x:a b",
    "popularity", "rating", "releaseDate", "title", "random", "RANDOM", "asc", "desc", "down", [], ["x"], ["x", 1],
    ["x", " "], [["x"]], [.null], ["a": 1], [:],
  ]

  /// The members that a request needs besides the one that is checked.
  private static func others(_ method: Method, _ name: String) -> [JSON.Member] {
    switch (method.name, name) {
    case ("people", let name) where name != "query": [JSON.Member("query", "x")]
    case ("person", "language"), ("collection", "language"): [JSON.Member("id", "x:1")]
    case ("discover", "seed"): [JSON.Member("sort", "random")]
    default: []
    }
  }

  @Test func `a parameter takes what its schema allows, and any other value is an error with its name`() async throws {
    let folder = TemporaryFolder()
    let favorites = LibraryStore(directory: folder.path)
    defer { favorites.close(milliseconds: 5_000) }
    let session = ClientSession(
      catalogs: try Catalogs([Films()]), favorites: favorites, timeLimit: TimeLimit(clock: ContinuousClock())
    ) {
      _ in true
    }
    let service = MovieService(
      session: session, methods: .movies, notifier: Notifier(.movies),
      server: .init(name: "test", version: "0", followProcess: { _ in }))
    let validator = SchemaValidator(document: [:])
    for method in Self.methods {
      for parameter in method.parameters {
        for value in Self.values {
          let params = Params(Self.others(method, parameter.name) + [JSON.Member(parameter.name, value)])
          var failure: String?
          do {
            _ = try await service.answer(Request(id: RequestID(.integer(1)), method: method.name, params: params))
          } catch let error as RPCError {
            let field = error.details.first { $0.name == "field" }?.value.string
            failure = [error.reason, field].compactMap(\.self).joined(separator: " ")
          }
          let isAllowed = validator.faults(of: value, against: parameter.property.schema.json).isEmpty
          let expected = isAllowed ? nil : "invalidParams \(parameter.name)"
          // An unknown catalog is an error of its own.
          if isAllowed, failure == "catalogUnknown" { continue }
          #expect(failure == expected, "\(method.name) \(parameter.name) \(value.jsonText)")
        }
      }
    }
  }
}
