enum ContentLength {
  struct ParseError: Error { var message: String }

  /// The length that a header block declares (RFC 9110, section 8.6): digits only, and repeated fields must agree.
  static func parse(_ block: ArraySlice<UInt8>) -> Result<Int, ParseError> {
    var length: Int?
    for line in block.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) { continue }
        return .failure(ParseError(message: "A header line has no colon."))
      }
      let name = line[..<colon].map { $0.asciiLowercased }
      if name.elementsEqual("content-type".utf8), !isUTF8(line[(colon + 1)...]) {
        return .failure(ParseError(message: "The charset of the Content-Type must be utf-8."))
      }
      guard name.elementsEqual("content-length".utf8) else { continue }
      let digits = line[(colon + 1)...].trimming(while: isSpace)
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCIIDigit }),
        let value = Int(String(decoding: digits, as: UTF8.self))
      else { return .failure(ParseError(message: "The Content-Length is not a number of bytes.")) }
      if let length, length != value { return .failure(ParseError(message: "Conflicting Content-Length headers.")) }
      length = value
    }
    guard let length else { return .failure(ParseError(message: "The Content-Length header is missing.")) }
    return .success(length)
  }

  /// Whether a Content-Type names no other charset than UTF-8, which early clients of LSP call `utf8`.
  private static func isUTF8(_ value: ArraySlice<UInt8>) -> Bool {
    value.split(separator: UInt8(ascii: ";")).dropFirst().allSatisfy { parameter in
      let text = String(decoding: parameter.trimming(while: isSpace).map { $0.asciiLowercased }, as: UTF8.self)
      return !text.hasPrefix("charset=") || ["utf-8", "utf8"].contains(text.dropFirst(8).filter { $0 != "\"" })
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Whether a stream begins with a block of headers with a `Content-Length`; nil if there are too few bytes.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool? {
    var line = bytes
    while true {
      // Nearly every stream is decided by its first byte.
      guard let first = line.first else { return isTooLong(bytes) ? false : nil }
      guard first.isHTTPToken else { return false }
      if isPrefix(of: line) == true { return true }
      let name = line.prefix(while: { $0.isHTTPToken })
      guard let colon = line[name.endIndex...].first else { return isTooLong(bytes) ? false : nil }
      guard colon == UInt8(ascii: ":") else { return false }
      guard let lineEnd = line.firstIndex(of: UInt8(ascii: "\n")) else { return isTooLong(bytes) ? false : nil }
      line = line[(lineEnd + 1)...]
    }
  }

  private static func isTooLong(_ block: ArraySlice<UInt8>) -> Bool { block.count > FrameReader.maximumHeaderBytes }

  /// Whether bytes begin with `Content-Length:` in any case; nil if there are too few bytes to decide.
  static func isPrefix(of bytes: ArraySlice<UInt8>) -> Bool? {
    // Not `zip` with a string's view, for which the runtime would look up types at every start.
    let header: StaticString = "content-length:"
    let count = min(bytes.count, header.utf8CodeUnitCount)
    for index in 0..<count where bytes[bytes.startIndex + index].asciiLowercased != header.utf8Start[index] {
      return false
    }
    return count == header.utf8CodeUnitCount ? true : nil
  }
}
