import HTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StaleResponseTests {
  let server: Server
  private let folder = TemporaryFolder()
  private let date = Observed(784_111_777)

  init() async throws { server = try await Server() }

  private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFolder = folder.file("cache")
    configuration.clock = HTTPClock(SkippingClock(), date: { [date] in date.value })
    change(&configuration)
    return HTTPClient(configuration)
  }

  @Test(
    arguments: ["Cache-Control:max-age=60", "Cache-Control:no-cache", "Cache-Control:must-revalidate", "Vary:*"])
  func `without a network a stored response is used, and marked as stale`(header: String) async throws {
    let request = server.request("/answer", ["h": header, "body": "stored"])
    _ = try await client().response(to: request)
    try await server.end()
    date.change { $0 += 179 * 86_400 }
    let stale = try await client().response(to: request)
    #expect(stale.text == "stored")
    #expect(stale.status == 200)
    #expect(stale.isStale)
    // TMDB's terms allow six months.
    date.change { $0 += 2 * 86_400 }
    #expect(await failure(client(), request)?.reason == .unreachable)
  }

  @Test func `a fresh response needs no network, and is not stale`() async throws {
    let request = server.request("/answer", ["h": "Cache-Control:max-age=60", "body": "stored"])
    _ = try await client().response(to: request)
    try await server.end()
    #expect(try await client().response(to: request).isStale == false)
  }

  /// Replaces the network, and gives these outcomes in order; the last one is repeated.
  private struct Network: HTTPTransport {
    let outcomes: Observed<[Result<HTTPResponse, any Error>]>

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      try outcomes.change { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
    }
  }

  private func secondResponse(
    after outcome: Result<HTTPResponse, any Error>, mustRevalidate: Bool = false
  ) async throws -> HTTPResponse {
    let stored = HTTPResponse(status: 200, body: Array("stored".utf8))
    let client = client { $0.network = Network(outcomes: Observed([.success(stored), outcome])) }
    var request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    _ = try await client.response(to: request)
    request.mustRevalidate = mustRevalidate
    return try await client.response(to: request)
  }

  @Test func `a lost network is not retried if there is a stored response`() async throws {
    let stored = HTTPResponse(status: 200, body: Array("stored".utf8))
    let gone = HTTPError(.unreachable, "gone")
    let outcomes = Observed<[Result<HTTPResponse, any Error>]>(
      [.success(stored)] + Array(repeating: .failure(gone), count: 9))
    let client = client { $0.network = Network(outcomes: outcomes) }
    let request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    _ = try await client.response(to: request)
    #expect(try await client.response(to: request).isStale)
    #expect(outcomes.value.count == 8)
    await #expect(throws: gone) {
      try await client.response(to: HTTPRequest(service: "test", url: "http://127.0.0.1/other"))
    }
    #expect(outcomes.value.count == 4)
  }

  @Test(arguments: [429, 500, 502, 503, 504, 520])
  func `a stored response replaces a failing service`(status: Int) async throws {
    let answer = try await secondResponse(after: .success(HTTPResponse(status: status)))
    #expect(answer.text == "stored")
    #expect(answer.isStale)
  }

  @Test(arguments: [.unreachable, .timeout, .unavailable] as [HTTPError.Reason])
  func `a stored response replaces a failing network`(reason: HTTPError.Reason) async throws {
    #expect(try await secondResponse(after: .failure(HTTPError(reason, ""))).isStale)
  }

  @Test(arguments: [.tooLarge, .redirectRefused, .malformed] as [HTTPError.Reason])
  func `a stored response does not hide a rejected response`(reason: HTTPError.Reason) async throws {
    await #expect(throws: HTTPError(reason, "")) { try await secondResponse(after: .failure(HTTPError(reason, ""))) }
  }

  @Test(arguments: [429, 500])
  func `a stored response is not used for a request that must revalidate`(status: Int) async throws {
    let refusal = Result<HTTPResponse, any Error>.success(HTTPResponse(status: status))
    #expect(try await secondResponse(after: refusal, mustRevalidate: true).status == status)
    let gone = HTTPError(.unreachable, "")
    await #expect(throws: gone) { try await secondResponse(after: .failure(gone), mustRevalidate: true) }
  }

  @Test func `a cancellation is not hidden by a stored response`() async throws {
    await #expect(throws: CancellationError.self) { try await secondResponse(after: .failure(CancellationError())) }
  }

  @Test(arguments: [400, 401, 403])
  func `a refusal is returned, and the stored response stays`(status: Int) async throws {
    #expect(try await secondResponse(after: .success(HTTPResponse(status: status))).status == status)
    let gone = client { $0.network = Network(outcomes: Observed([.failure(HTTPError(.unreachable, ""))])) }
    #expect(try await gone.response(to: HTTPRequest(service: "test", url: "http://127.0.0.1/")).isStale)
  }

  @Test func `an invalid response neither replaces a stored one nor is stored`() async throws {
    var request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    let fresh = [HTTPRequest.Field("cache-control", "max-age=600")]
    let outcomes = [
      HTTPResponse(status: 200, body: Array("stored".utf8)),
      HTTPResponse(status: 200, headers: fresh, body: Array("sorry".utf8)),
      HTTPResponse(status: 503),
    ].map(Result<HTTPResponse, any Error>.success)
    let client = client { $0.network = Network(outcomes: Observed(outcomes)) }
    request.isValid = { $0.text != "sorry" }
    #expect(try await client.response(to: request).text == "stored")
    #expect(try await client.response(to: request).text == "sorry")
    let third = try await client.response(to: request)
    #expect(third.text == "stored")
    #expect(third.isStale)
    // A stored response that is not valid for this request is not used.
    request.isValid = { $0.text != "stored" }
    #expect(try await client.response(to: request).status == 503)
  }

  @Test(arguments: [404, 410])
  func `a response that is gone is removed`(status: Int) async throws {
    #expect(try await secondResponse(after: .success(HTTPResponse(status: status))).status == status)
    let gone = client { $0.network = Network(outcomes: Observed([.failure(HTTPError(.unreachable, ""))])) }
    await #expect(throws: HTTPError.self) {
      try await gone.response(to: HTTPRequest(service: "test", url: "http://127.0.0.1/"))
    }
  }
}
