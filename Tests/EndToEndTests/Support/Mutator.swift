import JSON
import TestSupport
import Transcripts

/// Generates nearly valid messages from those that the transcripts send. The same seed gives the same messages.
struct Mutator {
  /// A message with a gap for the id, so that two requests in flight share an id only by accident.
  private struct Seed {
    var head: [UInt8]
    /// Nil if the message has no id.
    var tail: [UInt8]?
    /// Whether the id is that of the previous request, which is to be cancelled.
    var isCancellation = false
  }

  private var random: SeededGenerator
  private let seeds: [Seed]
  /// Strings, numbers and literals, which can replace each other.
  private let values: [[UInt8]]
  private var lastID = 0

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    (seeds, values) = try Self.material.get()
  }

  /// What the transcripts send, which is read once for all mutators.
  private static let material = Result {
    let steps = try Transcript.recorded().flatMap(\.steps)
    // Errors are short and use no disk: they are frequent, so that the time is spent on faults and not on pages.
    let weighted = zip(steps, steps.dropFirst() + [steps[0]])
      .flatMap { step, next in
        step.sent.map { repeatElement($0, count: next.expected?["error"] == nil ? 1 : 10).map(\.self) } ?? []
      }
    let values = Set(weighted.flatMap { tokens(of: Array($0.utf8)[...]).filter(isValue).map(Array.init) })
      .sorted { $0.lexicographicallyPrecedes($1) }
    return (seeds: weighted.map(seed), values: values)
  }

  private static func seed(_ text: String) -> Seed {
    guard case .object(var members)? = try? JSON.parse(text) else { return Seed(head: Array(text.utf8)) }
    let marker = JSON.string("the id")
    let isCancellation = members.contains(JSON.Member("method", "$/cancelRequest"))
    if isCancellation {
      members = [JSON.Member("jsonrpc", "2.0"), JSON.Member("method", "$/cancelRequest")]
      members.append(JSON.Member("params", ["id": marker]))
    } else if let index = members.lastIndex(where: { $0.name == "id" && RequestIDs.isID($0.value) }) {
      members[index].value = marker
    }
    let bytes = JSON.object(members).jsonBytes
    guard let range = bytes.firstRange(of: marker.jsonBytes) else { return Seed(head: bytes) }
    return Seed(
      head: Array(bytes[..<range.lowerBound]), tail: Array(bytes[range.upperBound...]), isCancellation: isCancellation)
  }

  /// The next message: unchanged, with other values, or damaged in one or two places.
  mutating func next() -> [UInt8] {
    var message = unchanged()
    for _ in 0..<Int.random(in: 0...3, using: &random) { changeToken(&message) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      for _ in 0..<Int.random(in: 1...2, using: &random) where !message.isEmpty { changeBytes(&message) }
    }
    return message
  }

  private mutating func unchanged() -> [UInt8] {
    let seed = seeds.randomElement(using: &random)!
    guard let tail = seed.tail else { return seed.head }
    if !seed.isCancellation { lastID += 1 }
    let id = lastID % 3 == 0 ? "\"\(lastID)\"" : "\(lastID)"
    return seed.head + Array(id.utf8) + tail
  }

  private mutating func changeBytes(_ message: inout [UInt8]) {
    let index = Int.random(in: 0..<message.count, using: &random)
    let length = Int.random(in: 1...min(8, message.count - index), using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: message[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: message[index] = UInt8.random(in: 0...255, using: &random)
    case 2: message.insert(contentsOf: Self.notable.randomElement(using: &random)!, at: index)
    case 3: message.removeSubrange(index..<index + length)
    case 4: message.insert(contentsOf: message[index..<index + length], at: index)
    default:
      let other = unchanged()
      message.replaceSubrange(index..., with: other[Int.random(in: 0..<other.count, using: &random)...])
    }
  }

  /// Usually replaces a value by a value, so that the result is still JSON.
  private mutating func changeToken(_ message: inout [UInt8]) {
    let tokens = Self.tokens(of: message[...])
    guard let token = tokens.randomElement(using: &random), let value = values.randomElement(using: &random) else {
      return
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: message.insert(contentsOf: token, at: token.endIndex)
    case 1: message.removeSubrange(token.indices)
    default:
      guard let target = tokens.filter(Self.isValue).randomElement(using: &random) else { return }
      message.replaceSubrange(target.indices, with: value)
    }
  }

  /// Bytes that tend to break parsers.
  private static let notable: [[UInt8]] =
    ["\"", "\\", "{", "}", "[", "]", ",", ":", "\n", "\r\n", "\u{0}", "\u{FEFF}", "\u{2028}", "\u{85}", "e\u{301}"]
    .map { Array($0.utf8) }
    + ["\\u0000", "\\ud800", "1e999", "-", "18446744073709551616", "[[[[[[[[", "Content-Length: 2\r\n\r\n"]
    .map { Array($0.utf8) }
    + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

  /// Strings, literals and punctuation of a text that need not be JSON.
  private static func tokens(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var tokens: [ArraySlice<UInt8>] = []
    var rest = text
    while let byte = rest.first {
      var end = rest.startIndex + 1
      if byte == UInt8(ascii: "\"") {
        while end < rest.endIndex, rest[end] != byte { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        end = min(end + 1, rest.endIndex)
      } else if !Self.isPunctuation(byte) {
        while end < rest.endIndex, !Self.isPunctuation(rest[end]), rest[end] != UInt8(ascii: "\"") { end += 1 }
      }
      tokens.append(rest[..<end])
      rest = rest[end...]
    }
    return tokens
  }

  private static func isValue(_ token: some Collection<UInt8>) -> Bool {
    token.first.map { !isPunctuation($0) } ?? false
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool { "{}[],: ".utf8.contains(byte) }
}
