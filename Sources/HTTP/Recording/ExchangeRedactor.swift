import JSON
import Redaction

/// Takes secrets out of exchanges: those of requests, and those in members with secret names, wherever they occur
/// later.
final class ExchangeRedactor: Sendable {
  private let redactor = Mutex(Redactor(.words, spellings: { [$0, PercentEncoding.encode($0)] }))

  /// Learns the secrets of a request and of the bodies of both sides. Must be called before they are redacted.
  func addSecrets(in request: HTTPRequest, _ bodies: [JSON?]) {
    redactor.withLock { redactor in
      for field in request.secrets.query + request.secrets.unsent { redactor.addSecret(field.value, name: field.name) }
      for field in request.secrets.headers {
        redactor.addSecret(field.value, name: field.name)
        // The token of “Bearer …” also occurs alone.
        if let token = field.value.split(separator: " ").last { redactor.addSecret(String(token), name: field.name) }
      }
      for item in Self.query(of: request.url) where SecretNames.contains(item.name) {
        redactor.addSecret(item.value, name: item.name)
      }
      for body in bodies { if let body { redactor.addSecrets(in: body) } }
    }
  }

  // A redactor is copied out of the lock, because a body may be large.

  func redact(_ text: String) -> String { String(decoding: redact(Array(text.utf8)), as: UTF8.self) }

  func redact(_ bytes: [UInt8]) -> [UInt8] { redactor.withLock { $0 }.replacing(bytes) }

  func redact(_ json: JSON) -> JSON {
    var redactor = redactor.withLock { $0 }
    return redactor.replacing(json)
  }

  private static func query(of url: String) -> [(name: String, value: String)] {
    url.drop { $0 != "?" }.dropFirst().split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count == 2 ? parts[1] : "")
    }
  }
}
