import CLinux
import JSONRPC
import MovieAPI
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
        printf '%s\\n' \\
        '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"okja"}}' |
        movie-server

      """
  ) { arguments throws(UsageError) in
    ResourceLimits.disableCoreDumps()
    ResourceLimits.raiseDescriptorLimit()
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
    let parts = try ServerParts(configuration, environment)
    let log = parts.log
    let output = try StandardStreams.reserveOutput()

    let shutdown = ShutdownCoordinator(log: log)
    Signals.handleTermination { shutdown.drainAndExit(reason: "received a signal") }
    let recorder: Recorder? =
      if let path = configuration.recordFile {
        try recorder(path: path) { log(.error, "cannot record the session: \($0)") }
      } else {
        nil
      }
    let notifier = Notifier(isSilent: configuration.isSilent)
    let followProcess: @Sendable (Int) -> Void = { process in
      do {
        try ParentProcessMonitor.watch(process) { shutdown.drainAndExit(reason: "the client's process has exited") }
      } catch {
        log(.error, "only the end of the input ends this process, not that of process \(process): \(error)")
      }
    }
    let service = parts.service(notifier, followProcess: followProcess)
    let connection = Connection(
      input: STDIN_FILENO, output: output, limits: configuration.limits, handler: service, observer: recorder,
      onOutputClosed: { shutdown.exit(status: 0, reason: "the output is closed") })
    notifier.connect(connection.notify)
    shutdown.attach(
      ShutdownCoordinator.Components(
        connection: connection, session: service.session, favorites: parts.favorites, recorder: recorder))
    if let clientProcess { followProcess(clientProcess) }

    if isatty(STDIN_FILENO) == 1 { explain() }
    log(.info, "serving the catalog \(parts.catalogs.defaultName), favorites in \(configuration.paths.data)")
    switch connection.run() {
    case .orderly: shutdown.exit(status: 0, reason: "the input has ended")
    case .exitWithoutShutdown: shutdown.exit(status: 1, reason: "received exit without shutdown")
    case .inputFailed(let code):
      log(.error, "cannot read from the client: \(String(cString: strerror(code)))")
      shutdown.exit(status: 1, reason: "the input has failed")
    }
  }

  /// Tells a person who has started the server on a terminal what it waits for.
  private static func explain() {
    report(
      """
      waiting for JSON-RPC 2.0, one message per line; see --help, or paste \
      {"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"parasite"}}
      """)
  }
}
