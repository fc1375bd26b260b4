import JSON
import Platform

/// Learns secrets from values with secret names, and replaces them wherever they occur from then on.
public struct Redactor: Sendable {
  public enum Style: Sendable {
    /// `"…name"` replaces the whole value, since only whole strings are placeholders. Equal values have equal names.
    case placeholders
    /// `redacted_name` replaces the secret in the string, so that a replayed login sends back what it was given.
    case words
  }

  private let style: Style
  private let spellings: @Sendable (String) -> [String]
  private var known = SecretTexts()
  /// Secrets of the current message for which `room` was not enough. They are forgotten with the next message.
  private var unremembered = SecretTexts()
  /// The bytes left for remembering secrets, which a client could otherwise fill the memory with.
  private var room: Int

  private var names: [JSON: String] = [:]
  private var usedNames: Set<String> = []
  private var nameCounts: [String: Int] = [:]

  /// The minimum length of a secret, in bytes. Shorter texts would also be found in words that are not secret.
  private var shortestText: Int { style == .placeholders ? 8 : 4 }

  /// - Parameter rememberedBytes: secrets beyond it are redacted in their own message, and not looked for in later
  ///   ones.
  public init(
    _ style: Style, rememberedBytes: Int = .max, spellings: @escaping @Sendable (String) -> [String] = { [$0] }
  ) {
    (self.style, self.spellings) = (style, spellings)
    room = rememberedBytes
  }

  // MARK: Adding secrets

  /// Adds a secret and the name that its replacement shows.
  public mutating func addSecret(_ secret: String, name: String) {
    addSecret(secret, replacement: replacement(for: .string(secret), name: name))
  }

  /// Adds the values of secret names in a JSON text that is not a JSON-RPC message.
  public mutating func addSecrets(in json: JSON) { addSecrets(in: json, at: .message) }

  private mutating func addSecrets(in value: JSON, at position: MessagePosition) {
    switch value {
    case .null, .bool, .number, .string, .illFormedString: break
    case .array(let values): for value in values { addSecrets(in: value, at: position.ofElements) }
    case .object(let members):
      for member in members {
        if isSecret(member, at: position) {
          let replacement = replacement(for: member.value, name: member.name)
          switch (member.value, style) {
          case (.number(let text), .words): addSecret(text, replacement: replacement)
          default:
            if let text = member.value.string { addSecret(text, replacement: replacement) }
            addTexts(in: member.value, name: member.name)
          }
        } else {
          addSecrets(in: member.value, at: position.of(member))
        }
      }
    }
  }

  /// Learns the texts in an array or object that is a secret as a whole.
  private mutating func addTexts(in value: JSON, name: String) {
    let elements: [JSON] =
      switch value {
      case .array(let elements): elements
      case .object(let members): members.map(\.value)
      default: []
      }
    for element in elements {
      if let text = element.string { addSecret(text, name: name) } else { addTexts(in: element, name: name) }
    }
  }

  private mutating func addSecret(_ secret: String, replacement: String) {
    guard secret != replacement else { return }
    for spelling in spellings(secret) {
      let text = searchable(spelling)
      guard text.count >= shortestText, known[text] == nil else { continue }
      if text.count <= room {
        room -= text.count
        known.insert(text, replacement: Array(replacement.utf8))
      } else {
        unremembered.insert(text, replacement: Array(replacement.utf8))
      }
    }
  }

  // MARK: Replacing

  /// Learns the secrets of a JSON-RPC message and returns it without them. Only a server's can be an OpenRPC document,
  /// whose schemas stay: a client could disguise a secret as one.
  public mutating func redacted(_ message: JSON, isFromServer: Bool = false) -> JSON {
    if !unremembered.isEmpty { unremembered = SecretTexts() }
    let messages = message.array ?? [message]
    // A secret of one entry of a batch is also replaced in the entries before it.
    for message in messages { addSecrets(in: message, at: MessagePosition(of: message, isFromServer: isFromServer)) }
    let redacted = messages.map {
      replaced($0, at: MessagePosition(of: $0, isFromServer: isFromServer), name: nil)
    }
    return message.array == nil ? redacted[0] : .array(redacted)
  }

  /// Returns the value without the secrets that are known and without the values of secret names.
  public mutating func replacing(_ json: JSON) -> JSON { replaced(json, at: .message, name: nil) }

  public func replacing(_ bytes: [UInt8]) -> [UInt8] { known.replaced(bytes) ?? bytes }

