import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Threads that do not return from libcurl: its TLS library blocks while it opens a file of certificates that is a FIFO.
@Suite(.timeLimit(.minutes(20)))
struct StalledThreadTests {
  private let folder = TemporaryFolder()
  private var fifo: String { folder.file("authorities.pem") }

  private func transport() throws -> CurlTransport {
    try #require(mkfifo(fifo, 0o600) == 0)
    return CurlTransport(
      userAgent: "test", inactivitySeconds: 600, environment: { $0 == "SSL_CERT_FILE" ? fifo : nil })
  }

  /// Lets all threads continue that are opening the FIFO. They find it empty.
  private func releaseThreads() { close(open(fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC)) }

  private func request(_ server: Server, seconds: Int) -> HTTPRequest {
    var request = server.request("/echo")
    request.deadline = .seconds(seconds)
    return request
  }

  @Test func `a request ends at its deadline, and a blocked thread is replaced then`() async throws {
    let (secure, plain) = (try await Server(tls: true), try await Server())
    let transport = try transport()
    async let waiting = failure(transport, request(plain, seconds: 3))
    #expect(await failure(transport, request(secure, seconds: 1))?.reason == .timeout)
    #expect(try await transport.response(to: request(plain, seconds: 600)).status == 200)
    // It may have been sent before the thread was blocked, or after it.
    #expect([nil, .timeout].contains(await waiting?.reason))
    releaseThreads()
  }

  @Test func `a blocked thread holds up no requests to other services`() async throws {
    let (secure, plain) = (try await Server(tls: true), try await Server())
    let transport = try transport()
    #expect(await failure(transport, request(secure, seconds: 1))?.reason == .timeout)
    var other = request(plain, seconds: 600)
    other.service = "other"
    #expect(try await transport.response(to: other).status == 200)
    releaseThreads()
  }

  @Test func `only some threads may be blocked, and the transport is usable when they return`() async throws {
    let (secure, plain) = (try await Server(tls: true), try await Server())
    let transport = try transport()
    for _ in 0..<5 { #expect(await failure(transport, request(secure, seconds: 1))?.reason == .timeout) }
    // The fifth thread is not replaced.
    #expect(await failure(transport, request(plain, seconds: 1))?.reason == .timeout)
    let deadline = ContinuousClock.now + .seconds(600)
    var status: Int?
    while status == nil, ContinuousClock.now < deadline {
      releaseThreads()
      status = try? await transport.response(to: request(plain, seconds: 1)).status
    }
    #expect(status == 200)
  }
}
