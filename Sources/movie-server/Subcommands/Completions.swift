import Platform

extension Subcommand {
  static let completions = Subcommand(
    "completions", "print a completion script for a shell", operands: "bash|zsh|fish",
    notes: """
      bash: source <(movie-server completions bash)  in ~/.bashrc
      zsh:  source <(movie-server completions zsh)   in ~/.zshrc, after compinit
      fish: movie-server completions fish | source  in ~/.config/fish/config.fish

      Or save the script as a file: for bash as
      ~/.local/share/bash-completion/completions/movie-server, for zsh as
      _movie-server in a folder of fpath, for fish as
      ~/.config/fish/completions/movie-server.fish.

      """
  ) { arguments throws(UsageError) in
    let scripts = [
      "bash": PackageResources.completion_bash, "zsh": PackageResources.completion_zsh,
      "fish": PackageResources.completion_fish,
    ]
    guard arguments.operands.count == 1, let script = scripts[arguments.operands[0]] else {
      throw UsageError(
        message: "completions needs one of bash, zsh, fish"
          + (arguments.operands.first.map { Suggestion.hint(for: $0, among: scripts.keys.sorted()) } ?? ""))
    }
    printText(String(decoding: script, as: UTF8.self))
    return 0
  }

  /// The scripts of all shells call it at each press of Tab.
  static let complete = Subcommand(
    "complete", "print what can follow on a command line", operands: "[WORD…]",
    notes: """
      For the scripts of completions. The words follow --; the last one is incomplete.
      Each line has a word, a tab and a description; :f stands for files, :d for
      folders.

      """
  ) { arguments in
    printText(Completion.lines(for: arguments.operands).map { $0 + "\n" }.joined())
    return 0
  }
}
