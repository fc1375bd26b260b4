import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TransportTests {
  let server: Server
  let transport = CurlTransport.patient()

  init() async throws { server = try await Server() }

  @Test func `An answer of any status comes with its headers and body`() async throws {
    let request = server.request("/answer", ["status": "404", "h": "X-Name: value", "body": "{\"n\":1}"])
    let answer = try await transport.response(to: request)
    #expect(answer.status == 404)
    #expect(!answer.isSuccess)
    #expect(answer["x-name"] == "value")
    #expect(answer.text == "{\"n\":1}")
    #expect(!answer.isStale)
  }

  @Test func `Chunks are joined, gzip is inflated, interim answers and trailers are left out`() async throws {
    #expect(try await transport.response(to: server.request("/chunked")).text == "{\"chunked\":true}")
    #expect(try await transport.response(to: server.request("/gzip", ["body": "영화"])).text == "영화")
    let late = try await transport.response(to: server.request("/early-hints"))
    #expect(late["x-early"] == nil)
    #expect(late["x-late"] == "padded")
    #expect(late.status == 200)
  }

  @Test func `A request goes out whole, its secrets joined`() async throws {
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

  @Test func `DELETE has a body where it is given one, and POST may have none`() async throws {
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
      ("/long-header", .tooLarge), ("/drip", .timeout), ("/stall", .timeout), ("/stall-body", .timeout),
    ] as [(String, HTTPError.Reason)])
  func `A service's failure has its reason, and tells neither URL nor secret`(
    path: String, reason: HTTPError.Reason
  ) async throws {
    var request = server.request(path)
    request.secrets.query = [.init("api_key", "deadbeef")]
    if reason == .timeout { request.deadline = .milliseconds(300) }
    let error = try #require(await failure(transport, request))
    #expect(error.reason == reason, "\(error)")
    #expect(!error.message.isEmpty)
    for word in ["127.0.0.1", "http://", "deadbeef", path] { #expect(!error.message.contains(word)) }
    // And the transport is as good as before.
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
  }

  @Test func `A service that says nothing is given up before a long deadline`() async throws {
    let impatient = CurlTransport(userAgent: "test", deadline: .seconds(50), inactivitySeconds: 1)
    #expect(await failure(impatient, server.request("/stall-body"))?.reason == .timeout)
    #expect(await failure(impatient, server.request("/stall"))?.reason == .timeout)
  }

  @Test func `Nobody listens`() async throws {
    let request = HTTPRequest(service: "test", url: "http://127.0.0.1:1/")
    #expect(await failure(transport, request)?.reason == .unreachable)
  }

  @Test func `A deadline that is over sends nothing on`() async throws {
    var request = server.request("/stall")
    request.deadline = .zero
    #expect(await failure(transport, request)?.reason == .timeout)
  }

  @Test func `A body may be as long as its limit, and no longer`() async throws {
    var request = server.request("/zeros", ["count": "100000"])
    request.maximumBytes = 100_000
    #expect(try await transport.response(to: request).body.count == 100_000)
    request.maximumBytes = 99_999
    #expect(await failure(transport, request)?.reason == .tooLarge)
    let careful = CurlTransport(userAgent: "test", maximumBytes: 10)
    #expect(await failure(careful, server.request("/zeros", ["count": "11"]))?.reason == .tooLarge)
  }

  @Test func `Connections are reused, and six at most are made to a host`() async throws {
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
    #expect(seen.peak == 6)
  }
}
