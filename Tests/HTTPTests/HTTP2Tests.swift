import JSON
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct HTTP2Tests {
  private func transport(_ server: Server) -> CurlTransport {
    CurlTransport(
      userAgent: "test", inactivitySeconds: 600,
      environment: { $0 == "SSL_CERT_FILE" ? server.certificate : nil })
  }

  private func sendConcurrently(_ count: Int, _ request: HTTPRequest, _ transport: CurlTransport) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { _ = try await transport.response(to: request) } }
      try await group.waitForAll()
    }
  }

  @Test func `HTTP 2 is negotiated, and all requests share one connection from the first on`() async throws {
    let server = try await Server(streams: 100)
    let transport = transport(server)
    try await sendConcurrently(40, server.request("/together", ["count": "40"]), transport)
    var request = server.request("/echo", ["q": "영화"])
    request.secrets.headers = [.init("Authorization", "Bearer t")]
    let echo = try await transport.response(to: request).json
    #expect(echo["headers"]?["authorization"] == "Bearer t")
    #expect(echo["headers"]?[":scheme"] == "https")
    #expect(try await server.seen().connections == 1)
  }

  @Test func `if a connection allows one stream only, up to six connections are made`() async throws {
    let server = try await Server(streams: 1)
    let transport = transport(server)
    // So that the protocol is known: until then all requests wait for the first connection.
    _ = try await transport.response(to: server.request("/echo"))
    try await sendConcurrently(60, server.request("/slow"), transport)
    let seen = try await server.seen()
    #expect(seen.requests["/slow"] == 60)
    #expect(seen.peak > 1 && seen.peak <= 6, "\(seen)")
  }

  @Test func `a cancelled transfer ends its stream, not the connection`() async throws {
    let server = try await Server(streams: 100)
    let transport = transport(server)
    let other = Task { try await transport.response(to: server.request("/together", ["count": "2"])) }
    let task = Task { try await transport.response(to: server.request("/stall")) }
    try await server.wait(for: "/stall", count: 1)
    try await server.wait(for: "/together", count: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await transport.response(to: server.request("/together", ["count": "2"])).status == 200)
    #expect(try await other.value.status == 200)
    // Some versions of libcurl reset the stream only when they send something else.
    #expect(try await server.wait(gone: 1).gone == 1)
    #expect(try await server.seen().connections == 1)
  }

  @Test(
    arguments: [
      "/reset?code=2", "/reset?code=8", "/reset-body", "/goaway-error?code=2", "/goaway-error?code=11",
      "/goaway-refused",
      "/cut", "/garbage",
    ])
  func `a stream that ends early is unreachable, and succeeds when retried`(target: String) async throws {
    let server = try await Server(streams: 100)
    let transport = transport(server)
    let error = await failure(transport, server.request(target))
    // Newer versions of libcurl retry a refused stream on another connection by themselves.
    #expect(
      error?.reason == .unreachable || error == nil && target == "/goaway-refused", "\(String(describing: error))")
    #expect(try await transport.response(to: server.request(target)).text == "{\"failed\":false}")
    // On a connection that has been used, libcurl may retry by itself.
    let other = try await Server(streams: 100)
    let retrying = Retrying(next: self.transport(other), clock: HTTPClock(SkippingClock()))
    #expect(try await retrying.response(to: other.request("/echo")).status == 200)
    #expect(try await retrying.response(to: other.request(target)).text == "{\"failed\":false}")
    #expect(try await other.requests(target.prefix { $0 != "?" } + "") == 2)
  }

  @Test func `a refused stream is requested again`() async throws {
    let server = try await Server(streams: 100)
    #expect(try await transport(server).response(to: server.request("/reset?code=7")).text == "{\"failed\":false}")
  }

  @Test func `a connection is replaced after GOAWAY`() async throws {
    let server = try await Server(streams: 100)
    let transport = transport(server)
    #expect(try await transport.response(to: server.request("/goaway")).text == "{\"last\":true}")
    for _ in 0..<3 { #expect(try await transport.response(to: server.request("/echo")).status == 200) }
    #expect(try await server.seen().connections == 2)
  }

  @Test func `interim responses and trailers are left out`() async throws {
    let server = try await Server(streams: 100)
    let transport = transport(server)
    let late = try await transport.response(to: server.request("/early-hints"))
    #expect(late["x-early"] == nil)
    #expect(late["x-late"] == "yes")
    #expect(try await transport.response(to: server.request("/trailer"))["x-trailer"] == nil)
  }

  @Test func `a body that is too long ends only its stream`() async throws {
    let server = try await Server(streams: 100)
    let transport = transport(server)
    var request = server.request("/zeros", ["count": "60000"])
    request.maximumBytes = 60_000
    #expect(try await transport.response(to: request).body.count == 60_000)
    request.maximumBytes = 59_999
    #expect(await failure(transport, request)?.reason == .tooLarge)
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
    #expect(try await server.seen().connections == 1)
  }
}
