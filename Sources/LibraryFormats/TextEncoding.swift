/// Finds out in which encoding a file of text is.
enum TextEncoding {
  /// The text in UTF-8 without a byte order mark: from UTF-16 if it has a mark of that, from UTF-8 if it is valid, else
  /// from ISO 8859-1. Empty for a file that a crash has filled with NUL.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), highByte: 1) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), highByte: 0) }
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).trimming { $0 == 0 }
    if String(validating: text, as: UTF8.self) != nil { return Array(text) }
    return text.flatMap { Unicode.Scalar($0).utf8 }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, highByte: Int) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      UInt16(bytes[index + highByte]) << 8 | UInt16(bytes[index + 1 - highByte])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
