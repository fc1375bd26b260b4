import JSON

/// Where a value is in a message. The schemas of an OpenRPC document have the names of secret members, and are none.
enum MessagePosition {
  case message
  /// The top of a response whose result is an OpenRPC document.
  case documentResponse
  case document
  /// The document's object that holds the schemas of members by their names.
  case schemas

  init(of message: JSON, isFromServer: Bool) {
    self = isFromServer && message["result"]?["openrpc"]?.string != nil ? .documentResponse : .message
  }

  var ofElements: MessagePosition { self == .schemas ? .document : self }

  func of(_ member: JSON.Member) -> MessagePosition {
    switch self {
    case .message: .message
    case .documentResponse: member.name == "result" ? .document : .message
    case .document: member.name == "properties" ? .schemas : .document
    case .schemas: .document
    }
  }

  /// Whether the member has a secret's name and its value is not merely a schema.
  func hasSecret(_ member: JSON.Member) -> Bool {
    guard SecretNames.contains(member.name), !member.value.isNull else { return false }
    return self != .schemas || !Self.isSchema(member.value)
  }

  private static let types: Set<JSON> = ["array", "boolean", "integer", "null", "number", "object", "string"]

  /// Whether the value gives a type, perhaps a description, and nothing in which a secret could be quoted.
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

/// The strings of a transcript that stand for other values: `"…"` for any, `"…name"` for one that has a name.
public enum Placeholder {
  public static let wildcard = JSON.string(mark)

  static let mark = "…"

  /// Returns `requestToken` for `…requestToken`, and nil for a string that is not a named placeholder.
  public static func name(in text: String) -> String? {
    guard text.unicodeScalars.first == "…" else { return nil }
    let name = text.unicodeScalars.dropFirst()
    return !name.isEmpty && name.allSatisfy(isNameCharacter) ? String(name) : nil
  }

  static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
    default: false
    }
  }
}
