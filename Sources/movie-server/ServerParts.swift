import LibraryStore
import LocalCatalog
import MovieAPI
import OnlineCatalogs

/// The parts of a server that do not depend on how its client is connected: `serve` connects one by pipes, and the
/// commands for people call the service in their own process.
struct ServerParts {
  let configuration: Configuration
  let log: Log
  let catalogs: Catalogs
  let favorites: LibraryStore
  let methods = MethodTable.movies
  private let posters: any Posters

  /// Starts no thread and opens no file but the log.
  init(_ configuration: Configuration, _ environment: [String: String]) throws(UsageError) {
    self.configuration = configuration
    let log = try Log(level: configuration.logLevel, file: configuration.logFile)
    self.log = log
    for notice in Configuration.unknownVariables(in: environment) { log(.info, notice) }
    for warning in configuration.warnings { log(.error, warning) }
    let keys = CatalogKeys(configuration, environment: environment) { log(.error, $0) }
    if let failure = keys.fileFailure { log(.error, failure) }
    let online = CatalogFactory(configuration, keys, log: log)
    posters = online.posters
    NewCatalogFile.removeAbandoned(for: configuration.paths.imdb)
    let all = online.catalogs + [LocalCatalog.imdb(path: configuration.paths.imdb), LocalCatalog.builtin]
    catalogs = try Self.catalogs(all, default: configuration.catalog, unavailable: online.unavailable)
    if let failure = catalogs.failure(of: catalogs.defaultName) { log(.info, failure.message) }
    favorites = LibraryStore(directory: configuration.paths.data) { [catalogs] film in
      catalogs.all.compactMap { $0.localID(of: film) }
    }
  }

  /// Connects the parts. May be called once, because the session observes the favorites.
  func service(
    _ notifier: Notifier, followProcess: @escaping @Sendable (Int) -> Void,
    push: @escaping @Sendable (any Event) -> Bool
  ) -> MovieService {
    let session = ClientSession(
      catalogs: catalogs, favorites: favorites, posters: posters, syncsFavorites: configuration.online.syncsFavorites,
      // A request of the client may take several to a service, which has a time limit for each.
      timeLimit: TimeLimit(.milliseconds(2 * configuration.online.timeoutMilliseconds), clock: SystemClock()),
      push: { [log] event in
        if let change = event as? FavoritesChange { log(.debug, change.logText) }
        return push(event)
      })
    session.configure { $0.language = configuration.language }
    let server = MovieService.ServerInfo(
      name: "movie-server", version: Main.version, hint: { [catalogs] in Self.hint(catalogs, Sentences(language: $0)) },
      followProcess: followProcess)
    return MovieService(session: session, methods: methods, notifier: notifier, server: server, log: log.writer(.debug))
  }

  /// How to find more films than the built-in ones; nil if another catalog is there.
  private static func hint(_ catalogs: Catalogs, _ say: Sentences) -> String? {
    guard catalogs.defaultName == LocalCatalog.builtinName, catalogs.available.count == 1 else { return nil }
    let provider = CatalogProvider.all[0]
    return say(
      """
      Only {count} built-in films are searched. For all films, get a free key at {page} and run “movie-server auth \
      {name}”, or run “movie-server import imdb DIR” with IMDb's files.
      """,
      [
        "count": .string(grouped(LocalCatalog.builtinCount)), "page": .string(provider.keyPage ?? ""),
        "name": .string(provider.name),
      ])
  }

  private static func catalogs(
    _ all: [any Catalog], default name: String?, unavailable: [String: MovieError]
  ) throws(UsageError) -> Catalogs {
    let sorted = Configuration.catalogs.compactMap { name in all.first { $0.info.name == name } }
    do {
      return try Catalogs(sorted, default: name, unavailable: unavailable)
    } catch { throw UsageError(error.message) }
  }
}

extension FavoritesChange {
  fileprivate var logText: String {
    "favorites: revision \(previousRevision) to \(state.revision), origin \(origin.rawValue), \(state.total) in all, "
      + "\(added.count) added, \(updated.count) updated, \(removed.count) removed"
  }
}
