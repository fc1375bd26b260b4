import Concurrency
import JSON

/// Takes secrets out of what is recorded: those that requests carry, and those that bodies carry in members of known
/// names. Each is replaced by a word made of its name, so that a login that is replayed sends back what it was given.
///
/// What was found once is found everywhere after: in a path, in another body.
final class Redaction: Sendable {
  /// By what they are, the longest first: one may be a part of another.
  private let known = Mutex<[(value: String, placeholder: String)]>([])

  static let members: Set<String> = [
    "session_id", "request_token", "guest_session_id", "access_token", "api_key", "apikey", "password",
  ]

  static func placeholder(_ name: String) -> String { "redacted_" + name.lowercased() }

  /// Learns the secrets that a request and its answer carry. Must be called before their redaction.
  func learn(from request: HTTPRequest, _ bodies: [JSON?]) {
    for field in request.secrets.query { learn(field.value, field.name) }
    for field in request.secrets.headers {
      learn(field.value, field.name)
      // "Bearer …"
      if let token = field.value.split(separator: " ").last { learn(String(token), field.name) }
    }
    for item in Self.query(request.url) where Self.members.contains(item.name.lowercased()) {
      learn(item.value, item.name)
    }
    for body in bodies { if let body { learn(from: body) } }
  }

  private func learn(from json: JSON) {
    switch json {
    case .array(let values): for value in values { learn(from: value) }
    case .object(let members):
      for member in members {
        if Self.members.contains(member.name.lowercased()) {
          switch member.value {
          case .string(let text), .number(let text): learn(text, member.name)
          default: break
          }
        }
        learn(from: member.value)
      }
    default: break
    }
  }

  private func learn(_ value: String, _ name: String) {
    let placeholder = Self.placeholder(name)
    // Less than that is no secret, and would be found in every other word.
    guard value.utf8.count >= 4, value != placeholder else { return }
    known.withLock { known in
      for form in Set([value, PercentEncoding.encode(value)]) where !known.contains(where: { $0.value == form }) {
        known.append((form, placeholder))
      }
      known.sort { $0.value.utf8.count > $1.value.utf8.count }
    }
  }

  func redact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let redacted = redact(bytes)
    return redacted == bytes ? text : String(decoding: redacted, as: UTF8.self)
  }

  func redact(_ bytes: [UInt8]) -> [UInt8] {
    known.withLock { $0 }.reduce(bytes) { $0.replacing(Array($1.value.utf8), with: Array($1.placeholder.utf8)) }
  }

  func redact(_ json: JSON) -> JSON {
    switch json {
    case .null, .bool: return json
    case .number(let text):
      // A secret in digits; one that only occurs in a number is a coincidence.
      return known.withLock { known in known.first { $0.value == text } }.map { .string($0.placeholder) } ?? json
    case .string(let text): return .string(redact(text))
    case .array(let values): return .array(values.map(redact))
    case .object(let members):
      return .object(
        members.map { member in
          let isSecret = Self.members.contains(member.name.lowercased())
          switch member.value {
          case .string where isSecret, .number where isSecret:
            return JSON.Member(member.name, .string(Self.placeholder(member.name)))
          default: return JSON.Member(redact(member.name), redact(member.value))
          }
        })
    }
  }

  private static func query(_ url: String) -> [(name: String, value: String)] {
    url.drop { $0 != "?" }.dropFirst().split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count == 2 ? parts[1] : "")
    }
  }
}