  private func containsSecret(_ bytes: UnsafeRawBufferPointer) -> Bool {
    known.occur(in: bytes) || unremembered.occur(in: bytes)
  }

  /// Whether text that is not JSON may contain a secret: a word of a secret name, or a known one in any spelling.
  public func mayContainSecret(text bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let folded = text.lowercased()
    if ["token", "session", "secret", "key", "pass", "\\u"].contains(where: { folded.contains($0) }) { return true }
    guard !known.isEmpty || !unremembered.isEmpty else { return false }
    // Escapes can spell every known secret in other ways.
    return folded.contains("\\") || bytes.withUnsafeBytes(containsSecret)
      || searchable(text).withUnsafeBytes(containsSecret)
  }

  private mutating func replaced(_ value: JSON, at position: MessagePosition, name: String?) -> JSON {
    switch value {
    case .null, .bool: return value
    case .number(let text):
      // Digits inside a longer number are a coincidence.
      guard style == .words, let word = known[Array(text.utf8)] else { return value }
      return .string(String(decoding: word, as: UTF8.self))
    case .string, .illFormedString:
      let text = value.string ?? ""
      switch style {
      case .words: return replaced(text).map { .string($0) } ?? value
      case .placeholders:
        let isSecret = searchable(text).withUnsafeBytes(containsSecret)
        return isSecret ? .string(replacement(for: value, name: name ?? "secret")) : value
      }
    case .array(let values): return .array(values.map { replaced($0, at: position.ofElements, name: nil) })
    case .object(let members): return .object(members.map { replaced($0, at: position) })
    }
  }

  private mutating func replaced(_ member: JSON.Member, at position: MessagePosition) -> JSON.Member {
    if style == .placeholders, Self.isPublic(member) { return member }
    if isSecret(member, at: position) {
      return JSON.Member(member.name, .string(replacement(for: member.value, name: member.name)))
    }
    let value = replaced(member.value, at: position.of(member), name: member.name)
    switch style {
    case .words: return JSON.Member(replaced(member.name) ?? member.name, value)
    case .placeholders:
      // A transcript has no placeholder for a name: the object then allows any other members.
      let isSecret = searchable(member.name).withUnsafeBytes(containsSecret)
      return isSecret ? JSON.Member(Placeholder.mark, Placeholder.wildcard) : JSON.Member(member.name, value)
    }
  }

  /// Whether it is the version, or a method, which is public even if it is somebody's password: none has a digit.
  private static func isPublic(_ member: JSON.Member) -> Bool {
    switch member.name {
    case "jsonrpc": member.value == "2.0"
    case "method": member.value.string.map { $0.utf8.allSatisfy { !$0.isASCIIDigit } } ?? false
    default: false
    }
  }

  private func replaced(_ text: String) -> String? {
    known.replaced(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func isSecret(_ member: JSON.Member, at position: MessagePosition) -> Bool {
    guard position.hasSecret(member) else { return false }
    switch (style, member.value) {
    case (.placeholders, _), (.words, .string), (.words, .illFormedString), (.words, .number): return true
    // A client must find the shape that it expects in a replayed response.
    case (.words, _): return false
    }
  }

  /// The bytes that represent a text where it is searched for: for transcripts as JSON spells it, without the quotes.
  private func searchable(_ text: String) -> [UInt8] {
    style == .words ? Array(text.utf8) : Array(JSON.string(text).jsonBytes.dropFirst().dropLast())
  }

  private mutating func replacement(for value: JSON, name: String) -> String {
    switch style {
    case .words: "redacted_" + name.lowercased()
    case .placeholders: Placeholder.mark + (placeholderName(of: value, from: name) ?? "")
    }
  }

  /// Returns the same name for the same value, because a token in a response and in the next request must be one name.
  private mutating func placeholderName(of value: JSON, from member: String) -> String? {
    if let name = names[value] { return name }
    let size = value.string?.utf8.count ?? value.jsonBytes.count
    guard size <= room else { return nil }
    room -= size
    var base = String(String.UnicodeScalarView(member.unicodeScalars.filter(Placeholder.isNameCharacter)))
    if base.isEmpty { base = "secret" }
    var name: String
    repeat {
      nameCounts[base, default: 0] += 1
      let count = nameCounts[base, default: 0]
      name = count == 1 ? base : "\(base).\(count)"
    } while !usedNames.insert(name).inserted
    names[value] = name
    return name
  }
}
