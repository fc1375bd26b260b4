extension Subcommand {
  static let completions = text(
    "completions", "print a completion script for a shell", operands: "bash|zsh|fish"
  ) { arguments in
    let scripts = [
      "bash": PackageResources.completion_bash, "zsh": PackageResources.completion_zsh,
      "fish": PackageResources.completion_fish,
    ]
    guard arguments.operands.count == 1, let script = scripts[arguments.operands[0]] else {
      throw UsageError(
        message: "completions needs one of bash, zsh, fish"
          + (arguments.operands.first.map { Suggestion.hint(for: $0, among: scripts.keys.sorted()) } ?? ""))
    }
    return String(decoding: script, as: UTF8.self)
  }

  /// The scripts of all shells call it at each press of Tab.
  static let complete = text("complete", "print what can follow on a command line", operands: "[WORD…]") { arguments in
    Completion.lines(for: arguments.operands).map { $0 + "\n" }.joined()
  }
}
