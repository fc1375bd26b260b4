import Foundation
import JSON
import Testing

/// Messages that are almost right, in great numbers: more of them with `FUZZ_LINES`, others with `FUZZ_SEED`.
@Suite("Mutated messages")
struct MutationTests {
  /// A server of its own has so many of them: few enough to find the one that did it.
  private static let linesOfARound = 5_000
  private static let seed = number("FUZZ_SEED", 1)
  private static let lines = number("FUZZ_LINES", Executable.isSanitized ? 5_000 : 100_000)

  private static var rounds: [Range<Int>] {
    stride(from: 0, to: lines, by: linesOfARound).map { $0..<min($0 + linesOfARound, lines) }
  }

  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  @Test("Whatever comes, the server lives and answers each request once", arguments: rounds)
  func round(_ round: Range<Int>) throws {
    let framing = round.lowerBound / Self.linesOfARound % 2 == 0 ? Framing.lines : .headers
    var mutator = try Mutator(seed: UInt64(truncatingIfNeeded: Self.seed) &* 1_000_003 &+ UInt64(round.lowerBound))
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(framing: framing)
      var expected = RequestIDs()
      expected.expect(answersTo: try send(ServerProcess.request("first", "genres"), to: server))
      var block: [UInt8] = []
      for _ in round {
        let message = nextMessage(&mutator, framing, &expected)
        block += framing.frame(message)
        guard block.count > 16 << 10 else { continue }
        try server.write(block)
        block = []
      }
      try server.write(block)
      // Searches that wait for a minute without a newer one.
      for id in expected.cancellable {
        try server.send(line: (["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]] as JSON).jsonText)
      }
      expected.expect(answersTo: try send(ServerProcess.request("last", "genres"), to: server))
      _ = try server.reply(to: "last").result
      if ProcessFigures.areThere {
        let peak = try ProcessFigures(of: server.processID).peakMemory()
        #expect(peak < 64 << 20, "\(peak) bytes of memory")
      }

      #expect(try server.finish() == .exited(0))
      var received = RequestIDs()
      for line in try server.allLines() {
        if let json = line.json { received.receive(json) }
      }
      #expect(
        received == expected,
        "FUZZ_SEED \(Self.seed), lines \(round): \(received.differences(from: expected).prefix(10))")
    }
  }

  /// Sends and gives what was sent.
  private func send(_ line: String, to server: ServerProcess) throws -> [UInt8] {
    try server.send(line: line)
    return Array(line.utf8)
  }

  /// The next one that does not end the session, with its answers added to those that are due.
  private func nextMessage(_ mutator: inout Mutator, _ framing: Framing, _ expected: inout RequestIDs) -> [UInt8] {
    while true {
      let message = mutator.next()
      var due = RequestIDs()
      for part in framing == .lines ? message.split(separator: 0x0A) : [message[...]] {
        let isBlank = framing == .lines && part.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        if !isBlank { due.expect(answersTo: Array(part)) }
      }
      guard due.endsSession else {
        expected.add(due)
        return message
      }
    }
  }
}
