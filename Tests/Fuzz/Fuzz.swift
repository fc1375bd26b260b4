import JSON

@testable import JSONRPC

/// What libFuzzer calls with every input it makes up. A trap is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  checkCodec(bytes)
  _ = try? Message(parsing: bytes)
  checkFraming(Array(bytes))
  return 0
}

/// What is read is written, and what is written is read as the same and written as the same.
private func checkCodec(_ bytes: UnsafeRawBufferPointer) {
  guard let value = try? JSON.parse(bytes) else { return }
  let text = value.jsonBytes
  guard let again = try? JSON.parse(text) else { fatalError("What was written cannot be read.") }
  precondition(again == value, "Reading what was written gives another value.")
  // Equal values can have different texts: Swift's strings are equal in any Unicode normalization.
  precondition(again.jsonBytes == text, "Writing again gives another text.")
}

/// However a stream is cut into reads, its messages are the same.
private func checkFraming(_ stream: [UInt8]) {
  // Of many sizes, to be met and missed; one for each input, since that is most of the time it takes.
  let limit = [4, 64, 300, 1 << 20][stream.count & 3]
  // The beginning as it is, and as a session framed by headers, which few inputs would happen to be.
  for prefix in ["", "Content-Length: 2\r\n\r\n{}"] {
    let bytes = Array(prefix.utf8) + stream
    let whole = frames(of: bytes, limit: limit) { $0 }
    // The cuts are made up from the input, so that a finding can be repeated.
    var hash = UInt64(bytes.count)
    let cut = frames(of: bytes, limit: limit) { rest in
      hash = (hash ^ UInt64(bytes[bytes.count - rest])) &* 0x100_0000_01B3
      return min(rest, 1 + Int(hash >> 32 & 15))
    }
    precondition(cut == whole, "Another cut gives other messages.")
    if bytes.count <= 256 {
      precondition(frames(of: bytes, limit: limit) { _ in 1 } == whole, "Byte by byte gives other messages.")
    }
  }
}

private enum ReadFrame: Equatable {
  case message([UInt8])
  case tooLong
  case malformed(String)
}

/// - Parameter nextCut: how many bytes the next read gives, of so many that are left.
private func frames(of bytes: [UInt8], limit: Int, nextCut: (Int) -> Int) -> [ReadFrame] {
  var reader = FrameReader(limit: limit)
  var frames: [ReadFrame] = []
  func take(_ frame: FrameReader.Frame, _: Framing) -> ReadFrame {
    switch frame {
    case .message(let bytes):
      precondition(bytes.count <= limit + 1, "A message is longer than the limit.")
      return .message(Array(bytes))
    case .tooLong: return .tooLong
    case .malformed(let fault): return .malformed(fault)
    }
  }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = nextCut(rest.count)
    reader.append(rest.prefix(count))
    rest = rest.dropFirst(count)
    while let frame = reader.next(take) { frames.append(frame) }
  }
  if let last = reader.finish(take) { frames.append(last) }
  return frames
}
