import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes secrets out of messages, so that a conversation can be kept, shown and verified all the same: `"abc"` becomes
/// `"…requestToken"`, wherever it stands from then on.
public struct Redaction: Sendable {
  /// Names of members whose values are secrets, whatever the case.
  public static let secretNames: Set<String> = [
    "requesttoken", "request_token", "sessionid", "session_id", "accesstoken", "access_token", "apikey", "api_key",
    "password", "token",
  ]

  /// What each secret is called.
  private var names: [JSON: String] = [:]
  /// Those that are looked for inside other texts: in a URL, in an error. As JSON has them, without the quotes.
  private var texts: [[UInt8]] = []

  /// Beyond these a secret is no longer remembered, and is `"…"` only.
  private static let maximumNames = 1_000
  private static let maximumTexts = 64
  /// Shorter ones would be found in what has nothing to do with them.
  private static let shortestText = 8

  public init() {}

  /// The message without its secrets.
  public mutating func redacted(_ message: JSON) -> JSON {
    collect(message)
    return replaced(message, name: nil)
  }

  /// Whether text that is no JSON may have a secret in it. What looks like one is enough: text can be cut anywhere.
  public func suspects(_ text: String) -> Bool {
    let lower = text.lowercased()
    return ["token", "session", "key", "pass", "secret", "\\u"].contains(where: lower.contains)
      || hasSecret(Self.bytes(text)) || hasSecret(Array(text.utf8))
  }

  /// Whether a message that this program has written may have a secret in it: as `redacted` would find, but without
  /// reading it as JSON, which is too slow for every page.
  public func suspects(message: [UInt8]) -> Bool {
    if hasSecret(message) { return true }
    return message.withUnsafeBytes { bytes in
      for colon in bytes.indices.dropFirst(8) where bytes[colon] == UInt8(ascii: ":") {
        let end = colon - 1
        // What names of secrets end with: a glance that spares most others.
        guard bytes[end] == UInt8(ascii: "\""), "ndy".utf8.contains(bytes[end - 1] | 0x20) else { continue }
        var start = end
        while start > 0, end - start <= Self.longestName, bytes[start - 1] != UInt8(ascii: "\"") { start -= 1 }
        if Self.isSecret(String(decoding: bytes[start..<end], as: UTF8.self)) { return true }
      }
      return false
    }
  }

  private static let longestName = 13

  private static func isSecret(_ name: String) -> Bool {
    (5...longestName).contains(name.utf8.count) && secretNames.contains(name.lowercased())
  }

  // MARK: Replacing

  private mutating func collect(_ value: JSON) {
    switch value {
    case .null, .bool, .number, .string: break
    case .array(let values): for value in values { collect(value) }
    case .object(let members):
      for member in members {
        guard Self.isSecret(member.name), !member.value.isNull else {
          collect(member.value)
          continue
        }
        _ = name(of: member.value, from: member.name)
        guard let text = member.value.string.map(Self.bytes), texts.count < Self.maximumTexts else { continue }
        if text.count >= Self.shortestText, !texts.contains(text) { texts.append(text) }
      }
    }
  }

  private mutating func replaced(_ value: JSON, name: String?) -> JSON {
    // What the protocol itself calls things is no secret, even where somebody's password is “favorites”.
    if name == "jsonrpc" || name == "method" { return value }
    if !value.isNull, name.map(Self.isSecret) == true || value.string.map({ hasSecret(Self.bytes($0)) }) == true {
      return .string("…" + (self.name(of: value, from: name ?? "secret") ?? ""))
    }
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let values): return .array(values.map { replaced($0, name: nil) })
    case .object(let members):
      return .object(members.map { JSON.Member($0.name, replaced($0.value, name: $0.name)) })
    }
  }

  private func hasSecret(_ bytes: [UInt8]) -> Bool {
    texts.contains { text in
      text.withUnsafeBytes { text in bytes.withUnsafeBytes { Self.contains($0, text) } }
    }
  }

  /// What memmem(3) does, which the C library hides from Swift; the standard library takes many times as long.
  private static func contains(_ bytes: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, let first = text.baseAddress else { return text.isEmpty }
    var start = 0
    while bytes.count - start >= text.count,
      let hit = memchr(base + start, Int32(text[0]), bytes.count - start - text.count + 1)
    {
      if memcmp(hit, first, text.count) == 0 { return true }
      start = UnsafeRawPointer(hit) - base + 1
    }
    return false
  }

  private static func bytes(_ text: String) -> [UInt8] {
    JSON.string(text).jsonBytes[...].dropFirst().dropLast().map(\.self)
  }

  /// The same for the same value: a token that is answered and then sent must be one name.
  private mutating func name(of value: JSON, from member: String) -> String? {
    if let name = names[value] { return name }
    guard names.count < Self.maximumNames else { return nil }
    var base = String(String.UnicodeScalarView(member.unicodeScalars.filter(Comparison.isNameCharacter)))
    if base.isEmpty { base = "secret" }
    let others = names.values.filter { $0 == base || $0.hasPrefix(base + ".") }.count
    let name = others == 0 ? base : "\(base).\(others + 1)"
    names[value] = name
    return name
  }
}
