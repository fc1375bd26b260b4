/// Stores public responses, and asks whether they have changed when they are no longer fresh. Without the service a
/// stored response is used whatever its age, marked as stale. No stored response can make its address unusable: invalid
/// ones are not used, and validators that a service refuses are not sent again.
struct Caching: HTTPTransport {
  let next: any HTTPTransport
  let store: CacheStore
  let clock: HTTPClock

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let key = CachePolicy.key(for: request) else { return try await next.response(to: request) }
    let deadline = clock.elapsed() + request.timeLimit
    // Another request may have stored it with other limits.
    let stored = store.response(for: key).flatMap {
      $0.response.body.count <= request.maximumBytes && request.isValid($0.response) ? $0 : nil
    }
    if let stored, !request.mustRevalidate, stored.isFresh(at: clock.date()) { return stored.response }

    let fallback = request.mustRevalidate ? nil : stored
    var attempt = request
    attempt.headers += stored?.conditions ?? []
    attempt.hasFallback = fallback != nil
    var result = try await self.result(of: attempt, until: deadline)
    if let stored, !stored.conditions.isEmpty {
      if CachePolicy.mayRefuseConditions(result) {
        store.add(stored.withoutValidators, for: key)
        attempt.headers = request.headers
        result = try await self.result(of: attempt, until: deadline)
      } else if case .success(let response) = result, response.status >= 500 {
        // The next request is sent without them: the service may fail because of them.
        store.add(stored.withoutValidators, for: key)
      }
    }
    var response: HTTPResponse
    switch result {
    case .success(let received): response = received
    case .failure(let error):
      guard let fallback, CachePolicy.usesStored(after: error) else { throw error }
      return fallback.stale
    }
    if response.status == 304, let stored { response = stored.updated(by: response) }

    let now = clock.date()
    switch CachePolicy(response, to: request, now: now) {
    case .store(let freshUntil):
      store.add(CachedResponse(response: response, confirmedAt: now, freshUntil: freshUntil), for: key)
    case .remove: store.remove(key)
    case .ignore: break
    case .useStored: return fallback?.stale ?? response
    }
    return response
  }

  private func result(
    of request: HTTPRequest, until deadline: Duration
  ) async throws -> Result<HTTPResponse, HTTPError> {
    var request = request
    request.deadline = deadline - clock.elapsed()
    do { return .success(try await next.response(to: request)) } catch let error as HTTPError { return .failure(error) }
  }
}
