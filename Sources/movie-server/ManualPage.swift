/// The manual page in the language of mdoc(7), from the same tables as the help.
enum ManualPage {
  static var text: String {
    """
    .Dd \(Main.date)
    .Dt MOVIE-SERVER 1
    .Os
    .Sh NAME
    .Nm movie-server
    .Nd search movies and keep favorites for any editor or script
    .Sh SYNOPSIS
    \(Subcommand.all.map(synopsis).joined())\
    .Sh DESCRIPTION
    .Nm
    answers requests about movies in JSON-RPC 2.0 on standard input and output, one message a line,
    for as long as its client lives.
    It searches catalogs, tells of movies, and keeps favorites.
    .Pp
    The subcommands are:
    .Bl -tag -width Ds
    \(Subcommand.all.map(item).joined())\
    .El
    .Sh OPTIONS
    Of
    .Cm serve
    and
    .Cm paths :
    .Bl -tag -width Ds
    \(Setting.all.map { option($0.option) }.joined())\
    .El
    .Pp
    A flag can be followed by its value or joined to it by
    .Sq = .
    The command line wins over the environment, which wins over the configuration file.
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    \(Setting.all.map(variable).joined())\
    \(KeyedCatalog.allCases.map(keyVariables).joined())\
    .It Ev TMDB_BASE_URL , Ev OMDB_BASE_URL , Ev NAVER_BASE_URL
    Addresses of the services other than their own.
    .It Ev XDG_CONFIG_HOME , Ev XDG_DATA_HOME , Ev XDG_CACHE_HOME
    Where configuration, data and caches are kept; ignored where they are relative.
    .El
    .Pp
    A variable that is empty counts as not set.
    .Sh FILES
    .Cm paths
    prints where these are with the settings that are in force.
    .Bl -tag -width Ds
    \(Place.all.map(file).joined())\
    .El
    .Pp
    The configuration file is a JSON object; its members are named after the options,
    .Ql dataDir
    for
    .Fl \\-data-dir .
    Its member
    .Ql tokenCommand
    has commands that print the keys of catalogs.
    They are run without a shell when a key is first needed:
    .Bd -literal -offset indent
    {"tokenCommand": {"tmdb": ["pass", "show", "tmdb"]}}
    .Ed
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    The client has ended in order, or what was asked for is done.
    .It 1
    The client sent
    .Ql exit
    without
    .Ql shutdown ,
    or a subcommand has failed.
    .It 2
    The command line, a variable or the configuration file has a mistake; standard error tells which.
    .El
    .Sh EXAMPLES
    Search a movie:
    .Bd -literal -offset indent
    echo '{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"parasite"}}' |
      movie-server
    .Ed
    .Pp
    Store the key of TMDB:
    .Pp
    .Dl movie-server auth tmdb
    .Pp
    Complete the command line in
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
    // Options that are settings are told once, below.
    for option in subcommand.ownOptions { text += ".Op \(flag(option))\n" }
    if subcommand.takesSettings { text += ".Op Ar options\n" }
    for operand in subcommand.operands?.split(separator: " ") ?? [] {
      let name = operand.filter { !"[].…".contains($0) }
      let suffix = operand.contains("…") || operand.contains("...") ? " ..." : ""
      text += operand.hasPrefix("[") ? ".Op Ar \(escaped(name))\(suffix)\n" : ".Ar \(escaped(name))\(suffix)\n"
    }
    return text
  }

  private static func item(_ subcommand: Subcommand) -> String {
    let operands = subcommand.operands.map { " Ar \(escaped($0))" } ?? ""
    var text = ".It Cm \(subcommand.name)\(operands)\n\(sentence(subcommand.summary))"
    if !subcommand.ownOptions.isEmpty {
      text += ".Bl -tag -width Ds\n\(subcommand.ownOptions.map(option).joined()).El\n"
    }
    let notes = subcommand.notes.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped($0) }.joined(separator: "\n")
    if !notes.isEmpty { text += ".Bd -literal\n\(notes).Ed\n" }
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
    ".It Ev \(setting.variable)\nAs\n.Fl \\-\(setting.option.flag.dropFirst(2))"
      + (setting.isSwitch ? " ,\nwhere it is not 0.\n" : " .\n")
  }

  private static func keyVariables(_ catalog: KeyedCatalog) -> String {
    catalog.parts.map { part in
      ".It \(part.variables.map { "Ev \($0)" }.joined(separator: " , "))\n"
        + sentence("the \(part.name) of \(catalog.title): \(part.form)")
    }.joined()
  }

  private static func file(_ place: Place) -> String {
    // With a home of “~”, and nothing else set.
    guard let path = place.path(Configuration(environment: ["HOME": "~"])) else { return "" }
    return ".It Pa \(path)\n\(sentence(place.help))"
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst()) + ".\n"
  }

  /// Text that stands for itself: no escape, no request.
  private static func escaped(_ text: some StringProtocol) -> String {
    let text = text.map { $0 == "\\" ? "\\e" : String($0) }.joined()
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
