import IMDbImport
import LibraryFormats
import LocalCatalog
import Transcripts

/// A subcommand. To add one, write its file in `Subcommands` and list it in `all`.
struct Subcommand: Sendable {
  let name: String
  let summary: String
  let operands: String?
  let run: @Sendable (Arguments) throws -> Int32
  private let makeOptions: @Sendable () -> [Option]

  /// - Parameter options: made when they are needed, because every start makes all subcommands.
  init(
    _ name: String, _ summary: String, operands: String? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    run: @escaping @Sendable (Arguments) throws -> Int32
  ) {
    (self.name, self.summary, self.operands) = (name, summary, operands)
    makeOptions = options
    self.run = run
  }

  var options: [Option] { makeOptions() }

  private static let groups: [(title: String, members: [Subcommand])] = [
    ("serve a program:", [.serve, .mcp, .languageServer]), ("find films and people:", finders),
    ("keep films:", [.star, .unstar, .mark, .log, .unlog, .undo, .refresh]),
    ("look back:", [.favorites, .watchlist, .library, .diary, .statistics, .watch]),
    ("move films:", [.importCatalog, .export, .sync]),
    ("set up:", [.auth, .paths, .completions, .complete, .man, .version, .help]),
    ("test clients and servers:", [.record, .replay, .verify, .schema]),
  ]
  private static let finders: [Subcommand] = [
    .search, .discover, .detail, .openFilm, .recommendations, .home, .genres, .reviews, .poster, .people, .person,
    .collection,
  ]

  static let all = groups.flatMap(\.members)

  /// Parses the command line, without the program's name, runs the subcommand, and returns the exit status.
  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    // A subcommand is an operand: it may follow “--”.
    let commandLine = Array(arguments.first == "--" && arguments.count > 1 ? arguments.dropFirst() : arguments[...])
    let named = all.first { $0.name == commandLine.first }
    let subcommand = named ?? all[0]
    do {
      let arguments = try Arguments(
        commandLine.dropFirst(named == nil ? 0 : 1), options: subcommand.options,
        takesOperands: subcommand.operands != nil, alternatives: named == nil ? all.map(\.name) : [])
      if arguments.asksForVersion {
        printText(versionText)
        return 0
      }
      if arguments.asksForHelp {
        let say = Sentences.ofUser(commandLine)
        printText(named?.help(say) ?? overview(say))
        return 0
      }
      return try subcommand.run(arguments)
    } catch var error as UsageError {
      error.subcommand = named?.name
      throw error
    } catch let error as RPCError {
      report(Sentences.ofUser(commandLine).reworded(error.message))
      return ExitStatus.failure.rawValue
    } catch {
      report("\(error)", keepsLines: true)
      return (error is TranscriptError ? ExitStatus.usage : .failure).rawValue
    }
  }

  // MARK: Options

  var allOptions: [Option] {
    options + [Option(flag: "--version", help: "print the version"), Option(flag: "--help", help: "print this help")]
  }

  var ownOptions: [Option] { options.filter { option in !Setting.all.contains { $0.option.flag == option.flag } } }

  func operandKind(_ index: Int) -> ValueKind {
    let words = operands?.split(separator: " ") ?? []
    guard let last = words.last else { return .unknown }
    if words.indices.contains(index) { return ValueKind(placeholder: String(words[index])) }
    return last.contains("…") ? ValueKind(placeholder: String(last)) : .unknown
  }

  // MARK: Help

  func help(_ say: Sentences) -> String {
    let usage = [name, options.isEmpty ? nil : "[options]", operands].compactMap(\.self).joined(separator: " ")
    let notes = HelpText.of(name, say)
    return "movie-server \(name): \(say(summary))\n\n\(say("usage:")) movie-server \(usage)\n\n\(say("options:"))\n"
      + Self.table(of: allOptions, say) + (notes.isEmpty ? "" : "\n" + notes)
  }

  static func overview(_ say: Sentences) -> String {
    let summaries = groups.map { title, members in
      say(title) + "\n" + table(of: members.map { ($0.name + ($0.operands.map { " " + $0 } ?? ""), say($0.summary)) })
    }
    let usage = say("usage:")
    return """
      \(HelpText.of("overview", say))
      \(usage) movie-server [serve] [options]
      \(fitted("", to: usage.displayWidth)) movie-server SUBCOMMAND [options] [operands]

      \(summaries.joined(separator: "\n"))
      \(say("options of serve:"))
      \(table(of: all[0].allOptions, say))
      \(HelpText.of(all[0].name, say))
      """
  }

  private static func table(of options: [Option], _ say: Sentences) -> String {
    table(of: options.map { ($0.flag + ($0.placeholder.map { " " + $0 } ?? ""), say($0.help)) })
  }

  /// Two columns, the right one wrapped so that the lines fit 80 characters.
  private static func table(of rows: [(left: String, right: String)]) -> String {
    var text = ""
    for (left, right) in rows {
      var line = "  " + left + String(repeating: " ", count: max(0, 25 - left.count))
      for word in right.split(separator: " ") {
        if line.displayWidth + 1 + word.displayWidth > 80 {
          text += line + "\n"
          line = String(repeating: " ", count: 27)
        }
        line += " " + word
      }
      text += line + "\n"
    }
    return text
  }
}

/// The texts of help.txt, which the help of subcommands and the manual page share.
enum HelpText {
  private static let values: [(name: String, text: @Sendable () -> String)] = [
    ("columns", { MovieTable.columns }), ("exportFormats", { LibraryTransfer.exportFormats }),
    ("keys", { Subcommand.keyTable }), ("files", { Subcommand.importedFiles }), ("source", { Dataset.source }),
    ("types", { importedTypes }), ("terms", { IMDbTerms.summary }),
  ]

  private static var importedTypes: String {
    let types = ImportOptions.allTypes
    return types.prefix(6).joined(separator: ", ") + ",\n" + types.dropFirst(6).joined(separator: ", ") + "."
  }

  /// A translation is that of a whole paragraph.
  static func of(_ heading: String, _ say: Sentences = Sentences(language: nil)) -> String {
    let all = String(decoding: PackageResources.help_txt, as: UTF8.self)
    guard let start = all.firstRange(of: "\n= \(heading)\n") else { return "" }
    var (text, rest) = ("", all[start.upperBound...])
    rest = rest[..<(rest.firstRange(of: "\n\n= ")?.lowerBound ?? rest.endIndex)]
    while let gap = rest.firstRange(of: "\n\n") {
      text += say(String(rest[..<gap.lowerBound])) + "\n\n"
      rest = rest[gap.upperBound...]
    }
    text += say(String(rest))
    for (name, value) in values {
      if let range = text.firstRange(of: "{{\(name)}}") { text.replaceSubrange(range, with: value()) }
    }
    return text + "\n"
  }
}
