extension Subcommand {
  /// The completion script for fish.
  static func fishCompletion() -> String {
    var lines = ""
    for subcommand in all {
      lines +=
        "complete -c movie-server -n __movie_server_begins -a \(subcommand.name) -d \(fishText(subcommand.summary))\n"
    }
    for subcommand in all {
      let condition = "-n '__movie_server_is \(subcommand.name)'"
      lines += "\n"
      for option in subcommand.allOptions {
        let value = option.placeholder == nil ? "" : " " + fishAction(option.valueKind, isOption: true)
        lines +=
          "complete -c movie-server \(condition) -l \(option.flag.dropFirst(2))\(value) -d \(fishText(option.help))\n"
      }
      if subcommand.operands != nil {
        lines += "complete -c movie-server \(condition) \(fishAction(subcommand.operandKind, isOption: false))\n"
      }
    }
    return """
      # fish completion for movie-server.

      function __movie_server_begins
          test (count (commandline -opc)) -eq 1
      end

      function __movie_server_is
          set -l words (commandline -opc)
          set -l subcommand serve
          if set -q words[2]; and contains -- $words[2] \(all.map(\.name).joined(separator: " "))
              set subcommand $words[2]
          else if set -q words[2]; and not string match -q -- '-*' $words[2]
              return 1
          end
          test $subcommand = $argv[1]
      end

      complete -c movie-server -f
      \(lines)
      """
  }

  private static func fishAction(_ kind: ValueKind, isOption: Bool) -> String {
    let exclusive = isOption ? "-x" : "-f"
    return switch kind {
    case .unknown: exclusive
    case .file: isOption ? "-r -F" : "-F"
    case .folder: "\(exclusive) -a '(__fish_complete_directories)'"
    case .oneOf(let words): "\(exclusive) -a '\(words.joined(separator: " "))'"
    }
  }

  private static func fishText(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
