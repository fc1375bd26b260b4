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
    if let entries = message.array { return .array(entries.map { redacted($0) }) }
    // An OpenRPC document says what secrets are called and what they look like, and has none.
    if message["method"] == nil, message["result"]?["openrpc"]?.string != nil { return message }
    collect(message)
    return replaced(message, name: nil)
  }

  /// Whether text may have a secret in it, be it JSON or cut off anywhere: what looks like one is enough.
  public func suspects(text bytes: UnsafeRawBufferPointer) -> Bool {
    for index in bytes.indices {
      let isFound =
        switch bytes[index] | 0x20 {
        case UInt8(ascii: "t"): Self.has("token", in: bytes, at: index)
        case UInt8(ascii: "s"): Self.has("session", in: bytes, at: index) || Self.has("secret", in: bytes, at: index)
        case UInt8(ascii: "k"): Self.has("key", in: bytes, at: index)
        case UInt8(ascii: "p"): Self.has("pass", in: bytes, at: index)
        // With escapes everything can be written otherwise: these words, and what is known.
        case UInt8(ascii: "\\") | 0x20: !texts.isEmpty || Self.has("\\u", in: bytes, at: index)
        default: false
        }
      if isFound { return true }
    }
    guard !texts.isEmpty else { return false }
    return hasSecret(bytes) || Self.bytes(String(decoding: bytes, as: UTF8.self)).withUnsafeBytes(hasSecret)
  }

  /// Whether a word stands there, in whatever case.
  private static func has(_ word: StaticString, in bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index >= 0, bytes.count - index >= word.utf8CodeUnitCount else { return false }
    for place in 0..<word.utf8CodeUnitCount where bytes[index + place] | 0x20 != word.utf8Start[place] | 0x20 {
      return false
    }
    return true
  }

  /// Whether a message that this program has written may have a secret in it: as `redacted` would find, but without
  /// reading it as JSON, which is too slow for every page.
  public func suspects(message bytes: UnsafeRawBufferPointer) -> Bool {
    if hasSecret(bytes) { return true }
    guard let base = bytes.baseAddress else { return false }
    var next = 0
    while let hit = memchr(base + next, Int32(UInt8(ascii: ":")), bytes.count - next) {
      let end = UnsafeRawPointer(hit) - base - 1
      next = end + 2
      guard end > 0, bytes[end] == UInt8(ascii: "\"") else { continue }
      // What names of secrets end with: a glance that spares nearly all others.
      let isLikely =
        switch bytes[end - 1] | 0x20 {
        case UInt8(ascii: "n"): Self.has("token", in: bytes, at: end - 5)
        case UInt8(ascii: "y"): Self.has("key", in: bytes, at: end - 3)
        case UInt8(ascii: "d"):
          ["sessionid", "session_id", "password"].contains { Self.has($0, in: bytes, at: end - $0.utf8CodeUnitCount) }
        default: false
        }
      guard isLikely else { continue }
      var start = end
      while start > 0, end - start <= Self.longestName, bytes[start - 1] != UInt8(ascii: "\"") { start -= 1 }
      if Self.isSecret(String(decoding: bytes[start..<end], as: UTF8.self)) { return true }
    }
    return false
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
    if !value.isNull,
      name.map(Self.isSecret) == true || value.string.map({ Self.bytes($0).withUnsafeBytes(hasSecret) }) == true
    {
      return .string("…" + (self.name(of: value, from: name ?? "secret") ?? ""))
    }
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let values): return .array(values.map { replaced($0, name: nil) })
    case .object(let members):
      return .object(members.map { JSON.Member($0.name, replaced($0.value, name: $0.name)) })
    }
  }

  private func hasSecret(_ bytes: UnsafeRawBufferPointer) -> Bool {
    texts.contains { text in text.withUnsafeBytes { Self.contains(bytes, $0) } }
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
