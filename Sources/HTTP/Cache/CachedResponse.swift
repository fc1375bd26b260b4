/// A successful answer, as the cache has it.
struct CachedResponse: Sendable {
  var response: HTTPResponse
  /// When the service last gave it or confirmed it, in seconds since 1970.
  var confirmedAt: Int
  var freshUntil: Int

  /// - Parameter now: seconds since 1970.
  init?(_ response: HTTPResponse, to request: HTTPRequest, now: Int) {
    let policy = CachePolicy(response, to: request, now: now)
    guard policy.mayBeKept else { return nil }
    self.response = HTTPResponse(
      status: response.status, headers: response.headers.filter { Self.fields.contains($0.name) }, body: response.body)
    confirmedAt = now
    freshUntil = policy.freshUntil
  }

  init(response: HTTPResponse, confirmedAt: Int, freshUntil: Int) {
    self.response = response
    self.confirmedAt = confirmedAt
    self.freshUntil = freshUntil
  }

  /// What is written down of a header: what describes the body. Cookies and tokens never are.
  private static let fields: Set<String> = [
    "cache-control", "content-language", "content-type", "date", "etag", "expires", "last-modified", "vary",
  ]

  /// Whether it may be given without asking. What was confirmed in the future was so by a clock that went wrong.
  func isFresh(at now: Int) -> Bool { now < freshUntil && confirmedAt <= now }

  /// The fields that ask the service whether this is still what it would answer.
  var conditions: [HTTPRequest.Field] {
    let conditions = [("If-None-Match", response["etag"]), ("If-Modified-Since", response["last-modified"])]
    return conditions.compactMap { name, value in value.map { HTTPRequest.Field(name, $0) } }
  }

  /// With what a `304 Not Modified` says anew; nil where it may not be kept any more.
  func confirmed(by answer: HTTPResponse, to request: HTTPRequest, now: Int) -> CachedResponse? {
    let names = Set(answer.headers.map(\.name))
    var merged = response
    merged.headers.removeAll { names.contains($0.name) }
    merged.headers += answer.headers
    return CachedResponse(merged, to: request, now: now)
  }
}
