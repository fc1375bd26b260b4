import LibrarySync
import MovieAPI

/// One setting, in all its forms: `--data-dir PATH`, `MOVIE_SERVER_DATA_DIR=PATH`, or `"dataDir"` in the configuration
/// file. The command line overrides the environment, which overrides the file.
struct Setting: Sendable {
  let option: Option
  let apply: @Sendable (inout Configuration, String) throws -> Void

  var isSwitch: Bool { option.placeholder == nil }

  static let variablePrefix = "MOVIE_SERVER_"

  /// `--max-line-bytes` is `MOVIE_SERVER_MAX_LINE_BYTES`.
  var variable: String {
    // Not `joined()`, whose generic types the runtime would look up at every start.
    Self.variablePrefix + String(option.flag.dropFirst(2).uppercased().map { $0 == "-" ? "_" : $0 })
  }

  /// `--max-line-bytes` is `maxLineBytes`.
  var member: String {
    let words = option.flag.dropFirst(2).split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static let all: [Setting] = [
    text("--catalog", "NAME", "the default catalog", choices: Configuration.catalogs) { $0.catalog = $1 },
    text("--locale", "LOCALE", "the user's language and country, such as ko-KR") { configuration, locale in
      configuration.language = LanguageTag.tag(ofLocale: locale)
      guard configuration.language != nil || ["C", "POSIX"].contains(locale) else {
        throw UsageError("--locale must name a language, such as ko-KR or en_US.UTF-8")
      }
    },
    text("--data-dir", "DIR", "where favorites and logins are stored") {
      $0.paths.data = try Environment.absolutePath($1)
    },
    text("--cache-dir", "DIR", "where posters and HTTP responses are cached") {
      $0.paths.cache = try Environment.absolutePath($1)
    },
    text("--config", "FILE", "the configuration file") { $0.paths.config = $1 },
    toggle("--no-notifications", "send responses only") { $0.isSilent = true },
    number("--max-line-bytes", "the largest message to accept", 1_024...(1 << 30)) { $0.limits.messageBytes = $1 },
    number("--max-queue-bytes", "stop reading above this much unsent output", 65_536...(1 << 40)) {
      $0.limits.queueBytes = $1
    },
    number("--drain-ms", "time for accepted requests to finish at shutdown", 0...600_000) {
      $0.limits.drainMilliseconds = $1
    },
    text("--record", "FILE", "record the session; %p in the name is the process ID") { $0.recordFile = $1 },
    number("--http-timeout-ms", "time limit for a request to a service", 100...600_000) {
      $0.online.timeoutMilliseconds = $1
    },
    number("--http-cache-bytes", "size limit of the HTTP response cache", 0...(1 << 40)) {
      $0.online.responseCacheBytes = $1
    },
    number("--poster-cache-bytes", "size limit of the poster cache", 65_536...(1 << 40)) {
      $0.online.posterCacheBytes = $1
    },
    text("--http-record", "DIR", "record all HTTP exchanges in a folder") { $0.online.recordFolder = $1 },
    text("--http-replay", "DIR", "replay recorded HTTP exchanges, with no network") { $0.online.replayFolder = $1 },
    toggle("--sync-favorites", "sync favorites with the catalogs' accounts") { $0.online.syncsFavorites = true },
    text("--sync-url", "URL", "the PostgreSQL database that synchronizes machines") {
      (configuration, url) throws(UsageError) in
      guard DatabaseURL.isURL(url) else { throw UsageError("--sync-url must begin with postgresql://") }
      configuration.sync.url = url
    },
    text("--sync-library", "NAME", "the name of the library in the database") { $0.sync.library = $1 },
    text("--log-level", "LEVEL", "off, error, info or debug", choices: Log.Level.names) {
      $0.logLevel = Log.Level(rawValue: Log.Level.names.firstIndex(of: $1) ?? 1) ?? .error
    },
    text("--log-file", "FILE", "write the log to a file instead of stderr") { $0.logFile = $1 },
  ]

  /// The options of the commands for people. The others can be set by variables and in the file.
  static let ofCommands = options(["--catalog", "--locale", "--data-dir", "--cache-dir", "--config", "--log-level"])

  static let ofPaths = options(["--data-dir", "--cache-dir", "--config", "--log-file"])

  static let ofSync = options(["--sync-url", "--sync-library", "--data-dir", "--config", "--log-level"])

  static let ofImport = options(["--data-dir", "--config"])

  static func options(_ flags: [String]) -> [Option] { all.map(\.option).filter { flags.contains($0.flag) } }

  private static func text(
    _ flag: String, _ placeholder: String, _ help: String, choices: [String] = [],
    apply: @escaping @Sendable (inout Configuration, String) throws -> Void
  ) -> Setting {
    let option = Option(flag: flag, placeholder: placeholder, help: help, choices: choices)
    return Setting(option: option) { configuration, value in
      if !choices.isEmpty { try Arguments.require(value, of: flag, among: choices) }
      try apply(&configuration, value)
    }
  }

  private static func toggle(
    _ flag: String, _ help: String, apply: @escaping @Sendable (inout Configuration) -> Void
  ) -> Setting {
    Setting(option: Option(flag: flag, help: help)) { configuration, _ in apply(&configuration) }
  }

  private static func number(
    _ flag: String, _ help: String, _ range: ClosedRange<Int>,
    apply: @escaping @Sendable (inout Configuration, Int) -> Void
  ) -> Setting {
    Setting(option: Option(flag: flag, placeholder: "N", help: help)) { configuration, value in
      apply(&configuration, try Arguments.number(value, of: flag, range))
    }
  }
}

extension Configuration {
  /// Applies the configuration file, the environment and the command line, in this order.
  init(given: [(flag: String, value: String)], environment: [String: String]) throws {
    self.init(paths: try FilePaths(environment: environment), environment: environment)
    let defaultFile = paths.config
    for setting in Setting.all where setting.option.flag == "--config" {
      if let value = environment[setting.variable], !value.isEmpty { paths.config = value }
      for (flag, value) in given where flag == setting.option.flag { try setting.apply(&self, value) }
    }
    if let file = try ConfigurationFile(paths.config, isOptional: paths.config == defaultFile) { try apply(file: file) }
    let hasVariables = environment.keys.contains { $0.hasPrefix(Setting.variablePrefix) }
    for setting in Setting.all where hasVariables {
      guard let value = environment[setting.variable], !value.isEmpty else { continue }
      if setting.isSwitch, value == "0" { continue }
      try apply(setting, value, from: setting.variable)
    }
    for (flag, value) in given {
      if flag == "--sync-url", DatabaseURL.hasPassword(value) { throw Self.passwordIsPublic }
      for setting in Setting.all where setting.option.flag == flag { try setting.apply(&self, value) }
    }
    if online.recordFolder != nil, online.replayFolder != nil {
      throw UsageError("--http-record and --http-replay cannot be used together")
    }
  }

