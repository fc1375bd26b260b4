import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(20)))
struct ValidatorTests {
  private let folder = TemporaryFolder()
  private let request = HTTPRequest(service: "test", url: "http://127.0.0.1/")

  private func client(_ network: ScriptedNetwork) -> HTTPClient {
    var configuration = HTTPClient.Configuration(userAgent: "test")
    configuration.cacheFolder = folder.file("cache")
    configuration.network = network
    configuration.clock = HTTPClock(SkippingClock())
    return HTTPClient(configuration)
  }

  private static func response(_ fields: [HTTPRequest.Field]) -> HTTPResponse {
    HTTPResponse(status: 200, headers: fields, body: Array("body".utf8))
  }

  @Test(arguments: [
    "\"\"", "\"a\"", "W/\"a\"", "\"!#~\"", "\"나\"", "\"\(String(repeating: "x", count: 1_022))\"",
  ])
  func `an entity tag is sent as a condition`(tag: String) async throws {
    let network = ScriptedNetwork { _ in Self.response([.init("etag", tag)]) }
    for _ in 0..<2 { _ = try await client(network).response(to: request) }
    #expect(network.requests[1].headers == [.init("If-None-Match", tag)])
  }

  @Test(arguments: [
    "", "a", "\"", "W/a", "w/\"a\"", "\"a", "\"a\"b\"", "\"a b\"", "\"\u{1}\"", "\"\u{7F}\"", "\"a\tb\"",
    "\"\(String(repeating: "x", count: 1_023))\"", "\"\(String(repeating: "x", count: 20_000))\"",
  ])
  func `what is no entity tag is never sent`(tag: String) async throws {
    let network = ScriptedNetwork { _ in Self.response([.init("etag", tag)]) }
    for _ in 0..<3 { #expect(try await client(network).response(to: request).text == "body") }
    #expect(network.requests.allSatisfy { !$0.isConditional })
  }

  @Test(arguments: [
    "", "0", "yesterday", "Sun, 06 Nov 1994 08:49:37 GMT\u{1}", "Sun, 06 Nov 1994 08:49:37 나",
    "Sun, 06 Nov 1994 08:49:37 \(String(repeating: "x", count: 1_000))",
  ])
  func `what is no date is never sent`(date: String) async throws {
    let network = ScriptedNetwork { _ in Self.response([.init("last-modified", date)]) }
    for _ in 0..<3 { #expect(try await client(network).response(to: request).text == "body") }
    #expect(network.requests.allSatisfy { !$0.isConditional })
  }

  @Test(arguments: [400, 412, 413, 414, 431, nil])
  func `a service that refuses a condition is asked once more without it, and never again with it`(status: Int?)
    async throws
  {
    let network = ScriptedNetwork { request in
      guard request.isConditional else { return Self.response([.init("etag", "\"a\"")]) }
      guard let status else { throw HTTPError(.malformed, "") }
      return HTTPResponse(status: status)
    }
    _ = try await client(network).response(to: request)
    let second = try await client(network).response(to: request)
    #expect(second.text == "body" && !second.isStale)
    #expect(network.requests.map(\.isConditional) == [false, true, false])
  }

  @Test func `a service that refuses every request is asked twice, and once after that`() async throws {
    let isRefusing = Observed(false)
    let network = ScriptedNetwork { _ in
      isRefusing.value ? HTTPResponse(status: 400) : Self.response([.init("etag", "\"a\"")])
    }
    _ = try await client(network).response(to: request)
    isRefusing.change { $0 = true }
    for _ in 0..<2 { #expect(try await client(network).response(to: request).status == 400) }
    #expect(network.requests.map(\.isConditional) == [false, true, false, false])
    // The stored response is still there for a lost network.
    let gone = ScriptedNetwork { _ in throw HTTPError(.unreachable, "") }
    #expect(try await client(gone).response(to: request).isStale)
  }

  @Test func `a service that fails because of a condition is asked without it the next time`() async throws {
    let network = ScriptedNetwork { request in
      request.isConditional ? HTTPResponse(status: 500) : Self.response([.init("etag", "\"a\"")])
    }
    _ = try await client(network).response(to: request)
    #expect(try await client(network).response(to: request).isStale)
    #expect(try await client(network).response(to: request).isStale == false)
    #expect(network.requests.map(\.isConditional) == [false, true, false])
  }

  @Test func `the second attempt ends with the deadline of the request`() async throws {
    let network = ScriptedNetwork { request in
      if request.isConditional { throw HTTPError(.malformed, "") }
      return Self.response([.init("etag", "\"a\"")])
    }
    _ = try await client(network).response(to: request)
    _ = try await client(network).response(to: request)
    let deadlines = network.requests.compactMap(\.deadline)
    #expect(deadlines.count == 3)
    #expect(deadlines.allSatisfy { $0 <= .seconds(10) })
  }
}
