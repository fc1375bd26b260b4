import CLinux
import Transcripts

enum StdioServer {
  struct Endpoint {
    var wire: any WireProtocol
    var handler: any RequestHandler
    var session: ClientSession
    /// The longest message that must be accepted, in bytes, if it is more than the configuration says.
    var messageBytes = 0
    var connect: (Connection) -> Void
  }

  /// Serves until the client leaves or `clientProcess` ends, then ends the process. A person who has started it on a
  /// terminal sees `hint`. `endpoint` makes the protocol's parts; its last argument ties this process to another.
  static func run(
    _ configuration: Configuration, _ environment: [String: String], clientProcess: Int?, hint: String,
    endpoint: (ServerParts, @escaping @Sendable (Int) -> Void) -> Endpoint
  ) throws(UsageError) -> Never {
    #if os(Linux)
      linux_release_large_blocks()
    #endif
    let parts = try ServerParts(configuration, environment)
    let log = parts.log
    let output = try StandardStreams.reserveOutput()

    let shutdown = ShutdownCoordinator(log: log)
    Signals.handleTermination { shutdown.drainAndExit(reason: "received a signal") }
    let recorder = try configuration.recordFile.map { path throws(UsageError) in
      try Subcommand.recorder(path: path) { log(.error, "cannot record the session: \($0)") }
    }
    let followProcess: @Sendable (Int) -> Void = { process in
      do {
        try ParentProcessMonitor.watch(process) { shutdown.drainAndExit(reason: "the client's process has exited") }
      } catch {
        log(.error, "only the end of the input ends this process, not that of process \(process): \(error)")
      }
    }
    let endpoint = endpoint(parts, followProcess)
    if let replicator = parts.replicator() { endpoint.session.attach(replicator) }
    var limits = configuration.limits
    limits.messageBytes = max(limits.messageBytes, endpoint.messageBytes)
    let connection = Connection(
      (input: STDIN_FILENO, output: output), protocol: endpoint.wire, limits: limits, handler: endpoint.handler,
      observer: recorder, onOutputClosed: { shutdown.exit(status: 0, reason: "the output is closed") })
    endpoint.connect(connection)
    shutdown.attach((connection, endpoint.session, parts.favorites, recorder))
    if let clientProcess { followProcess(clientProcess) }

    if isatty(STDIN_FILENO) == 1 { report(hint) }
    log(.info, "serving the catalog \(parts.catalogs.defaultName), favorites in \(configuration.paths.data)")
    switch connection.run() {
    case .orderly: shutdown.exit(status: 0, reason: "the input has ended")
    case .exitWithoutShutdown: shutdown.exit(status: 1, reason: "received exit without shutdown")
    case .inputFailed(let code):
      log(.error, "cannot read from the client: \(String(cString: strerror(code)))")
      shutdown.exit(status: 1, reason: "the input has failed")
    }
  }
}
