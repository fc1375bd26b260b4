/// A mistake on the command line, in the environment or in the configuration file: exit status 2.
struct UsageError: Error {
  var message: String
  /// Whose help to read; nil for the program's.
  var subcommand: String?

  init(message: String) { self.message = message }
}

/// Something that can be given on the command line.
struct Option: Sendable {
  let flag: String
  /// What the value is, for the help; nil for a switch.
  let placeholder: String?
  let help: String
  /// The values there are, where they are few.
  var choices: [String] = []

  var values: Values { Values(placeholder: placeholder ?? "", choices: choices) }
}

/// What can be written in a place, as far as that is known: for completion.
enum Values {
  case unknown, file, folder
  case oneOf([String])

  /// - Parameter placeholder: `FILE`, `DIR`, `a|b`; brackets around it and dots behind it do not matter.
  init(placeholder: String, choices: [String]) {
    let word = placeholder.filter { !"[].…".contains($0) }
    self =
      switch word {
      case _ where !choices.isEmpty: .oneOf(choices)
      case _ where word.contains("|"): .oneOf(word.split(separator: "|").map(String.init))
      case "DIR": .folder
      case _ where word.hasPrefix("FILE"): .file
      default: .unknown
      }
  }
}

/// What stands on the command line behind the subcommand's name.
struct Arguments {
  /// What was given, in its order; a switch's value is empty.
  private(set) var options: [(flag: String, value: String)] = []
  /// What is no option: files.
  private(set) var operands: [String] = []
  private(set) var asksForHelp = false
  private(set) var asksForVersion = false

  /// Reads up to the first `--help` or `--version`, since a person who asks wants an answer and no complaint.
  ///
  /// - Parameter alternatives: what might have been meant where something unknown stands, besides the options.
  init(
    _ arguments: some Sequence<String>, options known: [Option], takesOperands: Bool, alternatives: [String] = []
  ) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--version":
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
      default:
        break
      }
      let parts = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map(Substring.init)
      guard let option = known.first(where: { $0.flag == parts[0] }) else {
        // What stands behind a “=” is not repeated: it may be a key.
        let candidates = known.map(\.flag) + ["--version", "--help"] + alternatives
        let name = "“\(parts[0].prefix(60))”"
        guard !alternatives.contains(String(parts[0])) else {
          throw UsageError(message: "the subcommand \(name) must come first")
        }
        let complaint =
          if parts[0].hasPrefix("-") {
            "there is no option \(name)"
          } else {
            alternatives.isEmpty ? "\(name) is too much here" : "there is no subcommand \(name)"
          }
        throw UsageError(message: complaint + Suggestion.hint(for: parts[0], among: candidates))
      }
      if option.placeholder == nil {
        guard parts.count == 1 else { throw UsageError(message: "\(option.flag) takes no value") }
        options.append((option.flag, ""))
      } else {
        // An empty one is a script's variable that is not set, and no wish for a file at the root.
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
          throw UsageError(message: "\(option.flag) needs a value")
        }
        options.append((option.flag, value))
      }
    }
  }

  /// The value that was given last; nil where none was.
  subscript(flag: String) -> String? { options.last { $0.flag == flag }?.value }

  /// The value given last as a number; nil where none was.
  func number(_ flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[flag] else { return nil }
    return try Self.number(text, of: flag, range)
  }

  /// - Throws: what there is, where the value is none of it.
  static func require(_ value: String, of flag: String, among choices: [String]) throws(UsageError) {
    guard !choices.contains(value) else { return }
    throw UsageError(
      message: "\(flag) must be one of " + choices.joined(separator: ", ") + Suggestion.hint(for: value, among: choices)
    )
  }

  static func number(_ text: String, of flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(message: "\(flag) must be a number \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
