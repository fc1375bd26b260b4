import JSON
import TestSupport
import Testing
import Transcripts

/// How a byte stream is split into writes.
enum Chunking: Sendable {
  case whole, byteByByte
  case random(seed: UInt64)

  func chunks(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    switch self {
    case .whole: return [bytes[...]]
    case .byteByByte: return bytes.indices.map { bytes[$0...$0] }
    case .random(let seed):
      var random = SeededGenerator(seed: seed)
      var chunks: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        // A mixture of small and large chunks.
        let length = Int.random(in: 1...1 << Int.random(in: 0...12, using: &random), using: &random)
        chunks.append(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      return chunks
    }
  }
}

/// How a client writes that does not wait for responses.
struct Delivery: Sendable, CustomTestStringConvertible {
  var framing: Framing
  var chunking: Chunking

  var testDescription: String { "\(framing), \(chunking)" }

  static let all = Framing.allCases.flatMap { framing in
    [.whole, .byteByByte, .random(seed: 1)].map { Delivery(framing: framing, chunking: $0) }
  }
}

extension Transcript {
  /// Writes everything and closes the input. The responses may differ from the transcript's: a search may be
  /// superseded, or a movie read before its star. But every request gets one response.
  func replayAtOnce(_ delivery: Delivery) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: delivery.framing)
      let sent = steps.compactMap(\.sent)
      let stream = sent.flatMap { delivery.framing.frame($0) }
      for chunk in delivery.chunking.chunks(of: stream) { try server.write(Array(chunk)) }
      #expect(try server.finish() == .exited(0), "\(file): exit status")
      var (due, received) = (RequestIDs(), RequestIDs())
      for line in sent { due.expect(responsesTo: Array(line.utf8)) }
      for line in try server.remainingLines() { received.receive(line.json ?? "not JSON") }
      #expect(received == due, "\(file): \(received.differences(from: due))")
    }
  }

  /// Waits only if the protocol lets a response depend on it and the transcript waits too: then all messages equal the
  /// transcript's. Those caused by different requests may interleave; those caused by one keep their order.
  func replayPipelined(_ delivery: Delivery) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: delivery.framing)
      var received: [JSON] = []
      func receive() throws -> Bool {
        guard let line = try server.nextLine() else { return false }
        received.append(line.json ?? "not JSON")
        return true
      }
      for burst in bursts() {
        while received.count < burst.expectedBefore {
          guard try receive() else { throw Failure("\(file): the output ended early.") }
        }
        let stream = burst.messages.flatMap { delivery.framing.frame($0) }
        for chunk in delivery.chunking.chunks(of: stream) { try server.write(Array(chunk)) }
      }
      server.closeInput()
      while try receive() {}
      #expect(try server.waitForExit() == .exited(0), "\(file): exit status")
      try compare(received)
    }
  }

  private struct Burst {
    /// The number of lines that the transcript expects before it.
    var expectedBefore: Int
    var messages: [String] = []
  }

  /// The messages that can be written at once.
  private func bursts() -> [Burst] {
    var bursts = [Burst(expectedBefore: 0)]
    // The footprints of this batch that the transcript waits for, and those written since it last waited.
    var (awaited, recent): ([Footprint], [Footprint]) = ([], [])
    var expected = 0
    for step in steps {
      guard let text = step.sent else {
        expected += 1
        awaited += recent
        recent = []
        continue
      }
      let footprint = Footprint(text)
      if awaited.contains(where: footprint.depends) {
        bursts.append(Burst(expectedBefore: expected))
        (awaited, recent) = ([], [])
      }
      bursts[bursts.count - 1].messages.append(text)
      recent.append(footprint)
    }
    return bursts
  }

  /// Compares the received messages with the transcript's, request by request.
  private func compare(_ received: [JSON]) throws {
    let expected = steps.compactMap(\.expected)
    var matcher = Matcher(ordersMembers: true, ignored: ignored)
    let (left, right) = (
      Dictionary(grouping: expected, by: Self.cause), Dictionary(grouping: received, by: Self.cause)
    )
    for cause in Set(left.keys).union(right.keys) {
      let (patterns, values) = (left[cause] ?? [], right[cause] ?? [])
      let isSame = patterns.count == values.count && zip(patterns, values).allSatisfy { matcher.matches($0, $1) }
      #expect(
        isSame,
        """
        \(file), caused by \(cause):
          expected: \(patterns.map(\.jsonText).joined(separator: "\n            "))
          received: \(values.map(\.jsonText).joined(separator: "\n            "))
        """)
    }
  }

  /// The cause of a message: a request, by its id, a batch, or the favorites.
  private static func cause(_ message: JSON) -> String {
    if let entries = message.array {
      return "batch " + entries.map { ($0["id"] ?? .null).jsonText }.joined(separator: ",")
    }
    if let id = message["id"] ?? message["params"]?["request"] { return "request " + id.jsonText }
    return message["method"]?.string ?? "unknown"
  }
}
