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
    let scripts = ["bash": bashScript, "zsh": zshScript, "fish": fishScript]
    guard arguments.operands.count == 1, let script = scripts[arguments.operands[0]] else {
      throw UsageError(
        message: "completions needs one of bash, zsh, fish"
          + (arguments.operands.first.map { Suggestion.hint(for: $0, among: scripts.keys.sorted()) } ?? ""))
    }
    printText(script)
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

  /// For bash 3.2, the version of macOS, and newer: it needs no `mapfile`, no `compopt` and no bash-completion.
  private static let bashScript = #"""
    # bash completion for movie-server.

    _movie_server() {
      local word path current=${COMP_WORDS[COMP_CWORD]}
      COMPREPLY=()
      if [[ $current == = ]]; then current=; fi
      while IFS=$'\t' read -r word _; do
        if [[ $word == :* ]]; then
          while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "-${word#:}" -- "$current")
          compopt -o filenames 2>/dev/null || :
        else
          COMPREPLY+=("$word")
        fi
      done < <(command "${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      # The value follows the “=” without a space.
      if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null || :; fi
    }

    complete -F _movie_server movie-server

    """#

  /// A file in a folder of `fpath`, or to be sourced.
  private static let zshScript = #"""
    #compdef movie-server
    # zsh completion for movie-server.

    _movie_server() {
      local -a lines open
      lines=("${(@f)$(command "${(Q)words[1]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      case $lines[1] in
        :f) compset -P '--*='; _files ;;
        :d) compset -P '--*='; _files -/ ;;
        ?*)
          lines=("${(@)lines//:/\\:}")
          lines=("${(@)lines/$'\t'/:}")
          # The value follows the “=” without a space.
          open=("${(@M)lines:#*=:*}")
          lines=("${(@)lines:#*=:*}")
          _describe -t words word lines
          _describe -t options option open -S ''
          ;;
      esac
    }

    if [[ $funcstack[1] == _movie-server ]]; then
      _movie_server "$@"
    else
      compdef _movie_server movie-server
    fi

    """#

  private static let fishScript = #"""
    # fish completion for movie-server.

    function __movie_server_complete
        set -l token (commandline -ct)
        set -l words (commandline -opc) "$token"
        set -l prefix (string match -r '^--[^=]*=' -- "$token")
        set -l value (string replace -r '^--[^=]*=' '' -- "$token")
        for line in (command $words[1] complete -- $words[2..-1] 2>/dev/null)
            switch $line
                case :f
                    for path in (__fish_complete_path "$value")
                        echo "$prefix$path"
                    end
                case :d
                    for path in (__fish_complete_directories "$value")
                        echo "$prefix$path"
                    end
                case '*'
                    echo $line
            end
        end
    end

    complete -c movie-server -f -a '(__movie_server_complete)'

    """#
}
