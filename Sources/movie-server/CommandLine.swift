import JSON

/// What the program was asked to do.
enum Invocation {
  case serve(Configuration)
  /// The contract, for programs.
  case schema
  case version
  case help
}

/// A mistake on the command line, in the environment or in the configuration file: exit status 2.
struct UsageError: Error {
  var message: String
}

/// One setting, however it is given: `--data-dir PATH`, `MOVIE_SERVER_DATA_DIR=PATH`, or `"dataDir"` in the
/// configuration file. The command line wins over the environment, which wins over the file.
struct Setting: Sendable {
  let flag: String
  /// What the value is, for the help; nil for a switch.
  let placeholder: String?
  let help: String
  let apply: @Sendable (inout Configuration, String) throws(UsageError) -> Void

  /// `--max-line-bytes` is `MOVIE_SERVER_MAX_LINE_BYTES`.
  var variable: String {
    "MOVIE_SERVER_" + flag.dropFirst(2).map { $0 == "-" ? "_" : $0.uppercased() }.joined()
  }

  /// `--max-line-bytes` is `maxLineBytes`.
  var member: String {
    let words = flag.dropFirst(2).split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static let all: [Setting] = [
    Setting(flag: "--catalog", placeholder: "NAME", help: "the catalog that is asked by default") { $0.catalog = $1 },
    Setting(flag: "--data-dir", placeholder: "DIR", help: "where favorites are kept") { $0.dataDirectory = $1 },
    Setting(flag: "--config", placeholder: "FILE", help: "the configuration file") { $0.configFile = $1 },
    Setting(flag: "--no-notifications", placeholder: nil, help: "send responses only") { configuration, _ in
      configuration.isSilent = true
    },
    number("--max-line-bytes", "the longest message taken", 1_024...(1 << 30)) { $0.limits.messageBytes = $1 },
    number("--max-queue-bytes", "unsent output beyond which nothing is read", 65_536...(1 << 40)) {
      $0.limits.queueBytes = $1
    },
    number("--drain-ms", "how long accepted work may go on at the end", 0...600_000) {
      $0.limits.drainMilliseconds = $1
    },
    Setting(flag: "--log-level", placeholder: "LEVEL", help: "off, error, info or debug") {
      configuration, value throws(UsageError) in
      guard let level = Log.Level(rawValue: value) else {
        throw UsageError(message: "--log-level must be one of off, error, info, debug")
      }
      configuration.logLevel = level
    },
    Setting(flag: "--log-file", placeholder: "FILE", help: "write the log there, not to stderr") { $0.logFile = $1 },
  ]

  private static func number(
    _ flag: String, _ help: String, _ range: ClosedRange<Int>,
    _ apply: @escaping @Sendable (inout Configuration, Int) -> Void
  ) -> Setting {
    Setting(flag: flag, placeholder: "N", help: help) { configuration, value throws(UsageError) in
      guard let number = Int(value), range.contains(number) else {
        throw UsageError(message: "\(flag) must be a number \(range.lowerBound) to \(range.upperBound)")
      }
      apply(&configuration, number)
    }
  }
}

extension Invocation {
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - readFile: the text of a file; nil where there is none.
  init(
    arguments: [String], environment: [String: String], readFile: (String) -> String?
  ) throws(UsageError) {
    var given: [(Setting, String)] = []
    var rest = arguments[...]
    if rest.first == "serve" { rest = rest.dropFirst() }
    if rest.first == "schema" {
      guard rest.count == 1 || rest == ["schema", "--help"] else {
        throw UsageError(message: "schema takes no “\(rest[rest.startIndex + 1].prefix(60))”")
      }
      self = rest.count == 1 ? .schema : .help
      return
    }
    while let argument = rest.popFirst() {
      if argument == "--version" {
        self = .version
        return
      }
      if argument == "--help" || argument == "-h" {
        self = .help
        return
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let setting = Setting.all.first(where: { $0.flag == parts[0] }) else {
        throw UsageError(message: Self.unknown(argument))
      }
      if setting.placeholder == nil {
        guard parts.count == 1 else { throw UsageError(message: "\(setting.flag) takes no value") }
        given.append((setting, ""))
      } else if parts.count == 2 {
        given.append((setting, String(parts[1])))
      } else {
        guard let value = rest.popFirst() else { throw UsageError(message: "\(setting.flag) needs a value") }
        given.append((setting, value))
      }
    }

    var configuration = Configuration(environment: environment)
    for setting in Setting.all where setting.flag == "--config" {
      if let value = environment[setting.variable], !value.isEmpty { try setting.apply(&configuration, value) }
      for (other, value) in given where other.flag == setting.flag { try setting.apply(&configuration, value) }
    }
    let file = readFile(configuration.configFile)
    if file == nil, configuration.configFile != Configuration(environment: environment).configFile {
      throw UsageError(message: "the configuration file \(configuration.configFile) cannot be read")
    }
    try Self.apply(file: file, to: &configuration)
    for setting in Setting.all {
      guard let value = environment[setting.variable], !value.isEmpty else { continue }
      if setting.placeholder == nil, value == "0" { continue }
      try setting.apply(&configuration, value)
    }
    for (setting, value) in given { try setting.apply(&configuration, value) }
    self = .serve(configuration)
  }

  private static func apply(file text: String?, to configuration: inout Configuration) throws(UsageError) {
    guard let text else { return }
    let path = configuration.configFile
    guard let json = try? JSON.parse(text), case .object(let members) = json else {
      throw UsageError(message: "\(path) is not a JSON object")
    }
    for member in members {
      guard let setting = Setting.all.first(where: { $0.member == member.name }) else {
        throw UsageError(message: "\(path): there is no setting “\(member.name)”")
      }
      switch member.value {
      case .string(let text) where setting.placeholder != nil: try setting.apply(&configuration, text)
      case .number(let text) where setting.placeholder != nil: try setting.apply(&configuration, text)
      case .bool(let flag) where setting.placeholder == nil: if flag { try setting.apply(&configuration, "") }
      default: throw UsageError(message: "\(path): the setting “\(member.name)” has a value of the wrong kind")
      }
    }
  }

  private static func unknown(_ argument: String) -> String {
    let candidates = Setting.all.map(\.flag) + ["--version", "--help", "serve", "schema"]
    let near = candidates.map { (text: $0, distance: editDistance($0, argument)) }.min { $0.distance < $1.distance }
    let hint = near.flatMap { $0.distance <= 3 ? "; did you mean \($0.text)?" : nil } ?? ""
    return "there is no “\(argument.prefix(60))”\(hint)"
  }

  /// Levenshtein's distance.
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right.utf8.prefix(60))
    var row = Array(0...right.count)
    for (i, a) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substitution = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }

  static var helpText: String {
    var text = """
      movie-server: searches movies and keeps favorites for any editor or script,
      in JSON-RPC 2.0 over stdin and stdout, one message a line.

      usage: movie-server [serve] [options]
             movie-server schema       print the methods, as an OpenRPC document

      options:

      """
    func row(_ left: String, _ right: String) {
      text += "  " + left + String(repeating: " ", count: max(1, 26 - left.count)) + right + "\n"
    }
    for setting in Setting.all { row(setting.flag + (setting.placeholder.map { " " + $0 } ?? ""), setting.help) }
    row("--version", "print the version")
    row("--help", "print this")
    return text + """

      Each option can also be set by a variable (MOVIE_SERVER_DATA_DIR for --data-dir)
      or in the configuration file ("dataDir").

      try it:
        echo '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"parasite"}}' | movie-server

      """
  }
}
