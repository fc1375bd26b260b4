extension JSON {
  /// The text of a member; empty if it has none.
  func text(_ name: String) -> String { self[name]?.string ?? "" }
}

/// The output of a command for people: text for a person, or lines for a program.
struct CommandOutput {
  enum Form { case text, json, tsv }

  let form: Form
  /// The columns of the terminal; nil if stdout is not one.
  let columns: Int?
  /// In the user's language.
  let say: Sentences
  private var descriptor = STDOUT_FILENO

  static let options = [
    Option(flag: "--json", help: "print one JSON object per line"),
    Option(flag: "--tsv", help: "print tab-separated columns, the id first"),
  ]

  init(_ arguments: Arguments, _ environment: [String: String], language: String?) throws(UsageError) {
    try arguments.forbid("--json", with: "--tsv")
    form = arguments["--json"] != nil ? .json : arguments["--tsv"] != nil ? .tsv : .text
    columns = Terminal.columns(environment)
    say = Sentences(language: language)
  }

  /// Text on stderr, for a person who reads `output` too.
  init(errors output: CommandOutput) {
    form = .text
    columns = output.columns
    say = output.say
    descriptor = STDERR_FILENO
  }

  /// Prints a line of text that may contain line feeds of this program's.
  func line(_ text: String) { write(text + "\n") }

  /// Prints a result in the form that was asked for. The text may have line feeds of this program's.
  func show(_ result: JSON, _ columns: @autoclosure () -> [String], _ text: @autoclosure () -> String) {
    switch form {
    case .json: json(result)
    case .tsv: tsv(columns())
    case .text: line(text())
    }
  }

  /// Prints a result that has no columns.
  func show(_ result: JSON, _ text: @autoclosure () -> String) { form == .text ? line(text()) : json(result) }

  /// Prints an object on a line. Characters that a terminal would obey are escaped.
  func json(_ value: JSON) { write(forTerminal(value.jsonText) + "\n") }

  func tsv(_ columns: [String]) {
    let cells = columns.map(oneLine)
    write(cells.dropFirst().reduce(cells.first ?? "") { $0 + "\t" + $1 } + "\n")
  }

  private func write(_ text: String) { printText(text, to: descriptor, closedPipe: .success) }
}
