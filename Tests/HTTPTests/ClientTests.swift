import Concurrency
import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ClientTests {
  let server: Server
  private let folder = TemporaryFolder()

  init() async throws { server = try await Server() }

  private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration.patient
    change(&configuration)
    return HTTPClient(configuration)
  }

  @Test func `the client's deadline applies to a request without one`() async throws {
    let client = client {
      $0.deadline = .milliseconds(200)
    }
    #expect(await failure(client, server.request("/stall"))?.reason == .timeout)
    var request = server.request("/slow", ["ms": "400"])
    request.deadline = .seconds(600)
    #expect(try await client.response(to: request).status == 200)
  }

  @Test func `creating a client touches no files`() async throws {
    let cache = folder.file("cache/http")
    let client = client { $0.cacheFolder = cache }
    #expect(!FileManager.default.fileExists(atPath: folder.file("cache")))
    _ = try await client.response(to: server.request("/echo"))
    #expect(FileManager.default.fileExists(atPath: cache))
  }

  @Test func `cancelling passes through every layer to the service`() async throws {
    let client = client {
      $0.cacheFolder = folder.file("http")
      $0.rates = ["test": 100]
    }
    let task = Task { try await client.response(to: server.request("/stall")) }
    try await server.wait(for: "/stall", count: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  /// As in a search that every keystroke supersedes.
  @Test func `cancellations at random moments leave every layer working`() async throws {
    let client = client {
      $0.cacheFolder = folder.file("http")
      $0.rates = ["test": 10_000]
    }
    var random = SeededGenerator(seed: 5)
    for round in 0..<20 {
      let waits = (0..<40).map { _ in Int.random(in: 0..<8_000, using: &random) }
      await withTaskGroup { group in
        for wait in waits {
          let request = server.request("/slow", ["ms": "3", "query": "\(round) \(wait % 8)"])
          group.addTask {
            let task = Task { try await client.response(to: request) }
            if wait < 6_000 {
              // Not to wait for something, but to cancel at a random moment.
              try? await Task.sleep(for: .microseconds(wait))
              task.cancel()
            }
            switch await task.result {
            case .success(let response): #expect(response.status == 200)
            case .failure(let error): #expect(error is CancellationError)
            }
          }
        }
      }
    }
    #expect(try await client.response(to: server.request("/echo")).status == 200)
  }

  @Test func `the rate limit of a service holds for all requests together`() async throws {
    let clock = SkippingClock()
    let client = client {
      $0.rates = ["test": 5]
      $0.clock = HTTPClock(clock)
    }
    for number in 0..<15 {
      #expect(try await client.response(to: server.request("/echo", ["n": String(number)])).status == 200)
    }
    // Five at once; the other ten wait two seconds.
    let waited = clock.sleeps.reduce(.zero, +)
    #expect(waited > .milliseconds(1_990) && waited < .milliseconds(2_010))
  }
}
