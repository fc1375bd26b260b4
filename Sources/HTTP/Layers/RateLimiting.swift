import Concurrency

/// Limits the rate of requests to each service. Requests that must wait are sent in the order of their calls, and can
/// be cancelled while they wait.
struct RateLimiting: HTTPTransport {
  private let next: any HTTPTransport
  private let clock: HTTPClock
  private let buckets: [String: TokenBucket]

  /// - Parameter rates: requests per second, by service. A service that is not listed has no limit.
  init(next: any HTTPTransport, clock: HTTPClock, rates: [String: Int]) {
    self.next = next
    self.clock = clock
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
final class TokenBucket: Sendable {
  private struct Waiter {
    var token: SharedTask<Void>
    var deadline: Duration
  }

  private struct State {
    var tokens: Double
    var filledAt: Duration
    var waiters: [Waiter] = []
    var isServing = false
  }

  private let state: Mutex<State>
  private let rate: Double
  private let clock: HTTPClock

  init(perSecond rate: Int, clock: HTTPClock) {
    self.rate = Double(max(rate, 1))
    self.clock = clock
    state = Mutex(State(tokens: self.rate, filledAt: clock.elapsed()))
  }

  /// Takes a token, or waits for one.
  ///
  /// - Parameter deadline: in the clock's elapsed time.
  /// - Throws: `HTTPError` with `timeout` if the deadline passes first; `CancellationError`.
  func acquire(until deadline: Duration) async throws {
    try Task.checkCancellation()
    let token: SharedTask<Void>? = state.withLock { state in
      refill(&state)
      if state.tokens >= 1, state.waiters.isEmpty {
        state.tokens -= 1
        return nil
      }
      let token = SharedTask<Void>()
      state.waiters.append(Waiter(token: token, deadline: deadline))
      if !state.isServing {
        state.isServing = true
        Task(executorPreference: ThreadPoolExecutor.shared) { await self.serve() }
      }
      return token
    }
    try await token?.value()
  }

  /// Hands out tokens until nobody waits.
  private func serve() async {
    do {
      while let wait = serveDue() { try await clock.sleep(wait) }
    } catch {
      let waiters = state.withLock { state in
        defer { (state.waiters, state.isServing) = ([], false) }
        return state.waiters
      }
      for waiter in waiters { waiter.token.fail(HTTPError.noThread(error)) }
    }
  }

  /// Returns the time until the next token or deadline; nil if nobody waits.
  private func serveDue() -> Duration? {
    let (due, late, wait) = state.withLock { state -> ([Waiter], [Waiter], Duration?) in
      refill(&state)
      // Cancelled waiters are completed, and use no token.
      state.waiters.removeAll { $0.token.isCompleted }
      let late = state.waiters.filter { $0.deadline <= state.filledAt }
      state.waiters.removeAll { $0.deadline <= state.filledAt }
      let count = min(state.waiters.count, Int(state.tokens))
      let due = Array(state.waiters.prefix(count))
      state.waiters.removeFirst(count)
      state.tokens -= Double(count)
      guard let nextDeadline = state.waiters.map(\.deadline).min() else {
        state.isServing = false
        return (due, late, nil)
      }
      // Slightly longer, so that rounding does not cause a wake without a token.
      let untilToken = Duration.nanoseconds(Int((1 - state.tokens) / rate * 1e9) + 1_000)
      return (due, late, min(untilToken, nextDeadline - state.filledAt))
    }
    for waiter in due { waiter.token.resolve(.success(())) }
    for waiter in late { waiter.token.fail(HTTPError(.timeout, "timed out waiting for the rate limiter")) }
    return wait
  }

  private func refill(_ state: inout State) {
    let now = clock.elapsed()
    let passed = (now - state.filledAt) / .seconds(1)
    state.tokens = min(rate, state.tokens + passed * rate)
    state.filledAt = now
  }
}
