import JSON
import Testing

@testable import JSONRPC

/// Clients that read late or never.
@Suite(.timeLimit(.minutes(20))) struct SlowReaderTests {
  private func blob(_ id: Int, bytes: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"blob","params":{"bytes":\#(bytes)}}"#
  }

  @Test func `a client that reads only after it has written everything gets every response`() async throws {
    let client = Conversation(reads: false)
    let count = 60
    for id in 0..<count { client.send(blob(id, bytes: 50_000)) }
    client.send(#"{"jsonrpc":"2.0","id":"open","method":"open"}"#)
    client.closeInput()
    // All requests have been handled although the client has read nothing.
    try await client.handler.gate.pass()
    client.startReading()
    let lines = try parse(await client.remainingLines())
    #expect(lines.dropLast().compactMap { $0["id"]?.int } == Array(0..<count))
    #expect(lines.dropLast().allSatisfy { $0["result"]?.string?.utf8.count == 50_000 })
    #expect(lines.last?["id"] == "open")
    #expect(try await client.end() == .orderly)
  }

  @Test func `notifications are folded while the client does not read`() async throws {
    var limits = Connection.Limits.patient
    limits.queueBytes = 1_000_000
    let client = Conversation(limits: limits, reads: false)
    // Enough that notifications are folded, and too little to stop the reader.
    client.send(blob(1, bytes: 500_000), #"{"jsonrpc":"2.0","id":2,"method":"open"}"#)
    try await client.handler.gate.pass()
    for _ in 0..<500 { client.connection.notify(Counter(foldKey: "a")) }
    for _ in 0..<5 { client.connection.notify(Counter(foldKey: "b", folds: false)) }
    client.startReading()
    client.closeInput()
    let lines = await client.remainingLines().map { JSON.summary(of: Array($0.utf8)) }
    // The response to `open` may come before or after the notifications; that does not affect the folding.
    #expect(lines.filter { !$0.hasPrefix("{") } == ["resync topic:b", "a 500", "b 1"])
    #expect(lines.count == 5)
  }

  @Test func `the server stops reading at its limit of unsent bytes and continues when the client reads`() async throws
  {
    var limits = Connection.Limits.patient
    limits.queueBytes = 400_000
    let client = Conversation(limits: limits, reads: false)
    let count = 200
    for id in 0..<count { client.send(blob(id, bytes: 20_000)) }
    try await Conversation.passTime()
    // The limit, the response that exceeds it, and the 64 KiB in the pipe.
    #expect(client.handler.called.count <= (400_000 + 65_536) / 20_000 + 2)
    client.startReading()
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int } == Array(0..<count))
  }

  @Test func `requests over the limit in flight wait`() async throws {
    var limits = Connection.Limits.patient
    limits.inFlight = 4
    let client = Conversation(limits: limits)
    for id in 0..<10 { client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"hold"}"#) }
    try await Conversation.passTime()
    #expect(client.handler.called.count == 4)
    client.handler.gate.open()
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int }.sorted() == Array(0..<10))
    #expect(lines.allSatisfy { $0["result"] == "held" })
  }

  @Test func `large responses of many tasks and notifications are never interleaved`() async throws {
    let client = Conversation()
    for id in 0..<64 {
      client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"yield"}"#, blob(1_000 + id, bytes: 30_000))
      client.connection.notify(Counter(foldKey: String(repeating: "k", count: 10_000)))
    }
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int }.sorted() == Array(0..<64) + Array(1_000..<1_064))
  }

  // MARK: Clients that leave

  @Test(arguments: [10, 1_000_000])
  func `the owner learns that the client has closed its end, and run ends with the input`(bytes: Int) async throws {
    let client = Conversation(reads: false)
    client.send(blob(1, bytes: bytes))
    client.closeOutput()
    client.send(blob(2, bytes: bytes))
    try await client.outputClosed()
    client.closeInput()
    #expect(try await client.end() == .orderly)
  }

  @Test func `a reader that waits for room continues when the client closes its end`() async throws {
    var limits = Connection.Limits.patient
    limits.queueBytes = 100_000
    let client = Conversation(limits: limits, reads: false)
    for id in 0..<20 { client.send(blob(id, bytes: 50_000)) }
    try await Conversation.passTime(rounds: 20)
    client.closeOutput()
    try await client.outputClosed()
    client.closeInput()
    #expect(try await client.end() == .orderly)
    #expect(client.handler.called.count == 20)
  }
}
