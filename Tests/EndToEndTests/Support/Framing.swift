/// How messages are separated on the wire. Implemented independently, so that the server is not tested against its own
/// reader.
enum Framing: CaseIterable, Sendable {
  case lines, headers

  func frame(_ message: some Collection<UInt8>) -> [UInt8] {
    switch self {
    case .lines: Array(message) + [0x0A]
    case .headers: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + Array(message)
    }
  }

  func frame(_ message: String) -> [UInt8] { frame(message.utf8) }

  /// Removes and returns the complete messages. An invalid frame stays, with everything after it.
  func takeMessages(from bytes: inout [UInt8]) -> [[UInt8]] {
    switch self {
    case .lines:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      bytes = Array(lines.removeLast())
      return lines.map(Array.init)
    case .headers:
      var messages: [[UInt8]] = []
      var rest = bytes[...]
      while let (length, body) = Self.header(of: rest), body.count >= length {
        messages.append(Array(body.prefix(length)))
        rest = body.dropFirst(length)
      }
      bytes = Array(rest)
      return messages
    }
  }

  /// The length in the only header line, and the bytes after it.
  private static func header(of bytes: ArraySlice<UInt8>) -> (length: Int, body: ArraySlice<UInt8>)? {
    let name = Array("Content-Length: ".utf8)
    guard bytes.starts(with: name) else { return nil }
    let digits = bytes.dropFirst(name.count).prefix { (0x30...0x39).contains($0) }
    let end = bytes[digits.endIndex...].prefix(4)
    guard end.elementsEqual("\r\n\r\n".utf8), let length = Int(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    return (length, bytes[end.endIndex...])
  }
}
