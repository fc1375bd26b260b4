import CLinux
import FavoritesStore
import JSONRPC
import LocalCatalog
import MovieAPI
import MovieCore
import Platform
import Transcripts

extension Subcommand {
  /// The composition root: reads the configuration, puts the parts together, and serves until the client is gone.
  static let serve = Subcommand(
    name: "serve", summary: "serve a client on stdin and stdout; so it does without a subcommand",
    options: Setting.all.map(\.option),
    notes: """
      Each option can also be set by a variable (MOVIE_SERVER_DATA_DIR for --data-dir)
      or in the configuration file ("dataDir").

      try it:
        echo '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"parasite"}}' | movie-server

      """
  ) { arguments throws(UsageError) in
    let environment = Environment.variables
    let configuration = try Configuration(
      given: arguments.options, environment: environment, readFile: Environment.readFile)
    try serve(configuration, environment)
  }

  private static func serve(_ configuration: Configuration, _ environment: [String: String]) throws(UsageError) -> Never
  {
    #if os(Linux)
      linux_keep_no_large_blocks()
    #endif
    let log = try Log(level: configuration.logLevel, file: configuration.logFile)
    for notice in Configuration.unknownVariables(in: environment) { log(.info, notice) }
    let keys = CatalogKeys(configuration, environment: environment) { log(.error, $0) }
    if let failure = keys.fileFailure { log(.error, failure) }
    let online = CatalogFactory(configuration, keys)
    let catalogs: Catalogs
    do {
      catalogs = try Catalogs(
        online.catalogs + [BuiltinCatalog()] + online.apart, default: configuration.catalog,
        unavailable: online.unavailable)
    } catch {
      // It goes on, and so has no full stop.
      throw UsageError(message: error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message)
    }
    // Nothing but messages reaches the client: a stray print goes to stderr.
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { throw UsageError(message: "stdout is closed") }
    dup2(STDERR_FILENO, STDOUT_FILENO)

    let ending = ShutdownCoordinator(log: log)
    Signals.take { ending.drain("a signal has come") }
    let recorder: Recorder? =
      if let path = configuration.recordFile {
        try recorder(path: path) { log(.error, "the session cannot be recorded: \($0)") }
      } else {
        nil
      }
    let notifier = Notifier(isSilent: configuration.isSilent)
    let pictures = KnownImageURLs()
    let favorites = FavoritesStore(directory: configuration.dataDirectory) { change in
      pictures.add(change.added + change.updated)
      notifier.push(.favoritesChanged(change))
    }
    let session = ClientSession(
      catalogs: catalogs, favorites: favorites, posters: online.posters, handedOut: pictures,
      syncsFavorites: configuration.online.syncsFavorites, clock: ContinuousClock(), push: notifier.push)
    let server = MovieService.ServerInfo(name: "movie-server", version: Main.version) { process in
      ParentWatch.follow(process) { ending.drain("the client's process is gone") }
    }
    let service = MovieService(session: session, notifier: notifier, server: server)
    let connection = Connection(
      input: STDIN_FILENO, output: output, limits: configuration.limits, handler: service, observer: recorder,
      onOutputClosed: { ending.end(status: 0, "the client has closed its end") })
    notifier.connect(connection.notify)
    ending.attach(
      ShutdownCoordinator.Parts(connection: connection, session: session, favorites: favorites, recorder: recorder))

    log(.info, "serving the catalog \(catalogs.defaultName), favorites in \(configuration.dataDirectory)")
    switch connection.run() {
    case .orderly: ending.end(status: 0, "the input has ended")
    case .exitWithoutShutdown: ending.end(status: 1, "exit came without shutdown")
    }
  }
}
