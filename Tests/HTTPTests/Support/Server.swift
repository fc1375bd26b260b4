import Foundation
import HTTP
import JSON
import Testing

/// The badly behaving server of `origin.py`, in a process of its own that ends with this object.
final class Server: Sendable {
  let base: String
  private let control: String
  private let process: Process
  private let input = Pipe()
  private let observer = CurlTransport(userAgent: "tests", deadline: .seconds(40), inactivitySeconds: 40)

  init() throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "origin.py").path
    process.arguments = ["python3", script]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = ""
    while !line.contains("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      line += String(decoding: data, as: UTF8.self)
    }
    let ports = line.split(whereSeparator: \.isWhitespace)
    try #require(ports.count == 2, "the server did not start: \(line)")
    base = "http://127.0.0.1:\(ports[0])"
    control = "http://127.0.0.1:\(ports[1])"
  }

  deinit { try? input.fileHandleForWriting.close() }

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

  @discardableResult
  private func ask(_ path: String, _ query: [HTTPRequest.Field]) async throws -> Seen {
    let answer = try await observer.response(
      to: HTTPRequest(service: "control", base: control, path: path, query: query))
    let json = try JSON.parse(answer.body)
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
