import TestSupport
import Testing

@testable import HTTP

/// Requests that are rejected before anything is sent. Nobody listens on port 1, so sending one would be `unreachable`.
@Suite(.timeLimit(.minutes(20)))
struct RequestTests {
  let transport = CurlTransport.patient()

  @Test(arguments: [
    "http://127.0.0.1:1/a b", "http://127.0.0.1:1/a\r\nX: y", "http://127.0.0.1:1/영화", "ftp://127.0.0.1/",
    "file:///etc/passwd", "http://", "", "http://user:password@127.0.0.1:1/", "//127.0.0.1/", "http://[bad/",
    "http://127.0.0.1:99999/",
  ])
  func `a request with an invalid URL is not sent`(url: String) async throws {
    let error = await failure(transport, HTTPRequest(service: "test", url: url))
    #expect(error?.reason == .invalidRequest, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("X-A", "b\r\nX-Injected: yes"), ("X-A", "b\nc"), ("X-A", "b\0c"), ("X-A\r\nX-Injected", "b"), ("X A", "b"),
    ("", "b"), ("X-A:", "b"), ("X-A", "\u{7F}"),
  ])
  func `a header field cannot inject into the request`(name: String, value: String) async throws {
    var request = HTTPRequest(service: "test", url: "http://127.0.0.1:1/")
    request.headers = [.init(name, value)]
    #expect(await failure(transport, request)?.reason == .invalidRequest)
    request.headers = []
    request.secrets.headers = [.init(name, value)]
    let error = await failure(transport, request)
    #expect(error?.reason == .invalidRequest)
    #expect(error?.message.contains("Injected") == false)
  }

  @Test func `without libcurl every request reports what is missing`() async throws {
    let transport = CurlTransport(
      userAgent: "test", inactivitySeconds: 600, environment: { _ in nil },
      library: { () throws(HTTPError) in throw HTTPError(.unavailable, "libcurl is missing") })
    let request = HTTPRequest(service: "test", url: "http://127.0.0.1:1/")
    for _ in 0..<3 {
      let error = await failure(transport, request)
      #expect(error?.reason == .unavailable)
      #expect(error?.message.contains("libcurl") == true)
    }
    let tasks = (0..<50).map { _ in Task { await failure(transport, request) } }
    for task in tasks { #expect(await task.value?.reason == .unavailable) }
  }
}
