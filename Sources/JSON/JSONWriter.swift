import Platform

/// Writes JSON text directly as bytes; the caller is responsible for the nesting. It is safe to split into lines in any
/// language: control characters are escaped, and so are U+2028, U+2029 and U+0085.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  // MARK: Values

  /// Writes null. (A member without a value should be omitted instead.)
  public mutating func null() { token("null") }

  public mutating func value(_ flag: Bool) { token(flag ? "true" : "false") }

  /// Writes an integer. It is exact beyond 2^53 too, where a reader that uses doubles rounds it.
  public mutating func value(_ number: Int) {
    separate()
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      var rest = number.magnitude
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
    needsComma = true
  }

  /// Writes a number in its shortest exact form, an integral one without a fraction; NaN and infinity become null.
  public mutating func value(_ number: Double) {
    if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return value(integer) }
    guard number.isFinite else { return null() }
    verbatim(number.description)
  }

  public mutating func value(_ text: String) {
    separate()
    string(text)
    needsComma = true
  }

  public mutating func value(_ encodable: some JSONEncodable) { encodable.encode(to: &self) }

  public mutating func verbatim(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  public mutating func verbatim(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  /// Writes the members of an object, given as its JSON text without white space around it, into the one that is open.
  public mutating func members(ofText object: String) {
    separate()
    var object = object
    object.withUTF8 { bytes.append(contentsOf: $0.dropFirst().dropLast()) }
    needsComma = true
  }

  // MARK: Structure

  /// Writes an object. The closure writes its members, each with `member`, or with `name` followed by one value.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  public mutating func array(_ elements: some Sequence<some JSONEncodable>) {
    array { writer in for element in elements { element.encode(to: &writer) } }
  }

  // MARK: Members

  /// Writes the name of a member; the next call writes its value. The name must not need escapes.
  public mutating func name(_ name: StaticString) {
    // Appended in one piece: each append checks the array's uniqueness and capacity.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.utf8CodeUnitCount + 4) { piece in
      var count = 0
      func add(_ byte: UInt8) {
        piece[count] = byte
        count += 1
      }
      if needsComma { add(UInt8(ascii: ",")) }
      add(UInt8(ascii: "\""))
      memcpy(piece.baseAddress! + count, name.utf8Start, name.utf8CodeUnitCount)
      count += name.utf8CodeUnitCount
      add(UInt8(ascii: "\""))
      add(UInt8(ascii: ":"))
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[..<count]))
    }
    needsComma = false
  }

  @inlinable
  public mutating func member(_ name: StaticString, _ encodable: some JSONEncodable) {
    self.name(name)
    encodable.encode(to: &self)
  }

  public mutating func member(escaping name: String, _ json: JSON) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    json.encode(to: &self)
  }

  @inlinable
  public mutating func member(_ name: StaticString, _ encodable: (some JSONEncodable)?) {
    if let encodable { member(name, encodable) }
  }

  // MARK: Bytes

  private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }

  private mutating func token(_ text: StaticString) {
    separate()
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func string(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var runStart = 0
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        // The fast path. Only these bytes begin something that needs an escape: controls, the quote, the backslash, and
        // the lead bytes of U+0085, U+2028 and U+2029.
        if byte > 0x22 && byte != 0x5C && byte != 0xC2 && byte != 0xE2 || byte & 0xFE == 0x20 {
          index += 1
          continue
        }
        let length = escapeLength(utf8, index)
        if length > 0 {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
          escape(utf8, index, length)
          index += length
          runStart = index
        } else {
          index += 1
        }
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[runStart...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The length in bytes of the scalar at `index` if it must be escaped; otherwise 0.
  private func escapeLength(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    switch utf8[index] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
    case 0xC2 where utf8[index + 1] == 0x85: 2
    case 0xE2 where utf8[index + 1] == 0x80 && (utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9): 3
    default: 0
    }
  }

  private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int, _ length: Int) {
    func append(_ text: StaticString) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    switch (length, utf8[index]) {
    case (2, _): append("\\u0085")
    case (3, _): append(utf8[index + 2] == 0xA8 ? "\\u2028" : "\\u2029")
    case (_, UInt8(ascii: "\"")): append("\\\"")
    case (_, UInt8(ascii: "\\")): append("\\\\")
    case (_, 0x08): append("\\b")
    case (_, 0x09): append("\\t")
    case (_, 0x0A): append("\\n")
    case (_, 0x0C): append("\\f")
    case (_, 0x0D): append("\\r")
    case (_, let control):
      append("\\u00")
      bytes.append(contentsOf: [.hexDigit(control >> 4), .hexDigit(control & 15)])
    }
  }
}

public protocol JSONEncodable { func encode(to writer: inout JSONWriter) }

extension JSON: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let flag): writer.value(flag)
    case .number(let text): writer.verbatim(text)
    case .string(let text): writer.value(text)
    case .illFormedString(let source): writer.verbatim(source)
    case .array(let values): writer.array(values)
    case .object(let members):
      writer.object { object in for member in members { object.member(escaping: member.name, member.value) } }
    }
  }
}

extension JSONEncodable {
  public var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.bytes
  }

  public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}
