import OnlineCatalogs

/// A command that prints a catalog's key, as in `"tokenCommand": {"tmdb": ["pass", "show", "tmdb"]}`. It runs without a
/// shell. The first lines of its output are the parts of the key; the rest is ignored.
struct TokenCommand: Sendable {
  let provider: CatalogProvider
  let words: [String]

  static let member = "tokenCommand"
  static let timeoutMilliseconds = 30_000

  /// The program's name, for messages. They leave out the arguments, which may be private.
  var program: String { words[0].split(separator: "/").last.map(String.init) ?? words[0] }

  static func all(in json: JSON, of path: String) throws(UsageError) -> [String: TokenCommand] {
    guard case .object(let members) = json else {
      throw UsageError("\(path): “\(member)” is not an object with a command for each catalog")
    }
    var commands: [String: TokenCommand] = [:]
    for member in members {
      guard let provider = CatalogProvider.named(member.name) else {
        let names = CatalogProvider.all.map(\.name)
        throw UsageError(
          "\(path): “\(Self.member)” takes \(names.joined(separator: ", ")), not “\(member.name.prefix(60))”",
          suggestion: Suggestion.nearest(to: member.name, among: names))
      }
      commands[provider.name] = TokenCommand(
        provider: provider, words: try Self.words(in: member.value, for: provider.name, of: path))
    }
    return commands
  }

  static func words(in json: JSON, for purpose: String, of path: String) throws(UsageError) -> [String] {
    let words = json.array?.map(\.string)
    guard let words, let program = words.first, program?.isEmpty == false, !words.contains(nil) else {
      throw UsageError("\(path): the command for \(purpose) is not an array of a program and its arguments")
    }
    return words.compactMap(\.self)
  }

  /// Runs the command and returns the parts of the key. An error follows the command's name, and repeats no output.
  func run(timeoutMilliseconds: Int = timeoutMilliseconds) throws(Failure) -> [String] {
    // Without keys and passwords, which belong to other services.
    let keys =
      CatalogProvider.all.flatMap { $0.keyParts.flatMap(\.variables) } + ["MOVIE_SERVER_SYNC_URL", "PGPASSWORD"]
    let environment = ((try? Environment.variables()) ?? [:]).filter { !keys.contains($0.key) }
    let output = ChildCommand.run(words, environment: environment, timeoutMilliseconds: timeoutMilliseconds)
    let parts = provider.keyParts
    let lines = output.lines(parts.count).map { $0.trimmingASCIIWhitespace() }
    var failure = output.failure
    let isCut = output.bytes.count >= ChildCommand.outputBytes
    if failure == nil, isCut, output.lines(parts.count + 1).count == lines.count {
      failure = "has printed a line that is too long for a key"
    } else if failure == nil, lines.count < parts.count || lines.contains("") {
      let names = parts.map(\.name).joined(separator: ", then ")
      failure = "has not printed \(parts.count == 1 ? "a line with a key" : "a line each: \(names)")"
    }
    guard let failure else { return lines }
    throw Failure(description: failure, complaint: String(decoding: output.errors, as: UTF8.self))
  }

  struct Failure: Error {
    var description: String
    /// What a command that has failed has printed on stderr. Otherwise it is of no use to anybody.
    var complaint: String
  }
}
