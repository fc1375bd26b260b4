import Foundation
import JSON
import TestSupport
import Testing

/// A network whose only way out is a proxy, with services whose certificates are signed by a private authority.
@Suite("proxies")
struct ProxyTests {
  private static let password = "pa55-of-the-proxy"

  /// Enables everything that writes files.
  private func launch(_ sandbox: Sandbox, _ upstream: Upstream, _ environment: [String: String]) throws -> ServerProcess
  {
    let writers = [
      "--log-level", "debug", "--log-file", sandbox.folder + "/LOG", "--record", sandbox.folder + "/TRANSCRIPT",
    ]
    return try sandbox.launch(
      ["--catalog", "tmdb"] + writers, environment: upstream.environment.merging(environment) { $1 })
  }

  /// Ends the server and expects that the password was written nowhere.
  private func expectNoPassword(_ server: ServerProcess, _ sandbox: Sandbox) throws {
    #expect(try server.finish() == .exited(0))
    #expect(try server.errorText() == "")
    #expect(try !server.allLines().contains { $0.text.contains(Self.password) })
    let files = FileManager.default.enumerator(atPath: sandbox.folder)?.compactMap { $0 as? String } ?? []
    #expect(files.contains("LOG") && files.contains("TRANSCRIPT"))
    for file in files {
      // A folder or a socket has no bytes.
      guard let bytes = try? sandbox.bytes(file) else { continue }
      #expect(bytes.firstRange(of: Data(Self.password.utf8)) == nil, "\(file)")
    }
  }

  @Test func `a search goes through the tunnel to a service with a certificate of a private authority`() throws {
    let authority = try Authority()
    let upstream = try Upstream(.tmdb, certificate: authority.server)
    let proxy = try Proxy(user: "films:" + Self.password)
    try Sandbox.use { sandbox in
      let server = try launch(
        sandbox, upstream,
        ["https_proxy": proxy.url(user: "films:" + Self.password), "SSL_CERT_FILE": authority.certificate])
      let page = try server.ask("search", ["query": "parasite"]).result
      let id = try #require(page["items"]?.array?.first?["id"])
      #expect(try server.ask("detail", ["id": id]).result["id"] == id)
      let address = upstream.baseURL.dropFirst("https://".count).prefix { $0 != "/" }
      let requests = try proxy.requests()
      #expect(!requests.isEmpty)
      for request in requests {
        #expect(request.method == "CONNECT")
        #expect(request.target == address)
        // The key is sent through the tunnel only.
        #expect(!request.headers.jsonText.contains("0123456789abcdef"))
      }
      let log = try upstream.log()
      #expect(log.requests.contains { $0.target.contains("/search/movie") })
      #expect(log.requests.allSatisfy { $0.headers["proxy-authorization"] == nil })
      try expectNoPassword(server, sandbox)
    }
  }

  @Test(arguments: ["password", "gone", "garbage", "authority"])
  func `a failing proxy is reported as such, and nothing else`(of part: String) throws {
    let authority = try Authority()
    let upstream = try Upstream(.tmdb, certificate: authority.server)
    let proxy = try Proxy(
      user: part == "password" ? "films:another" : nil, answer: part == "garbage" ? "garbage" : nil)
    let user = "films:" + Self.password
    try Sandbox.use { sandbox in
      let server = try launch(
        sandbox, upstream,
        [
          "HTTPS_PROXY": part == "gone" ? "http://\(user)@127.0.0.1:1" : proxy.url(user: user),
          "SSL_CERT_FILE": part == "authority" ? "" : authority.certificate,
        ])
      let reply = try server.ask("search", ["query": "parasite"])
      // Versions of libcurl disagree about the error for a response that is not HTTP.
      let reasons = ["upstreamUnreachable"] + (part == "garbage" ? ["upstreamInvalidResponse"] : [])
      #expect(reasons.contains(reply.reason ?? ""), "\(reply.message.jsonText)")
      // If only the user can fix it, the message says so.
      if let word = ["password": "proxy", "authority": "certificate"][part] {
        #expect(reply.message["error"]?["message"]?.string?.contains(word) == true, "\(reply.message.jsonText)")
      }
      // Everything offline still works.
      #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result["items"]?.array != [])
      #expect(try upstream.log().requests.isEmpty)
      try expectNoPassword(server, sandbox)
    }
  }
}
