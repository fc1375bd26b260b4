import JSON
import MovieAPI
import Platform

extension Subcommand {
  static let help = Subcommand(
    "help", "print the help of a subcommand",
    operands: "[SUBCOMMAND]"
  ) { arguments in
    guard arguments.operands.count <= 1 else { throw UsageError(message: "help takes one subcommand") }
    guard let name = arguments.operands.first else {
      printText(overview)
      return 0
    }
    guard let subcommand = all.first(where: { $0.name == name }) else {
      throw UsageError(
        message: "unknown subcommand “\(name.prefix(60))”" + Suggestion.hint(for: name, among: all.map(\.name)))
    }
    printText(subcommand.help)
    return 0
  }

  static let man = Subcommand(
    "man", "print the manual page"
  ) { _ in
    printText(ManualPage.text)
    return 0
  }

  static let version = Subcommand(
    "version", "print the version"
  ) { _ in
    printText("movie-server \(Main.version)\n")
    return 0
  }

  static let schema = Subcommand(
    "schema", "print the OpenRPC document of the server",
    options: [Option(flag: flatFlag, placeholder: nil, help: "errors in place, no notifications: for code generators")]
  ) { arguments in
    let document = OpenRPCDocument(.movies, isFlat: arguments[flatFlag] != nil)
    printText(String(decoding: document.jsonBytes, as: UTF8.self) + "\n")
    return 0
  }

  private static let flatFlag = "--flat"

  static let paths = Subcommand(
    "paths", "print the paths of all files and folders",
    options: [Option(flag: "--json", placeholder: nil, help: "print a JSON object")] + Setting.ofPaths
  ) { arguments in
    let environment = try Environment.variables()
    let configuration = try Configuration(given: arguments.options, environment: environment)
    let paths = KnownPath.all.compactMap { known in known.path(configuration).map { (name: known.name, path: $0) } }
    for notice in Configuration.unknownVariables(in: environment) + configuration.warnings { report(notice) }
    if arguments["--json"] != nil {
      let members = paths.map { JSON.Member($0.name, .string($0.path)) }
      printText(forTerminal(JSON.object(members).jsonText) + "\n")
    } else {
      let width = (paths.map(\.name.count).max() ?? 0) + 2
      let isTerminal = isatty(STDOUT_FILENO) == 1
      for (name, path) in paths {
        // A script needs the unchanged path.
        let shown = isTerminal ? forTerminal(path) : path
        printText(name + String(repeating: " ", count: width - name.count) + shown + "\n")
      }
    }
    return 0
  }
}
