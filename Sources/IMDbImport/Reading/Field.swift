import Platform

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

  /// Whether it has no value.
  @inline(__always)
  var isMissing: Bool { count == 0 || isNull }

  @inline(__always)
  func equals(_ other: Field) -> Bool { count == other.count && memcmp(start, other.start, count) == 0 }

  /// Whether it has these bytes.
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

  /// Whether a text may need cleaning. Of bytes above ASCII, only the first ones of Hangul and of most letters show that
  /// it does not; see `CleanText.isClean`.
  var mayBeUnclean: Bool {
    var last = UInt8(ascii: " ")
    for byte in bytes {
      switch byte {
      case UInt8(ascii: " "): if last == byte { return true }
      case 0..<0x20, 0x7F, UInt8(ascii: "&"), 0xC2, 0xE1...0xE3, 0xEF: return true
      default: break
      }
      last = byte
    }
    return last == UInt8(ascii: " ")
  }

  /// Calls `body` with each part between commas.
  @inline(__always)
  func forEachElement(_ body: (Field) -> Void) {
    var index = 0
    for end in 0...count where end == count || start[end] == UInt8(ascii: ",") {
      body(Field(start: start + index, count: end - index))
      index = end + 1
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are UTF-8 (RFC 3629) without the zero byte.
  var isUTF8Text: Bool {
    var index = 0
    while index < count {
      // Eight bytes of ASCII at once, of which the first zero byte, or one over 0x7F, is examined alone.
      while index + 8 <= count {
        let word = UnsafeRawPointer(baseAddress.unsafelyUnwrapped + index).loadUnaligned(as: UInt64.self)
        let highBits = word | (word &- 0x0101_0101_0101_0101)
        guard highBits & 0x8080_8080_8080_8080 == 0 else { break }
        index += 8
      }
      guard index < count else { return true }
      let length = scalarLength(at: index)
      if length == 0 { return false }
      index += length
    }
    return true
  }

  /// The number of bytes of the scalar that begins at the index; 0 if none does.
  private func scalarLength(at index: Int) -> Int {
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < count && range ~= self[index + offset]
    }
    switch self[index] {
    case 0x01...0x7F: return 1
    case 0xC2...0xDF: return isContinuation(1) ? 2 : 0
    case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : 0
    case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : 0
    case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : 0
    case 0xF0: return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF4: return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : 0
    default: return 0
    }
  }
}
