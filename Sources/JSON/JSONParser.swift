import Platform

public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause, without a period: “expected a digit”.
  public var description: String
  public var offset: Int
}

extension JSON {
  /// The deepest nesting that is accepted. The limit prevents input from exhausting the stack.
  public static let maximumDepth = 128

  /// Parses one JSON text in UTF-8, strictly as RFC 8259 defines it. A string with an unpaired surrogate, or with very
  /// many combining marks, becomes an `illFormedString`; a member's name becomes the text that such a string is read
  /// as. The number of values is limited because two bytes of text can become a hundred of memory.
  public static func parse(_ bytes: UnsafeRawBufferPointer, maximumValues: Int = .max) throws(JSONError) -> JSON {
    var parser = JSONParser(bytes, maximumValues: maximumValues)
    return try parser.document()
  }

  public static func parse(_ bytes: [UInt8], maximumValues: Int = .max) throws(JSONError) -> JSON {
    // A Result, because `withUnsafeBytes` does not rethrow a typed error.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try JSON.parse(buffer, maximumValues: maximumValues) }
    }.get()
  }

  public static func parse(_ text: String) throws(JSONError) -> JSON { try parse(Array(text.utf8)) }

  /// The members of an object that are complete in the first bytes of its text.
  public static func leadingMembers(of bytes: UnsafeRawBufferPointer) -> [Member] {
    var parser = JSONParser(bytes)
    return parser.leadingMembers()
  }
}

/// A recursive-descent parser over bytes that it does not own. `peek` checks the bounds of every read.
struct JSONParser {
  let bytes: UnsafeRawBufferPointer
  var position = 0
  private var depth = 0
  /// Whether a string was read as another text than it stands for; see `JSON.illFormedString`.
  var isIllFormed = false
  /// Whether combining marks are left in a string, however many there are in a row.
  var keepsMarks = false
  private let maximumValues: Int
  private var remainingValues: Int

  init(_ bytes: UnsafeRawBufferPointer, maximumValues: Int = .max) {
    (self.bytes, self.maximumValues) = (bytes, maximumValues)
    remainingValues = maximumValues
  }

  mutating func document() throws(JSONError) -> JSON {
    skipWhitespace()
    let value = try self.value()
    skipWhitespace()
    guard position == bytes.count else { throw error("unexpected text after the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    guard remainingValues > 0 else { throw error("more than \(maximumValues) values") }
    remainingValues -= 1
    switch peek {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return try stringValue()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case nil: throw error("unexpected end, expected a value")
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return try number()
    default: throw error("expected a value")
    }
  }

  private mutating func object() throws(JSONError) -> JSON {
    try enter()
    var members: [JSON.Member] = []
    if !skip(UInt8(ascii: "}")) {
      repeat { members.append(try member()) } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "}")) else { throw error("expected a comma or the end of the object") }
    }
    depth -= 1
    return .object(members)
  }

  private mutating func member() throws(JSONError) -> JSON.Member {
    skipWhitespace()
    guard peek == UInt8(ascii: "\"") else { throw error("expected a member name") }
    let name = try string()
    skipWhitespace()
    guard skip(UInt8(ascii: ":")) else { throw error("expected a colon after the member name") }
    skipWhitespace()
    let value = try value()
    skipWhitespace()
    return JSON.Member(name, value)
  }

  mutating func leadingMembers() -> [JSON.Member] {
    skipWhitespace()
    guard peek == UInt8(ascii: "{"), (try? enter()) != nil else { return [] }
    var members: [JSON.Member] = []
    repeat {
      // The bytes may end inside a number: only a comma or a bracket after it shows that it is complete.
      guard let member = try? member(), peek == UInt8(ascii: ",") || peek == UInt8(ascii: "}") else { return members }
      members.append(member)
    } while skip(UInt8(ascii: ","))
    return members
  }

  private mutating func array() throws(JSONError) -> JSON {
    try enter()
    var values: [JSON] = []
    if !skip(UInt8(ascii: "]")) {
      repeat {
        skipWhitespace()
        values.append(try value())
        skipWhitespace()
      } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "]")) else { throw error("expected a comma or the end of the array") }
    }
    depth -= 1
    return .array(values)
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= JSON.maximumDepth else { throw error("nested deeper than \(JSON.maximumDepth)") }
    position += 1
    skipWhitespace()
  }

  private mutating func literal(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw error("unexpected end inside a literal") }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { throw error("invalid literal") }
    position += count
    return value
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() throws(JSONError) {
    guard isAtDigit else { throw error("expected a digit") }
    repeat { position += 1 } while isAtDigit
  }

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var isAtDigit: Bool { peek?.isASCIIDigit == true }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() { while let byte = peek, byte.isJSONWhitespace { position += 1 } }

  func error(_ description: String) -> JSONError { JSONError(description: description, offset: position) }
}

extension UInt8 {
  /// Whether it is white space between the tokens of JSON (RFC 8259, section 2).
  @inlinable public var isJSONWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
