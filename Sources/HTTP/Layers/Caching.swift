/// Keeps public answers on disk and gives them again for as long as the service allows; after that it asks whether they
/// have changed. When the service cannot be reached, what is kept is given whatever its age (six months at most),
/// marked as stale.
///
/// Only 200s are kept, and of these what the caller finds sound. "Not found" is not, even where the service allows it:
/// it is seldom asked for twice, and would hide what has come into a catalog since, for months when the network is
/// gone.
struct Caching: HTTPTransport {
  let next: any HTTPTransport
  let store: CacheStore
  let time: HTTPTime

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get, !request.isPrivate, request.mayBeKept, !Self.hasConditions(request) else {
      return try await next.response(to: request)
    }
    let key = Self.key(request)
    guard let kept = await store.answer(key), request.isSound(kept.response) else {
      return await keep(try await next.response(to: request), request, key)
    }
    if !request.mustBeCurrent, kept.isFresh(at: time.date()) { return kept.response }

    var question = request
    question.headers += kept.conditions
    question.hasFallback = !request.mustBeCurrent
    let answer: HTTPResponse
    do {
      answer = try await next.response(to: question)
    } catch let error as HTTPError
      where question.hasFallback && [.unreachable, .timeout, .unavailable].contains(error.reason)
    {
      return kept.stale
    }
    switch answer.status {
    case 304:
      guard let confirmed = kept.confirmed(by: answer, to: request, now: time.date()) else {
        await store.remove(key)
        return kept.response
      }
      await store.keep(confirmed, key)
      return confirmed.response
    case 404, 410:
      await store.remove(key)
      return answer
    case 429, 500...599: return question.hasFallback ? kept.stale : answer
    default: return await keep(answer, request, key)
    }
  }

  private func keep(_ answer: HTTPResponse, _ request: HTTPRequest, _ key: String) async -> HTTPResponse {
    guard answer.status == 200, request.isSound(answer) else { return answer }
    if !request.secrets.occur(in: answer.body), let kept = CachedResponse(answer, to: request, now: time.date()) {
      await store.keep(kept, key)
    } else {
      await store.remove(key)
    }
    return answer
  }

  /// All that an answer may vary by and that is no secret.
  private static func key(_ request: HTTPRequest) -> String {
    let lines = request.headers.map { "\n\($0.name.lowercased()): \($0.value)" }.sorted()
    return "\(request.method.rawValue) \(request.url)" + lines.joined()
  }

  /// A caller that asks for changes itself keeps the answer itself.
  private static func hasConditions(_ request: HTTPRequest) -> Bool {
    request.headers.contains { $0.name.lowercased().hasPrefix("if-") }
  }
}

extension CachedResponse {
  fileprivate var stale: HTTPResponse {
    var response = response
    response.isStale = true
    return response
  }
}
