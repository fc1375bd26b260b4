/// A field of a row: bytes of the block that the row is in, as they are in the file. IMDb's files quote nothing.
struct Field {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// The longest text that is imported, in bytes. IMDb's own have some 500.
  static let maximumTextCount = 4_096

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// Whether it is `\N`, which stands for a missing value.
  @inline(__always)
  var isNull: Bool { count == 2 && start[0] == UInt8(ascii: "\\") && start[1] == UInt8(ascii: "N") }

  @inline(__always)
  var isMissing: Bool { count == 0 || isNull }

  @inline(__always)
  func equals(_ other: Field) -> Bool { count == other.count && memcmp(start, other.start, count) == 0 }

  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && memcmp(start, text.utf8Start, count) == 0
  }

  @inline(__always)
  func equals(_ bytes: [UInt8]) -> Bool { count == bytes.count && memcmp(start, bytes, count) == 0 }

  /// A whole number of at most ten digits; nil if it is anything else.
  @inline(__always)
  var number: Int? { Self.number(start, count) }

  @inline(__always)
  private static func number(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    guard 1...10 ~= count else { return nil }
    var value = 0
    for index in 0..<count {
      let digit = start[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// A number that may be missing, which is 0; nil if it is greater than the limit or not a number.
  @inline(__always)
  func optionalNumber(atMost limit: Int) -> Int? {
    if isNull { return 0 }
    guard let number, number <= limit else { return nil }
    return number
  }

  /// The number of an id: two letters, then at least seven digits.
  @inline(__always)
  func identifier(_ prefix: StaticString) -> UInt32? {
    guard count >= 9, start[0] == prefix.utf8Start[0], start[1] == prefix.utf8Start[1] else { return nil }
    return Self.number(start + 2, count - 2).flatMap { UInt32(exactly: $0) }
  }

  /// A rating in tenths: `7.3`, `10.0` or `7`.
  var tenths: UInt8? {
    var value = 0
    if count > 2, start[count - 2] == UInt8(ascii: ".") {
      guard let whole = Self.number(start, count - 2), let tenth = Self.number(start + count - 1, 1) else { return nil }
      value = whole * 10 + tenth
    } else {
      guard let whole = number else { return nil }
      value = whole * 10
    }
    return 10...100 ~= value ? UInt8(value) : nil
  }

  /// Whether it can be imported as a text: neither too long nor without UTF-8.
  var isText: Bool { count <= Self.maximumTextCount && bytes.isUTF8Text }

  @inline(__always)
  func forEachElement(_ body: (Field) -> Void) {
    var index = 0
    for end in 0...count where end == count || start[end] == UInt8(ascii: ",") {
      body(Field(start: start + index, count: end - index))
      index = end + 1
    }
  }
}

extension Collection<UInt8> {
  /// Whether a text may need cleaning.
  var mayBeUnclean: Bool { !CleanText.isClean(self) || contains(UInt8(ascii: "&")) }

  /// The text on one clean line, with the characters that its entities stand for; empty if nothing is left of it.
  var cleanLine: String { CleanText.line(HTMLEntities.decode(String(decoding: self, as: UTF8.self))) ?? "" }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are UTF-8 without the zero byte.
  var isUTF8Text: Bool {
    guard count > 0, let base = baseAddress else { return true }
    guard memchr(base, 0, count) == nil else { return false }
    // Most texts are ASCII and need no validation, which is slow.
    return reduce(0, |) < 0x80 || String(validating: self, as: UTF8.self) != nil
  }
}
