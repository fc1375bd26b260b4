import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct CancellationTests {
  let server: Server
  let transport = CurlTransport.patient()

  init() async throws { server = try await Server() }

  @Test func `a request of a cancelled task is not sent`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.response(to: server.request("/echo"))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.seen().connections == 0)
  }

  /// A transport whose library takes long to load, as from a slow disk.
  private func loading(until gate: DispatchSemaphore, _ hasStarted: Observed<Bool>) -> CurlTransport {
    CurlTransport(
      userAgent: "test", inactivitySeconds: 600, environment: { _ in nil },
      library: { () throws(HTTPError) in
        hasStarted.change { $0 = true }
        gate.wait()
        return try .load()
      })
  }

  @Test func `a request cancelled while the library loads is never sent`() async throws {
    let (gate, hasStarted) = (DispatchSemaphore(value: 0), Observed(false))
    let transport = loading(until: gate, hasStarted)
    let tasks = (0..<20).map { _ in Task { try await transport.response(to: server.request("/echo")) } }
    try await hasStarted.wait { $0 }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    gate.signal()
    #expect(try await transport.response(to: server.request("/slow")).status == 200)
    #expect(try await server.requests("/echo") == 0)
  }

  @Test func `a transport can be released while its library loads`() async throws {
    let (gate, hasStarted) = (DispatchSemaphore(value: 0), Observed(false))
    do {
      let transport = loading(until: gate, hasStarted)
      let task = Task { try await transport.response(to: server.request("/echo")) }
      try await hasStarted.wait { $0 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    gate.signal()
    #expect(try await self.transport.response(to: server.request("/slow")).status == 200)
    #expect(try await server.requests("/echo") == 0)
  }

  @Test func `a request cancelled before its retry is not sent again`() async throws {
    let retrying = Retrying(next: transport, clock: HTTPClock())
    let busy = server.request("/fail", ["status": "503", "h": "Retry-After:25"])
    let task = Task { try await retrying.response(to: busy) }
    try await server.wait(for: "/fail", count: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.requests("/fail") == 1)
  }

  @Test(arguments: ["/stall", "/stall-body", "/drip"])
  func `cancelling stops the transfer`(path: String) async throws {
    let task = Task { try await transport.response(to: server.request(path)) }
    try await server.wait(for: path, count: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  @Test func `requests that wait for a connection can be cancelled`() async throws {
    let tasks = (0..<30).map { _ in Task { try await transport.response(to: server.request("/stall")) } }
    try await server.wait(for: "/stall", count: 6)
    // Later it may see a new connection before the end of an old one.
    #expect(try await server.seen().peak == 6)
    // From the end: first those that have no connection yet.
    for task in tasks.reversed() {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // Every request that was sent has been abandoned. A connection without a request may stay open for the next one.
    let asked = try await server.seen().requests["/stall"] ?? 0
    let seen = try await server.wait(gone: asked)
    #expect(seen.gone >= asked, "\(seen)")
  }

  @Test func `a connection is closed with its transfer, even if a program was started meanwhile`() async throws {
    let task = Task { try await transport.response(to: server.request("/stall")) }
    try await server.wait(for: "/stall", count: 1)
    // Foundation's `Process` closes descriptors; popen(3) passes on all that are not close-on-exec.
    let program = try #require(popen("cat >/dev/null", "w"))
    defer { pclose(program) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  /// A cancellation may come before a transfer starts, while it waits for a connection, while it runs, or as it ends.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `thousands of cancellations at random moments do no harm`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    _ = try await transport.response(to: server.request("/echo"))
    let before = openDescriptors()
    var outcomes = (responses: 0, cancelled: 0)
    for _ in 0..<50 {
      let waits = (0..<40).map { _ in Int.random(in: 0..<12_000, using: &random) }
      await withTaskGroup(of: Bool?.self) { group in
        for wait in waits {
          group.addTask { [transport, server] in
            let task = Task { try await transport.response(to: server.request("/slow", ["ms": "4"])) }
            // Not to wait for something, but to cancel at a random moment.
            if wait < 10_000 {
              try? await Task.sleep(for: .microseconds(wait))
              task.cancel()
            }
            switch await task.result {
            case .success: return true
            case .failure(is CancellationError): return false
            case .failure: return nil
            }
          }
        }
        for await outcome in group {
          switch outcome {
          case true?: outcomes.responses += 1
          case false?: outcomes.cancelled += 1
          case nil: Issue.record("a request failed with another error")
          }
        }
      }
    }
    #expect(outcomes.responses + outcomes.cancelled == 2_000)
    #expect(outcomes.responses > 0 && outcomes.cancelled > 0)
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
    // Connections that are kept for reuse are not a leak.
    #expect(openDescriptors() <= before + 6)
  }

  @Test func `a released transport ends its thread and closes its connections`() async throws {
    for _ in 0..<20 {
      let transport = CurlTransport.patient()
      _ = try await transport.response(to: server.request("/echo"))
    }
    #expect(try await server.wait(open: 0).open == 0)
  }

  /// The number of sockets connected to the server. Other tests of this process have sockets of their own.
  private func openDescriptors() -> Int {
    let port = Int(server.base.split(separator: ":").last!)!
    return (0..<4_096).count { descriptor in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &length) }
      }
      return status == 0 && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }
}
