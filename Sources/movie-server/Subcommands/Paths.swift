import JSON
import Platform

extension Subcommand {
  static let paths = Subcommand(
    "paths", "print the paths of all files and folders",
    options: [Option(flag: "--json", placeholder: nil, help: "print a JSON object")] + Setting.ofPaths,
    notes: """
      Prints the paths that serve would use with these options, the variables and the
      configuration file, whether they exist or not.

      """
  ) { arguments throws(UsageError) in
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
