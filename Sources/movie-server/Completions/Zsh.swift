extension Subcommand {
  /// The completion script for zsh, either as a file in a folder of `fpath` or to be sourced.
  static func zshCompletion() -> String {
    let cases = all.map { subcommand in
      let options = subcommand.allOptions.map { option in
        let help = zshText(option.help, besides: "[]:")
        guard let placeholder = option.placeholder else { return "'\(option.flag)[\(help)]'" }
        let action = zshAction(option.valueKind)
        return "'\(option.flag)=[\(help)]:\(zshText(placeholder, besides: ":")):\(action)'"
      }
      let operand = subcommand.operands.map {
        "'*:\(zshText($0, besides: ":")):\(zshAction(subcommand.operandKind))'"
      }
      let lines = (options + [operand].compactMap(\.self)).map { " \\\n        \($0)" }
      return "    \(subcommand.name))\n      _arguments\(lines.joined())\n      ;;\n"
    }
    return """
      #compdef movie-server
      # zsh completion for movie-server.

      _movie_server() {
        local -a subcommands=(
      \(all.map { "    '\($0.name):\(zshText($0.summary, besides: ":"))'\n" }.joined())  )
        local subcommand=serve
        if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
          _describe -t commands subcommand subcommands
          return
        fi
        if (( CURRENT > 2 )) && (( ${subcommands[(I)${words[2]}:*]} )); then
          subcommand=$words[2]
          shift words
          (( CURRENT-- ))
        fi
        case $subcommand in
      \(cases.joined())  esac
      }

      if [[ $funcstack[1] == _movie-server ]]; then
        _movie_server "$@"
      else
        compdef _movie_server movie-server
      fi

      """
  }

  private static func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .unknown: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .oneOf(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Escapes a text for single quotes, and the characters that would end a part of the specification.
  private static func zshText(_ text: String, besides special: String) -> String {
    text.map { special.contains($0) ? "\\\($0)" : $0 == "'" ? "'\\''" : String($0) }.joined()
  }
}
