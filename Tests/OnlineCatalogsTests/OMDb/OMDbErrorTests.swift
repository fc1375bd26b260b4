import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct OMDbErrorTests {
  private static let refusals: [(String, FailureReason?, FailureReason?)] = [
    ("bad_key", .upstreamUnauthorized, .upstreamUnauthorized),
    ("no_key", .upstreamUnauthorized, .upstreamUnauthorized), ("quota", .upstreamQuotaExceeded, .upstreamQuotaExceeded),
    ("wrong", .upstreamFailed, .upstreamFailed), ("offset", .upstreamFailed, .upstreamFailed),
    ("conversion", .upstreamFailed, .upstreamFailed), ("no_data", .upstreamFailed, .movieNotFound),
    ("incorrect_id", nil, .movieNotFound), ("not_found", nil, .movieNotFound), ("too_many", .queryTooBroad, nil),
  ]

  @Test(arguments: refusals)
  func `each of OMDb's errors has its own reason`(code: String, search: FailureReason?, detail: FailureReason?)
    async throws
  {
    let fixture = try OMDbFixture()
    try fixture.upstream.setFault("error", ["code": .string(code)])
    let error = await failure { try await fixture.search("parasite") }
    #expect(error?.reason == search)
    if let detail { #expect(await failure { try await fixture.detail("tt6751668") }?.reason == detail) }
    if search == .upstreamUnauthorized { #expect(error?.message.contains("OMDB_API_KEY") == true) }
  }

  private static let others: [(String, JSON, FailureReason)] = [
    ("status", ["status": 520, "body": "html"], .upstreamFailed),
    ("status", ["status": 404, "body": "html"], .upstreamFailed),
    ("status", ["status": 504, "body": "html"], .upstreamTimeout),
    ("status", ["status": 401, "body": "empty"], .upstreamUnauthorized), ("html", [:], .upstreamInvalidResponse),
    ("garbage", [:], .upstreamInvalidResponse), ("json", ["value": []], .upstreamInvalidResponse),
    ("json", ["value": [:]], .upstreamInvalidResponse), ("json", ["value": ["Response": "False"]], .upstreamFailed),
    ("json", ["value": ["Response": "True", "Search": [:]]], .upstreamInvalidResponse),
    ("json", ["value": ["Response": false, "Error": "request LIMIT reached"]], .upstreamQuotaExceeded),
    ("json", ["value": ["Error": "INVALID API KEY"]], .upstreamUnauthorized),
    ("reset", [:], .upstreamUnreachable),
  ]

  @Test(arguments: others)
  func `a response that is not OMDb's has its own reason`(
    fault: String, parameters: JSON, reason: FailureReason
  ) async throws {
    let fixture = try OMDbFixture()
    try fixture.upstream.setFault(fault, parameters)
    #expect(await failure { try await fixture.search("parasite") }?.reason == reason)
    #expect(await failure { try await fixture.detail("tt6751668") }?.reason == reason)
  }

  @Test func `the error for a wrong key names the variable and never shows the key`() async throws {
    let fixture = try OMDbFixture(key: "deadbeef")
    let error = try #require(await failure { try await fixture.search("parasite") })
    #expect(error.reason == .upstreamUnauthorized)
    #expect(error.message.contains("OMDB_API_KEY"))
    #expect(!"\(error)".contains("deadbeef"))
    try fixture.upstream.setFault("json", ["value": ["Response": "False", "Error": "What is deadbeef?"]])
    let other = try #require(await failure { try await fixture.search("parasite") })
    #expect(!"\(other)".contains("deadbeef"))
  }

  @Test(arguments: ["swapped", "nulled", "emptied", "missing"])
  func `no form of response traps`(how: String) async throws {
    let fixture = try OMDbFixture()
    try fixture.upstream.setFault("misshape", ["how": .string(how)])
    for query in ["parasite", "love", "up"] { _ = await failure { try await fixture.search(query, count: 30) } }
    _ = await failure { try await fixture.detail("tt0071562") }
  }

  @Test(arguments: ["-5", "0", "99999999999999999999", "9223372036854775807", "many"])
  func `a wrong total does no harm`(total: String) async throws {
    let fixture = try OMDbFixture()
    let row: JSON = ["Title": "A", "imdbID": "tt0000001"]
    try fixture.upstream.setFault(
      "json", ["value": ["Search": [row], "totalResults": .string(total), "Response": "True"]])
    let batch = try await fixture.search("any", count: 1)
    #expect(batch.movies.count == 1)
    #expect((1...1_000).contains(batch.total))
  }
}
