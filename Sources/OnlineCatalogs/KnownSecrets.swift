import Concurrency
import HTTP
import JSON
import MovieCore
import Platform

/// The keys and logins of a service. A response that repeats one would carry it to the client and into transcripts.
final class KnownSecrets: Sendable {
  /// Shorter texts occur by chance, for example in numbers.
  private static let minimumBytes = 8
  /// A service has one key, and a login changes seldom.
  private static let maximumCount = 16

  /// In lower case. A service may echo a key in another case, and a key of hexadecimal digits is the same then.
  private let secrets = Mutex<[[UInt8]]>([])

  init() {}

  /// Those of one request.
  init(_ request: HTTPRequest.Secrets) { add(request) }

  /// Remembers the secrets of a request.
  func add(_ request: HTTPRequest.Secrets) {
    // A header may begin with a scheme, such as `Bearer`.
    let values = (request.query + request.headers + request.unsent).compactMap {
      $0.value.split(separator: " ").last.map { $0.utf8.map(\.asciiLowercased) }
    }
    secrets.withLock { secrets in
      for value in values where value.count >= Self.minimumBytes && !secrets.contains(value) { secrets.append(value) }
      if secrets.count > Self.maximumCount { secrets.removeFirst(secrets.count - Self.maximumCount) }
    }
  }

  /// Whether a response repeats a secret: in its bytes, or in a text after all escapes are decoded that a client could
  /// see decoded (JSON, HTML, percent-encoding, Markdown).
  func occur(in body: [UInt8], _ json: JSON?) -> Bool {
    let secrets = secrets.withLock(\.self)
    guard !secrets.isEmpty else { return false }
    return Self.contains(body, secrets) || json.map { Self.occur(secrets, in: $0) } ?? false
  }

  private static func occur(_ secrets: [[UInt8]], in json: JSON) -> Bool {
    switch json {
    case .string(let text): occur(secrets, in: text)
    case .array(let elements): elements.contains { occur(secrets, in: $0) }
    case .object(let members): members.contains { occur(secrets, in: $0.value) }
    default: false
    }
  }

  private static func occur(_ secrets: [[UInt8]], in text: String) -> Bool {
    guard text.utf8.count >= minimumBytes else { return false }
    if contains(text.utf8, secrets) { return true }
    guard !text.utf8.allSatisfy(isPlain) else { return false }
    let decoded = PercentEncoding.decode(text)
    let plain = PlainText.from(text, encodings: 2)
    return [decoded, plain, PlainText.from(decoded, encodings: 2), plain.map { Review.plainBeginning(of: $0).line }]
      .contains { $0.map { contains($0.utf8, secrets) } ?? false }
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

  private static func contains(_ text: some Collection<UInt8>, _ secrets: [[UInt8]]) -> Bool {
    let text = text.map(\.asciiLowercased)
    return text.withUnsafeBytes { bytes in
      secrets.contains { secret in
        var rest = bytes[...]
        // memchr(3) is many times faster than a loop, and few bytes are the first of a secret.
        while rest.count >= secret.count, let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          let found = memchr(base, Int32(secret[0]), rest.count - secret.count + 1)
        {
          if memcmp(found, secret, secret.count) == 0 { return true }
          rest = rest[(rest.startIndex + (UnsafeRawPointer(found) - base) + 1)...]
        }
        return false
      }
    }
  }
}
