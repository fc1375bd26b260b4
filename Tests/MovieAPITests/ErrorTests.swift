import JSON
import JSONRPC
import MovieCore
import Testing

@testable import MovieAPI

struct ErrorTests {
  /// A published code never changes its meaning: this table only ever grows.
  private static let codes: [FailureReason: Int] = [
    .movieNotFound: 1001, .listNotReady: 1002, .catalogUnknown: 1003, .catalogNotConfigured: 1004,
    .unsupportedByCatalog: 1005, .upstreamUnreachable: 1006, .upstreamTimeout: 1007, .upstreamRateLimited: 1008,
    .upstreamQuotaExceeded: 1009, .upstreamUnauthorized: 1010, .upstreamFailed: 1011, .upstreamInvalidResponse: 1012,
    .queryTooBroad: 1013, .catalogDiscontinued: 1014, .notLoggedIn: 1015, .notApproved: 1016, .storageFailed: 1017,
    .overloaded: 1018, .superseded: -32800, .invalidParams: -32602, .posterUnavailable: 1021,
    .shuttingDown: 1019, .protocolVersionUnsupported: 1020,
  ]

  @Test(arguments: FailureReason.allCases)
  func `each reason has its code`(reason: FailureReason) {
    #expect(reason.code == Self.codes[reason])
    #expect(RPCError(MovieError(reason, "m")).code == reason.code)
    #expect(RPCError(MovieError(reason, "m")).reason == reason.rawValue)
  }

  @Test func `no two reasons share a positive code`() {
    let codes = FailureReason.allCases.map(\.code).filter { $0 > 0 }
    #expect(Set(codes).count == codes.count)
  }

  @Test func `only failures that may pass are retryable`() {
    #expect(
      Set(FailureReason.allCases.filter(\.isRetryable)) == [
        .upstreamUnreachable, .upstreamTimeout, .upstreamRateLimited, .upstreamFailed, .notApproved, .overloaded,
      ])
  }

  @Test(
    arguments: [
      (nil, true), (200, true), (400, false), (404, false), (405, false), (408, true), (422, false), (425, true),
      (429, true), (451, false), (500, true), (503, true),
    ] as [(Int?, Bool)])
  func `a service that rejects the request is not asked again`(status: Int?, isRetryable: Bool) {
    var error = MovieError(.upstreamUnauthorized, "m")
    error.httpStatus = status
    error.reason = .upstreamFailed
    #expect(RPCError(error).retryable == isRetryable)
    error.reason = .upstreamUnauthorized
    #expect(!RPCError(error).retryable)
  }

  @Test func `an error has its details in a fixed order and omits the others`() throws {
    var error = MovieError(.upstreamRateLimited, "Slow down.", catalog: "tmdb", field: "query", detail: "d")
    error.retryAfterMilliseconds = 1_500
    error.httpStatus = 429
    error.upstreamCode = "25"
    #expect(
      RPCError(error).jsonText == """
        {"code":1008,"message":"Slow down.","data":{"reason":"upstreamRateLimited","retryable":true,\
        "retryAfterMs":1500,"catalog":"tmdb","field":"query","httpStatus":429,"upstreamCode":"25","detail":"d"}}
        """)
    #expect(
      RPCError(MovieError(.listNotReady, "No.")).jsonText
        == #"{"code":1002,"message":"No.","data":{"reason":"listNotReady","retryable":false}}"#)
  }

  @Test func `every error is converted for clients`() {
    struct Unknown: Error {}
    #expect(RPCError(describing: CancellationError()).reason == "cancelled")
    #expect(RPCError(describing: MovieError.superseded).reason == "superseded")
    #expect(RPCError(describing: RPCError.duplicateId).reason == "duplicateId")
    #expect(RPCError(describing: Unknown()).reason == "internalError")
  }

  @Test func `the error about an unknown catalog is short`() throws {
    let error = #expect(throws: MovieError.self) { try Catalogs([], default: String(repeating: "x", count: 1_000)) }
    #expect(error?.reason == .catalogUnknown)
    #expect(error?.message.count ?? .max < 200)
    #expect(error?.catalog?.count == 40)
  }
}
