import CLinux
import FavoritesStore
import JSONRPC
import LocalCatalog
import MovieAPI
import MovieCore
import Platform
import Transcripts

extension Subcommand {
  /// The composition root: reads the configuration, assembles the server, and serves until the client leaves.
  static let serve = Subcommand(
    name: "serve", summary: "serve a client on stdin and stdout (the default)",
    options: Setting.all.map(\.option) + [stdioOption, clientProcessOption],
    notes: """
      Each option can also be set by a variable (MOVIE_SERVER_DATA_DIR for --data-dir)
      or in the configuration file ("dataDir").

      Example:
        echo '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"okja"}}' |
          movie-server

      """
  ) { arguments throws(UsageError) in
    CoreDumps.disable()
    let environment = try Environment.variables()
    let configuration = try Configuration(given: arguments.options, environment: environment)
    let clientProcess = try arguments.number(clientProcessOption.flag, 1...Int(Int32.max))
    try serve(configuration, environment, clientProcess: clientProcess)
  }

  // Client frameworks for LSP, such as vscode-languageclient, add these two to every server's arguments.
  private static let stdioOption = Option(flag: "--stdio", placeholder: nil, help: "ignored; clients for LSP add it")
  private static let clientProcessOption = Option(
    flag: "--clientProcessId", placeholder: "N", help: "exit when this process exits")

  private static func serve(
    _ configuration: Configuration, _ environment: [String: String], clientProcess: Int?
  ) throws(UsageError) -> Never {
    #if os(Linux)
      linux_release_large_blocks()
    #endif
    let log = try Log(level: configuration.logLevel, file: configuration.logFile)
    for notice in Configuration.unknownVariables(in: environment) { log(.info, notice) }
    let keys = CatalogKeys(configuration, environment: environment) { log(.error, $0) }
    if let failure = keys.fileFailure { log(.error, failure) }
    let online = CatalogFactory(configuration, keys, log: log)
    let catalogs = try catalogs(online, default: configuration.catalog)
    if let failure = catalogs.failure(of: catalogs.defaultName) { log(.info, failure.message) }
    let output = try StandardStreams.reserveOutput()

    let shutdown = ShutdownCoordinator(log: log)
    Signals.handleTermination { shutdown.drainAndExit(reason: "received a signal") }
    let recorder: Recorder? =
      if let path = configuration.recordFile {
        try recorder(path: path) { log(.error, "cannot record the session: \($0)") }
      } else {
        nil
      }
    // The runtime's timers take their descriptors when they are first used. Without any, the runtime ends the process.
    if !online.catalogs.isEmpty { Task.detached { try? await Task.sleep(for: .milliseconds(1)) } }
    let notifier = Notifier(isSilent: configuration.isSilent)
    let favorites = FavoritesStore(directory: configuration.paths.data)
    let session = ClientSession(
      catalogs: catalogs, favorites: favorites, posters: online.posters,
      syncsFavorites: configuration.online.syncsFavorites,
      // A request of the client may take several to a service, which has a time limit for each.
      timeLimit: .milliseconds(2 * configuration.online.timeoutMilliseconds), clock: ContinuousClock(),
      push: { event in
        if case .favoritesChanged(let change) = event { log(.debug, change.logText) }
        return notifier.push(event)
      })
    let server = MovieService.ServerInfo(name: "movie-server", version: Main.version) { process in
      do {
        try ParentProcessMonitor.watch(process) { shutdown.drainAndExit(reason: "the client's process has exited") }
      } catch {
        log(.error, "only the end of the input ends this process, not that of process \(process): \(error)")
      }
    }
    let service = MovieService(session: session, notifier: notifier, server: server, log: log.writer(.debug))
    let connection = Connection(
      input: STDIN_FILENO, output: output, limits: configuration.limits, handler: service, observer: recorder,
      onOutputClosed: { shutdown.exit(status: 0, reason: "the output is closed") })
    notifier.connect(connection.notify)
    shutdown.attach(
      ShutdownCoordinator.Components(
        connection: connection, session: session, favorites: favorites, recorder: recorder))
    if let clientProcess { server.followProcess(clientProcess) }

    log(.info, "serving the catalog \(catalogs.defaultName), favorites in \(configuration.paths.data)")
    switch connection.run() {
    case .orderly: shutdown.exit(status: 0, reason: "the input has ended")
    case .exitWithoutShutdown: shutdown.exit(status: 1, reason: "received exit without shutdown")
    case .inputFailed(let code):
      log(.error, "cannot read from the client: \(String(cString: strerror(code)))")
      shutdown.exit(status: 1, reason: "the input has failed")
    }
  }

  private static func catalogs(_ online: CatalogFactory, default name: String?) throws(UsageError) -> Catalogs {
    do {
      return try Catalogs(
        online.catalogs + [BuiltinCatalog()] + online.byNameOnly, default: name, unavailable: online.unavailable)
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
