import Platform

/// A syntax error in JSON text.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause, without a period: “expected a digit”.
  public var description: String
  /// The position of the error, in bytes from the start of the text.
  public var offset: Int
}

extension JSON {
  /// The deepest nesting that is accepted. The limit prevents input from exhausting the stack.
  public static let maximumDepth = 128

  /// Parses one JSON text in UTF-8, strictly as RFC 8259 defines it: no byte order mark, no trailing comma, no comment,
  /// no lone surrogate, no invalid UTF-8, and only white space after the value.
  public static func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSON {
    var parser = JSONParser(bytes)
    return try parser.document()
  }

  /// Parses one JSON text; see `parse(_: UnsafeRawBufferPointer)`.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSON {
    // A Result, because `withUnsafeBytes` does not rethrow a typed error.
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try JSON.parse(buffer) }
    }.get()
  }

  /// Parses one JSON text; see `parse(_: UnsafeRawBufferPointer)`.
  public static func parse(_ text: String) throws(JSONError) -> JSON { try parse(Array(text.utf8)) }
}

/// A recursive-descent parser over bytes that it does not own. `peek` checks the bounds of every read.
private struct JSONParser {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> JSON {
    skipWhitespace()
    let value = try self.value()
    skipWhitespace()
    guard position == bytes.count else { throw error("unexpected text after the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    switch peek {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
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
      repeat {
        skipWhitespace()
        guard peek == UInt8(ascii: "\"") else { throw error("expected a member name") }
        let name = try string()
        skipWhitespace()
        guard skip(UInt8(ascii: ":")) else { throw error("expected a colon after the member name") }
        skipWhitespace()
        members.append(JSON.Member(name, try value()))
        skipWhitespace()
      } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "}")) else { throw error("expected a comma or the end of the object") }
    }
    depth -= 1
    return .object(members)
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

  /// Skips the opening bracket and the white space after it.
  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= JSON.maximumDepth else { throw error("nested deeper than \(JSON.maximumDepth)") }
    position += 1
    skipWhitespace()
  }

  private mutating func literal(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw error("unexpected end inside a literal") }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] {
      throw error("invalid literal")
    }
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

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    var union: UInt8 = 0
    while let byte = peek {
      if byte == UInt8(ascii: "\"") {
        // Most strings are ASCII and need no validation, which is slow: it runs through unspecialized generic code.
        let text =
          union < 0x80 ? String(decoding: bytes[start..<position], as: UTF8.self) : try validated(start..<position)
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
      guard byte >= 0x20 else { throw error("a control character must be escaped") }
      union |= byte
      position += 1
    }
    throw error("unexpected end inside a string")
  }

  /// Parses the rest of a string whose first escape is at `position`.
  private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
    var text = try validated(start..<position)
    var runStart = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        text += try validated(runStart..<position)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += try validated(runStart..<position)
        position += 1
        text.unicodeScalars.append(try escape())
        runStart = position
      case 0..<0x20:
        throw error("a control character must be escaped")
      default:
        position += 1
      }
    }
    throw error("unexpected end inside a string")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek else { throw error("unexpected end inside an escape sequence") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      position -= 1
      throw error("invalid escape sequence")
    }
  }

  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw error("lone surrogate") }
    let low = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw error("lone surrogate") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private func validated(_ range: Range<Int>) throws(JSONError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw JSONError(description: "invalid UTF-8", offset: range.lowerBound)
    }
    return text
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var isAtDigit: Bool { peek?.isASCIIDigit == true }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() {
    while let byte = peek, byte.isJSONWhitespace { position += 1 }
  }

  private func error(_ description: String) -> JSONError { JSONError(description: description, offset: position) }
}

extension UInt8 {
  /// Whether it is white space between the tokens of JSON (RFC 8259, section 2).
  @inlinable public var isJSONWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
