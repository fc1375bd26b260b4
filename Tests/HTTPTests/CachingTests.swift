import Foundation
import HTTP
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CachingTests {
  let server: Server
  private let folder = TemporaryFolder()
  private let date = Observed(784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  init() async throws { server = try await Server() }

  private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFolder = folder.file("cache")
    configuration.clock = HTTPClock(SkippingClock(), date: { [date] in date.value })
    change(&configuration)
    return HTTPClient(configuration)
  }

  /// The response body is the number of requests so far.
  private func request(_ headers: [String], status: Int = 200) -> HTTPRequest {
    var request = server.request("/answer", ["body": "{count}", "status": String(status)])
    for header in headers {
      request.url = PercentEncoding.appending([.init("h", header)], to: request.url)
    }
    return request
  }

  @Test(
    arguments: [
      (["Cache-Control:max-age=60"], 59, false),
      (["Cache-Control:max-age=60"], 60, true),
      (["Cache-Control:public, MAX-AGE=\"60\""], 59, false),
      (["Cache-Control:max-age=60, max-age=10"], 59, false),
      (["Cache-Control:max-age=10", "Cache-Control:s-maxage=600"], 59, true),
      (["Cache-Control:private, max-age=60"], 59, false),
      (["Cache-Control:max-age=60, must-revalidate"], 59, false),
      (["Cache-Control:max-age=60, no-cache"], 1, true),
      (["Cache-Control:max-age=60, no-store"], 1, true),
      (["Cache-Control:max-age=86400"], 86_399, false),
      // A day is the longest time that counts.
      (["Cache-Control:max-age=99999999999999999999"], 86_399, false),
      (["Cache-Control:max-age=99999999999999999999"], 86_400, true),
      (["Cache-Control:max-age=-1"], 1, true),
      (["Cache-Control:max-age=soon"], 1, true),
      (["Cache-Control:max-age="], 1, true),
      (["Cache-Control:max-age=\"\""], 1, true),
      (["Cache-Control:max-age"], 1, true),
      (["Cache-Control:max-age=60", "Age:50"], 9, false),
      (["Cache-Control:max-age=60", "Age:50"], 10, true),
      (["Cache-Control:max-age=60", "Age:99999999999999999999"], 1, true),
      (["Cache-Control:max-age=60", "Age:-50"], 59, false),
      (["Cache-Control:max-age=60", "Expires:Sun, 06 Nov 1994 09:49:37 GMT"], 61, true),
      (["Expires:Sun, 06 Nov 1994 08:50:37 GMT"], 59, false),
      (["Expires:Sun, 06 Nov 1994 08:50:37 GMT"], 60, true),
      (["Expires:Sun, 06 Nov 1994 08:50:37 GMT", "Date:Sun, 06 Nov 1994 08:50:27 GMT"], 10, true),
      (["Expires:0"], 1, true),
      (["Last-Modified:Sun, 06 Nov 1984 08:49:37 GMT"], 1, true),
      (["Cache-Control:max-age=60", "Vary:accept-encoding"], 59, false),
      (["Cache-Control:max-age=60", "Vary:Accept-Encoding, *"], 1, true),
      // After the clock was set back, the response is from the future.
      (["Cache-Control:max-age=60"], -1, true),
      ([], 1, true),
    ] as [([String], Int, Bool)])
  func `a response is used for as long as its header allows`(headers: [String], later: Int, asksAgain: Bool)
    async throws
  {
    let client = client()
    // Without a validator, so that every request reaches the server as a plain one.
    let request = request(headers)
    let first = try await client.response(to: request)
    date.change { $0 += later }
    let second = try await client.response(to: request)
    #expect(try await server.requests("/answer") == (asksAgain ? 2 : 1))
    #expect(!second.isStale)
    if !asksAgain {
      #expect(second.body == first.body)
      #expect(second.status == 200)
    }
  }

  @Test(arguments: ["ETag:W/\"one\"", "Last-Modified:Sun, 06 Nov 1984 08:49:37 GMT"])
  func `an unchanged response is confirmed, not sent again`(validator: String) async throws {
    let client = client()
    let request = request([validator, "Cache-Control:max-age=60", "X-Count:{count}"])
    #expect(try await client.response(to: request).text == "1")
    date.change { $0 += 100 }
    let confirmed = try await client.response(to: request)
    #expect(confirmed.text == "1")
    #expect(confirmed.status == 200)
    #expect(!confirmed.isStale)
    #expect(try await server.requests("/answer") == 2)
    // The confirmation makes it fresh again.
    date.change { $0 += 59 }
    #expect(try await client.response(to: request).text == "1")
    #expect(try await server.requests("/answer") == 2)
  }

  @Test func `a changed response replaces the stored one`() async throws {
    let client = client()
    let request = request(["ETag:\"{count}\"", "Cache-Control:max-age=60"])
    #expect(try await client.response(to: request).text == "1")
    date.change { $0 += 100 }
    #expect(try await client.response(to: request).text == "2")
    date.change { $0 += 10 }
    #expect(try await client.response(to: request).text == "2")
    #expect(try await server.requests("/answer") == 2)
  }

  @Test(arguments: [201, 203, 204, 301, 400, 401, 404, 410, 500])
  func `only a response with status 200 is stored`(status: Int) async throws {
    let client = client()
    let request = request(["Cache-Control:max-age=60"], status: status)
    for _ in 0..<2 { #expect(try await client.response(to: request).status == status) }
    #expect(try await server.requests("/answer") == 2)
  }

  @Test func `private, uncacheable and POST requests bypass the cache`() async throws {
    let client = client()
    let plain = request(["Cache-Control:max-age=60"])
    var bypassing = plain
    bypassing.isPrivate = true
    for count in 1...2 { #expect(try await client.response(to: bypassing).text == String(count)) }
    bypassing = plain
    bypassing.isCacheable = false
    for count in 3...4 { #expect(try await client.response(to: bypassing).text == String(count)) }
    bypassing = plain
    bypassing.method = .post
    for _ in 0..<2 { #expect(try await client.response(to: bypassing).status == 200) }
    #expect(try await server.requests("/answer") == 6)
    // They do not get a stored response either.
    _ = try await client.response(to: plain)
    bypassing = plain
    bypassing.isPrivate = true
    _ = try await client.response(to: bypassing)
    #expect(try await server.requests("/answer") == 8)
    _ = try await client.response(to: plain)
    #expect(try await server.requests("/answer") == 8)
  }

  @Test func `responses in different languages are stored separately`() async throws {
    let client = client()
    var korean = request(["Cache-Control:max-age=60", "Vary:Accept-Language"])
    var english = korean
    korean.headers = [.init("Accept-Language", "ko")]
    english.headers = [.init("accept-language", "en")]
    #expect(try await client.response(to: korean).text == "1")
    #expect(try await client.response(to: english).text == "2")
    #expect(try await client.response(to: korean).text == "1")
    #expect(try await client.response(to: english).text == "2")
  }

  @Test func `a response that varies by anything is used if the request says that it does not vary`() async throws {
    let client = client()
    var request = request(["Cache-Control:max-age=60", "Vary:*"])
    request.ignoresVary = true
    for _ in 0..<2 { #expect(try await client.response(to: request).text == "1") }
    date.change { $0 += 60 }
    #expect(try await client.response(to: request).text == "2")
    // The secrets still count.
    request = self.request(["Cache-Control:max-age=60", "Vary:*, Authorization"])
    request.ignoresVary = true
    request.secrets.headers = [.init("Authorization", "Bearer t")]
    for count in 1...2 { #expect(try await client.response(to: request).text == String(count)) }
  }

  @Test func `a response that varies by a secret is not stored`() async throws {
    let client = client()
    var request = request(["Cache-Control:max-age=60", "Vary:Authorization"])
    request.secrets.headers = [.init("Authorization", "Bearer t")]
    for count in 1...2 { #expect(try await client.response(to: request).text == String(count)) }
  }

  @Test func `any bytes are stored unchanged, and no secrets`() async throws {
    var request = server.request("/binary")
    request.secrets.query = [.init("api_key", "topsecretkey")]
    request.secrets.headers = [.init("Authorization", "Bearer topsecrettoken")]
    for client in [client(), client()] {
      #expect(try await client.response(to: request).body == Array(0...255))
    }
    #expect(try await server.requests("/binary") == 1)
    var isStored = false
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")) {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("cache/\(name)")))
      #expect(data.range(of: Data("topsecret".utf8)) == nil, "\(name)")
      if data.range(of: Data("/binary".utf8)) != nil { isStored = true }
    }
    #expect(isStored)
  }

  @Test func `a conditional request bypasses the cache`() async throws {
    let client = client()
    var request = request(["Cache-Control:max-age=60", "ETag:\"x\""])
    _ = try await client.response(to: request)
    request.headers = [.init("If-None-Match", "\"x\"")]
    #expect(try await client.response(to: request).status == 304)
  }

  @Test func `a request that must revalidate confirms a fresh response, and stores it for others`() async throws {
    let client = client()
    let plain = request(["ETag:\"{count}\"", "Cache-Control:max-age=60"])
    var current = plain
    current.mustRevalidate = true
    #expect(try await client.response(to: plain).text == "1")
    #expect(try await client.response(to: current).text == "2")
    #expect(try await client.response(to: plain).text == "2")
    #expect(try await server.requests("/answer") == 2)
  }
}
