import JSON
import Platform

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
  ///
  /// - Parameter isFromServer: only then it may be a server's description of itself, in which the schema of a member
  ///   stands under the member's name. What a client sends is not believed to be one.
  public mutating func redacted(_ message: JSON, isFromServer: Bool = false) -> JSON {
    let messages = message.array ?? [message]
    // All of a batch first: what is a secret in one is one in those before it.
    for message in messages { collect(message, Place(of: message, isFromServer: isFromServer)) }
    let redacted = messages.map { replaced($0, Place(of: $0, isFromServer: isFromServer), name: nil) }
    return message.array == nil ? redacted[0] : .array(redacted)
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

  fileprivate static func isSecret(_ name: String) -> Bool {
    (5...longestName).contains(name.utf8.count) && secretNames.contains(name.lowercased())
  }

  // MARK: Replacing

  private mutating func collect(_ value: JSON, _ place: Place) {
    switch value {
    case .null, .bool, .number, .string: break
    case .array(let values): for value in values { collect(value, place.ofElements) }
    case .object(let members):
      for member in members {
        guard place.hasSecret(member) else {
          collect(member.value, place.of(member))
          continue
        }
        _ = name(of: member.value, from: member.name)
        guard let text = member.value.string.map(Self.bytes), texts.count < Self.maximumTexts else { continue }
        if text.count >= Self.shortestText, !texts.contains(text) { texts.append(text) }
      }
    }
  }

  private mutating func replaced(_ value: JSON, _ place: Place, name: String?) -> JSON {
    switch value {
    case .null, .bool, .number: return value
    case .string(let text):
      let isSecret = Self.bytes(text).withUnsafeBytes(hasSecret)
      return isSecret ? placeholder(for: value, from: name ?? "secret") : value
    case .array(let values): return .array(values.map { replaced($0, place.ofElements, name: nil) })
    case .object(let members):
      return .object(
        members.map { member in
          // What the protocol itself calls things is no secret, even where somebody's password is “favorites”.
          if member.name == "jsonrpc" || member.name == "method", member.value.string != nil { return member }
          return JSON.Member(
            member.name,
            place.hasSecret(member)
              ? placeholder(for: member.value, from: member.name)
              : replaced(member.value, place.of(member), name: member.name))
        })
    }
  }

  private mutating func placeholder(for value: JSON, from member: String) -> JSON {
    .string("…" + (name(of: value, from: member) ?? ""))
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

/// Where in a message a value stands, as far as that tells whether it is a secret.
private enum Place {
  case message
  /// The top of an answer whose result is a server's description of itself.
  case answer
  /// Anywhere in such a description.
  case description
  /// The object there that has the schemas of members by their names.
  case schemas

  init(of message: JSON, isFromServer: Bool) {
    self = isFromServer && message["result"]?["openrpc"]?.string != nil ? .answer : .message
  }

  var ofElements: Place { self == .schemas ? .description : self }

  func of(_ member: JSON.Member) -> Place {
    switch self {
    case .message: .message
    case .answer: member.name == "result" ? .description : .message
    case .description: member.name == "properties" ? .schemas : .description
    case .schemas: .description
    }
  }

  func hasSecret(_ member: JSON.Member) -> Bool {
    guard Redaction.isSecret(member.name), !member.value.isNull else { return false }
    return self != .schemas || !Self.isSchema(member.value)
  }

  private static let types: Set<JSON> = ["array", "boolean", "integer", "null", "number", "object", "string"]

  /// Whether something says of what kind a value is, in words what it is for, and nothing else.
  private static func isSchema(_ value: JSON) -> Bool {
    guard case .object(let members) = value, value["type"] != nil else { return false }
    return members.allSatisfy { member in
      switch (member.name, member.value) {
      case ("type", .string): types.contains(member.value)
      case ("type", .array(let names)): !names.isEmpty && names.allSatisfy(types.contains)
      case ("description", .string): true
      default: false
      }
    }
  }
}
