import MovieAPI
import Platform

extension Subcommand {
  static let serve = Subcommand(
    "serve", "serve a client on stdin and stdout (the default)",
    options: serverOptions,
    notes: """
      Each option can also be set by a variable (MOVIE_SERVER_DATA_DIR for --data-dir)
      or in the configuration file ("dataDir").

      Example:
        printf '%s\\n' \\
        '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"okja"}}' |
        movie-server

      """
  ) { arguments throws(UsageError) in
    try serve(
      arguments,
      hint: """
        waiting for JSON-RPC 2.0, one message per line; see --help, or paste \
        {"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"parasite"}}
        """
    ) { parts, followProcess in
      let notifier = Notifier(parts.methods, isSilent: parts.configuration.isSilent)
      let service = parts.service(notifier, followProcess: followProcess, push: notifier.push)
      return StdioServer.Endpoint(wire: MovieProtocol(), handler: service, session: service.session) {
        notifier.connect($0.notify)
      }
    }
  }

  static let serverOptions = Setting.all.map(\.option) + [stdioOption, clientProcessOption]

  // Client frameworks for LSP, such as vscode-languageclient, add these two to every server's arguments.
  private static let stdioOption = Option(flag: "--stdio", placeholder: nil, help: "ignored; clients for LSP add it")
  private static let clientProcessOption = Option(
    flag: "--clientProcessId", placeholder: "N", help: "exit when this process exits")

  static func serve(
    _ arguments: Arguments, hint: String,
    endpoint: (ServerParts, @escaping @Sendable (Int) -> Void) -> StdioServer.Endpoint
  ) throws(UsageError) -> Never {
    ResourceLimits.disableCoreDumps()
    ResourceLimits.raiseDescriptorLimit()
    let environment = try Environment.variables()
    let configuration = try Configuration(given: arguments.options, environment: environment)
    let clientProcess = try arguments.number(clientProcessOption.flag, 1...Int(Int32.max))
    try StdioServer.run(configuration, environment, clientProcess: clientProcess, hint: hint, endpoint: endpoint)
  }
}
