import Platform

extension Subcommand {
  static let completions = Subcommand(
    name: "completions", summary: "print what completes the command line in a shell", operands: "bash|zsh|fish",
    notes: """
      bash:  source <(movie-server completions bash)     in ~/.bashrc
      zsh:   source <(movie-server completions zsh)      in ~/.zshrc, behind compinit
      fish:  movie-server completions fish | source      in ~/.config/fish/config.fish

      Or as a file: bash-completion/completions/movie-server in ~/.local/share, _movie-server in a
      folder of zsh's fpath, movie-server.fish in ~/.config/fish/completions.

      """
  ) { arguments throws(UsageError) in
    let shells = ["bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion]
    guard arguments.operands.count == 1, let script = shells[arguments.operands[0]] else {
      throw UsageError(
        message: "completions takes one of bash, zsh, fish"
          + (arguments.operands.first.map { Suggestion.hint(for: $0, among: shells.keys.sorted()) } ?? ""))
    }
    printText(script())
    return 0
  }
}
