public enum Framing: Sendable {
  /// One message per line, which ends with LF; a CR before it is dropped.
  case lines
  /// `Content-Length` headers, as in the base protocol of the Language Server Protocol.
  case headers

  public func append(_ message: [UInt8], to output: inout [UInt8]) {
    appendStart(byteCount: message.count, to: &output)
    output.append(contentsOf: message)
    appendEnd(to: &output)
  }

  func appendStart(byteCount: Int, to output: inout [UInt8]) {
    if self == .headers { output.append(contentsOf: "Content-Length: \(byteCount)\r\n\r\n".utf8) }
  }

  func appendEnd(to output: inout [UInt8]) { if self == .lines { output.append(UInt8(ascii: "\n")) } }
}
