import JSON
import TestSupport
import Testing
import Transcripts

/// How a stream of bytes is cut into writes.
enum Cutting: Sendable {
  case whole, byteByByte
  case random(seed: UInt64)

  func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    switch self {
    case .whole: return [bytes[...]]
    case .byteByByte: return bytes.indices.map { bytes[$0...$0] }
    case .random(let seed):
      var random = SeededGenerator(seed: seed)
      var pieces: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        // Small pieces and large ones alike.
        let length = Int.random(in: 1...1 << Int.random(in: 0...12, using: &random), using: &random)
        pieces.append(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      return pieces
    }
  }
}

/// How a client writes that does not wait for answers.
struct Delivery: Sendable, CustomTestStringConvertible {
  var framing: Framing
  var cutting: Cutting

  var testDescription: String { "\(framing), \(cutting)" }

  static let all = Framing.allCases.flatMap { framing in
    [.whole, .byteByByte, .random(seed: 1)].map { Delivery(framing: framing, cutting: $0) }
  }
}

extension Transcript {
  /// Writes everything and closes the input, whatever comes. Then answers may be others than the transcript's: a search
  /// is superseded, a movie is seen before its star. But each request has its one answer.
  func replayAtOnce(_ delivery: Delivery) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: delivery.framing)
      let sent = steps.compactMap(\.sent)
      let stream = sent.flatMap { delivery.framing.frame($0) }
      for piece in delivery.cutting.pieces(of: stream) { try server.write(Array(piece)) }
      #expect(try server.finish() == .exited(0), "\(file): the end")
      var (due, received) = (RequestIDs(), RequestIDs())
      for line in sent { due.expect(answersTo: Array(line.utf8)) }
      for line in try server.remainingLines() { received.receive(line.json ?? "no JSON") }
      #expect(received == due, "\(file): \(received.differences(from: due))")
    }
  }

  /// Waits only where the protocol lets an answer depend on it, and where the transcript waits too: then all that comes
  /// is the transcript's. What different requests cause may mix; what one causes keeps its order.
  func replayWithoutNeedlessPauses(_ delivery: Delivery) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: delivery.framing)
      var received: [JSON] = []
      func take() throws -> Bool {
        guard let line = try server.nextLine() else { return false }
        received.append(line.json ?? "no JSON")
        return true
      }
      for stretch in stretches() {
        while received.count < stretch.expectedBefore {
          guard try take() else { throw Failure("\(file): the output has ended early.") }
        }
        let stream = stretch.messages.flatMap { delivery.framing.frame($0) }
        for piece in delivery.cutting.pieces(of: stream) { try server.write(Array(piece)) }
      }
      server.closeInput()
      while try take() {}
      #expect(try server.waitForExit() == .exited(0), "\(file): the end")
      try compare(received)
    }
  }

  private struct Stretch {
    /// How many lines the transcript has before it.
    var expectedBefore: Int
    var messages: [String] = []
  }

  /// The messages that can be written at once.
  private func stretches() -> [Stretch] {
    var stretches = [Stretch(expectedBefore: 0)]
    // Those of the stretch for which the transcript waits, and those written since it last did.
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
      if awaited.contains(where: footprint.dependsOnTheEnd) {
        stretches.append(Stretch(expectedBefore: expected))
        (awaited, recent) = ([], [])
      }
      stretches[stretches.count - 1].messages.append(text)
      recent.append(footprint)
    }
    return stretches
  }

  /// Compares what came with what the transcript has, request by request.
  private func compare(_ received: [JSON]) throws {
    let expected = steps.compactMap(\.expected)
    var comparison = Comparison(ordersMembers: true, ignored: ignored)
    let (left, right) = (
      Dictionary(grouping: expected, by: Self.cause), Dictionary(grouping: received, by: Self.cause)
    )
    for cause in Set(left.keys).union(right.keys) {
      let (patterns, values) = (left[cause] ?? [], right[cause] ?? [])
      let isSame = patterns.count == values.count && zip(patterns, values).allSatisfy { comparison.matches($0, $1) }
      #expect(
        isSame,
        """
        \(file), of \(cause):
          expected: \(patterns.map(\.jsonText).joined(separator: "\n            "))
          received: \(values.map(\.jsonText).joined(separator: "\n            "))
        """)
    }
  }

  /// What brought a message about: a request, by its id, a batch, or the favorites.
  private static func cause(_ message: JSON) -> String {
    if let entries = message.array {
      return "batch " + entries.map { ($0["id"] ?? .null).jsonText }.joined(separator: ",")
    }
    if let id = message["id"] ?? message["params"]?["request"] { return "request " + id.jsonText }
    return message["method"]?.string ?? "nothing known"
  }
}
