import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
  let server: Server
  let transport = CurlTransport.patient()

  init() async throws { server = try await Server() }

  @Test func `A request that comes cancelled is not sent`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.response(to: server.request("/echo"))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.seen().connections == 0)
  }

  @Test(arguments: ["/stall", "/stall-body", "/drip"])
  func `Cancelling stops the transfer`(path: String) async throws {
    let task = Task { try await transport.response(to: server.request(path)) }
    try await server.wait(for: path, count: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  @Test func `Those that wait for a connection can be cancelled too`() async throws {
    let tasks = (0..<30).map { _ in Task { try await transport.response(to: server.request("/stall")) } }
    try await server.wait(for: "/stall", count: 6)
    // From the back: first those that have no connection yet.
    for task in tasks.reversed() {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // Nobody waits for an answer any more. A connection that was not asked anything yet may stay, for the next request.
    let asked = try await server.seen().requests["/stall"] ?? 0
    let seen = try await server.wait(gone: asked)
    #expect(seen.gone >= asked, "\(seen)")
    #expect(try await server.seen().peak == 6)
  }

  @Test func `A connection is closed with its transfer, although a program was started meanwhile`() async throws {
    let task = Task { try await transport.response(to: server.request("/stall")) }
    try await server.wait(for: "/stall", count: 1)
    // Foundation's own way of starting programs closes descriptors; this one hands down all that are not private.
    let program = try #require(popen("cat >/dev/null", "w"))
    defer { pclose(program) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  /// A cancel may meet a transfer before it starts, while it waits for a connection, while it runs, and as it ends.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Thousands of cancels at any moment do no harm`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    _ = try await transport.response(to: server.request("/echo"))
    let before = openDescriptors()
    var outcomes = (answers: 0, cancelled: 0)
    for _ in 0..<50 {
      let waits = (0..<40).map { _ in Int.random(in: 0..<12_000, using: &random) }
      await withTaskGroup(of: Bool?.self) { group in
        for wait in waits {
          group.addTask { [transport, server] in
            let task = Task { try await transport.response(to: server.request("/slow", ["ms": "4"])) }
            // Not to wait for anything, but to come at some moment or other.
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
          case true?: outcomes.answers += 1
          case false?: outcomes.cancelled += 1
          case nil: Issue.record("a request failed with something else")
          }
        }
      }
    }
    #expect(outcomes.answers + outcomes.cancelled == 2_000)
    #expect(outcomes.answers > 0 && outcomes.cancelled > 0)
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
    // Connections that are kept are no leak.
    #expect(openDescriptors() <= before + 6)
  }

  @Test func `A transport that goes takes its thread and its connections along`() async throws {
    for _ in 0..<20 {
      let transport = CurlTransport.patient()
      _ = try await transport.response(to: server.request("/echo"))
    }
    #expect(try await server.wait(open: 0).open == 0)
  }

  /// How many sockets lead to the server. Other tests of this process have theirs.
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
