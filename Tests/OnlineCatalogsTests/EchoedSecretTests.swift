import HTTP
import JSON
import MovieCore
import Testing

@testable import OnlineCatalogs

/// A response that repeats a key, in any form in which its texts are decoded.
struct EchoedSecretTests {
  private static let key = TMDBFixture.key
  private static let token = TMDBFixture.token

  private func page(_ title: String) -> JSON {
    [
      "page": 1, "total_pages": 1, "total_results": 1,
      "results": [TMDBBodies.row([("title", .string(title))])],
    ]
  }

  private func search(_ http: any HTTPTransport, key: String = key) async throws -> MovieBatch {
    try await TMDBCatalog(http: http, key: Secret(key))
      .batch(of: .search(SearchQuery(text: "x")), at: 0, count: 20)
  }

  private struct Bytes: HTTPTransport {
    var body: [UInt8]
    var status = 200
    func response(to request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: status, body: body) }
  }

  /// The key with each character in another form.
  private static func escaped(_ prefix: String, radix: Int = 10, _ suffix: String = "") -> String {
    key.utf8.map { prefix + String($0, radix: radix) + suffix }.joined()
  }

  private static let forms: [String] = [
    key, key.uppercased(), key.capitalized, "See https://x.example/?api_key=" + key + "&page=2",
    escaped("%", radix: 16), escaped("&#", ";"),
    escaped("&amp;#", ";"), escaped("%26%23", ";"), key.prefix(9) + "<b>" + key.dropFirst(9),
    key.prefix(9) + "\u{1}" + key.dropFirst(9), key.prefix(9) + "[](x)" + key.dropFirst(9),
    "**" + key.prefix(9) + "**" + key.dropFirst(9), "`" + key.prefix(9) + "`" + key.dropFirst(9),
    key.prefix(9) + "![](x)" + key.dropFirst(9), key.prefix(9) + "[^1]" + key.dropFirst(9),
  ]

  @Test(arguments: forms)
  func `a response with a key in a text is invalid`(title: String) async throws {
    let error = await failure { try await search(CannedTransport(json: page("Rain \(title)!"))) }
    #expect(error?.reason == .upstreamInvalidResponse)
    #expect(error.map { "\($0)".contains(Self.key) } == false)
  }

  @Test func `a key is found behind JSON's escapes`() async throws {
    let body = page("KEY").jsonText.replacing("KEY", with: Self.escaped("\\u00", radix: 16))
    #expect(await failure { try await search(Bytes(body: Array(body.utf8))) }?.reason == .upstreamInvalidResponse)
  }

  @Test func `a token is found without its scheme`() async throws {
    let error = await failure { try await search(CannedTransport(json: page(Self.token)), key: Self.token) }
    #expect(error?.reason == .upstreamInvalidResponse)
  }

  @Test func `an error keeps its reason, but says nothing of the service's`() async throws {
    let rejection: JSON = ["status_code": 7, "status_message": .string("Invalid key \(Self.key)."), "success": false]
    let error = await failure { try await search(CannedTransport(json: rejection, status: 401)) }
    #expect(error?.reason == .upstreamUnauthorized)
    #expect(error?.detail == nil)
  }

  @Test(arguments: ["1234567", "42", "e"])
  func `a short key, which occurs by chance, does no harm`(key: String) async throws {
    let batch = try await NaverCatalog(
      http: CannedTransport(json: ["items": [["title": .string("Rain \(key)")]], "total": 1]),
      base: "https://x.example",
      key: Secret([key, key], source: [key])
    ).batch(of: .search(SearchQuery(text: "x")), at: 0, count: 20)
    #expect(batch.movies.count == 1)
  }

  @Test func `a login that was sent once must not come back in any response`() async throws {
    let session = "a-session-of-the-user"
    let upstream = Upstream(catalog: "tmdb", http: CannedTransport(json: ["title": .string(session)]))
    var request = HTTPRequest(service: "tmdb", url: "https://x.example/")
    #expect(try await upstream.json(request) { _, _ in nil }.json["title"] != nil)
    request.secrets.query = [HTTPRequest.Field("session_id", session)]
    #expect(await failure { try await upstream.json(request) { _, _ in nil } } != nil)
    request.secrets.query = []
    #expect(await failure { try await upstream.json(request) { _, _ in nil } }?.reason == .upstreamInvalidResponse)
    #expect(try await upstream.json(request, returnsLogin: true) { _, _ in nil }.json["title"] != nil)
  }
}
