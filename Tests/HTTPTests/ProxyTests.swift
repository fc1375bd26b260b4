import JSON
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(5)))
struct ProxyTests {
  private func transport(_ environment: [String: String]) -> CurlTransport {
    CurlTransport(
      userAgent: "test", deadline: .seconds(100), inactivitySeconds: 100, environment: { environment[$0] })
  }

  /// To a host that only the proxy knows.
  private func request(_ server: Server, _ path: String = "/echo") -> HTTPRequest {
    let scheme = server.certificate == nil ? "http" : "https"
    var request = HTTPRequest(service: "test", base: "\(scheme)://service.invalid:\(server.port)", path: path)
    request.secrets.headers = [.init("Authorization", "Bearer deadbeef")]
    return request
  }

  @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
  func `A plain request goes through the proxy, which is all that gets its password`(variable: String) async throws {
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
  func `A request over TLS goes through a tunnel, and the proxy sees nothing of it`(variable: String) async throws {
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
    // One tunnel for all three.
    let seen = try proxy.requests()
    #expect(seen.map { "\($0.method) \($0.target)" } == ["CONNECT service.invalid:\(server.port)"])
    #expect(seen.first?.headers["proxy-authorization"] != nil)
    #expect(seen.first?.headers["authorization"] == nil)
  }

  @Test func `Tunnels lead to HTTP 2 too`() async throws {
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

  @Test func `The proxy itself may have to prove who it is`() async throws {
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
      // What a web server would make of a client's header.
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
  func `The environment says for whom the proxy is`(environment: [String: String], isUsed: Bool) async throws {
    let server = try await Server()
    let proxy = try Proxy()
    let transport = transport(environment.mapValues { $0 == "PROXY" ? proxy.url() : $0 })
    #expect(try await transport.response(to: server.request("/echo")).status == 200)
    #expect(try proxy.requests().count == (isUsed ? 1 : 0))
  }

  @Test func `A redirect to TLS takes the proxy for that`() async throws {
    let server = try await Server()
    let (plain, secure) = (try Proxy(), try Proxy())
    let transport = transport(["http_proxy": plain.url(), "https_proxy": secure.url()])
    let target = PercentEncoding.encode("https://service.invalid:\(server.port)/echo")
    // Nobody speaks TLS there.
    #expect(await failure(transport, request(server, "/redirect?to=\(target)"))?.reason == .unreachable)
    #expect(try plain.requests().map(\.method) == ["GET"])
    #expect(try secure.requests().map(\.method) == ["CONNECT"])
  }

  /// - Returns: how a request fails, and how often the proxy was asked where a failure may be retried.
  private func refusal(by proxy: Proxy?, _ server: Server, user: String) async throws -> (error: HTTPError, asked: Int)
  {
    let url = proxy?.url(user: user) ?? "http://\(user)@127.0.0.1:1"
    let transport = transport(["http_proxy": url, "https_proxy": url, "SSL_CERT_FILE": server.certificate ?? ""])
    let retrying = Retrying(next: transport, time: HTTPTime(SkippingClock()), deadline: .seconds(100))
    let error = try #require(await failure(retrying, request(server)))
    for word in ["films", "secret", "pa55word", "127.0.0.1", "service.invalid", "deadbeef", "http://"] {
      #expect(!error.message.contains(word), "\(error)")
    }
    #expect(try await server.requests("/echo") == 0)
    return (error, try proxy?.requests().count ?? 0)
  }

  @Test(arguments: [false, true])
  func `A proxy that wants to know who one is says so, and is not asked again and again`(tls: Bool) async throws {
    let server = try await Server(tls: tls)
    let proxy = try Proxy(user: "films:pa55word")
    let (error, asked) = try await refusal(by: proxy, server, user: "films:secret")
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
  func `A proxy that fails has a reason, and its password stays with it`(
    answer: String, tls: Bool, reason: HTTPError.Reason, times: Int
  ) async throws {
    let server = try await Server(tls: tls)
    let proxy = answer == "GONE" ? nil : try Proxy(answer: answer)
    let (error, asked) = try await refusal(by: proxy, server, user: "films:pa55word")
    #expect(error.reason == reason, "\(error)")
    #expect(asked == times)
    if let status = Int(answer) {
      #expect(error.message.contains("proxy") && error.message.contains(String(status)), "\(error)")
    }
  }

  @Test func `A proxy that is none gives no tunnel`() async throws {
    let server = try await Server(tls: true)
    // Not all libcurls call it the same.
    let (error, _) = try await refusal(by: Proxy(answer: "garbage"), server, user: "films:pa55word")
    #expect([.malformed, .unreachable].contains(error.reason), "\(error)")
  }

  /// The network changes while connections are kept, or one is in use.
  @Test(arguments: [0, 100])
  func `Connections of a network that is gone are given up together`(streams: Int) async throws {
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
    // One failure has told enough: whoever comes next is not sent into the same silence.
    var next = request(server)
    next.deadline = .seconds(60)
    #expect(try await transport.response(to: next).status == 200)
    #expect(try proxy.requests().count == before + 1)
  }
}
