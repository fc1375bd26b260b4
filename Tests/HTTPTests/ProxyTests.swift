import JSON
import Platform
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct ProxyTests {
  private func transport(_ environment: [String: String]) -> CurlTransport {
    CurlTransport(
      userAgent: "test", inactivitySeconds: 600, environment: { environment[$0] })
  }

  /// A request to a host name that only the proxy resolves.
  private func request(_ server: Server, _ path: String = "/echo") -> HTTPRequest {
    let scheme = server.certificate == nil ? "http" : "https"
    var request = HTTPRequest(service: "test", base: "\(scheme)://service.invalid:\(server.port)", path: path)
    request.secrets.headers = [.init("Authorization", "Bearer deadbeef")]
    return request
  }

  @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
  func `a plain request goes through the proxy, and only the proxy gets its password`(variable: String) async throws {
    let server = try await Server()
    let proxy = try Proxy(user: "films:pa55word")
    let transport = transport([variable: proxy.url(user: "films:pa55word")])
    let echo = try await transport.response(to: request(server)).json
    #expect(echo["target"] == "/echo")
    #expect(echo["headers"]?["Proxy-Authorization"] == nil)
    let seen = try proxy.requests()
    #expect(seen.map(\.method) == ["GET"])
    #expect(seen.first?.target == "http://service.invalid:\(server.port)/echo")
  }

  @Test(arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
  func `a request over TLS goes through a tunnel, and the proxy cannot read it`(variable: String) async throws {
    let server = try await Server(tls: true)
    let proxy = try Proxy(user: "films:pa55word")
    let transport = transport([
      variable: proxy.url(user: "films:pa55word"), "SSL_CERT_FILE": try #require(server.certificate),
    ])
    for _ in 0..<3 {
      let echo = try await transport.response(to: request(server)).json
      #expect(echo["headers"]?["Authorization"] == "Bearer deadbeef")
      #expect(echo["headers"]?["Proxy-Authorization"] == nil)
    }
    // All three share one tunnel.
    let seen = try proxy.requests()
    #expect(seen.map { "\($0.method) \($0.target)" } == ["CONNECT service.invalid:\(server.port)"])
    #expect(seen.first?.headers["proxy-authorization"] != nil)
    #expect(seen.first?.headers["authorization"] == nil)
  }

  @Test func `a tunnel carries HTTP 2`() async throws {
    let server = try await Server(streams: 100)
    let proxy = try Proxy()
    let transport = transport(["https_proxy": proxy.url(), "SSL_CERT_FILE": try #require(server.certificate)])
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { _ = try await transport.response(to: request(server, "/together?count=20")) }
      }
      try await group.waitForAll()
    }
    #expect(try proxy.requests().count == 1)
  }

  @Test func `the certificate of an HTTPS proxy is verified`() async throws {
    let server = try await Server(tls: true)
    let certificate = try #require(server.certificate)
    let proxy = try Proxy(certificate: certificate)
    for variable in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
      let trusting = transport(["https_proxy": proxy.url(scheme: "https"), variable: certificate])
      #expect(try await trusting.response(to: request(server)).status == 200)
    }
    let other = transport(["https_proxy": proxy.url(scheme: "https")])
    #expect(await failure(other, request(server))?.reason == .unavailable)
    #expect(try proxy.requests().count == 2)
  }

  @Test(
    arguments: [
      (["http_proxy": "PROXY"], true),
      // A web server sets this from a client's `Proxy` header.
      (["HTTP_PROXY": "PROXY"], false),
      (["https_proxy": "PROXY"], false),
      (["http_proxy": "", "all_proxy": "PROXY"], true),
      (["http_proxy": "PROXY", "all_proxy": "http://127.0.0.1:1"], true),
      (["http_proxy": "PROXY", "no_proxy": "127.0.0.1"], false),
      (["http_proxy": "PROXY", "NO_PROXY": "127.0.0.1"], false),
      (["http_proxy": "PROXY", "no_proxy": "*"], false),
      (["http_proxy": "PROXY", "no_proxy": "example.com, 127.0.0.1"], false),
      (["http_proxy": "PROXY", "no_proxy": "example.com"], true),
      (["http_proxy": "PROXY", "no_proxy": "example.com", "NO_PROXY": "*"], true),
    ] as [([String: String], Bool)])
  func `the environment selects the proxy and its exceptions`(environment: [String: String], isUsed: Bool) async throws
  {
    let server = try await Server()
    let proxy = try Proxy()
    let transport = transport(environment.mapValues { $0 == "PROXY" ? proxy.url() : $0 })
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
    #expect(try proxy.requests().count == (isUsed ? 1 : 0))
  }

  @Test func `a redirect to TLS uses the HTTPS proxy`() async throws {
    let server = try await Server()
    let (plain, secure) = (try Proxy(), try Proxy())
    let transport = transport(["http_proxy": plain.url(), "https_proxy": secure.url()])
    let target = PercentEncoding.encode("https://service.invalid:\(server.port)/echo")
    // The server does not speak TLS.
    #expect(await failure(transport, request(server, "/redirect?to=\(target)"))?.reason == .unreachable)
    #expect(try plain.requests().map(\.method) == ["GET"])
    #expect(try secure.requests().map(\.method) == ["CONNECT"])
  }

  /// - Returns: the error of a request, and the number of requests to the proxy, including retries.
  private func rejection(by proxy: Proxy?, _ server: Server, user: String) async throws -> (
    error: HTTPError, asked: Int
  ) {
    let url = proxy?.url(user: user) ?? "http://\(user)@127.0.0.1:1"
    let transport = transport(["http_proxy": url, "https_proxy": url, "SSL_CERT_FILE": server.certificate ?? ""])
    let retrying = Retrying(next: transport, clock: HTTPClock(SkippingClock()))
    let error = try #require(await failure(retrying, request(server)))
    for word in ["films", "secret", "pa55word", "127.0.0.1", "service.invalid", "deadbeef", "http://"] {
      #expect(!error.message.contains(word), "\(error)")
    }
    #expect(try await server.requests("/echo") == 0)
    return (error, try proxy?.requests().count ?? 0)
  }

  @Test(arguments: [false, true])
  func `a proxy that requires a password is reported, and not asked again`(tls: Bool) async throws {
    let server = try await Server(tls: tls)
    let proxy = try Proxy(user: "films:pa55word")
    let (error, asked) = try await rejection(by: proxy, server, user: "films:secret")
    #expect(error.reason == .unavailable)
    #expect(error.message.contains("proxy") && error.message.contains("407"), "\(error)")
    #expect(asked == 1)
  }

  @Test(
    arguments: [
      ("GONE", false, .unreachable, 0), ("GONE", true, .unreachable, 0),
      ("nothing", false, .unreachable, 4), ("nothing", true, .unreachable, 4),
      ("garbage", false, .malformed, 1),
      ("403", true, .unreachable, 4), ("502", true, .unreachable, 4),
    ] as [(String, Bool, HTTPError.Reason, Int)])
  func `a failing proxy is reported without its password`(
    answer: String, tls: Bool, reason: HTTPError.Reason, times: Int
  ) async throws {
    let server = try await Server(tls: tls)
    let proxy = answer == "GONE" ? nil : try Proxy(answer: answer)
    let (error, asked) = try await rejection(by: proxy, server, user: "films:pa55word")
    #expect(error.reason == reason, "\(error)")
    #expect(asked == times)
    if let status = Int(answer) {
      #expect(error.message.contains("proxy") && error.message.contains(String(status)), "\(error)")
    }
  }

  @Test func `a server that is not a proxy provides no tunnel`() async throws {
    let server = try await Server(tls: true)
    // Versions of libcurl report this differently.
    let (error, _) = try await rejection(by: Proxy(answer: "garbage"), server, user: "films:pa55word")
    #expect([.malformed, .unreachable].contains(error.reason), "\(error)")
  }

  /// The network changes while connections are idle, or while one is in use.
  @Test(arguments: [0, 100])
  func `after a timeout, all connections of the lost network are abandoned`(streams: Int) async throws {
    let server = try await Server(tls: true, streams: streams)
    let proxy = try Proxy()
    let transport = transport(["https_proxy": proxy.url(), "SSL_CERT_FILE": try #require(server.certificate)])
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = try await transport.response(to: request(server, "/slow?ms=100")) } }
      try await group.waitForAll()
    }
    let before = try proxy.requests().count
    #expect(streams > 0 || before > 1)
    try proxy.freeze()
    var doomed = request(server)
    doomed.deadline = .seconds(3)
    #expect(await failure(transport, doomed)?.reason == .timeout)
    // One timeout is enough: the next request does not use the same dead connections.
    var next = request(server)
    next.deadline = .seconds(60)
    #expect(try await transport.response(to: next).status == 200)
    #expect(try proxy.requests().count == before + 1)
  }
}
