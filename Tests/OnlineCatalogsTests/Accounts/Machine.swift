import Concurrency
import Foundation
import HTTP
import LibraryStore
import TestSupport
import Testing

@testable import MovieCore
@testable import OnlineCatalogs

typealias TMDBUpstream = TestSupport.Upstream

/// A process on a user's computer: TMDB over real HTTP, with its account, favorites and session.
final class Machine: Sendable {
  static let key = "0123456789abcdef0123456789abcdef"
  static let otherKey = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"

  let upstream: TMDBUpstream
  let account: TMDBAccount
  let session: ClientSession
  let store: LibraryStore
  let events = Observed<[any Event]>([])
  /// The last property, so that it is removed last: an account creates its folder again if it is missing.
  let folder: TemporaryFolder

  /// - Parameter folder: the data folder, which other processes can share.
  init(
    _ upstream: TMDBUpstream, folder: TemporaryFolder = TemporaryFolder(), key: String = key,
    syncsFavorites: Bool = false
  ) throws {
    self.folder = folder
    self.upstream = upstream
    // With all layers, because nothing of an account may come from a cache.
    var http = HTTPClient.Configuration.patient
    http.cacheFolder = folder.file("responses")
    let catalog = TMDBCatalog(
      http: HTTPClient(http), base: upstream.baseURL, key: Secret(key), accounts: (folder.path, "https://site.test"))
    guard let account = catalog.account as? TMDBAccount else { throw CancellationError() }
    self.account = account
    store = LibraryStore(directory: folder.path)
    session = ClientSession(
      catalogs: try Catalogs([catalog]), favorites: store, syncsFavorites: syncsFavorites,
      timeLimit: TimeLimit(clock: ContinuousClock())
    ) { [events] event in
      events.change { $0.append(event) }
      return true
    }
  }

  deinit {
    session.end()
    store.close(milliseconds: 5_000)
  }

  /// Logs in, with the user's approval.
  @discardableResult
  func logIn() async throws -> AccountState {
    let named = try session.account(nil)
    let approval = try await session.login(named)
    try upstream.decide(.approved, token: approval.requestToken)
    return try await session.completeLogin(named, requestToken: approval.requestToken).state
  }

  /// The users of all reported login states, in order.
  var told: [String?] { Self.told(events.value) }

  static func told(_ events: [any Event]) -> [String?] {
    events.compactMap { event in (event as? SessionChange).map { $0.state.user?.name }
    }
  }

  // MARK: Favorites

  /// The favorites on this computer.
  func starred() async throws -> Set<Int> {
    let query = LibraryQuery(sort: .starredAt, order: .asc, text: nil, limit: .max, offset: 0)
    return Set(try await store.list(query).uncancellableValue().items.compactMap { Int($0.movie.id.native) })
  }

  func star(_ number: Int) async throws { _ = try await session.star(.movie(movie(number))) }
  func unstar(_ number: Int) async throws { _ = try await session.unstar(movie(number).id) }

  /// The favorites, or another list, of the account at the service.
  func favorites(_ list: SyncedList = .favorites) async throws -> Set<Int> {
    Set(try await values(list).keys)
  }

  /// The values of a list of the account, by the numbers of the movies.
  func values(_ list: SyncedList) async throws -> [Int: Int] {
    let user = try #require(account.state.user)
    let listing = try await account.list(list)?.movies(of: user, language: nil, known: [MovieID("other:1")!: 1])
    return Dictionary((listing?.values ?? [:]).map { (Int($0.native) ?? 0, $1) }) { $1 }
  }

  func setFavorite(_ number: Int, _ isFavorite: Bool, on list: SyncedList = .favorites) async throws {
    try await set(number, isFavorite ? 1 : nil, on: list)
  }

  func set(_ number: Int, _ value: Int?, on list: SyncedList) async throws {
    try await account.list(list)?.set(movie(number).id, value, of: try #require(account.state.user))
  }

  /// Puts a movie on the watchlist of this computer, or takes it off.
  func watch(_ number: Int, _ isOn: Bool) async throws {
    var edit = MarkEdit()
    edit.watchlist = isOn
    _ = try await session.mark(.movie(movie(number)), edit)
  }

  /// Rates a movie here, in tenths.
  func rate(_ number: Int, _ tenths: Int?) async throws {
    _ = try await session.mark(.movie(movie(number)), SyncedList.ratings.edit(tenths))
  }

  /// The ratings of this computer, in tenths.
  func ratings() async throws -> [Int: Int] {
    let values = try await store.values(on: .ratings, in: "tmdb").uncancellableValue()
    return Dictionary(values.map { (Int($0.id.native) ?? 0, $0.value) }) { $1 }
  }

  /// The watchlist of this computer.
  func watchlist() async throws -> Set<Int> {
    Set(try await store.values(on: .watchlist, in: "tmdb").uncancellableValue().compactMap { Int($0.id.native) })
  }

  /// Waits until all queued jobs and a reconciliation are done.
  func sync() async throws {
    for sync in session.favoritesSyncs["tmdb"] ?? [] { try await sync.reconcile().uncancellableValue() }
  }
}

func movie(_ number: Int) -> Movie {
  Movie(id: MovieID(catalog: "tmdb", native: "\(number)"), title: "Movie \(number)")
}

/// The error with which the work failed; nil if it succeeded, or failed otherwise.
func failure(_ work: () async throws -> some Any) async -> MovieError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? MovieError
  }
}

func permissions(_ path: String) throws -> Int {
  let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
  return try #require((value as? NSNumber)?.intValue)
}
