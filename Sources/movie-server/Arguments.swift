import OnlineCatalogs

/// A mistake on the command line, in a variable or in the configuration file: the program exits with status 2.
struct UsageError: Error {
  /// Says what is wrong, in English and without a full stop, with placeholders as in `Sentences`.
  let text: String
  let values: JSON
  /// What the user may have meant.
  let suggestion: String?
  /// The variable or the file that has the mistake; nil for the command line.
  var source: String?
  /// The subcommand whose help to read; nil for the program's.
  var subcommand: String?

  init(_ text: String, _ values: JSON = [:], suggestion: String? = nil) {
    self.text = String(text.hasSuffix(".") ? text.dropLast() : text[...])
    (self.values, self.suggestion) = (values, suggestion)
  }

  func message(_ say: Sentences) -> String {
    let mistake = (source.map { $0 + ": " } ?? "") + say(text, values)
    let hint = suggestion.map { say("; did you mean {word}?", ["word": .string($0)]) }
    let command = ["movie-server", subcommand, "--help"].compactMap(\.self).joined(separator: " ")
    return mistake + (hint ?? ".") + " " + say("Try “{command}”.", ["command": .string(command)])
  }
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

  var valueKind: ValueKind { ValueKind(placeholder: placeholder ?? "", choices: choices, flag: flag) }
}

enum ValueKind {
  case unknown, file, folder
  case oneOf([String])
  /// The members `name` of the objects in a list of a method's result.
  case result(method: String, list: String, name: String)

  var isPath: Bool { if case .file = self { true } else if case .folder = self { true } else { false } }

  init(placeholder: String, choices: [String] = [], flag: String = "") {
    let word = placeholder.filter { !"[].…".contains($0) }
    self =
      switch word {
      case _ where !choices.isEmpty: .oneOf(choices)
      case "SECTION": .result(method: "home", list: "sections", name: "section")
      case _ where flag.hasSuffix("genre"): .result(method: "genres", list: "genres", name: "id")
      case _ where flag.hasSuffix("tag"): .result(method: "tags", list: "tags", name: "name")
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
      let (isSwitch, name): (Bool, JSON) = (option.placeholder == nil, ["option": .string(option.flag)])
      guard !isSwitch || parts.count == 1 else { throw UsageError("{option} takes no value", name) }
      if isSwitch || option.isValueOptional && parts.count == 1 && rest.first?.hasPrefix("-") ?? true {
        options.append((option.flag, ""))
        continue
      }
      // An empty value usually comes from an unset variable in a script, and does not mean a file at the root.
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw UsageError("{option} needs a value", name)
      }
      options.append((option.flag, value))
    }
  }

  /// - Parameter name: without the part after “=”, which may be a key and must not be printed.
  static func unknownArgument(_ name: Substring, options: [Option], alternatives: [String]) -> UsageError {
    let given: JSON = ["name": .string(String(name.prefix(60)))]
    if alternatives.contains(String(name)) { return UsageError("the subcommand “{name}” must come first", given) }
    let candidates = options.map(\.flag) + ["--version", "--help"] + alternatives
    let text =
      if name.hasPrefix("-") { "unknown option “{name}”" } else {
        alternatives.isEmpty ? "unexpected argument “{name}”" : "unknown subcommand “{name}”"
      }
    return UsageError(text, given, suggestion: Suggestion.nearest(to: name, among: candidates))
  }

  subscript(flag: String) -> String? { options.last { $0.flag == flag }?.value }

  func number(_ flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try self[flag].map { text throws(UsageError) in try Self.number(text, of: flag, range) }
  }

  func forbid(_ flag: String, with other: String) throws(UsageError) {
    guard self[flag] != nil, self[other] != nil else { return }
    let values: JSON = ["option": .string(flag), "other": .string(other)]
    throw UsageError("{option} and {other} cannot be used together", values)
  }

  static func require(_ value: String, of flag: String, among choices: [String]) throws(UsageError) {
    guard !choices.contains(value) else { return }
    let values: JSON = ["option": .string(flag), "choices": .string(choices.joined(separator: ", "))]
    let nearest = Suggestion.nearest(to: value, among: choices)
    throw UsageError("{option} must be one of {choices}", values, suggestion: nearest)
  }

  static func number(_ text: String, of flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw notInRange(flag, "\(range.lowerBound)", range.upperBound == .max ? nil : "\(range.upperBound)")
    }
    return number
  }

  /// - Parameter last: nil if there is no upper bound.
  static func notInRange(_ flag: String, _ first: String, _ last: String?) -> UsageError {
    let values: JSON = ["option": .string(flag), "first": .string(first), "last": .string(last ?? "")]
    guard last != nil else { return UsageError("{option} must be a number from {first} and up", values) }
    return UsageError("{option} must be a number from {first} to {last}", values)
  }
}
