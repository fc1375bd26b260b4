import Platform

/// One thing that the program can do. To add one, write its file in `Subcommands` and name it in `all`.
struct Subcommand: Sendable {
  let name: String
  /// One line, for the list of them all.
  let summary: String
  /// What it takes besides options, as the usage shows it; nil for nothing.
  var operands: String?
  /// What there is to choose from in the operands' place; asked for late, since it may be the subcommands themselves.
  var choices: @Sendable () -> [String] = { [] }
  var options: [Option] = []
  /// What its own help says below the options.
  var notes = ""
  /// Does it; called with arguments that name known options only. Gives the exit status.
  let run: @Sendable (Arguments) throws(UsageError) -> Int32

  /// The first is what is done where none is named.
  static let all: [Subcommand] = [
    .serve, .record, .replay, .verify, .schema, .paths, .auth, .completions, .man, .help,
  ]

  /// Runs what the command line asks for, and gives the exit status.
  ///
  /// - Parameter commandLine: without the program's name.
  static func run(_ commandLine: [String]) throws(UsageError) -> Int32 {
    let named = all.first { $0.name == commandLine.first }
    let subcommand = named ?? all[0]
    do throws(UsageError) {
      let arguments = try Arguments(
        commandLine.dropFirst(named == nil ? 0 : 1), options: subcommand.options,
        takesOperands: subcommand.operands != nil, alternatives: named == nil ? all.map(\.name) : [])
      if arguments.asksForVersion {
        printText("movie-server \(Main.version)\n")
        return 0
      }
      if arguments.asksForHelp {
        printText(named?.help ?? overview)
        return 0
      }
      return try subcommand.run(arguments)
    } catch {
      var error = error
      error.subcommand = named?.name
      throw error
    }
  }

  // MARK: Options

  /// With those that every subcommand takes.
  var allOptions: [Option] {
    options + [
      Option(flag: "--version", placeholder: nil, help: "print the version"),
      Option(flag: "--help", placeholder: nil, help: "print this"),
    ]
  }

  var takesSettings: Bool { options.count > ownOptions.count }

  /// Those that are no settings.
  var ownOptions: [Option] {
    options.filter { option in !Setting.all.contains { $0.option.flag == option.flag } }
  }

  var operandValues: Values { Values(placeholder: operands ?? "", choices: choices()) }

  // MARK: Help

  var help: String {
    var text = "movie-server \(name): \(summary)\n\nusage: \(usage)\n"
    text += "\noptions:\n\(Self.table(of: allOptions))"
    return text + (notes.isEmpty ? "" : "\n" + notes)
  }

  private var usage: String {
    ["movie-server \(name)", options.isEmpty ? nil : "[options]", operands].compactMap(\.self).joined(separator: " ")
  }

  static var overview: String {
    let others = all.dropFirst().map { "       \($0.usage)\n" }.joined()
    let summaries = all.map { ($0.name, $0.summary) }
    return """
      movie-server: searches movies and keeps favorites for any editor or script,
      in JSON-RPC 2.0 over stdin and stdout, one message a line.

      usage: movie-server [serve] [options]
      \(others)
      subcommands:
      \(table(of: summaries))
      options of serve:
      \(table(of: all[0].allOptions))
      \(all[0].notes)
      """
  }

  private static func table(of options: [Option]) -> String {
    table(of: options.map { ($0.flag + ($0.placeholder.map { " " + $0 } ?? ""), $0.help) })
  }

  private static func table(of rows: [(left: String, right: String)]) -> String {
    rows.map { "  " + $0.left + String(repeating: " ", count: max(1, 26 - $0.left.count)) + $0.right + "\n" }.joined()
  }
}
