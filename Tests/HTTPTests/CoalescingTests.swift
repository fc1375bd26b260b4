import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(5)))
struct CoalescingTests {
  let server: Server
  private let coalescing = Coalescing(next: .patient())

  init() async throws { server = try await Server() }

  private func ask(_ request: HTTPRequest) -> Task<HTTPResponse, any Error> {
    Task.immediate { [coalescing] in try await coalescing.response(to: request) }
  }

  @Test func `The same asked at the same time is one transfer`() async throws {
    let request = server.request("/gate", ["name": "a"])
    let tasks = (0..<20).map { _ in ask(request) }
    try await server.wait(for: "/gate", count: 1)
    try await server.openGate("a")
    for task in tasks { #expect(try await task.value.text == "{\"gate\":true}") }
    #expect(try await server.requests("/gate") == 1)
    // Once it is over, the next asks anew.
    _ = try await ask(request).value
    #expect(try await server.requests("/gate") == 2)
  }

  @Test func `The transfer ends when the last asker has left`() async throws {
    let request = server.request("/stall")
    let tasks = (0..<3).map { _ in ask(request) }
    try await server.wait(for: "/stall", count: 1)
    for task in tasks[..<2] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(try await server.seen().gone == 0)
    tasks[2].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[2].value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  @Test func `What differs in what matters is not shared`() async throws {
    let plain = server.request("/gate", ["name": "b"])
    var variants = [plain]
    variants.append(plain)
    variants[1].headers = [.init("Accept-Language", "ko")]
    variants.append(plain)
    variants[2].secrets.headers = [.init("Authorization", "Bearer other")]
    variants.append(plain)
    variants[3].maximumBytes = 5
    variants.append(plain)
    variants[4].isPrivate = true
    variants.append(plain)
    variants[5].isPrivate = true
    let tasks = variants.map { ask($0) }
    try await server.wait(for: "/gate", count: 6)
    try await server.openGate("b")
    for (index, task) in tasks.enumerated() where index != 3 { #expect(try await task.value.status == 200) }
    await #expect(throws: HTTPError.self) { try await tasks[3].value }
  }

  @Test func `What changes something is never shared`() async throws {
    let request = server.request("/gate", ["name": "c"], method: .post)
    let tasks = (0..<3).map { _ in ask(request) }
    try await server.wait(for: "/gate", count: 3)
    try await server.openGate("c")
    for task in tasks { _ = try await task.value }
  }

  @Test func `A failure is everybody's`() async throws {
    let tasks = (0..<5).map { _ in ask(HTTPRequest(service: "test", url: "http://127.0.0.1:1/")) }
    for task in tasks { await #expect(throws: HTTPError.self) { try await task.value } }
  }

  /// One leaves as another comes: the other must not be taken along.
  @Test func `Whoever comes while the last one leaves gets an answer`() async throws {
    let request = server.request("/slow", ["ms": "1"])
    for _ in 0..<200 {
      let leaving = ask(request)
      let coming = Task { [coalescing] in try await coalescing.response(to: request) }
      leaving.cancel()
      #expect(try await coming.value.status == 200)
      _ = await leaving.result
    }
  }
}
