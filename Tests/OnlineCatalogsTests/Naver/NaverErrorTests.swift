import HTTP
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs

struct NaverErrorTests {
  private static let refusals: [(String, FailureReason, String)] = [
    ("024", .upstreamUnauthorized, "NAVER_CLIENT_ID"), ("024-secret", .upstreamUnauthorized, "NAVER_CLIENT_SECRET"),
    ("024-scope", .upstreamUnauthorized, "search API"), ("028", .upstreamUnauthorized, "NAVER_CLIENT_ID"),
    ("403", .upstreamUnauthorized, "not allow"), ("010", .upstreamQuotaExceeded, "day"),
    ("012", .upstreamRateLimited, "too many requests"), ("SE01", .invalidParams, "search"),
    ("SE02", .upstreamFailed, "rejected"), ("SE03", .upstreamFailed, "rejected"), ("SE04", .upstreamFailed, "rejected"),
    ("SE05", .catalogDiscontinued, "NAVER_BASE_URL"), ("SE06", .upstreamFailed, "rejected"),
    ("SE99", .upstreamFailed, "rejected"), ("405", .upstreamFailed, "rejected"),
  ]

  @Test(arguments: refusals)
  func `each of Naver's errors has its own reason`(code: String, reason: FailureReason, message: String) async throws {
    let fixture = try NaverFixture()
    try fixture.upstream.setFault("error", ["code": .string(code)])
    let error = try #require(await failure { try await fixture.search("기생충") })
    #expect(error.reason == reason)
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.upstreamCode?.isEmpty == false)
    #expect(error.catalog == "naver")
  }

  private static let others: [(String, JSON, FailureReason)] = [
    ("status", ["status": 404, "body": "html"], .catalogDiscontinued),
    ("status", ["status": 500, "body": "html"], .upstreamFailed),
    ("status", ["status": 429, "body": "empty"], .upstreamRateLimited),
    ("status", ["status": 401, "body": "empty"], .upstreamUnauthorized), ("html", [:], .upstreamInvalidResponse),
    ("json", ["value": []], .upstreamInvalidResponse), ("json", ["value": ["items": [:]]], .upstreamInvalidResponse),
    ("json", ["value": ["errorCode": "SE05"]], .catalogDiscontinued), ("reset", [:], .upstreamUnreachable),
  ]

  @Test(arguments: others)
  func `a response that is not Naver's has its own reason`(
    fault: String, parameters: JSON, reason: FailureReason
  ) async throws {
    let fixture = try NaverFixture()
    try fixture.upstream.setFault(fault, parameters)
    #expect(await failure { try await fixture.search("기생충") }?.reason == reason)
  }

  @Test func `errors distinguish wrong keys and never show them`() async throws {
    func failure(with key: [String]?) async throws -> MovieError {
      let fixture = try NaverFixture(key: key)
      return try #require(await OnlineCatalogsTests.failure { try await fixture.search("기생충") })
    }
    let unknown = try await failure(with: ["deadbeef", "secret-of-tests"])
    #expect(unknown.message.contains("NAVER_CLIENT_ID"))
    let wrong = try await failure(with: ["client-of-tests", "deadbeef"])
    #expect(wrong.message.contains("NAVER_CLIENT_SECRET"))
    #expect(try await failure(with: nil).reason == .upstreamUnauthorized)
    #expect(!"\(unknown) \(wrong)".contains("deadbeef"))
  }

  @Test func `the error for the ended service says what to use instead`() throws {
    let setup = CatalogSetup(http: CurlTransport.patient(), dataFolder: "/nonexistent")
    let error = try #require(throws: MovieError.self) { try setup.catalog(of: .naver) }
    #expect(error.reason == .catalogDiscontinued)
    #expect(["2023-03-31", "tmdb", "ko-KR", "NAVER_BASE_URL"].allSatisfy(error.message.contains))
  }

  @Test(arguments: ["swapped", "nulled", "emptied", "missing"])
  func `no form of response traps`(how: String) async throws {
    let fixture = try NaverFixture()
    try fixture.upstream.setFault("misshape", ["how": .string(how)])
    for query in ["기생충", "이", "사랑"] {
      let batch = try? await fixture.search(query)
      #expect(batch?.movies.allSatisfy { !$0.title.isEmpty } != false)
    }
  }

  @Test(arguments: [-5, 0, "99999999999999999999", "9223372036854775807", .null] as [JSON])
  func `a wrong total does no harm`(total: JSON) async throws {
    let fixture = try NaverFixture()
    try fixture.upstream.setFault("json", ["value": ["total": total, "items": [["title": "A"], 1, .null]]])
    let batch = try await fixture.search("any", at: 1_050, count: 20)
    #expect((0...1_099).contains(batch.total))
    #expect((batch.next ?? 1_051) > 1_050)
  }
}
