/// Stores public responses on disk and uses them while they are fresh. After that, it asks the service whether they
/// have changed. If the service cannot be reached, a stored response is used whatever its age (at most six months),
/// marked as stale.
///
/// `CachePolicy` decides which responses are stored, and for how long.
struct Caching: HTTPTransport {
  let next: any HTTPTransport
  let store: CacheStore
  /// Seconds since 1970.
  let date: @Sendable () -> Int

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let key = CachePolicy.key(for: request) else { return try await next.response(to: request) }
    let stored = await store.response(for: key).flatMap { request.isValid($0.response) ? $0 : nil }
    if let stored, !request.mustRevalidate, stored.isFresh(at: date()) { return stored.response }

    let fallback = request.mustRevalidate ? nil : stored
    var attempt = request
    attempt.headers += stored?.conditions ?? []
    attempt.hasFallback = fallback != nil
    var response: HTTPResponse
    do {
      response = try await next.response(to: attempt)
    } catch let error as HTTPError {
      guard let fallback, CachePolicy.usesStored(after: error) else { throw error }
      return fallback.stale
    }
    if response.status == 304, let stored { response = stored.updated(by: response) }

    let now = date()
    switch CachePolicy(response, to: request, now: now) {
    case .store(let freshUntil):
      await store.add(CachedResponse(response: response, confirmedAt: now, freshUntil: freshUntil), for: key)
    case .remove: await store.remove(key)
    case .ignore: break
    case .useStored: return fallback?.stale ?? response
    }
    return response
  }
}
