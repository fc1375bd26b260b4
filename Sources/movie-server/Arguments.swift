import OnlineCatalogs

/// A mistake on the command line, in a variable or in the configuration file: the program exits with status 2.
struct UsageError: Error {
  /// Says what is wrong and suggests a correction. Has no full stop.
  var message: String
  /// The subcommand whose help to read; nil for the program's.
  var subcommand: String?

  init(_ message: String) { self.message = String(message.hasSuffix(".") ? message.dropLast() : message[...]) }
}

struct Option: Sendable {
  let flag: String
  /// The name of the value in the help; nil for a switch.
  var placeholder: String?
  let help: String
  /// The permitted values; empty if they cannot be listed.
  var choices: [String] = []
  /// Whether it can be the last argument, or precede another option, without a value.
  var isValueOptional = false

  var valueKind: ValueKind { ValueKind(placeholder: placeholder ?? "", choices: choices) }
}

enum ValueKind {
  case unknown, file, folder
  case oneOf([String])

  init(placeholder: String, choices: [String] = []) {
    let word = placeholder.filter { !"[].…".contains($0) }
    self =
      switch word {
      case _ where !choices.isEmpty: .oneOf(choices)
      case "DIR": .folder
      case "FILE": .file
      case "CATALOG": .oneOf(CatalogProvider.all.map(\.name))
      case "SUBCOMMAND": .oneOf(Subcommand.all.map(\.name))
      case _ where word.contains("|") || word.contains(where: \.isLowercase):
        .oneOf(word.split(separator: "|").map(String.init))
      default: .unknown
      }
  }
}

struct Arguments {
  /// The options in the order given; a switch has an empty value.
  private(set) var options: [(flag: String, value: String)] = []
  private(set) var operands: [String] = []
  private(set) var asksForHelp = false
  private(set) var asksForVersion = false

  /// Parses up to the first `--help` or `--version`: a person who asks for help wants an answer, not an error.
  init(
    _ arguments: some Sequence<String>, options known: [Option], takesOperands: Bool, alternatives: [String] = []
  ) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--version", "-V":
        asksForVersion = true
        return
      case "--help", "-h":
        asksForHelp = true
        return
      case "--" where takesOperands:
        operands += rest
        return
      case let text where takesOperands && !text.hasPrefix("-"):
        operands.append(text)
        continue
      default: break
      }
      let parts = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map(Substring.init)
      guard let option = known.first(where: { $0.flag == parts[0] }) else {
        throw Self.unknownArgument(parts[0], options: known, alternatives: alternatives)
      }
      let isSwitch = option.placeholder == nil
      guard !isSwitch || parts.count == 1 else { throw UsageError("\(option.flag) takes no value") }
      if isSwitch || option.isValueOptional && parts.count == 1 && rest.first?.hasPrefix("-") ?? true {
        options.append((option.flag, ""))
        continue
      }
      // An empty value usually comes from an unset variable in a script, and does not mean a file at the root.
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError("\(option.flag) needs a value")
      }
      options.append((option.flag, value))
    }
  }

  /// - Parameter name: without the part after “=”, which may be a key and must not be printed.
  private static func unknownArgument(_ name: Substring, options: [Option], alternatives: [String]) -> UsageError {
    let quoted = "“\(name.prefix(60))”"
    guard !alternatives.contains(String(name)) else { return UsageError("the subcommand \(quoted) must come first") }
    let kind =
      if name.hasPrefix("-") { "unknown option" } else {
        alternatives.isEmpty ? "unexpected argument" : "unknown subcommand"
      }
    let candidates = options.map(\.flag) + ["--version", "--help"] + alternatives
    return UsageError("\(kind) \(quoted)" + Suggestion.hint(for: name, among: candidates))
  }

  subscript(flag: String) -> String? { options.last { $0.flag == flag }?.value }

  func number(_ flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try self[flag].map { text throws(UsageError) in try Self.number(text, of: flag, range) }
  }

  func forbid(_ flag: String, with other: String) throws(UsageError) {
    if self[flag] != nil, self[other] != nil { throw UsageError("\(flag) and \(other) cannot be used together") }
  }

  static func require(_ value: String, of flag: String, among choices: [String]) throws(UsageError) {
    guard !choices.contains(value) else { return }
    throw UsageError(
      "\(flag) must be one of " + choices.joined(separator: ", ") + Suggestion.hint(for: value, among: choices)
    )
  }

  static func number(_ text: String, of flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      let end = range.upperBound == .max ? " and up" : " to \(range.upperBound)"
      throw UsageError("\(flag) must be a number from \(range.lowerBound)\(end)")
    }
    return number
  }
}
