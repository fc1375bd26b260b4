/// ASCII character classes. A byte over 0x7F, which is part of a longer UTF-8 sequence, belongs to none of them.
extension UInt8 {
  @inlinable public var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  @inlinable public var isASCIIUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  @inlinable public var isASCIILowercase: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  @inlinable public var isASCIILetter: Bool { isASCIIUppercase || isASCIILowercase }
  @inlinable public var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
  @inlinable public var isASCIIHexDigit: Bool { hexDigitValue != nil }

  /// Whether it is white space as isspace(3) has it: a space, a tab or a line end.
  @inlinable public var isASCIIWhitespace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  @inlinable public var isASCIIControl: Bool { self < 0x20 || self == 0x7F }

  /// Whether it is printable and not a space, as isgraph(3) has it.
  @inlinable public var isASCIIGraphic: Bool { 0x21...0x7E ~= self }

  /// Whether it is in the URL-safe base64 alphabet (RFC 4648, section 5): letters, digits, `-` and `_`.
  @inlinable public var isBase64URL: Bool {
    isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// Whether it may occur in a token of HTTP, such as the name of a header field (RFC 9110, section 5.6.2).
  @inlinable public var isHTTPToken: Bool { isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  /// The value of a digit of base 16, in either case; nil for another byte.
  @inlinable public var hexDigitValue: UInt8? {
    if isASCIIDigit { return self - UInt8(ascii: "0") }
    let letter = asciiLowercased
    return UInt8(ascii: "a")...UInt8(ascii: "f") ~= letter ? letter - UInt8(ascii: "a") + 10 : nil
  }

  /// The lowercase digit of base 16 of a value below 16.
  @inlinable public static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The lowercase letter for an uppercase one; every other byte is itself. (Setting the case bit of every byte would
  /// turn a CR into a hyphen.)
  @inlinable public var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}

extension BidirectionalCollection {
  /// The elements without those at either end that satisfy the predicate.
  @inlinable public func trimming(while predicate: (Element) -> Bool) -> SubSequence {
    var rest = self[...]
    while let first = rest.first, predicate(first) { rest.removeFirst() }
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}

extension String {
  /// The digits of a number that is not negative, with zeros before them up to a width.
  public init(_ number: some BinaryInteger, radix: Int = 10, width: Int) {
    let digits = String(number, radix: radix)
    self.init(repeating: "0", count: Swift.max(0, width - digits.utf8.count))
    self += digits
  }

  /// The text without the ASCII white space around it. It compares bytes, so that it costs little at every start.
  public func trimmingASCIIWhitespace() -> String { String(Substring(utf8.trimming { $0.isASCIIWhitespace })) }
}
