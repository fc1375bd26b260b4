import Concurrency
import Foundation
import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct UpstreamTests {
  private static let key = "0123456789abcdef0123456789abcdef"

  @Test(arguments: [
    (Upstream.Service.tmdb, "/3", "/search/movie?query=parasite&api_key=\(key)", "\"id\":496243"),
    (.omdb, "/", "?s=parasite&apikey=0badcafe", "\"imdbID\":\"tt6751668\""),
    (.naver, "/v1/search", "/movie.json?query=parasite", "\"errorCode\":\"024\""),
  ])
  func `an upstream simulates the requested service`(
    service: Upstream.Service, path: String, request: String, answer: String
  ) throws {
    let upstream = try Upstream(service)
    #expect(upstream.baseURL.hasPrefix("http://127.0.0.1:") && upstream.baseURL.hasSuffix(path))
    #expect(try get(upstream.baseURL + request).contains(answer))
  }

  @Test func `an upstream accepts the given keys`() throws {
    let upstream = try Upstream(.tmdb, keys: ["ours"])
    #expect(try get(upstream.baseURL + "/movie/550?api_key=ours").hasPrefix("HTTP/1.1 200"))
    #expect(try get(upstream.baseURL + "/movie/550?api_key=\(Self.key)").hasPrefix("HTTP/1.1 401"))
  }

  @Test func `every upstream has its own faults and log`() throws {
    let (one, other) = (try Upstream(.omdb), try Upstream(.omdb))
    try one.setFault("error", ["code": "quota"], match: "s=lord", times: 1)
    #expect(try get(one.baseURL + "?s=lord&apikey=0badcafe").contains("Request limit reached!"))
    #expect(try get(one.baseURL + "?s=lord&apikey=0badcafe").contains("\"Response\":\"True\""))
    let log = try one.log()
    #expect(log.requests.map(\.fault) == ["error", nil])
    #expect(log.requests[0].query == ["s": "lord", "apikey": "0badcafe"])
    #expect(log.requests[0].headers["host"] != nil)
    #expect(log.connections.accepted == 2)
    #expect(try other.log().requests.isEmpty)
    try one.clearLog()
    #expect(try one.log().requests.isEmpty)
  }

  @Test func `an unknown fault is refused`() throws {
    let upstream = try Upstream(.naver)
    #expect(throws: UpstreamError.self) { try upstream.setFault("nonsense") }
    try upstream.setFault("reset")
  }

  @Test func `faults can be changed while a test waits for a request`() async throws {
    let upstream = try Upstream(.tmdb)
    try upstream.setFault("stall", match: "/movie/550")
    let answer = Observed<String?>(nil)
    Thread.detachNewThread {
      let text = try? get(upstream.baseURL + "/movie/550?api_key=\(Self.key)")
      answer.change { $0 = text }
    }
    try await upstream.wait(for: "/movie/550", state: .open)
    async let end: Void = upstream.wait(for: "/movie/550", state: .done, open: 0)
    #expect(try upstream.log().inFlight.now == 1)
    try upstream.clearFaults()
    try await end
    #expect(try await answer.wait { $0 != nil }?.contains("Fight Club") == true)
    #expect(try upstream.log().requests.map(\.status) == [200])
  }

  @Test func `a request token can be approved or denied`() throws {
    let upstream = try Upstream(.tmdb)
    #expect(throws: UpstreamError.self) { try upstream.decide(.approved, token: "never given out") }
    let answer = try get(upstream.baseURL + "/authentication/token/new?api_key=\(Self.key)")
    let body = try JSON.parse(String(answer[answer.range(of: "\r\n\r\n")!.upperBound...]))
    try upstream.decide(.denied, token: try #require(body["request_token"]?.string))
    try upstream.decide(.approved)
  }

  @Test func `a stopped upstream refuses connections`() throws {
    let upstream = try Upstream(.omdb)
    upstream.stop()
    #expect(throws: UpstreamError.self) { try upstream.log() }
    #expect(throws: POSIXError(.ECONNREFUSED)) { try get(upstream.baseURL) }
    upstream.stop()
  }
}

/// The whole response to a GET on a connection of its own.
private func get(_ url: String) throws -> String {
  let address = try #require(URLComponents(string: url))
  let port = UInt16(try #require(address.port))
  #if os(Linux)
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let connection = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  defer { close(connection) }
  var host = sockaddr_in()
  host.sin_family = sa_family_t(AF_INET)
  host.sin_port = port.bigEndian
  host.sin_addr.s_addr = inet_addr("127.0.0.1")
  let connected = withUnsafePointer(to: &host) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard connected == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  let target = address.percentEncodedPath + (address.percentEncodedQuery.map { "?" + $0 } ?? "")
  let request = Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
  _ = send(connection, request, request.count, 0)
  var (response, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
  while case let count = recv(connection, &chunk, chunk.count, 0), count > 0 { response += chunk.prefix(count) }
  return String(decoding: response, as: UTF8.self)
}
