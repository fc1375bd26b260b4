import JSON
import JSONRPC

/// Writes what passed as the lines of a transcript. Knows no file and no time but what it is told.
struct Recording {
  /// Something that passed, or why something is missing.
  enum Entry {
    case received([UInt8])
    /// What the client sent and no message could be cut from.
    case refused(String)
    case sent([UInt8])
    /// What the server sent and is no message.
    case garbled(byteCount: Int)
    case lost(count: Int, reason: String)
    case ended(status: Int32)
  }

  private var redaction = Redaction()
  private var lastTime: Int64?
  /// Messages that are comments here, and whose answers must be too: else nobody would ask for them.
  private var unansweredCount = 0

  /// Shorter times are left out: they differ from run to run, and the files would too.
  static let shortestPause: Int64 = 10
  /// Longer input that is no JSON is not worth keeping.
  private static let longestFaultyInput = 4_096

  /// - Parameter nanoseconds: when it passed.
  mutating func append(_ entry: Entry, at nanoseconds: Int64, to text: inout [UInt8]) {
    let pause = lastTime.map { (nanoseconds - $0) / 1_000_000 } ?? 0
    lastTime = nanoseconds
    if pause >= Self.shortestPause { text.append(contentsOf: "# +\(pause) ms\n".utf8) }
    switch entry {
    case .received(let bytes): append(received: bytes, to: &text)
    case .refused(let reason): appendComment("# --> refused: \(reason)", to: &text)
    case .sent(let bytes):
      if unansweredCount > 0, bytes.starts(with: Self.refusal) {
        unansweredCount -= 1
        text.append(contentsOf: "# ".utf8)
      }
      text.append(contentsOf: "<-- ".utf8)
      if redaction.suspects(message: bytes), let json = try? JSON.parse(bytes) {
        text.append(contentsOf: redaction.redacted(json).jsonBytes)
      } else {
        text.append(contentsOf: bytes)
      }
      text.append(UInt8(ascii: "\n"))
    case .garbled(let count):
      text.append(contentsOf: "# <-- \(count) bytes that are no JSON\n".utf8)
    case .ended(let status):
      text.append(contentsOf: "! exit \(status)\n".utf8)
    case .lost(let count, let reason):
      text.append(contentsOf: "# \(count) messages were not recorded: \(reason)\n".utf8)
    }
  }

  private mutating func append(received bytes: [UInt8], to text: inout [UInt8]) {
    if let json = try? JSON.parse(bytes) {
      let redacted = redaction.redacted(json)
      text.append(contentsOf: "--> ".utf8)
      // As it came, unless a secret was in it, or more than one line.
      let isKept = redacted == json && !bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      text.append(contentsOf: isKept ? bytes : redacted.jsonBytes)
    } else if let faulty = Self.line(of: bytes), !redaction.suspects(faulty) {
      text.append(contentsOf: "--> \(faulty)".utf8)
    } else {
      return appendComment("# --> \(bytes.count) bytes that are no JSON", to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  private mutating func appendComment(_ comment: String, to text: inout [UInt8]) {
    unansweredCount += 1
    text.append(contentsOf: (comment + "\n").utf8)
  }

  /// What every answer to something without an id begins with.
  private static let refusal = Array(#"{"jsonrpc":"2.0","id":null,"error":"#.utf8)

  /// Input that is no JSON as text that fits on one line of a transcript; nil where it is none.
  private static func line(of bytes: [UInt8]) -> String? {
    guard (1...longestFaultyInput).contains(bytes.count), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
