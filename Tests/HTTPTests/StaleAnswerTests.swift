import HTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StaleAnswerTests {
  let server: Server
  private let folder = TemporaryFolder()
  private let date = Observed(784_111_777)

  init() async throws { server = try await Server() }

  private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFile = folder.file("cache.db")
    configuration.time = HTTPTime(SkippingClock(), date: { [date] in date.value })
    change(&configuration)
    return HTTPClient(configuration)
  }

  @Test(
    arguments: ["Cache-Control:max-age=60", "Cache-Control:no-cache", "Cache-Control:must-revalidate", "Vary:*"])
  func `Without a network what is kept is given, and marked`(header: String) async throws {
    let request = server.request("/answer", ["h": header, "body": "kept"])
    _ = try await client().response(to: request)
    try await server.end()
    date.change { $0 += 179 * 86_400 }
    let stale = try await client().response(to: request)
    #expect(stale.text == "kept")
    #expect(stale.status == 200)
    #expect(stale.isStale)
    // TMDB's terms allow six months.
    date.change { $0 += 2 * 86_400 }
    #expect(await failure(client(), request)?.reason == .unreachable)
  }

  @Test func `What is fresh needs no network, and is not stale`() async throws {
    let request = server.request("/answer", ["h": "Cache-Control:max-age=60", "body": "kept"])
    _ = try await client().response(to: request)
    try await server.end()
    #expect(try await client().response(to: request).isStale == false)
  }

  /// Answers the first time, then as it is told.
  private struct Network: HTTPTransport {
    let outcomes: Observed<[Result<HTTPResponse, any Error>]>

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      try outcomes.change { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
    }
  }

  private func secondAnswer(
    after outcome: Result<HTTPResponse, any Error>, mustBeCurrent: Bool = false
  ) async throws -> HTTPResponse {
    let kept = HTTPResponse(status: 200, body: Array("kept".utf8))
    let client = client { $0.network = Network(outcomes: Observed([.success(kept), outcome])) }
    var request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    _ = try await client.response(to: request)
    request.mustBeCurrent = mustBeCurrent
    return try await client.response(to: request)
  }

  @Test func `A network that is gone is not waited for where something is kept`() async throws {
    let kept = HTTPResponse(status: 200, body: Array("kept".utf8))
    let gone = HTTPError(.unreachable, "gone")
    let outcomes = Observed<[Result<HTTPResponse, any Error>]>(
      [.success(kept)] + Array(repeating: .failure(gone), count: 9))
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
  func `A service that fails is as none`(status: Int) async throws {
    let answer = try await secondAnswer(after: .success(HTTPResponse(status: status)))
    #expect(answer.text == "kept")
    #expect(answer.isStale)
  }

  @Test(arguments: [.unreachable, .timeout, .unavailable] as [HTTPError.Reason])
  func `A network that fails is as none`(reason: HTTPError.Reason) async throws {
    #expect(try await secondAnswer(after: .failure(HTTPError(reason, ""))).isStale)
  }

  @Test(arguments: [.tooLarge, .redirectRefused, .malformed] as [HTTPError.Reason])
  func `An answer that is refused is not papered over`(reason: HTTPError.Reason) async throws {
    await #expect(throws: HTTPError(reason, "")) { try await secondAnswer(after: .failure(HTTPError(reason, ""))) }
  }

  @Test(arguments: [429, 500])
  func `What is kept does not stand in for what must be current`(status: Int) async throws {
    let refusal = Result<HTTPResponse, any Error>.success(HTTPResponse(status: status))
    #expect(try await secondAnswer(after: refusal, mustBeCurrent: true).status == status)
    let gone = HTTPError(.unreachable, "")
    await #expect(throws: gone) { try await secondAnswer(after: .failure(gone), mustBeCurrent: true) }
  }

  @Test func `A cancel is a cancel`() async throws {
    await #expect(throws: CancellationError.self) { try await secondAnswer(after: .failure(CancellationError())) }
  }

  @Test(arguments: [400, 401, 403])
  func `A refusal is given, and what is kept stays`(status: Int) async throws {
    #expect(try await secondAnswer(after: .success(HTTPResponse(status: status))).status == status)
    let gone = client { $0.network = Network(outcomes: Observed([.failure(HTTPError(.unreachable, ""))])) }
    #expect(try await gone.response(to: HTTPRequest(service: "test", url: "http://127.0.0.1/")).isStale)
  }

  @Test func `An answer that is none does not take the place of what is kept, and is not given again`() async throws {
    var request = HTTPRequest(service: "test", url: "http://127.0.0.1/")
    let fresh = [HTTPRequest.Field("cache-control", "max-age=600")]
    let outcomes = [
      HTTPResponse(status: 200, body: Array("kept".utf8)),
      HTTPResponse(status: 200, headers: fresh, body: Array("sorry".utf8)),
      HTTPResponse(status: 503),
    ].map(Result<HTTPResponse, any Error>.success)
    let client = client { $0.network = Network(outcomes: Observed(outcomes)) }
    request.isSound = { $0.text != "sorry" }
    #expect(try await client.response(to: request).text == "kept")
    #expect(try await client.response(to: request).text == "sorry")
    let third = try await client.response(to: request)
    #expect(third.text == "kept")
    #expect(third.isStale)
    // One that a reader of less care has kept counts as none.
    request.isSound = { $0.text != "kept" }
    #expect(try await client.response(to: request).status == 503)
  }

  @Test(arguments: [404, 410])
  func `What is gone is not kept`(status: Int) async throws {
    #expect(try await secondAnswer(after: .success(HTTPResponse(status: status))).status == status)
    let gone = client { $0.network = Network(outcomes: Observed([.failure(HTTPError(.unreachable, ""))])) }
    await #expect(throws: HTTPError.self) {
      try await gone.response(to: HTTPRequest(service: "test", url: "http://127.0.0.1/"))
    }
  }
}
