import JSON

/// A body as a recording writes it: JSON where it is JSON, else text where it is text, else Base64.
enum Payload: Hashable, Sendable {
  case none
  case json(JSON)
  case text(String)
  case base64(String)

  /// - Parameter redaction: must have learnt the body's secrets.
  init(_ body: [UInt8], _ redaction: Redaction) {
    if body.isEmpty {
      self = .none
    } else if let json = try? JSON.parse(body) {
      self = .json(redaction.redact(json))
    } else if let text = String(validating: redaction.redact(body), as: UTF8.self) {
      self = .text(text)
    } else {
      self = .base64(Base64.encode(redaction.redact(body)))
    }
  }

  var member: JSON.Member? {
    switch self {
    case .none: nil
    case .json(let json): JSON.Member("json", json)
    case .text(let text): JSON.Member("text", .string(text))
    case .base64(let text): JSON.Member("base64", .string(text))
    }
  }

  /// Nil for what no recording writes.
  init?(_ json: JSON) {
    if let value = json["json"] {
      self = .json(value)
    } else if let value = json["text"] {
      guard let text = value.string else { return nil }
      self = .text(text)
    } else if let value = json["base64"] {
      guard let text = value.string, Base64.decode(text) != nil else { return nil }
      self = .base64(text)
    } else {
      self = .none
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .none: []
    case .json(let json): json.jsonBytes
    case .text(let text): Array(text.utf8)
    case .base64(let text): Base64.decode(text) ?? []
    }
  }
}

/// RFC 4648, with padding.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for what is no Base64.
  static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).count { $0 == UInt8(ascii: "=") }
    digits.removeLast(padding)
    var bytes: [UInt8] = []
    var bits = 0
    for (index, digit) in digits.enumerated() {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | value
      if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * (index % 4)))) }
    }
    return bytes
  }
}
