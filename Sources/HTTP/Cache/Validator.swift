/// The fields by which a service recognizes an unchanged response. It would refuse those that are not well-formed.
enum Validator: String, CaseIterable {
  case entityTag = "etag"
  case modificationDate = "last-modified"

  /// The longest validator that is kept, in bytes. Services limit the length of a request's header.
  static let maximumBytes = 1 << 10

  /// The field of a request that has the validator as its condition (RFC 9110, 13.1).
  var condition: String {
    switch self {
    case .entityTag: "If-None-Match"
    case .modificationDate: "If-Modified-Since"
    }
  }

  func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= Self.maximumBytes else { return false }
    switch self {
    case .entityTag: return Self.isEntityTag(text)
    case .modificationDate:
      return text.utf8.allSatisfy { $0 == 0x20 || $0.isASCIIGraphic } && HTTPDate.parse(text) != nil
    }
  }

  /// Whether the text is an entity tag: visible characters between quotes, after `W/` for a weak one (RFC 9110, 8.8.3).
  private static func isEntityTag(_ text: String) -> Bool {
    let quoted = text.hasPrefix("W/") ? text.utf8.dropFirst(2) : text.utf8[...]
    let quote = UInt8(ascii: "\"")
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote else { return false }
    return quoted.dropFirst().dropLast().allSatisfy { $0 >= 0x80 || $0.isASCIIGraphic && $0 != quote }
  }
}
