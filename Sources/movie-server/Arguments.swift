/// A mistake on the command line, in the environment or in the configuration file: exit status 2.
struct UsageError: Error {
  var message: String
}

/// Something that can be given on the command line.
struct Option: Sendable {
  let flag: String
  /// What the value is, for the help; nil for a switch.
  let placeholder: String?
  let help: String
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
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = known.first(where: { $0.flag == parts[0] }) else {
        throw Self.unknown(argument, among: known.map(\.flag) + ["--version", "--help"] + alternatives)
      }
      if option.placeholder == nil {
        guard parts.count == 1 else { throw UsageError(message: "\(option.flag) takes no value") }
        options.append((option.flag, ""))
      } else if parts.count == 2 {
        options.append((option.flag, String(parts[1])))
      } else {
        guard let value = rest.popFirst() else { throw UsageError(message: "\(option.flag) needs a value") }
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

  static func number(_ text: String, of flag: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(message: "\(flag) must be a number \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The complaint about what nobody knows.
  private static func unknown(_ argument: String, among candidates: [String]) -> UsageError {
    let near = candidates.map { (text: $0, distance: editDistance($0, argument)) }.min { $0.distance < $1.distance }
    let hint = near.flatMap { $0.distance <= 3 ? "; did you mean \($0.text)?" : nil } ?? ""
    return UsageError(message: "there is no “\(argument.prefix(60))”\(hint)")
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
}
