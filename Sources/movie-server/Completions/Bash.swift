extension Subcommand {
  /// The completion script for bash 3.2 (the version of macOS) and newer: it needs no `mapfile`, no `compopt` and no
  /// bash-completion.
  static func bashCompletion() -> String {
    var values = ""
    for subcommand in all {
      for option in subcommand.allOptions where option.placeholder != nil {
        values += "    \(subcommand.name):\(option.flag)) \(bashAction(option.valueKind)); return ;;\n"
      }
    }
    let options = all.map { subcommand in
      let flags = subcommand.allOptions.map { "\($0.flag)\($0.placeholder == nil ? "" : "=")" }
      return "    \(subcommand.name)) flags='\(flags.joined(separator: " "))' ;;\n"
    }
    let operands = all.filter { $0.operands != nil }.map { subcommand in
      "    \(subcommand.name)) \(bashAction(subcommand.operandKind)) ;;\n"
    }
    return """
      # bash completion for movie-server.

      _movie_server_words() {
        local word
        for word in $1; do
          if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
        done
      }

      _movie_server_paths() {
        local path
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
        compopt -o filenames 2>/dev/null || :
      }

      _movie_server() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} subcommand=serve flags=
        COMPREPLY=()
        # bash splits --flag=value into three words.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if ((COMP_CWORD > 1)); then
          case ${COMP_WORDS[1]} in
            \(all.map(\.name).joined(separator: "|"))) subcommand=${COMP_WORDS[1]} ;;
          esac
        fi
        case $subcommand:$previous in
      \(values)  esac
        if [[ $current == -* ]]; then
          case $subcommand in
      \(options.joined())    esac
          _movie_server_words "$flags"
          # The value follows the “=” without a space.
          if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null || :; fi
          return
        fi
        if ((COMP_CWORD == 1)); then
          _movie_server_words '\(all.map(\.name).joined(separator: " "))'
          return
        fi
        case $subcommand in
      \(operands.joined())  esac
      }

      complete -F _movie_server movie-server

      """
  }

  private static func bashAction(_ kind: ValueKind) -> String {
    switch kind {
    case .unknown: ":"
    case .file: "_movie_server_paths -f"
    case .folder: "_movie_server_paths -d"
    case .oneOf(let words): "_movie_server_words '\(words.joined(separator: " "))'"
    }
  }
}
