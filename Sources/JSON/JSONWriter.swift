/// Writes JSON text straight into bytes: no tree in between, members in the order in which they are written.
///
/// The text is safe to frame by lines in any language: U+2028, U+2029 and U+0085, which some line splitters take for
/// line ends, are escaped, as are all control characters. `/` is not. The caller sees to it that calls nest rightly;
/// the closures of `object` and `array` make it hard to do otherwise.
public struct JSONWriter: Sendable {
  /// What is written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  /// Makes room for a text of so many bytes in all.
  public mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  // MARK: Values

  /// Writes null. A member without a value is rather left out.
  public mutating func null() { token("null") }

  /// `true` or `false`.
  public mutating func value(_ flag: Bool) { token(flag ? "true" : "false") }

  /// An integer; exact beyond 2^53 too, where readers that have only doubles round it.
  public mutating func value(_ number: Int) {
    separate()
    if (0...9).contains(number) {
      bytes.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      var text = String(number)
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
    needsComma = true
  }

  /// A finite number in its shortest exact form, integral ones without a fraction; what is not finite becomes null.
  public mutating func value(_ number: Double) {
    if let integer = Int(exactly: number), integer.magnitude < 1 << 53 { return value(integer) }
    guard number.isFinite else { return null() }
    verbatim(number.description)
  }

  /// A string, escaped as the type says.
  public mutating func value(_ text: String) {
    separate()
    string(text)
    needsComma = true
  }

  /// An array of strings.
  public mutating func value(_ texts: [String]) {
    array { writer in for text in texts { writer.value(text) } }
  }

  /// What the value writes of itself.
  public mutating func value(_ encodable: some JSONEncodable) { encodable.encode(to: &self) }

  /// Text that is one JSON value already.
  public mutating func verbatim(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  /// Bytes that are one JSON value already.
  public mutating func verbatim(_ value: [UInt8]) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  // MARK: Structure

  /// An object, whose members the closure writes: each by `member`, or by `name` and one value behind it.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  /// An array, whose elements the closure writes.
  public mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// An array of what the elements write of themselves.
  public mutating func array(_ elements: some Sequence<some JSONEncodable>) {
    array { writer in for element in elements { element.encode(to: &writer) } }
  }

  // MARK: Members

  /// The name of a member, whose value the next call writes. The name needs no escape: it is one of ours.
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A member that is a string.
  public mutating func member(_ name: StaticString, _ text: String) {
    self.name(name)
    value(text)
  }

  /// A member that is an array of strings; an empty one is written too.
  public mutating func member(_ name: StaticString, _ texts: [String]) {
    self.name(name)
    value(texts)
  }

  /// A member that is an integer.
  public mutating func member(_ name: StaticString, _ number: Int) {
    self.name(name)
    value(number)
  }

  /// A member that is a number; null where it is not finite.
  public mutating func member(_ name: StaticString, _ number: Double) {
    self.name(name)
    value(number)
  }

  /// A member that is true or false.
  public mutating func member(_ name: StaticString, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  /// A member whose value writes itself.
  public mutating func member(_ name: StaticString, _ encodable: some JSONEncodable) {
    self.name(name)
    encodable.encode(to: &self)
  }

  /// A member whose name may need escapes.
  public mutating func member(escaping name: String, _ json: JSON) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    json.encode(to: &self)
  }

  // Absent beats null: a member without a value is left out.

  /// A member that is a string; none for nil.
  public mutating func member(_ name: StaticString, _ text: String?) {
    if let text { member(name, text) }
  }

  /// A member that is an integer; none for nil.
  public mutating func member(_ name: StaticString, _ number: Int?) {
    if let number { member(name, number) }
  }

  /// A member that is a number; none for nil.
  public mutating func member(_ name: StaticString, _ number: Double?) {
    if let number { member(name, number) }
  }

  // MARK: Bytes

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

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
        // Two ranges hold all that needs an escape: below 0x60 the quote, backslash and controls; from 0xC2 on the
        // lead bytes of U+0085, U+2028 and U+2029. The rest is the fast way.
        if byte > 0x5C && byte < 0xC2 || byte > 0x22 && byte < 0x5C {
          index += 1
          continue
        }
        let length = escapeLength(utf8, index)
        if length > 0 {
          bytes.append(contentsOf: utf8[runStart..<index])
          escape(utf8, index, length)
          index += length
          runStart = index
        } else {
          index += 1
        }
      }
      bytes.append(contentsOf: utf8[runStart...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// How many bytes at `index` make one scalar that must be escaped; 0 where none does.
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
      bytes.append(contentsOf: [hexDigit(control >> 4), hexDigit(control & 15)])
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

/// A value that writes itself as one JSON value.
public protocol JSONEncodable {
  /// Writes exactly one value.
  func encode(to writer: inout JSONWriter)
}

extension JSON: JSONEncodable {
  public func encode(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let flag): writer.value(flag)
    case .number(let text): writer.verbatim(text)
    case .string(let text): writer.value(text)
    case .array(let values): writer.array(values)
    case .object(let members):
      writer.object { object in for member in members { object.member(escaping: member.name, member.value) } }
    }
  }
}

extension JSONEncodable {
  /// This value's JSON text in UTF-8.
  public var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// This value's JSON text.
  public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}
