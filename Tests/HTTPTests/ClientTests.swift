import Concurrency
import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ClientTests {
  let server: Server
  private let folder = TemporaryFolder()

  init() async throws { server = try await Server() }

  private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration(userAgent: "movie-server/test")
    change(&configuration)
    return HTTPClient(configuration)
  }

  @Test func `The limits of the client hold where a request has none`() async throws {
    let client = client {
      $0.deadline = .milliseconds(200)
      $0.maximumBytes = 10
    }
    #expect(await failure(client, server.request("/stall"))?.reason == .timeout)
    var request = server.request("/zeros", ["count": "11"])
    #expect(await failure(client, request)?.reason == .tooLarge)
    request.maximumBytes = 11
    #expect(try await client.response(to: request).body.count == 11)
  }

  @Test func `Making a client touches nothing`() async throws {
    let cache = folder.file("cache/http.db")
    let client = client { $0.cacheFile = cache }
    #expect(!FileManager.default.fileExists(atPath: folder.file("cache")))
    _ = try await client.response(to: server.request("/echo"))
    #expect(FileManager.default.fileExists(atPath: cache))
  }

  @Test func `Cancelling goes through every layer to the service`() async throws {
    let client = client {
      $0.cacheFile = folder.file("http.db")
      $0.rates = ["test": 100]
    }
    let task = Task { try await client.response(to: server.request("/stall")) }
    try await server.wait(for: "/stall", count: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await server.wait(gone: 1).gone == 1)
  }

  /// As with a search that every key supersedes.
  @Test func `Cancels at any moment leave every layer sound`() async throws {
    let client = client {
      $0.cacheFile = folder.file("http.db")
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
              // Not to wait for anything, but to come at some moment or other.
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

  @Test func `No more is asked of a service than it allows, by however many`() async throws {
    let clock = SkippingClock()
    let client = client {
      $0.rates = ["test": 5]
      $0.time = HTTPTime(clock)
    }
    for number in 0..<15 {
      #expect(try await client.response(to: server.request("/echo", ["n": String(number)])).status == 200)
    }
    // Five at once, and two seconds' wait for the other ten.
    let waited = clock.sleeps.reduce(.zero, +)
    #expect(waited > .milliseconds(1_990) && waited < .milliseconds(2_010))
  }
}
