extension Subcommand {
  static let completions = text(
    "completions", "print a completion script for a shell", operands: "bash|zsh|fish"
  ) { arguments in
    let scripts = [
      "bash": PackageResources.completion_bash, "zsh": PackageResources.completion_zsh,
      "fish": PackageResources.completion_fish,
    ]
    let shell = arguments.operands.count == 1 ? arguments.operands[0] : ""
    try Arguments.require(shell, of: "the shell", among: ["bash", "zsh", "fish"])
    return String(decoding: scripts[shell] ?? [], as: UTF8.self)
  }

  /// The scripts of all shells call it at each press of Tab.
  static let complete = text("complete", "print what can follow on a command line", operands: "[WORD…]") { arguments in
    Completion.lines(for: arguments.operands).map { $0 + "\n" }.joined()
  }
}
