/// Limits the rate of requests to each service. Requests that must wait are sent in the order of their calls.
struct RateLimiting: HTTPTransport {
  private let next: any HTTPTransport
  private let clock: HTTPClock
  private let buckets: [String: TokenBucket]

  init(next: any HTTPTransport, clock: HTTPClock, rates: [String: Int]) {
    (self.next, self.clock) = (next, clock)
    buckets = rates.mapValues { TokenBucket(perSecond: $0, clock: clock) }
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let bucket = buckets[request.service] else { return try await next.response(to: request) }
    let deadline = clock.elapsed() + request.timeLimit
    try await bucket.acquire(until: deadline)
    var request = request
    request.deadline = deadline - clock.elapsed()
    return try await next.response(to: request)
  }
}

/// A token bucket that holds the requests of one second and refills at that rate.
private final class TokenBucket: Sendable {
  private struct State {
    /// Negative if requests wait, each for its own token.
    var tokens: Double
    var filledAt: Duration
  }

  private let state: Mutex<State>
  private let rate: Double
  private let clock: HTTPClock

  init(perSecond rate: Int, clock: HTTPClock) {
    self.rate = Double(max(rate, 1))
    self.clock = clock
    state = Mutex(State(tokens: self.rate, filledAt: clock.elapsed()))
  }

  /// Takes a token, or waits for one; a cancelled request gives its own back. Throws `timeout` at once if the deadline,
  /// in elapsed time, would pass first.
  func acquire(until deadline: Duration) async throws {
    try Task.checkCancellation()
    let wait: Duration = try state.withLock { state in
      let now = clock.elapsed()
      state.tokens = min(rate, state.tokens + (now - state.filledAt) / .seconds(1) * rate)
      state.filledAt = now
      let wait = Duration.seconds(max(0, (1 - state.tokens) / rate))
      guard wait == .zero || now + wait < deadline else {
        throw HTTPError(.timeout, "timed out waiting for the rate limiter")
      }
      state.tokens -= 1
      return wait
    }
    guard wait > .zero else { return }
    do {
      try await clock.sleep(wait)
    } catch {
      state.withLock { $0.tokens += 1 }
      throw error is CancellationError ? error : HTTPError.noThread(error)
    }
  }
}
