import JSON
import Testing

@testable import JSONRPC

/// Requests with large answers, from clients that read late or never.
@Suite(.timeLimit(.minutes(20))) struct LargeAnswerTests {
  private static let queueBytes = 400_000
  /// Two thirds of it are for answers of others.
  private static let responseBytes = 300_000

  private static func limits(drainMilliseconds: Int = 600_000) -> Connection.Limits {
    var limits = Connection.Limits.patient
    limits.queueBytes = queueBytes
    limits.responseBytes = responseBytes
    limits.drainMilliseconds = drainMilliseconds
    return limits
  }

  private static func large(_ id: Int, bytes: Int = 100_000, estimate: Int? = nil) -> String {
    let params = #"{"bytes":\#(bytes),"estimate":\#(estimate ?? bytes)}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"large","params":\#(params)}"#
  }

  private static func foreign(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"foreign","params":{"bytes":150000}}"#
  }

  private static func madeCount(_ client: Conversation) -> Int { client.handler.called.count { $0 == "made" } }

  /// A client with unread answers, and ten requests that wait for room.
  private func crowdedClient(drainMilliseconds: Int = 600_000) async throws -> Conversation {
    let client = Conversation(limits: Self.limits(drainMilliseconds: drainMilliseconds), reads: false)
    for id in 0..<10 { client.send(Self.large(id)) }
    client.send(#"{"jsonrpc":"2.0","id":"open","method":"open"}"#)
    // A request that reserves nothing does not wait.
    try await client.handler.gate.pass()
    return client
  }

  @Test func `large answers are made only while they fit, and small ones always`() async throws {
    let client = try await crowdedClient()
    // Those that fit, one in the pipe, and those that are written next.
    #expect(Self.madeCount(client) <= 6)
    client.startReading()
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int } == Array(0..<10))
    #expect(lines.filter { $0["id"] != "open" }.allSatisfy { $0["result"]?.string?.utf8.count == 100_000 })
    #expect(try await client.end() == .orderly)
  }

  @Test func `an answer that is larger than the memory is made when it is the only one`() async throws {
    let client = Conversation(limits: Self.limits())
    for id in 0..<5 { client.send(Self.large(id, bytes: 1_000_000)) }
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int } == Array(0..<5))
    #expect(lines.allSatisfy { $0["result"]?.string?.utf8.count == 1_000_000 })
  }

  @Test func `answers that others make, however large, are made one after the other and hold up nobody else`()
    async throws
  {
    let client = Conversation(limits: Self.limits())
    for id in 0..<5 { client.send(Self.foreign(id)) }
    client.send(Self.large(5))
    client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
    let early = try parse([try await client.line(), try await client.line()])
    #expect(Set(early.compactMap { $0["id"]?.int }) == [2, 5])
    #expect(early.first { $0["id"] == 2 }?.reason == "cancelled")
    #expect(client.handler.called.count { $0 == "admitted" } == 1)
    client.send(#"{"jsonrpc":"2.0","id":"open","method":"open"}"#)
    client.closeInput()
    let rest = try parse(await client.remainingLines())
    #expect(rest.compactMap { $0["id"]?.int } == [0, 1, 3, 4])
    #expect(client.handler.called.count { $0 == "admitted" } == 4)
  }

  @Test func `requests that give up waiting for the answers of others end, and those with room go on`() async throws {
    let client = Conversation(limits: Self.limits())
    for id in 0..<3 { client.send(Self.foreign(id)) }
    client.send(#"{"jsonrpc":"2.0","method":"expire"}"#)
    let early = try parse([try await client.line(), try await client.line()])
    #expect(early.compactMap { $0["id"]?.int }.sorted() == [1, 2])
    #expect(early.allSatisfy { $0.reason == "invalidParams" })
    client.send(Self.foreign(4), #"{"jsonrpc":"2.0","id":"open","method":"open"}"#)
    client.closeInput()
    let rest = try parse(await client.remainingLines())
    #expect(rest.compactMap { $0["id"]?.int } == [0, 4])
    #expect(rest.allSatisfy { $0["id"] == "open" || $0["result"]?.string?.utf8.count == 150_000 })
  }

  @Test func `a request that waits because the client does not read never expires`() async throws {
    let client = Conversation(limits: Self.limits(), reads: false)
    for id in 0..<8 { client.send(Self.large(id)) }
    client.send(Self.foreign(8), #"{"jsonrpc":"2.0","id":"expire","method":"expire"}"#)
    client.send(#"{"jsonrpc":"2.0","id":"open","method":"open"}"#)
    try await client.handler.gate.pass()
    client.startReading()
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.compactMap { $0["id"]?.int } == Array(0..<9))
    #expect(lines.allSatisfy { $0["error"] == nil })
  }

  @Test func `errors that the client has not read hold up no answer, however large`() async throws {
    let client = Conversation(limits: Self.limits(), reads: false)
    // More than a pipe holds.
    for id in 0..<800 {
      client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"nothing"}"#)
    }
    client.send(#"{"jsonrpc":"2.0","id":800,"method":"foreign","params":{"bytes":350000}}"#)
    while !client.handler.called.contains("admitted") { await Task.yield() }
    client.handler.gate.open()
    client.startReading()
    client.closeInput()
    #expect(try parse(await client.remainingLines()).compactMap { $0["id"]?.int } == Array(0...800))
    #expect(try await client.end() == .orderly)
  }

  @Test func `a batch of answers that others make gets those that fit, and is told to ask again for the rest`()
    async throws
  {
    let client = Conversation(limits: Self.limits())
    client.send(#"{"jsonrpc":"2.0","method":"open"}"#)
    client.send("[\((0..<5).map(Self.foreign).joined(separator: ","))]")
    client.closeInput()
    let answers = try parse(await client.remainingLines()).first?.array ?? []
    #expect(answers.count == 5)
    #expect(answers.count { $0.reason == "overloaded" } == 4)
  }

  @Test func `a request that waits for room can be cancelled`() async throws {
    let client = try await crowdedClient()
    let before = Self.madeCount(client)
    client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":8}}"#)
    client.send(#"{"jsonrpc":"2.0","id":12,"method":"get_data"}"#)
    while client.handler.called.last != "get_data" { await Task.yield() }
    #expect(Self.madeCount(client) == before)
    client.startReading()
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.first { $0["id"] == 8 }?.reason == "cancelled")
    #expect(lines.compactMap { $0["id"]?.int }.sorted() == Array(0..<10) + [12])
  }

  @Test func `exit ends a session in which everything waits for room`() async throws {
    let client = try await crowdedClient(drainMilliseconds: 20)
    client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(try await client.end() == .exitWithoutShutdown)
  }

  @Test func `at the end of the input, a client that never reads is not waited for`() async throws {
    let client = try await crowdedClient(drainMilliseconds: 20)
    client.closeInput()
    #expect(try await client.end() == .orderly)
  }

  @Test func `shutdown is answered when the client has read what waited`() async throws {
    let client = try await crowdedClient()
    client.send(#"{"jsonrpc":"2.0","id":"end","method":"shutdown"}"#, #"{"jsonrpc":"2.0","id":11,"method":"get_data"}"#)
    client.startReading()
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    #expect(lines.last?["id"] == "end")
    #expect(lines.compactMap { $0["id"]?.int }.sorted() == Array(0..<10) + [11])
    #expect(lines.first { $0["id"] == 11 }?.reason == "shuttingDown")
  }

  @Test func `a batch whose response is too long answers its last requests with overloaded`() async throws {
    let client = Conversation(limits: Self.limits())
    let batch = (0..<10).map { Self.large($0, bytes: 40_000) }.joined(separator: ",")
    client.send("[\(batch)]", Self.large(10))
    client.closeInput()
    let lines = try parse(await client.remainingLines())
    let answers = try #require(lines.first { $0.array != nil }?.array)
    #expect(answers.compactMap { $0["id"]?.int }.sorted() == Array(0..<10))
    let results = answers.filter { $0["result"]?.string?.utf8.count == 40_000 }
    let refusals = answers.filter { $0.reason == "overloaded" && $0["error"]?["data"]?["retryable"] == true }
    #expect(results.count == 7)
    #expect(results.count + refusals.count == 10)
    #expect(lines.contains { $0["id"] == 10 && $0["result"] != nil })
  }

  @Test func `batches that wait for each other end`() async throws {
    let client = Conversation(limits: Self.limits(), reads: false)
    for batch in 0..<20 {
      let entries = (0..<4).map { Self.large(batch * 4 + $0, bytes: 90_000) }.joined(separator: ",")
      client.send("[\(entries)]")
    }
    client.startReading()
    client.closeInput()
    let answers = try parse(await client.remainingLines()).flatMap { $0.array ?? [] }
    #expect(answers.compactMap { $0["id"]?.int }.sorted() == Array(0..<80))
    #expect(answers.allSatisfy { $0["result"] != nil || $0.reason == "overloaded" })
  }

  @Test func `a response in parts has the length of all of them`() async throws {
    let client = Conversation()
    let request = #"[{"jsonrpc":"2.0","id":1,"method":"get_data"},{"jsonrpc":"2.0","id":2,"method":"get_data"}]"#
    client.send(bytes: "Content-Length: \(request.utf8.count)\r\n\r\n\(request)".utf8)
    client.closeInput()
    let response = #"[{"jsonrpc":"2.0","id":1,"result":["hello",5]},{"jsonrpc":"2.0","id":2,"result":["hello",5]}]"#
    #expect(
      await client.remainingLines() == ["Content-Length: \(response.utf8.count)\r", "\r", response])
  }

  @Test func `requests in flight are limited by the size of their messages too`() async throws {
    var limits = Self.limits()
    limits.messageBytes = 10_000
    let client = Conversation(limits: limits)
    let padding = String(repeating: "x", count: 9_000)
    for id in 0..<6 {
      client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"hold","params":{"padding":"\#(padding)"}}"#)
    }
    try await Conversation.passTime()
    #expect(client.handler.called.count == 3)
    client.handler.gate.open()
    client.closeInput()
    #expect(try parse(await client.remainingLines()).compactMap { $0["id"]?.int }.sorted() == Array(0..<6))
  }
}
