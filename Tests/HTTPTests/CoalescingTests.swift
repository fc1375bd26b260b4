import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct CoalescingTests {
  let server: Server
  private let coalescing = Coalescing(next: .patient())

  init() async throws { server = try await Server() }

  private func start(_ request: HTTPRequest) -> Task<HTTPResponse, any Error> {
    Task.immediate { [coalescing] in try await coalescing.response(to: request) }
  }

  @Test func `identical requests at the same time share one transfer`() async throws {
    let request = server.request("/gate", ["name": "a"])
    let tasks = (0..<20).map { _ in start(request) }
    try await server.wait(for: "/gate", count: 1)
    try await server.openGate("a")
    for task in tasks { #expect(try await task.value.text == "{\"gate\":true}") }
    #expect(try await server.requests("/gate") == 1)
    // After it has ended, the next request starts another.
    _ = try await start(request).value
    #expect(try await server.requests("/gate") == 2)
  }

  @Test func `the transfer ends when its last caller is cancelled`() async throws {
    let request = server.request("/stall")
    let tasks = (0..<3).map { _ in start(request) }
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

  @Test func `requests that differ in a relevant field are not shared`() async throws {
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
    let tasks = variants.map { start($0) }
    try await server.wait(for: "/gate", count: 6)
    try await server.openGate("b")
    for (index, task) in tasks.enumerated() where index != 3 { #expect(try await task.value.status == 200) }
    await #expect(throws: HTTPError.self) { try await tasks[3].value }
  }

  @Test func `a POST is never shared`() async throws {
    let request = server.request("/gate", ["name": "c"], method: .post)
    let tasks = (0..<3).map { _ in start(request) }
    try await server.wait(for: "/gate", count: 3)
    try await server.openGate("c")
    for task in tasks { _ = try await task.value }
  }

  @Test func `all callers get the failure`() async throws {
    let tasks = (0..<5).map { _ in start(HTTPRequest(service: "test", url: "http://127.0.0.1:1/")) }
    for task in tasks { await #expect(throws: HTTPError.self) { try await task.value } }
  }

  /// The other caller must not be cancelled with the one that leaves.
  @Test func `a caller that joins while the last one is cancelled gets a response`() async throws {
    let request = server.request("/slow", ["ms": "1"])
    for _ in 0..<200 {
      let cancelled = start(request)
      let joining = Task { [coalescing] in try await coalescing.response(to: request) }
      cancelled.cancel()
      #expect(try await joining.value.status == 200)
      _ = await cancelled.result
    }
  }
}
