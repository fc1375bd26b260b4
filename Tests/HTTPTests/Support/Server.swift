import Concurrency
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// A badly behaving server of a test's own, made by `origin.py`, which runs once for all tests.
final class Server: Sendable {
  let base: String
  private let host: Host
  let port: String

  /// A file with the certificate that the server proves itself with, where it speaks TLS.
  let certificate: String?

  /// - Parameter streams: how many it takes on an HTTP/2 connection, over TLS; 0 for HTTP/1.1 only.
  init(tls: Bool = false, streams: Int = 0) async throws {
    let tls = tls || streams > 0
    host = try await Host.shared.uncancellableValue()
    let made = try await host.ask("/new", tls ? [.init("tls", "yes"), .init("streams", String(streams))] : []).json
    port = String(try #require(made["port"]?.int))
    certificate = made["certificate"]?.string
    base = "\(tls ? "https" : "http")://127.0.0.1:\(port)"
  }

  /// The process that all servers are in. It ends with this one, whose end it reads from its standard input.
  private struct Host: Sendable {
    let control: String
    let input: Pipe
    let observer = CurlTransport.patient()

    static let shared: SharedTask<Host> = {
      let flight = SharedTask<Host>()
      // On a thread: waiting for a process on the pool would hold the other tests up.
      startThread {
        do {
          flight.resolve(.success(try Host()))
        } catch {
          flight.fail(error)
        }
      }
      return flight
    }()

    private init() throws {
      // Whatever proxy the tests' environment has, it is not for this machine itself.
      setenv("no_proxy", "127.0.0.1,localhost", 1)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "origin.py").path
      process.arguments = ["python3", script]
      input = Pipe()
      process.standardInput = input
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var line = ""
      while !line.contains("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        line += String(decoding: data, as: UTF8.self)
      }
      guard let port = Int(line.dropLast()) else { throw Missing() }
      control = "http://127.0.0.1:\(port)"
    }

    func ask(_ path: String, _ query: [HTTPRequest.Field]) async throws -> HTTPResponse {
      try await observer.response(to: HTTPRequest(service: "control", base: control, path: path, query: query))
    }
  }

  func request(
    _ path: String, _ query: KeyValuePairs<String, String> = [:], method: HTTPRequest.Method = .get
  ) -> HTTPRequest {
    HTTPRequest(
      method, service: "test", base: base, path: path, query: query.map { HTTPRequest.Field($0.key, $0.value) })
  }

  struct Seen: Sendable {
    var requests: [String: Int]
    var gone: Int
    var open: Int
    var peak: Int
    var connections: Int
  }

  func seen() async throws -> Seen { try await ask("/seen", []) }

  func requests(_ path: String) async throws -> Int { try await seen().requests[path, default: 0] }

  /// Waits until so many requests to a path have come.
  func wait(for path: String, count: Int) async throws {
    try await ask("/wait", [.init("path", path), .init("count", String(count))])
  }

  /// Waits until so many clients have left without an answer.
  func wait(gone: Int) async throws -> Seen { try await ask("/wait", [.init("gone", String(gone))]) }

  /// Waits until at most so many connections are open.
  func wait(open: Int) async throws -> Seen { try await ask("/wait", [.init("open", String(open))]) }

  func openGate(_ name: String) async throws { try await ask("/open", [.init("name", name)]) }

  /// Lets nobody in any more.
  func end() async throws { try await ask("/end", []) }

  @discardableResult
  private func ask(_ path: String, _ query: [HTTPRequest.Field]) async throws -> Seen {
    let json = try await host.ask(path, [.init("port", port)] + query).json
    guard case .object(let members)? = json["requests"] else { throw Missing() }
    let requests = members.map { ($0.name, $0.value.int ?? 0) }
    return Seen(
      requests: Dictionary(uniqueKeysWithValues: requests), gone: json["gone"]?.int ?? -1,
      open: json["open"]?.int ?? -1, peak: json["peak"]?.int ?? -1, connections: json["connections"]?.int ?? -1)
  }

  private struct Missing: Error {}
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSON { (try? JSON.parse(body)) ?? .null }
}

/// What a request failed with; nil where it did not, or with something else.
func failure(_ transport: some HTTPTransport, _ request: HTTPRequest) async -> HTTPError? {
  do {
    _ = try await transport.response(to: request)
    return nil
  } catch {
    return error as? HTTPError
  }
}
