import Concurrency
import FavoritesStore
import IMDbCatalog
import LocalCatalog
import MovieAPI
import MovieCore
import OnlineCatalogs
import Platform

/// The parts of a server that do not depend on how its client is connected: `serve` connects one by pipes, and the
/// commands for people call the service in their own process.
struct ServerParts {
  let configuration: Configuration
  let log: Log
  let catalogs: Catalogs
  let favorites: FavoritesStore
  private let posters: any Posters

  /// Starts no thread and opens no file but the log.
  init(_ configuration: Configuration, _ environment: [String: String]) throws(UsageError) {
    self.configuration = configuration
    let log = try Log(level: configuration.logLevel, file: configuration.logFile)
    self.log = log
    for notice in Configuration.unknownVariables(in: environment) { log(.info, notice) }
    let keys = CatalogKeys(configuration, environment: environment) { log(.error, $0) }
    if let failure = keys.fileFailure { log(.error, failure) }
    let online = CatalogFactory(configuration, keys, log: log)
    posters = online.posters
    NewCatalogFile.removeAbandoned(for: configuration.paths.imdb)
    let all = online.catalogs + [IMDbCatalog(path: configuration.paths.imdb), BuiltinCatalog()]
    catalogs = try Self.catalogs(all, default: configuration.catalog, unavailable: online.unavailable)
    if let failure = catalogs.failure(of: catalogs.defaultName) { log(.info, failure.message) }
    favorites = FavoritesStore(directory: configuration.paths.data) { [catalogs] film in
      catalogs.all.compactMap { $0.localID(of: film) }
    }
  }

  /// Connects the parts. May be called once, because the session observes the favorites.
  ///
  /// - Parameter followProcess: see `MovieService.ServerInfo`.
  func service(_ notifier: Notifier, followProcess: @escaping @Sendable (Int) -> Void) -> MovieService {
    let session = ClientSession(
      catalogs: catalogs, favorites: favorites, posters: posters,
      syncsFavorites: configuration.online.syncsFavorites,
      // A request of the client may take several to a service, which has a time limit for each.
      timeLimit: .milliseconds(2 * configuration.online.timeoutMilliseconds), clock: SystemClock(),
      push: { [log] event in
        if case .favoritesChanged(let change) = event { log(.debug, change.logText) }
        return notifier.push(event)
      })
    let server = MovieService.ServerInfo(
      name: "movie-server", version: Main.version, followProcess: followProcess)
    return MovieService(session: session, notifier: notifier, server: server, log: log.writer(.debug))
  }

  private static func catalogs(
    _ all: [any Catalog], default name: String?, unavailable: [String: MovieError]
  ) throws(UsageError) -> Catalogs {
    let sorted = Configuration.catalogs.compactMap { name in all.first { $0.info.name == name } }
    do {
      return try Catalogs(sorted, default: name, unavailable: unavailable)
    } catch {
      // A usage error has no full stop.
      throw UsageError(message: error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message)
    }
  }
}

extension FavoritesChange {
  /// A line for the log.
  fileprivate var logText: String {
    func list(_ name: String, _ ids: [String]) -> String {
      guard !ids.isEmpty else { return "" }
      return ", \(name) \(ids.prefix(5).joined(separator: " "))\(ids.count > 5 ? " and \(ids.count - 5) more" : "")"
    }
    return "favorites: revision \(previousRevision) to \(state.revision), origin \(origin.rawValue)"
      + ", \(state.total) in all" + list("added", added.map(\.id.description))
      + list("updated", updated.map(\.id.description))
      + list("removed", removed.map(\.description))
  }
}
