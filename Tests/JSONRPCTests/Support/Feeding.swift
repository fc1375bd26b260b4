import JSONRPC
import TestSupport

/// How a stream of bytes is split into reads.
enum Feeding: CaseIterable, CustomStringConvertible {
  case whole, byteByByte
  case random(seed: UInt64)

  static let allCases: [Feeding] = [.whole, .byteByByte] + (1...6).map { .random(seed: $0) }

  var description: String {
    switch self {
    case .whole: "whole"
    case .byteByByte: "byte by byte"
    case .random(let seed): "at random, seed \(seed)"
    }
  }

  func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    switch self {
    case .whole: return [bytes[...]]
    case .byteByByte: return bytes.indices.map { bytes[$0...$0] }
    case .random(let seed):
      var random = SeededGenerator(seed: seed)
      var pieces: [ArraySlice<UInt8>] = []
      var start = 0
      while start < bytes.count {
        // Mixes small and large pieces.
        let length = 1 << Int.random(in: 0...12, using: &random)
        let end = min(start + Int.random(in: 1...length, using: &random), bytes.count)
        pieces.append(bytes[start..<end])
        start = end
      }
      return pieces
    }
  }
}

/// A copy of a frame, which outlives the reader's buffer.
enum ReadFrame: Equatable {
  case message(String)
  case tooLong
  case malformed

  init(_ frame: FrameReader.Frame) {
    switch frame {
    case .message(let bytes): self = .message(String(decoding: bytes, as: UTF8.self))
    case .tooLong: self = .tooLong
    case .malformed: self = .malformed
    }
  }
}

/// All frames of a stream and the detected framing.
func frames(of bytes: [UInt8], limit: Int = 100, feeding: Feeding) -> (frames: [ReadFrame], framing: Framing?) {
  var reader = FrameReader(limit: limit)
  var frames: [ReadFrame] = []
  for piece in feeding.pieces(of: bytes) {
    reader.append(piece)
    while let frame = reader.next({ frame, _ in ReadFrame(frame) }) { frames.append(frame) }
  }
  while let last = reader.finish({ frame, _ in ReadFrame(frame) }) { frames.append(last) }
  return (frames, reader.framing)
}

func frames(of text: String, limit: Int = 100, feeding: Feeding) -> (frames: [ReadFrame], framing: Framing?) {
  frames(of: Array(text.utf8), limit: limit, feeding: feeding)
}
