struct CachedResponse: Sendable {
  var response: HTTPResponse
  /// When the service last sent or confirmed it, in seconds since 1970.
  var confirmedAt: Int
  var freshUntil: Int

  /// Whether it may be used without asking the service. If it was confirmed in the future, the clock was wrong then.
  func isFresh(at now: Int) -> Bool { now < freshUntil && confirmedAt <= now }

  /// The header fields that make the service respond with 304 if the response has not changed.
  var conditions: [HTTPRequest.Field] {
    Validator.allCases.compactMap { validator in
      response[validator.rawValue].map { HTTPRequest.Field(validator.condition, $0) }
    }
  }

  /// The response without its validators, so that it leads to no more conditional requests.
  var withoutValidators: CachedResponse {
    var cached = self
    cached.response.headers.removeAll { Validator(rawValue: $0.name) != nil }
    return cached
  }

  /// The response, updated with the header of a `304 Not Modified` (RFC 9111, 3.2).
  func updated(by confirmation: HTTPResponse) -> HTTPResponse {
    let names = Set(confirmation.headers.map(\.name))
    var updated = response
    updated.headers.removeAll { names.contains($0.name) }
    updated.headers += confirmation.headers
    return updated
  }

  var stale: HTTPResponse {
    var response = response
    response.isStale = true
    return response
  }
}
