import JSON
import MCP
import MovieAPI

extension Subcommand {
  static let mcp = Subcommand(
    "mcp", "serve an assistant (MCP) on stdin and stdout",
    options: serverOptions.map { $0.flag == configFlag ? printingConfig : $0 } + [readOnlyOption],
    notes: """
      Speaks the Model Context Protocol, from revision 2024-11-05 on, with the same
      films and favorites as serve. Add it to your assistant with the output of
        movie-server mcp --config

      """
  ) { arguments throws(UsageError) in
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
  private static let readOnlyOption = Option(
    flag: "--read-only", placeholder: nil, help: "offer no tool that changes anything")
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
}