  /// Notices about unknown variables that look like settings. They may be meant for another version.
  static func unknownVariables(in environment: [String: String]) -> [String] {
    let candidates = environment.keys.filter { $0.hasPrefix(Setting.variablePrefix) }
    // There are usually none, and building `known` would cost time at every start.
    guard !candidates.isEmpty else { return [] }
    let known = Setting.all.map(\.variable)
    return candidates.sorted().filter { !known.contains($0) }.map { name in
      "unknown environment variable \(name)" + Suggestion.hint(for: name, among: known)
    }
  }

  private static let passwordIsPublic = UsageError(
    """
    everybody on this machine can read a password on the command line; put it into ~/.pgpass, or let \
    "\(Configuration.Sync.passwordMember)" in the configuration file name a command that prints it
    """)

  /// Adds the source of the value to an error, which names only the flag.
  private mutating func apply(_ setting: Setting, _ value: String, from source: String) throws {
    do {
      try setting.apply(&self, value)
    } catch var error as UsageError {
      error.source = source
      throw error
    }
  }

  private mutating func apply(file: ConfigurationFile) throws {
    let path = paths.config
    guard let json = try? JSON.parse(file.bytes), case .object(let members) = json else {
      throw UsageError("\(path) is not a JSON object")
    }
    for member in members {
      if member.name == TokenCommand.member {
        // As ssh(1) does: others could run their commands as this user.
        guard !file.isWritableByOthers else {
          throw UsageError(
            "\(path): “\(member.name)” is not used, because others can change the file."
              + " Make it yours, and run “chmod go-w \(path)”")
        }
        tokenCommands = try TokenCommand.all(in: member.value, of: path)
        continue
      }
      if member.name == Configuration.Sync.passwordMember {
        sync.passwordCommand = try TokenCommand.words(in: member.value, for: "the password of the database", of: path)
        continue
      }
      guard let setting = Setting.all.first(where: { $0.member == member.name }) else {
        let names = Setting.all.map(\.member) + [TokenCommand.member]
        // The file may be meant for a newer version too.
        warnings.append(
          "\(path): unknown setting “\(member.name.prefix(60))”" + Suggestion.hint(for: member.name, among: names))
        continue
      }
      switch member.value {
      case .string(let text) where !setting.isSwitch && !text.isEmpty:
        // Servers that start in different folders must agree.
        guard !setting.option.valueKind.isPath || Environment.isAbsolute(text) else {
          throw UsageError("\(path): the setting “\(member.name)” needs an absolute path")
        }
        try apply(setting, text, from: path)
      case .number(let text) where !setting.isSwitch: try apply(setting, text, from: path)
      case .bool(let flag) where setting.isSwitch: if flag { try setting.apply(&self, "") }
      default: throw UsageError("\(path): the setting “\(member.name)” has an empty value or one of the wrong type")
      }
    }
  }
}
