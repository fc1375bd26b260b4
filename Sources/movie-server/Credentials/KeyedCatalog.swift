/// A catalog whose service wants a key, and what that looks like.
enum KeyedCatalog: String, CaseIterable, Sendable {
  case tmdb, omdb, naver

  /// One of the texts that make up a key.
  struct Part: Sendable {
    let name: String
    /// The variables that can hold it; the first that does counts.
    let variables: [String]
    /// What it has to look like, for a complaint.
    let form: String
    let isWellFormed: @Sendable (String) -> Bool
  }

  /// What people call the service.
  var title: String {
    switch self {
    case .tmdb: "TMDB"
    case .omdb: "OMDb"
    case .naver: "Naver"
    }
  }

  var parts: [Part] {
    switch self {
    case .tmdb:
      [
        Part(
          name: "key", variables: ["TMDB_API_KEY", "TMDB_ACCESS_TOKEN"],
          form: "32 hexadecimal digits, or a read access token, which begins with eyJ",
          isWellFormed: { Self.isHexadecimal($0) || Self.isToken($0) })
      ]
    case .omdb:
      [
        Part(
          name: "key", variables: ["OMDB_API_KEY"], form: "8 or more letters and digits",
          isWellFormed: { $0.utf8.count >= 8 && $0.utf8.allSatisfy(Self.isLetterOrDigit) })
      ]
    case .naver:
      [("client ID", "NAVER_CLIENT_ID"), ("client secret", "NAVER_CLIENT_SECRET")].map { name, variable in
        Part(
          name: name, variables: [variable], form: "letters, digits and signs without a space",
          isWellFormed: { !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
      }
    }
  }

  /// How to give a key, for a person who has given none.
  var advice: String {
    // Not `joined()`, which would look its types up at every start.
    func list(_ texts: [String], _ word: String) -> String {
      texts.dropFirst().reduce(texts[0]) { $0 + " \(word) " + $1 }
    }
    let variables = list(parts.map { list($0.variables, "or") }, "and")
    return "Set \(variables), or run “movie-server auth \(rawValue)”."
  }

  private static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.count == 32 && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit }
  }

  private static func isToken(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.hasPrefix("eyJ") && parts.count == 3
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// A text without the white space around it. By bytes: keys are ASCII, and this is done at every start.
func trimmed(_ text: String) -> String {
  let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
  var bytes = text.utf8[...]
  while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
  while let last = bytes.last, isSpace(last) { bytes.removeLast() }
  return String(Substring(bytes))
}
