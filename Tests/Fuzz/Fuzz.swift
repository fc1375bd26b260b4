import JSON

@testable import JSONRPC

/// The function that libFuzzer calls with every input. A trap is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  checkCodec(bytes)
  _ = try? Message(parsing: bytes)
  checkFraming(Array(bytes))
  return 0
}

/// Every value that can be parsed can be written, and parses and writes to the same again.
private func checkCodec(_ bytes: UnsafeRawBufferPointer) {
  guard let value = try? JSON.parse(bytes) else { return }
  let text = value.jsonBytes
  guard let again = try? JSON.parse(text) else { fatalError("The written text does not parse.") }
  precondition(again == value, "Parsing the written text gives another value.")
  // Equal values can have different texts: Swift's strings are equal in any Unicode normalization.
  precondition(again.jsonBytes == text, "Writing again gives another text.")
}

/// The messages of a stream are the same however it is split into reads.
private func checkFraming(_ stream: [UInt8]) {
  // Limits of several sizes, both exceeded and not; one for each input, since this takes most of the time.
  let limit = [4, 64, 300, 1 << 20][stream.count & 3]
  // The input alone, and after a header-framed message: few inputs would start with valid headers.
  for prefix in ["", "Content-Length: 2\r\n\r\n{}"] {
    let bytes = Array(prefix.utf8) + stream
    let whole = frames(of: bytes, limit: limit) { $0 }
    // Derives the splits from the input, so that a finding can be reproduced.
    var hash = UInt64(bytes.count)
    let cut = frames(of: bytes, limit: limit) { rest in
      hash = (hash ^ UInt64(bytes[bytes.count - rest])) &* 0x100_0000_01B3
      return min(rest, 1 + Int(hash >> 32 & 15))
    }
    precondition(cut == whole, "Another split gives other messages.")
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

/// - Parameter nextCut: returns the length of the next read for the number of bytes left.
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
  while let last = reader.finish(take) { frames.append(last) }
  return frames
}
