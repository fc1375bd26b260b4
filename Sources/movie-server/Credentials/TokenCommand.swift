import JSON
import OnlineCatalogs
import Platform

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
      throw UsageError(message: "\(path): “\(member)” is not an object with a command for each catalog")
    }
    var commands: [String: TokenCommand] = [:]
    for member in members {
      guard let provider = CatalogProvider.named(member.name) else {
        let names = CatalogProvider.all.map(\.name)
        throw UsageError(
          message: "\(path): “\(Self.member)” takes \(names.joined(separator: ", ")), not “\(member.name.prefix(60))”"
            + Suggestion.hint(for: member.name, among: names))
      }
      commands[provider.name] = TokenCommand(
        provider: provider, words: try Self.words(in: member.value, for: provider.name, of: path))
    }
    return commands
  }

  static func words(in json: JSON, for purpose: String, of path: String) throws(UsageError) -> [String] {
    let words = json.array?.map(\.string)
    guard let words, let program = words.first, program?.isEmpty == false, !words.contains(nil) else {
      throw UsageError(message: "\(path): the command for \(purpose) is not an array of a program and its arguments")
    }
    return words.compactMap(\.self)
  }

  /// Runs the command and returns the parts of the key. An error follows the command's name, and repeats no output.
  func run(timeoutMilliseconds: Int = timeoutMilliseconds) throws(Failure) -> [String] {
    let output: ChildCommand.Output
    do {
      output = try ChildCommand.run(
        words, environment: Self.environment, timeoutMilliseconds: timeoutMilliseconds)
    } catch {
      throw Failure(description: error.description, complaint: "")
    }
    // Reported only for a command that failed: otherwise it is of no use to anybody.
    let complaint = String(decoding: output.errors, as: UTF8.self)
    if let failure = output.failure { throw Failure(description: failure, complaint: complaint) }
    let parts = provider.keyParts
    // By bytes: CR LF is one Character, which is not equal to a line feed.
    let texts = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard output.bytes.count < ChildCommand.outputBytes || texts.count > parts.count else {
      throw Failure(description: "has printed a line that is too long for a key", complaint: complaint)
    }
    let lines = texts.prefix(parts.count).map { String(decoding: $0, as: UTF8.self).trimmingASCIIWhitespace() }
    guard lines.count == parts.count, !lines.contains("") else {
      let names = parts.map(\.name).joined(separator: ", then ")
      throw Failure(
        description: "has not printed \(parts.count == 1 ? "a line with a key" : "a line each: \(names)")",
        complaint: complaint)
    }
    return lines
  }

  /// The environment of a command: without keys, which belong to other services.
  private static var environment: [String: String] {
    let keys = CatalogProvider.all.flatMap { $0.keyParts.flatMap(\.variables) }
    return ((try? Environment.variables()) ?? [:]).filter { !keys.contains($0.key) }
  }

  struct Failure: Error {
    var description: String
    var complaint: String
  }
}
