import MovieAPI

extension Subcommand {
  static let help = text("help", "print the help of a subcommand", operands: "[SUBCOMMAND]") { arguments in
    guard arguments.operands.count <= 1 else { throw UsageError("help takes one subcommand") }
    guard let name = arguments.operands.first else { return overview(.ofUser([])) }
    guard let subcommand = all.first(where: { $0.name == name }) else {
      throw Arguments.unknownArgument(name[...], options: [], alternatives: all.map(\.name))
    }
    return subcommand.help(.ofUser([]))
  }

  /// A subcommand that only prints a text.
  static func text(
    _ name: String, _ summary: String, operands: String? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    _ text: @escaping @Sendable (Arguments) throws -> String
  ) -> Subcommand {
    Subcommand(name, summary, operands: operands, options: options()) { arguments in
      printText(try text(arguments))
      return 0
    }
  }

  static let man = Subcommand("man", "show the manual page, or print its source") { _ in
    signal(SIGPIPE, SIG_IGN)
    if isatty(STDOUT_FILENO) == 1, let pipe = popen("man -l - 2>/dev/null", "w") {
      fputs(ManualPage.text, pipe)
      if pclose(pipe) == 0 { return 0 }
    }
    printText(ManualPage.text)
    return 0
  }

  static let version = text("version", "print the version") { _ in versionText }

  static let versionText = "movie-server \(Main.version)\n"

  static let schema = text(
    "schema", "print the OpenRPC document of the server",
    options: [Option(flag: flatFlag, help: "errors in place, no notifications: for code generators")]
  ) { OpenRPCDocument(.movies, isFlat: $0[flatFlag] != nil).jsonText + "\n" }

  private static let flatFlag = "--flat"

  static let paths = Subcommand(
    "paths", "print the paths of all files and folders",
    options: [Option(flag: "--json", help: "print a JSON object")] + Setting.ofPaths
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
      // A script needs the unchanged path.
      let isTerminal = isatty(STDOUT_FILENO) == 1
      for (name, path) in paths { printText("\(fitted(name, to: width))\(isTerminal ? forTerminal(path) : path)\n") }
    }
    return 0
  }
}
