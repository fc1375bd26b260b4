import Platform

extension Subcommand {
  static let completions = Subcommand(
    name: "completions", summary: "print a completion script for a shell", operands: "bash|zsh|fish",
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
    let shells = ["bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion]
    guard arguments.operands.count == 1, let script = shells[arguments.operands[0]] else {
      throw UsageError(
        message: "completions needs one of bash, zsh, fish"
          + (arguments.operands.first.map { Suggestion.hint(for: $0, among: shells.keys.sorted()) } ?? ""))
    }
    printText(script())
    return 0
  }
}
