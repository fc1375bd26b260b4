public enum PercentEncoding {
  /// Decodes every valid sequence; leaves the rest, and `+`, as it is.
  public static func decode(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let digits = bytes[(position + 1)...].prefix(2).compactMap(\.hexDigitValue)
      if bytes[position] == UInt8(ascii: "%"), digits.count == 2 {
        decoded.append(digits[0] << 4 | digits[1])
        position += 3
      } else {
        decoded.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Encodes everything except unreserved characters. An unencoded `+` would be read as a space.
  public static func encode(_ text: String) -> String {
    encode(text.utf8) { $0.isBase64URL || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~") }
  }

  public static func encode(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
    bytes.reduce(into: "") { text, byte in
      if isKept(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
