import Concurrency
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

/// A misbehaving server for one test. `origin.py`, which runs once for all tests, creates it.
final class Server: Sendable {
  let base: String
  private let host: Host
  let port: String

  /// The file with the server's certificate; nil without TLS.
  let certificate: String?

  /// - Parameter streams: the maximum number of streams on an HTTP/2 connection, over TLS; 0 for HTTP/1.1 only.
  init(tls: Bool = false, streams: Int = 0) async throws {
    let tls = tls || streams > 0
    host = try await Host.shared.uncancellableValue()
    let server = try await host.ask("/new", tls ? [.init("tls", "yes"), .init("streams", String(streams))] : []).json
    port = String(try #require(server["port"]?.int))
    certificate = server["certificate"]?.string
    base = "\(tls ? "https" : "http")://127.0.0.1:\(port)"
  }

  /// The process that contains all servers. It exits at the end of its stdin, that is, with this process.
  private struct Host: Sendable {
    let control: String
    let process: PythonProcess
    let observer = CurlTransport.patient()

    static let shared: SharedTask<Host> = {
      let host = SharedTask<Host>()
      // On a thread: waiting for a process in a task would block other tests.
      Thread.detachNewThread {
        do {
          host.resolve(.success(try Host()))
        } catch {
          host.fail(error)
        }
      }
      return host
    }()

    private init() throws {
      // A proxy of the tests' environment must not be used for this machine.
      setenv("no_proxy", "127.0.0.1,localhost", 1)
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "origin.py").path
      process = try PythonProcess(path: script)
      control = "http://127.0.0.1:\(try process.nextLine())"
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

  /// Waits until this many requests to a path have arrived.
  func wait(for path: String, count: Int) async throws {
    try await ask("/wait", [.init("path", path), .init("count", String(count))])
  }

  /// Waits until this many clients have disconnected without a response.
  func wait(gone: Int) async throws -> Seen { try await ask("/wait", [.init("gone", String(gone))]) }

  /// Waits until at most this many connections are open.
  func wait(open: Int) async throws -> Seen { try await ask("/wait", [.init("open", String(open))]) }

  func openGate(_ name: String) async throws { try await ask("/open", [.init("name", name)]) }

  /// Refuses new connections.
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

/// Sends a request and returns its `HTTPError`; nil if it succeeds, or fails with another error.
func failure(_ transport: some HTTPTransport, _ request: HTTPRequest) async -> HTTPError? {
  do {
    _ = try await transport.response(to: request)
    return nil
  } catch {
    return error as? HTTPError
  }
}
