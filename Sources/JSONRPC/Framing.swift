public enum Framing: Sendable {
  /// One message per line, which ends with LF; a CR before it is dropped.
  case lines
  /// `Content-Length` headers, as in the base protocol of the Language Server Protocol.
  case headers

  public func append(_ message: [UInt8], to output: inout [UInt8]) {
    if self == .headers { output.append(contentsOf: "Content-Length: \(message.count)\r\n\r\n".utf8) }
    output.append(contentsOf: message)
    if self == .lines { output.append(UInt8(ascii: "\n")) }
  }
}
