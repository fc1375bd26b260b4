import OnlineCatalogs

/// The manual page in mdoc(7), generated from the same tables as the help.
enum ManualPage {
  static var text: String {
    let sections = [
      ("NAME", ".Nm movie-server\n.Nd search movies and keep favorites for any editor, script or person\n"),
      ("SYNOPSIS", ".Nm\n.Op Cm serve\n.Op Ar options\n.Nm\n.Ar subcommand\n.Op Ar options\n.Op Ar operands\n"),
      ("DESCRIPTION", notes(HelpText.of("DESCRIPTION"), isFirst: false)),
      ("SUBCOMMANDS", Subcommand.all.map(section).joined()),
      ("OPTIONS", notes(HelpText.of("OPTIONS"), isFirst: false) + list(Setting.all.map { option($0.option) })),
      ("ENVIRONMENT", list(variables) + notes("An empty variable counts as unset.")),
      ("FILES", list(KnownPath.all.compactMap(file)) + notes(HelpText.of("FILES"))),
      ("EXIT STATUS", list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })),
      ("EXAMPLES", notes(HelpText.of("EXAMPLES"), isFirst: false)),
      ("SEE ALSO", ".Xr jq 1 ,\n.Xr pass 1 ,\n.Xr secret-tool 1\n"),
    ]
    return ".Dd \(Main.date)\n.Dt MOVIE-SERVER 1\n.Os\n" + sections.map { ".Sh \($0)\n\($1)" }.joined()
  }

  private static func section(_ subcommand: Subcommand) -> String {
    let operands = subcommand.operands.map { " " + escaped($0.map { $0 == "…" ? "..." : String($0) }.joined()) } ?? ""
    let options = subcommand.ownOptions.isEmpty ? "" : list(subcommand.ownOptions.map(option))
    let notes = notes(HelpText.of(subcommand.name))
    return ".Ss \(subcommand.name)\(operands)\n\(sentence(subcommand.summary))\(options)\(notes)"
  }

  private static func list(_ items: [(term: String, meaning: String)]) -> String {
    ".Bl -tag -width Ds\n" + items.map { ".It \($0.term)\n\(sentence($0.meaning))" }.joined() + ".El\n"
  }

  /// Fills the paragraphs of a text, and leaves examples, tables and lists as they are.
  private static func notes(_ notes: String, isFirst: Bool = true) -> String {
    var (text, isLiteral, isFirst) = ("", false, isFirst)
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

  private static func option(_ option: Option) -> (String, String) {
    let isComplete = option.choices.allSatisfy { option.help.contains($0) }
    return (
      "Fl \\-\(option.flag.dropFirst(2))" + (option.placeholder.map { " Ar \(escaped($0))" } ?? ""),
      option.help + (isComplete ? "" : ": " + option.choices.joined(separator: ", "))
    )
  }

  private static var variables: [(String, String)] {
    let settings = Setting.all.map { setting in
      ("Ev \(setting.variable)", "the same as \(setting.option.flag)" + (setting.isSwitch ? ", unless it is 0" : ""))
    }
    func names(_ names: [String]) -> String { names.map { "Ev \($0)" }.joined(separator: " , ") }
    let keys = CatalogProvider.all.flatMap { provider in
      provider.keyParts.map { (names($0.variables), "the \($0.name) of \(provider.title): \($0.form)") }
    }
    let urls = names(CatalogProvider.all.map(\.baseURLVariable))
    let folders = names(["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"])
    return settings + keys + [
      (urls, "base URLs that replace the services' own"),
      (folders, "the folders for configuration, data and caches; a relative path is ignored"),
    ]
  }

  private static func file(_ known: KnownPath) -> (String, String)? {
    known.path(Configuration(paths: FilePaths(home: "~"), environment: [:])).map { ("Pa \($0)", known.help) }
  }

  /// mdoc(7) wants every sentence on a line of its own.
  private static func sentences(_ line: Substring) -> String {
    let words = escaped(line).split(separator: " ")
    return words.dropLast().reduce("") { $0 + $1 + ($1.hasSuffix(".") ? "\n" : " ") } + (words.last ?? "") + "\n"
  }

  private static func sentence(_ text: String) -> String {
    escaped(text.prefix(1).uppercased() + text.dropFirst()) + ".\n"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    let text = text.map { $0 == "\\" ? "\\e" : String($0) }.joined()
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
