import Redaction

/// The keys and logins of a service. A response that repeats one would carry it to the client and into transcripts.
final class KnownSecrets: Sendable {
  /// Shorter texts occur by chance, for example in numbers.
  private static let minimumBytes = 8
  /// A service has one key, and a login changes seldom.
  private static let maximumCount = 16

  private let secrets = Mutex<(values: [[UInt8]], texts: SecretTexts)>(([], SecretTexts()))

  init() {}

  init(_ request: HTTPRequest.Secrets) { add(request) }

  func add(_ request: HTTPRequest.Secrets) {
    // A header may begin with a scheme, such as `Bearer`.
    let values = (request.query + request.headers + request.unsent).compactMap {
      $0.value.split(separator: " ").last.map { Array($0.utf8) }
    }
    secrets.withLock { secrets in
      let new = values.filter { $0.count >= Self.minimumBytes && !secrets.values.contains($0) }
      guard !new.isEmpty else { return }
      secrets.values = (secrets.values + new).suffix(Self.maximumCount)
      secrets.texts = SecretTexts(secrets.values)
    }
  }

  /// Whether a response repeats a secret: in its bytes, or in a text after all escapes are decoded that a client could
  /// see decoded (JSON, HTML, percent-encoding, Markdown).
  func occur(in body: [UInt8], _ json: JSON?) -> Bool {
    let secrets = secrets.withLock(\.texts)
    guard !secrets.isEmpty else { return false }
    return secrets.occur(in: body) || json.map { Self.occur(secrets, in: $0) } ?? false
  }

  private static func occur(_ secrets: SecretTexts, in json: JSON) -> Bool {
    switch json {
    case .string(let text): occur(secrets, in: text)
    case .array(let elements): elements.contains { occur(secrets, in: $0) }
    case .object(let members): members.contains { occur(secrets, in: $0.value) }
    default: false
    }
  }

  private static func occur(_ secrets: SecretTexts, in text: String) -> Bool {
    guard text.utf8.count >= minimumBytes else { return false }
    if secrets.occur(in: Array(text.utf8)) { return true }
    guard !text.utf8.allSatisfy(isPlain) else { return false }
    let decoded = PercentEncoding.decode(text)
    let plain = PlainText.from(text, encodings: 2)
    return [decoded, plain, PlainText.from(decoded, encodings: 2), plain.map { Review.plainBeginning(of: $0).line }]
      .contains { $0.map { secrets.occur(in: Array($0.utf8)) } ?? false }
  }

  /// Whether no decoding changes a text of such bytes. Every byte of every text of a response is asked about.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "~"), UInt8(ascii: "\\"):
      false
    default: (0x20..<0x7F).contains(byte)
    }
  }
}
