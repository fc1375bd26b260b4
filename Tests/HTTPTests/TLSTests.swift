import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct TLSTests {
  let server: Server

  init() async throws { server = try await Server(tls: true) }

  private func transport(_ environment: [String: String]) -> CurlTransport {
    CurlTransport(userAgent: "test", inactivitySeconds: 600, environment: { environment[$0] })
  }

  @Test func `nothing is sent to a service with an untrusted certificate`() async throws {
    for environment in [[:], ["SSL_CERT_FILE": ""], ["SSL_CERT_FILE": "/dev/null/none"]] {
      let error = try #require(await failure(transport(environment), server.request("/echo")))
      #expect(error.reason == .unavailable)
      #expect(error.message.contains("certificate") && error.message.contains("SSL_CERT_FILE"))
    }
    #expect(try await server.requests("/echo") == 0)
  }

  @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
  func `the environment adds a certificate authority`(variable: String) async throws {
    let certificate = try #require(server.certificate)
    let transport = transport([variable: certificate])
    for _ in 0..<3 { #expect(try await transport.response(to: server.request("/echo")).status == 200) }
    #expect(try await server.seen().connections == 1)
  }

  @Test func `a redirect does not leave TLS`() async throws {
    let transport = transport(["SSL_CERT_FILE": try #require(server.certificate)])
    let plain = "http://" + server.base.dropFirst("https://".count) + "/echo"
    let error = await failure(transport, server.request("/redirect", ["to": plain]))
    #expect(error?.reason == .redirectRefused)
    #expect(try await transport.response(to: server.request("/redirect", ["to": "/echo"])).status == 200)
  }
}
