import LSP
import LocalCatalog
import MCP
import MovieAPI
import Notes

extension Subcommand {
  static let serve = Subcommand(
    "serve", "serve a client on stdin and stdout (the default)",
    options: serverOptions
  ) { arguments in
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
  private static let stdioOption = Option(flag: "--stdio", help: "ignored; clients for LSP add it")
  private static let clientProcessOption = Option(
    flag: "--clientProcessId", placeholder: "N", help: "exit when this process exits")

  static func serve(
    _ arguments: Arguments, hint: String,
    endpoint: (ServerParts, @escaping @Sendable (Int) -> Void) -> StdioServer.Endpoint
  ) throws -> Never {
    ResourceLimits.disableCoreDumps()
    ResourceLimits.raiseDescriptorLimit()
    let environment = try Environment.variables()
    let configuration = try Configuration(given: arguments.options, environment: environment)
    let clientProcess = try arguments.number(clientProcessOption.flag, 1...Int(Int32.max))
    try StdioServer.run(configuration, environment, clientProcess: clientProcess, hint: hint, endpoint: endpoint)
  }

  static let mcp = Subcommand(
    "mcp", "serve an assistant (MCP) on stdin and stdout",
    options: serverOptions.map { $0.flag == configFlag ? printingConfig : $0 } + [readOnlyOption]
  ) { arguments in
    if arguments[configFlag]?.isEmpty == true {
      try printClientConfiguration(arguments)
      return 0
    }
    let isReadOnly = arguments[readOnlyOption.flag] != nil
    try serve(arguments, hint: "waiting for an assistant; add this program to one with “movie-server mcp --config”") {
      parts, followProcess in
      let updates = ContextUpdates()
      let movies = parts.service(
        Notifier(parts.methods, isSilent: true), followProcess: followProcess, push: updates.push)
      let service = ContextService(movies, updates: updates, isReadOnly: isReadOnly)
      return StdioServer.Endpoint(wire: ContextProtocol(service), handler: service, session: movies.session) {
        updates.connect($0.notify)
      }
    }
  }

  private static let configFlag = "--config"
  private static let readOnlyOption = Option(flag: "--read-only", help: "offer no tool that changes anything")
  private static let printingConfig = Option(
    flag: configFlag, placeholder: "FILE",
    help: "the configuration file; without FILE: print the configuration for an assistant", isValueOptional: true)

  /// Prints the entry for the configuration file of an assistant, with the other options that are given.
  private static func printClientConfiguration(_ arguments: Arguments) throws(UsageError) {
    let given = arguments.options.filter { $0.flag != configFlag }.flatMap { flag, value in
      value.isEmpty ? [flag] : [flag, value]
    }
    let command: JSON = [
      "command": .string(try Environment.executablePath()), "args": .array((["mcp"] + given).map { .string($0) }),
    ]
    printText(forTerminal(JSON.object([JSON.Member("mcpServers", ["movies": command])]).jsonText) + "\n")
  }

  static let languageServer = Subcommand(
    "lsp", "serve an editor: films in notes (Language Server Protocol)", options: serverOptions
  ) { arguments in
    try serve(arguments, hint: "waiting for an editor, which starts this as a language server") {
      parts, followProcess in
      let notifier = Notifier(parts.methods)
      let service = LanguageService(
        parts.service(notifier, followProcess: followProcess, push: notifier.push), notifier: notifier,
        localCatalogs: [LocalCatalog.imdbName, LocalCatalog.builtinName], pagesFolder: parts.configuration.paths.pages)
      return StdioServer.Endpoint(
        wire: LanguageProtocol(), handler: service, session: service.session,
        // A document is one message, in which some characters are escaped.
        messageBytes: 3 * TextDocument.maximumBytes, connect: service.connect)
    }
  }
}
