import JSON
import TestSupport

/// A fault of a service, as simulated by `Tests/Upstreams`, and the response of a search that meets it.
struct ServiceFault: Sendable, CustomStringConvertible {
  var kind: String
  var parameters: JSON
  /// By catalog: the reason of the error, or "ok" or "empty" for a page.
  var answers: [Upstream.Service: String]

  var description: String { kind + " " + parameters.jsonText }

  init(_ kind: String, _ parameters: JSON, _ answer: String) {
    self.init(kind, parameters, tmdb: answer, omdb: answer, naver: answer)
  }

  init(_ kind: String, _ parameters: JSON, tmdb: String?, omdb: String?, naver: String?) {
    self.kind = kind
    self.parameters = parameters
    answers = [.tmdb: tmdb, .omdb: omdb, .naver: naver].compactMapValues(\.self)
  }

  /// The error responses of one service.
  private static func rejections(of service: Upstream.Service, _ codes: KeyValuePairs<String, String>) -> [ServiceFault]
  {
    codes.map { code, answer in
      var fault = ServiceFault("error", ["code": .string(code)], answer)
      fault.answers = [service: answer]
      return fault
    }
  }

  static let all: [ServiceFault] =
    [
      // Slow, or in an unusual form, but complete.
      ServiceFault("delay", ["ms": 100], "ok"),
      ServiceFault("drip", ["ms": 1, "bytes": 64, "head": true], "ok"),
      ServiceFault("chunked", [:], "ok"),
      ServiceFault("hang_up", [:], "ok"),
      // Too slow.
      ServiceFault("delay", ["ms": 60_000], "upstreamTimeout"),
      ServiceFault("stall", ["at": "head"], "upstreamTimeout"),
      ServiceFault("stall", ["at": "body"], "upstreamTimeout"),
      ServiceFault("drip", ["ms": 300], "upstreamTimeout"),
      // Interrupted.
      ServiceFault("cut", [:], "upstreamUnreachable"),
      ServiceFault("cut", ["chunked": true], "upstreamUnreachable"),
      ServiceFault("cut", ["bytes": 0], "upstreamUnreachable"),
      ServiceFault("reset", [:], "upstreamUnreachable"),
      ServiceFault("reset", ["at": "body"], "upstreamUnreachable"),
      ServiceFault("empty", [:], "upstreamUnreachable"),
      // Statuses without a message of the service.
      ServiceFault("status", ["status": 400, "body": "html"], "upstreamFailed"),
      ServiceFault("status", ["status": 401, "body": "html"], "upstreamUnauthorized"),
      ServiceFault("status", ["status": 403, "body": "html"], "upstreamUnauthorized"),
      ServiceFault(
        "status", ["status": 404, "body": "html"], tmdb: "upstreamFailed", omdb: "upstreamFailed",
        naver: "catalogDiscontinued"),
      ServiceFault("status", ["status": 408, "body": "html"], "upstreamTimeout"),
      ServiceFault(
        "status", ["status": 410, "body": "html"], tmdb: "upstreamFailed", omdb: "upstreamFailed",
        naver: "catalogDiscontinued"),
      ServiceFault("status", ["status": 429, "body": "html", "retry_after": 30], "upstreamRateLimited"),
      ServiceFault("status", ["status": 429, "body": "html", "retry_after": ["in": 60]], "upstreamRateLimited"),
      ServiceFault("status", ["status": 500, "body": "html"], "upstreamFailed"),
      ServiceFault("status", ["status": 502, "body": "html"], "upstreamFailed"),
      ServiceFault("status", ["status": 503, "body": "empty"], "upstreamFailed"),
      ServiceFault("status", ["status": 503, "body": "html", "retry_after": 30], "upstreamFailed"),
      ServiceFault("status", ["status": 504, "body": "html"], "upstreamTimeout"),
      ServiceFault("status", ["status": 200, "body": "empty"], "upstreamInvalidResponse"),
      ServiceFault("status", ["status": 204, "body": "empty"], "upstreamInvalidResponse"),
      // Another service, or none.
      ServiceFault("redirect", [:], "upstreamInvalidResponse"),
      ServiceFault("redirect", ["to": "file:///etc/passwd"], "upstreamInvalidResponse"),
      ServiceFault("redirect", ["to": "http://127.0.0.1:1/"], "upstreamInvalidResponse"),
      ServiceFault("html", [:], "upstreamInvalidResponse"),
      ServiceFault("garbage", [:], "upstreamInvalidResponse"),
      ServiceFault("raw", [:], "upstreamInvalidResponse"),
      // JSON, but of another type than expected.
      ServiceFault("json", ["value": .null], "upstreamInvalidResponse"),
      ServiceFault("json", ["value": []], "upstreamInvalidResponse"),
      ServiceFault("json", ["value": [:]], "upstreamInvalidResponse"),
      ServiceFault("json", ["value": "no"], "upstreamInvalidResponse"),
      ServiceFault("misshape", ["how": "swapped"], "upstreamInvalidResponse"),
      ServiceFault("misshape", ["how": "nulled"], "upstreamInvalidResponse"),
      ServiceFault("misshape", ["how": "emptied"], "upstreamInvalidResponse"),
      ServiceFault("misshape", ["how": "missing"], "upstreamInvalidResponse"),
      // Too much.
      ServiceFault("wrong_gzip", [:], "upstreamInvalidResponse"),
      ServiceFault("wrong_gzip", ["cut": true], "upstreamInvalidResponse"),
      ServiceFault("gzip_bomb", [:], "upstreamInvalidResponse"),
      ServiceFault("endless", [:], "upstreamInvalidResponse"),
      ServiceFault("endless", ["length": 1_073_741_824], "upstreamInvalidResponse"),
      ServiceFault("huge_head", [:], "upstreamInvalidResponse"),
    ]
    + rejections(
      of: .tmdb,
      [
        "3": "upstreamUnauthorized", "6": "upstreamFailed", "7": "upstreamUnauthorized", "9": "upstreamFailed",
        "10": "upstreamUnauthorized", "11": "upstreamFailed", "22": "upstreamFailed", "24": "upstreamTimeout",
        "25": "upstreamRateLimited", "34": "upstreamFailed", "43": "upstreamFailed", "45": "upstreamUnauthorized",
        "46": "upstreamFailed",
      ])
    + rejections(
      of: .omdb,
      [
        "bad_key": "upstreamUnauthorized", "no_key": "upstreamUnauthorized", "quota": "upstreamQuotaExceeded",
        "too_many": "queryTooBroad", "not_found": "empty", "incorrect_id": "empty", "no_data": "upstreamFailed",
        "offset": "upstreamFailed", "conversion": "upstreamFailed", "wrong": "upstreamFailed",
      ])
    + rejections(
      of: .naver,
      [
        "SE01": "invalidParams", "SE02": "upstreamFailed", "SE03": "upstreamFailed", "SE04": "upstreamFailed",
        "SE05": "catalogDiscontinued", "SE06": "upstreamFailed", "SE99": "upstreamFailed",
        "024": "upstreamUnauthorized", "024-secret": "upstreamUnauthorized", "024-scope": "upstreamUnauthorized",
        "028": "upstreamUnauthorized", "403": "upstreamUnauthorized", "405": "upstreamFailed",
        "010": "upstreamQuotaExceeded", "012": "upstreamRateLimited",
      ])
}
