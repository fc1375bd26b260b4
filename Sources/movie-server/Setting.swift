import JSON

/// One setting, however it is given: `--data-dir PATH`, `MOVIE_SERVER_DATA_DIR=PATH`, or `"dataDir"` in the
/// configuration file. The command line wins over the environment, which wins over the file.
struct Setting: Sendable {
  let option: Option
  let apply: @Sendable (inout Configuration, String) throws(UsageError) -> Void

  private init(
    flag: String, placeholder: String?, help: String, choices: [String] = [],
    apply: @escaping @Sendable (inout Configuration, String) throws(UsageError) -> Void
  ) {
    option = Option(flag: flag, placeholder: placeholder, help: help, choices: choices)
    self.apply = apply
  }

  var isSwitch: Bool { option.placeholder == nil }

  static let variablePrefix = "MOVIE_SERVER_"

  /// `--max-line-bytes` is `MOVIE_SERVER_MAX_LINE_BYTES`.
  var variable: String {
    // Not `joined()`, which would look its types up at every start.
    Self.variablePrefix + String(option.flag.dropFirst(2).uppercased().map { $0 == "-" ? "_" : $0 })
  }

  /// `--max-line-bytes` is `maxLineBytes`.
  var member: String {
    let words = option.flag.dropFirst(2).split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static let all: [Setting] = [
    Setting(
      flag: "--catalog", placeholder: "NAME", help: "the catalog that is asked by default",
      choices: Configuration.catalogs
    ) { configuration, value throws(UsageError) in
      try Arguments.require(value, of: "--catalog", among: Configuration.catalogs)
      configuration.catalog = value
    },
    Setting(flag: "--data-dir", placeholder: "DIR", help: "where favorites and logins are kept") {
      $0.dataDirectory = Environment.absolute($1)
    },
    Setting(flag: "--cache-dir", placeholder: "DIR", help: "where posters and answers of services are kept") {
      $0.cacheDirectory = Environment.absolute($1)
    },
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
    Setting(flag: "--record", placeholder: "FILE", help: "write the session there as a transcript; %p is the process") {
      $0.recordFile = $1
    },
    number("--http-timeout-ms", "how long a service may take to answer", 100...600_000) {
      $0.online.timeoutMilliseconds = $1
    },
    number("--http-cache-bytes", "how much of the services' answers is kept", 0...(1 << 40)) {
      $0.online.responseCacheBytes = $1
    },
    number("--poster-cache-bytes", "how much of posters is kept", 65_536...(1 << 40)) {
      $0.online.posterCacheBytes = $1
    },
    Setting(flag: "--http-record", placeholder: "DIR", help: "write down what services answer") {
      $0.online.recordFolder = $1
    },
    Setting(flag: "--http-replay", placeholder: "DIR", help: "answer from what was written down, without a network") {
      $0.online.replayFolder = $1
    },
    Setting(flag: "--sync-favorites", placeholder: nil, help: "keep stars and the account's favorites the same") {
      configuration, _ in configuration.online.syncsFavorites = true
    },
    Setting(
      flag: "--log-level", placeholder: "LEVEL", help: "off, error, info or debug",
      choices: Log.Level.allCases.map(\.rawValue)
    ) { configuration, value throws(UsageError) in
      try Arguments.require(value, of: "--log-level", among: Log.Level.allCases.map(\.rawValue))
      configuration.logLevel = Log.Level(rawValue: value) ?? .error
    },
    Setting(flag: "--log-file", placeholder: "FILE", help: "write the log there, not to stderr") { $0.logFile = $1 },
  ]

  private static func number(
    _ flag: String, _ help: String, _ range: ClosedRange<Int>,
    _ apply: @escaping @Sendable (inout Configuration, Int) -> Void
  ) -> Setting {
    Setting(flag: flag, placeholder: "N", help: help) { configuration, value throws(UsageError) in
      apply(&configuration, try Arguments.number(value, of: flag, range))
    }
  }
}

extension Configuration {
  /// All that the three places say.
  ///
  /// - Parameters:
  ///   - given: what the command line has.
  ///   - readFile: the text of a file; nil where there is none.
  init(
    given: [(flag: String, value: String)], environment: [String: String], readFile: (String) -> String?
  ) throws(UsageError) {
    self.init(environment: environment)
    let defaultFile = configFile
    for setting in Setting.all where setting.option.flag == "--config" {
      if let value = environment[setting.variable], !value.isEmpty { configFile = value }
      for (flag, value) in given where flag == setting.option.flag { try setting.apply(&self, value) }
    }
    let file = readFile(configFile)
    if file == nil, configFile != defaultFile {
      throw UsageError(message: "the configuration file \(configFile) cannot be read")
    }
    try apply(file: file)
    let hasVariables = environment.keys.contains { $0.hasPrefix(Setting.variablePrefix) }
    for setting in Setting.all where hasVariables {
      guard let value = environment[setting.variable], !value.isEmpty else { continue }
      if setting.isSwitch, value == "0" { continue }
      try apply(setting, value, from: setting.variable)
    }
    for (flag, value) in given {
      for setting in Setting.all where setting.option.flag == flag { try setting.apply(&self, value) }
    }
    if online.recordFolder != nil, online.replayFolder != nil {
      throw UsageError(message: "--http-record and --http-replay are not for one session")
    }
  }

  /// What to tell of variables that look like settings and are none. They are no mistake that ends anything: they may
  /// be for another version.
  static func unknownVariables(in environment: [String: String]) -> [String] {
    let candidates = environment.keys.filter { $0.hasPrefix(Setting.variablePrefix) }
    // As a rule there are none, and nothing is to be made for them at every start.
    guard !candidates.isEmpty else { return [] }
    let known = Setting.all.map(\.variable)
    return candidates.sorted().filter { !known.contains($0) }.map { name in
      "the variable \(name) sets nothing" + Suggestion.hint(for: name, among: known)
    }
  }

  /// Its complaints name the flag only, which nobody has written.
  private mutating func apply(_ setting: Setting, _ value: String, from place: String) throws(UsageError) {
    do throws(UsageError) {
      try setting.apply(&self, value)
    } catch {
      throw UsageError(message: "\(place): \(error.message)")
    }
  }

  private mutating func apply(file text: String?) throws(UsageError) {
    guard let text else { return }
    let path = configFile
    guard let json = try? JSON.parse(text), case .object(let members) = json else {
      throw UsageError(message: "\(path) is not a JSON object")
    }
    for member in members {
      if member.name == TokenCommand.member {
        tokenCommands = try TokenCommand.all(in: member.value, of: path)
        continue
      }
      guard let setting = Setting.all.first(where: { $0.member == member.name }) else {
        let names = Setting.all.map(\.member) + [TokenCommand.member]
        throw UsageError(
          message: "\(path): there is no setting “\(member.name.prefix(60))”"
            + Suggestion.hint(for: member.name, among: names))
      }
      switch member.value {
      case .string(let text) where !setting.isSwitch && !text.isEmpty: try apply(setting, text, from: path)
      case .number(let text) where !setting.isSwitch: try apply(setting, text, from: path)
      case .bool(let flag) where setting.isSwitch: if flag { try setting.apply(&self, "") }
      default:
        throw UsageError(message: "\(path): the setting “\(member.name)” has no value, or one of the wrong kind")
      }
    }
  }
}
