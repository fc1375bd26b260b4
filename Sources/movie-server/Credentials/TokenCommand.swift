import JSON

/// A command that prints a catalog's key: of pass, of the desktop's keyring, of macOS's keychain.
///
/// In the configuration file: `"tokenCommand": {"tmdb": ["pass", "show", "tmdb"]}`. It is run as it stands, without a
/// shell. Of what it prints the first line counts; for Naver the first two, ID and secret.
struct TokenCommand: Sendable {
  let catalog: KeyedCatalog
  /// The program and its arguments.
  let words: [String]

  static let member = "tokenCommand"
  static let patienceMilliseconds = 30_000

  /// What a person may be told of it: an argument may be more than others should know.
  var program: String { words[0].split(separator: "/").last.map(String.init) ?? words[0] }

  /// - Parameter path: of the configuration file, for complaints.
  static func all(in json: JSON, of path: String) throws(UsageError) -> [KeyedCatalog: TokenCommand] {
    guard case .object(let members) = json else {
      throw UsageError(message: "\(path): “\(member)” is not an object with a command for each catalog")
    }
    var commands: [KeyedCatalog: TokenCommand] = [:]
    for member in members {
      guard let catalog = KeyedCatalog(rawValue: member.name) else {
        let names = KeyedCatalog.allCases.map(\.rawValue)
        throw UsageError(
          message: "\(path): “\(Self.member)” takes \(names.joined(separator: ", ")), not “\(member.name.prefix(60))”"
            + Suggestion.hint(for: member.name, among: names))
      }
      let words = member.value.array?.map(\.string)
      guard let words, let program = words.first, program?.isEmpty == false, !words.contains(nil) else {
        throw UsageError(
          message: "\(path): the command for \(catalog.rawValue) is not an array of a program and its arguments")
      }
      commands[catalog] = TokenCommand(catalog: catalog, words: words.compactMap(\.self))
    }
    return commands
  }

  /// Runs the command and gives the key's parts. Blocks.
  ///
  /// - Throws: what has gone wrong, as the end of a sentence that begins with the command. It has nothing of what the
  ///   command has written.
  func run(patienceMilliseconds: Int = patienceMilliseconds) throws(Failure) -> [String] {
    let output: ChildCommand.Output
    do {
      output = try ChildCommand.run(words, patienceMilliseconds: patienceMilliseconds)
    } catch {
      throw Failure(description: error.description, complaint: "")
    }
    // Only now is it of any use: a command that has succeeded has nothing to say to anybody.
    let complaint = String(decoding: output.errors, as: UTF8.self)
    if let failure = output.failure { throw Failure(description: failure, complaint: complaint) }
    // By bytes: a CR LF would be one Character and no line end.
    let texts = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard output.bytes.count < ChildCommand.outputBytes || texts.count > catalog.parts.count else {
      throw Failure(description: "has printed a line that is too long for a key", complaint: complaint)
    }
    let lines = texts.prefix(catalog.parts.count).map { trimmed(String(decoding: $0, as: UTF8.self)) }
    guard lines.count == catalog.parts.count, !lines.contains("") else {
      let wanted = catalog.parts.count == 1 ? "line with a key" : "two lines, ID and secret"
      throw Failure(description: "has printed no \(wanted)", complaint: complaint)
    }
    return lines
  }

  struct Failure: Error {
    var description: String
    /// What the command has written to stderr.
    var complaint: String
  }
}
