import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TransportTests {
  let server: Server
  let transport = CurlTransport.patient()

  init() async throws { server = try await Server() }

  @Test func `a response of any status has its headers and body`() async throws {
    let request = server.request("/answer", ["status": "404", "h": "X-Name: value", "body": "{\"n\":1}"])
    let answer = try await transport.response(to: request)
    #expect(answer.status == 404)
    #expect(!answer.isSuccess)
    #expect(answer["x-name"] == "value")
    #expect(answer.text == "{\"n\":1}")
    #expect(!answer.isStale)
  }

  @Test func `chunks are joined, gzip is decompressed, and interim responses and trailers are left out`() async throws {
    let chunked = try await transport.response(to: server.request("/chunked"))
    #expect(chunked.text == "{\"chunked\":true}")
    #expect(chunked["x-trailer"] == nil)
    #expect(try await transport.response(to: server.request("/gzip", ["body": "영화"])).text == "영화")
    let late = try await transport.response(to: server.request("/early-hints"))
    #expect(late["x-early"] == nil)
    #expect(late["x-late"] == "padded")
    #expect(late.status == 200)
  }

  @Test func `a request is sent completely, including its secrets`() async throws {
    var request = server.request("/echo", ["query": "C++ & 영화"], method: .post)
    request.headers = [.init("Accept-Language", "ko-KR"), .init("X-Empty", "")]
    request.body = Array("{\"value\":8.5}".utf8)
    request.secrets.query = [.init("api_key", "s&cret")]
    request.secrets.headers = [.init("Authorization", "Bearer token")]
    let echo = try await transport.response(to: request).json
    #expect(echo["method"] == "POST")
    #expect(echo["target"] == "/echo?query=C%2B%2B%20%26%20%EC%98%81%ED%99%94&api_key=s%26cret")
    #expect(echo["body"] == "{\"value\":8.5}")
    let headers = try #require(echo["headers"])
    #expect(headers["Accept-Language"] == "ko-KR")
    #expect(headers["X-Empty"] == "")
    #expect(headers["Authorization"] == "Bearer token")
    #expect(headers["Content-Type"] == "application/json")
    #expect(headers["User-Agent"] == "movie-server/test")
    #expect(headers["Expect"] == nil)
    #expect(headers["Cookie"] == nil)
    #expect(headers["Accept-Encoding"]?.string?.contains("gzip") == true)
  }

  @Test func `a DELETE may have a body, and a POST may have none`() async throws {
    var request = server.request("/echo", method: .delete)
    #expect(try await transport.response(to: request).json["body"] == "")
    request.body = Array("{}".utf8)
    let deletion = try await transport.response(to: request).json
    #expect(deletion["method"] == "DELETE")
    #expect(deletion["body"] == "{}")
    let post = try await transport.response(to: server.request("/echo", method: .post)).json
    #expect(post["method"] == "POST")
    #expect(post["headers"]?["Content-Length"] == "0")
    #expect(post["headers"]?["Content-Type"] == nil)
  }

  @Test(
    arguments: [
      ("/cut", .unreachable), ("/cut-chunk", .unreachable), ("/reset", .unreachable), ("/empty", .unreachable),
      ("/garbage", .malformed), ("/wrong-gzip", .malformed), ("/bomb", .tooLarge), ("/endless-headers", .tooLarge),
      ("/endless-hints", .tooLarge),
      ("/long-header", .tooLarge), ("/drip", .timeout), ("/stall", .timeout), ("/stall-body", .timeout),
    ] as [(String, HTTPError.Reason)])
  func `a service's failure has its reason, and contains neither URL nor secret`(
    path: String, reason: HTTPError.Reason
  ) async throws {
    var request = server.request(path)
    request.secrets.query = [.init("api_key", "deadbeef")]
    if reason == .timeout { request.deadline = .milliseconds(300) }
    let error = try #require(await failure(transport, request))
    #expect(error.reason == reason, "\(error)")
    #expect(!error.message.isEmpty)
    for word in ["127.0.0.1", "http://", "deadbeef", path] { #expect(!error.message.contains(word)) }
    // The transport still works.
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
  }

  @Test func `a body is decoded as often as its header says`() async throws {
    func request(_ count: Int, layers: Int) -> HTTPRequest {
      server.request("/twice-encoded", ["count": String(count), "layers": String(layers)])
    }
    #expect(try await transport.response(to: request(2, layers: 2)).text == "{}")
    #expect(await failure(transport, request(2, layers: 1))?.reason == .malformed)
    #expect(try await transport.response(to: request(1, layers: 2)).body.starts(with: [0x1F, 0x8B]))
  }

  @Test func `an unknown encoding is rejected`() async throws {
    #expect(await failure(transport, server.request("/encoded", ["as": "compress-42"]))?.reason == .malformed)
    #expect(try await transport.response(to: server.request("/encoded", ["as": "identity"])).text == "{}")
  }

  @Test func `the end of the connection ends an HTTP 1.0 response, and a body may be empty`() async throws {
    #expect(try await transport.response(to: server.request("/http-1.0")).text == "{}")
    let empty = try await transport.response(to: server.request("/answer", ["status": "204", "h": "X-Name: value"]))
    #expect(empty.status == 204)
    #expect(empty.body.isEmpty)
    #expect(empty["x-name"] == "value")
  }

  @Test func `a silent service times out before a long deadline`() async throws {
    let impatient = CurlTransport(userAgent: "test", inactivitySeconds: 1)
    #expect(await failure(impatient, server.request("/stall-body"))?.reason == .timeout)
    #expect(await failure(impatient, server.request("/stall"))?.reason == .timeout)
  }

  @Test func `a port that nobody listens on is unreachable`() async throws {
    let request = HTTPRequest(service: "test", url: "http://127.0.0.1:1/")
    #expect(await failure(transport, request)?.reason == .unreachable)
  }

  @Test func `a request whose deadline has passed times out`() async throws {
    var request = server.request("/stall")
    request.deadline = .zero
    #expect(await failure(transport, request)?.reason == .timeout)
  }

  @Test func `a body may be as long as its limit, and no longer`() async throws {
    var request = server.request("/zeros", ["count": "100000"])
    request.maximumBytes = 100_000
    #expect(try await transport.response(to: request).body.count == 100_000)
    request.maximumBytes = 99_999
    #expect(await failure(transport, request)?.reason == .tooLarge)
    // The default is 8 MiB.
    #expect(await failure(transport, server.request("/zeros", ["count": "8388609"]))?.reason == .tooLarge)
  }

  @Test func `connections are reused, and at most six are made to a host`() async throws {
    for _ in 0..<20 { _ = try await transport.response(to: server.request("/echo")) }
    #expect(try await server.seen().connections == 1)
    try await withThrowingTaskGroup { group in
      for _ in 0..<60 {
        group.addTask { _ = try await transport.response(to: server.request("/slow")) }
      }
      try await group.waitForAll()
    }
    let seen = try await server.seen()
    #expect(seen.requests["/slow"] == 60)
    #expect((2...6).contains(seen.peak))
  }
}
