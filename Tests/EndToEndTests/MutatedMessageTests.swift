import Foundation
import JSON
import Testing

/// Large numbers of nearly valid messages. `FUZZ_LINES` sets how many, `FUZZ_SEED` the random seed.
@Suite("mutated messages")
struct MutatedMessageTests {
  /// The number of messages for each server: few enough to find the one that caused a failure.
  private static let linesOfARound = 5_000
  private static let seed = number("FUZZ_SEED", 1)
  private static let lines = number("FUZZ_LINES", Executable.isSanitized ? 5_000 : 100_000)

  private static var rounds: [Range<Int>] {
    stride(from: 0, to: lines, by: linesOfARound).map { $0..<min($0 + linesOfARound, lines) }
  }

  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  @Test(arguments: rounds)
  func `whatever arrives, the server stays alive and answers each request once`(_ round: Range<Int>) throws {
    let framing = round.lowerBound / Self.linesOfARound % 2 == 0 ? Framing.lines : .headers
    var mutator = try Mutator(seed: UInt64(truncatingIfNeeded: Self.seed) &* 1_000_003 &+ UInt64(round.lowerBound))
    try Sandbox.use { sandbox in
      // In the home, where `exportLibrary` writes files of any name.
      let server = try sandbox.launch(through: #"exec "$0""#, framing: framing)
      var expected = RequestIDs()
      expected.expect(responsesTo: try send(ServerProcess.request("first", "genres"), to: server))
      var block: [UInt8] = []
      for _ in round {
        let message = nextMessage(&mutator, framing, &expected)
        block += framing.frame(message)
        guard block.count > 16 << 10 else { continue }
        try server.write(block)
        block = []
      }
      try server.write(block)
      // Searches that would wait a minute for a newer one.
      for id in expected.cancellable {
        try server.send(line: (["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]] as JSON).jsonText)
      }
      expected.expect(responsesTo: try send(ServerProcess.request("last", "genres"), to: server))
      _ = try server.reply(to: "last").result
      if ProcessStatistics.isAvailable {
        let peak = try ProcessStatistics(of: server.processID).peakMemory()
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

  /// Sends a line and returns what was sent.
  private func send(_ line: String, to server: ServerProcess) throws -> [UInt8] {
    try server.send(line: line)
    return Array(line.utf8)
  }

  /// Returns the next message that does not end the session, and adds its responses to those expected.
  private func nextMessage(_ mutator: inout Mutator, _ framing: Framing, _ expected: inout RequestIDs) -> [UInt8] {
    while true {
      let message = mutator.next()
      var due = RequestIDs()
      for part in framing == .lines ? message.split(separator: 0x0A) : [message[...]] {
        let isBlank = framing == .lines && part.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        if !isBlank { due.expect(responsesTo: Array(part)) }
      }
      guard due.endsSession else {
        expected.add(due)
        return message
      }
    }
  }
}
