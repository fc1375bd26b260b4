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
  func `What OMDb says is told apart`(code: String, search: FailureReason?, detail: FailureReason?) async throws {
    let world = try OMDbWorld()
    try world.upstream.setFault("error", ["code": .string(code)])
    let error = await failure { try await world.search("parasite") }
    #expect(error?.reason == search)
    if let detail { #expect(await failure { try await world.detail("tt6751668") }?.reason == detail) }
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
  func `What is no answer of OMDb's is told as what it is`(
    fault: String, parameters: JSON, reason: FailureReason
  ) async throws {
    let world = try OMDbWorld()
    try world.upstream.setFault(fault, parameters)
    #expect(await failure { try await world.search("parasite") }?.reason == reason)
    #expect(await failure { try await world.detail("tt6751668") }?.reason == reason)
  }

  @Test func `A wrong key is named by its variable and never shown`() async throws {
    let world = try OMDbWorld(key: "deadbeef")
    let error = try #require(await failure { try await world.search("parasite") })
    #expect(error.reason == .upstreamUnauthorized)
    #expect(error.message.contains("OMDB_API_KEY"))
    #expect(!"\(error)".contains("deadbeef"))
    try world.upstream.setFault("json", ["value": ["Response": "False", "Error": "What is deadbeef?"]])
    let other = try #require(await failure { try await world.search("parasite") })
    #expect(!"\(other)".contains("deadbeef"))
  }

  @Test(arguments: ["swapped", "nulled", "emptied", "missing"])
  func `No shape of an answer traps`(how: String) async throws {
    let world = try OMDbWorld()
    try world.upstream.setFault("misshape", ["how": .string(how)])
    for query in ["parasite", "love", "up"] { _ = await failure { try await world.search(query, count: 30) } }
    _ = await failure { try await world.detail("tt0071562") }
  }

  @Test(arguments: ["-5", "0", "99999999999999999999", "9223372036854775807", "many"])
  func `No total leads astray`(total: String) async throws {
    let world = try OMDbWorld()
    let row: JSON = ["Title": "A", "imdbID": "tt0000001"]
    try world.upstream.setFault(
      "json", ["value": ["Search": [row], "totalResults": .string(total), "Response": "True"]])
    let batch = try await world.search("any", count: 1)
    #expect(batch.movies.count == 1)
    #expect((1...1_000).contains(batch.total))
  }
}
