import OnlineCatalogs

/// The manual page in mdoc(7), generated from the same tables as the help.
enum ManualPage {
  static var text: String {
    """
    .Dd \(Main.date)
    .Dt MOVIE-SERVER 1
    .Os
    .Sh NAME
    .Nm movie-server
    .Nd search movies and keep favorites for any editor, script or person
    .Sh SYNOPSIS
    \(Subcommand.all.map(synopsis).joined())\
    .Sh DESCRIPTION
    .Nm
    searches movie catalogs, returns details of movies, and keeps favorites.
    As a server it speaks JSON-RPC 2.0 on standard input and output, one message per line, and runs as long as its
    client.
    The other subcommands are for people and their scripts.
    .Sh SUBCOMMANDS
    \(Subcommand.all.map(section).joined())\
    .Sh OPTIONS
    .Cm serve
    takes these options, and the other subcommands take those that their help lists:
    .Bl -tag -width Ds
    \(Setting.all.map { option($0.option) }.joined())\
    .El
    .Pp
    The value can be the next argument, or follow the flag after
    .Sq = .
    The command line overrides the environment, which overrides the configuration file.
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    \(Setting.all.map(variable).joined())\
    \(CatalogProvider.all.map(keyVariables).joined())\
    .It \(CatalogProvider.all.map { "Ev \($0.baseURLVariable)" }.joined(separator: " , "))
    Base URLs that replace the services' own.
    .It Ev XDG_CONFIG_HOME , Ev XDG_DATA_HOME , Ev XDG_CACHE_HOME
    The folders for configuration, data and caches.
    A relative path is ignored.
    .El
    .Pp
    An empty variable counts as unset.
    .Sh FILES
    .Cm paths
    prints these paths with the current settings.
    .Bl -tag -width Ds
    \(KnownPath.all.map(file).joined())\
    .El
    .Pp
    The configuration file is a JSON object; its members are named after the options,
    .Ql dataDir
    for
    .Fl \\-data-dir .
    The member
    .Ql tokenCommand
    holds commands that print the keys of catalogs.
    A command runs without a shell when its key is first needed:
    .Bd -literal -offset indent
    {"tokenCommand": {"tmdb": ["pass", "show", "tmdb"]}}
    .Ed
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    The session ended normally, or the subcommand succeeded.
    .It 1
    The client sent
    .Ql exit
    without
    .Ql shutdown ,
    a subcommand failed, or nothing was found.
    .It 2
    There is a mistake on the command line, in a variable or in the configuration file.
    Standard error says which.
    .El
    .Sh EXAMPLES
    Search for a movie:
    .Pp
    .Dl movie-server search parasite
    .Pp
    Do the same as a program does:
    .Bd -literal
    printf '%s\\en' \\e
      '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"okja"}}' |
      movie-server
    .Ed
    .Pp
    Store the key for TMDB:
    .Pp
    .Dl movie-server auth tmdb
    .Pp
    Enable completion in
    .Xr bash 1 :
    .Pp
    .Dl source <(movie-server completions bash)
    .Sh SEE ALSO
    .Xr jq 1 ,
    .Xr pass 1 ,
    .Xr secret-tool 1
    .Pp
    .Lk https://www.jsonrpc.org/specification "JSON-RPC 2.0"

    """
  }

  // MARK: Parts

  private static func synopsis(_ subcommand: Subcommand) -> String {
    var text = ".Nm\n"
    text += subcommand.name == Subcommand.all[0].name ? ".Op Cm \(subcommand.name)\n" : ".Cm \(subcommand.name)\n"
    // The options that are settings have their own section.
    for option in subcommand.ownOptions { text += ".Op \(flag(option))\n" }
    if subcommand.takesSettings { text += ".Op Ar options\n" }
    for operand in subcommand.operands?.split(separator: " ") ?? [] {
      let name = operand.filter { !"[].…".contains($0) }
      let suffix = operand.contains("…") || operand.contains("...") ? " ..." : ""
      text += operand.hasPrefix("[") ? ".Op Ar \(escaped(name))\(suffix)\n" : ".Ar \(escaped(name))\(suffix)\n"
    }
    return text
  }

  private static func section(_ subcommand: Subcommand) -> String {
    let operands = subcommand.operands.map { " \(escaped($0))" } ?? ""
    var text = ".Ss \(subcommand.name)\(operands)\n\(sentence(subcommand.summary))"
    if !subcommand.ownOptions.isEmpty {
      text += ".Bl -tag -width Ds\n\(subcommand.ownOptions.map(option).joined()).El\n"
    }
    return text + notes(subcommand.notes)
  }

  /// Fills the paragraphs of the notes, and leaves examples, tables and lists as they are.
  private static func notes(_ notes: String) -> String {
    var (text, isLiteral, isFirst) = ("", false, true)
    func setLiteral(_ mustBe: Bool) {
      if mustBe != isLiteral { text += mustBe ? ".Bd -literal -compact\n" : ".Ed\n" }
      isLiteral = mustBe
    }
    for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        setLiteral(false)
        isFirst = true
        continue
      }
      if isFirst { text += ".Pp\n" }
      isFirst = false
      setLiteral(line.hasPrefix(" ") || line.contains("  ") || line.first?.isNumber == true)
      text += isLiteral ? escaped(line) + "\n" : sentences(line)
    }
    setLiteral(false)
    return text
  }

  private static func option(_ option: Option) -> String {
    var help = option.help
    if !option.choices.isEmpty, !option.choices.allSatisfy({ help.contains($0) }) {
      help += ": " + option.choices.joined(separator: ", ")
    }
    return ".It \(flag(option))\n\(sentence(help))"
  }

  private static func flag(_ option: Option) -> String {
    "Fl \\-\(option.flag.dropFirst(2))" + (option.placeholder.map { " Ar \(escaped($0))" } ?? "")
  }

  private static func variable(_ setting: Setting) -> String {
    ".It Ev \(setting.variable)\nThe same as\n.Fl \\-\(setting.option.flag.dropFirst(2))"
      + (setting.isSwitch ? " ,\nunless it is 0.\n" : " .\n")
  }

  private static func keyVariables(_ provider: CatalogProvider) -> String {
    provider.keyParts.map { part in
      ".It \(part.variables.map { "Ev \($0)" }.joined(separator: " , "))\n"
        + sentence("the \(part.name) of \(provider.title): \(part.form)")
    }.joined()
  }

  private static func file(_ known: KnownPath) -> String {
    // The default paths, with “~” for the home folder.
    guard let path = known.path(Configuration(paths: FilePaths(home: "~"), environment: [:])) else { return "" }
    return ".It Pa \(path)\n\(sentence(known.help))"
  }

  /// mdoc(7) wants every sentence on a line of its own.
  private static func sentences(_ line: Substring) -> String {
    var (text, sentence) = ("", "")
    for word in line.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      guard word.hasSuffix(".") else { continue }
      text += escaped(sentence) + "\n"
      sentence = ""
    }
    return sentence.isEmpty ? text : text + escaped(sentence) + "\n"
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst()) + ".\n"
  }

  /// Escapes a text, so that nothing in it is an escape or a request.
  private static func escaped(_ text: some StringProtocol) -> String {
    let text = text.map { $0 == "\\" ? "\\e" : String($0) }.joined()
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
