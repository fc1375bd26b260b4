import HTTP
import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RedirectTests {
  let server: Server
  let transport = CurlTransport.patient()

  init() async throws { server = try await Server() }

  @Test(arguments: ["301", "302", "303", "307", "308"])
  func `a GET follows a redirect to the same service, with its secrets`(status: String) async throws {
    for target in ["/echo?page=2", server.base + "/echo?page=2", "echo?page=2#part"] {
      var request = server.request("/redirect", ["to": target, "status": status])
      request.secrets.query = [.init("api_key", "k")]
      request.secrets.headers = [.init("Authorization", "Bearer t")]
      let echo = try await transport.response(to: request).json
      #expect(echo["target"] == "/echo?page=2&api_key=k")
      #expect(echo["headers"]?["Authorization"] == "Bearer t")
    }
  }

  @Test func `a secret that the redirect repeats is not sent twice`() async throws {
    var request = server.request("/redirect", ["to": "/echo?api_key=k"])
    request.secrets.query = [.init("api_key", "k")]
    #expect(try await transport.response(to: request).json["target"] == "/echo?api_key=k")
  }

  @Test func `nothing is sent to another host, port or scheme`() async throws {
    let other = try await Server()
    let port = server.base.split(separator: ":").last!
    let targets = [
      other.base + "/echo", "http://localhost:\(port)/echo", "file:///etc/passwd", "ftp://127.0.0.1:\(port)/",
      "//localhost:\(port)/echo", "gopher://127.0.0.1:\(port)/", "http://", "",
    ]
    for target in targets {
      let error = await failure(transport, server.request("/redirect", ["to": target]))
      #expect(error?.reason == .redirectRefused, "\(target)")
      #expect(error?.message.contains("localhost") == false)
    }
    #expect(try await other.seen().connections == 0)
    #expect(try await server.requests("/echo") == 0)
  }

  @Test func `a user and a password in the redirect's URL are not used`() async throws {
    let target = server.base.replacing("http://", with: "http://user:password@") + "/echo"
    // Newer versions of libcurl remove them from the URL, which may then be followed.
    do {
      let echo = try await transport.response(to: server.request("/redirect", ["to": target])).json
      #expect(echo["headers"]?["Authorization"] == nil)
      #expect(echo["target"] == "/echo")
    } catch let error as HTTPError {
      #expect(error.reason == .redirectRefused)
    }
  }

  @Test func `a redirect to https on the same host is followed`() async throws {
    // The server does not speak TLS, so following it is unreachable instead of refused.
    let secure = server.base.replacing("http:", with: "https:")
    let error = await failure(transport, server.request("/redirect", ["to": secure + "/echo"]))
    #expect(error?.reason == .unreachable)
  }

  @Test func `a redirect loop ends`() async throws {
    #expect(await failure(transport, server.request("/circle"))?.reason == .redirectRefused)
    #expect(try await server.requests("/circle") == 6)
  }

  @Test(arguments: [.post, .delete] as [HTTPRequest.Method])
  func `a POST or a DELETE does not follow redirects`(method: HTTPRequest.Method) async throws {
    for status in ["302", "303", "307", "308"] {
      var request = server.request("/redirect", ["to": "/echo", "status": status], method: method)
      request.body = Array("{}".utf8)
      #expect(await failure(transport, request)?.reason == .redirectRefused)
    }
    #expect(try await server.requests("/echo") == 0)
  }

  @Test(arguments: ["300", "304", "305"])
  func `other 3xx responses are returned`(status: String) async throws {
    #expect(
      try await transport.response(to: server.request("/redirect", ["to": "/echo", "status": status])).status
        == Int(status))
  }

  @Test func `a redirect without a location is returned`() async throws {
    #expect(try await transport.response(to: server.request("/answer", ["status": "302"])).status == 302)
  }
}
