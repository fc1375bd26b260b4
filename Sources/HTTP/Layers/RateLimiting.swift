import Concurrency

/// Sends no more requests to a service than it allows. Whoever must wait is served in the order of coming, and may
/// leave meanwhile.
struct RateLimiting: HTTPTransport {
  private let next: any HTTPTransport
  private let time: HTTPTime
  private let deadline: Duration
  private let buckets: [String: TokenBucket]

  /// - Parameter rates: requests a second, by service. A service that is not named has no limit.
  init(next: any HTTPTransport, time: HTTPTime, deadline: Duration, rates: [String: Int]) {
    self.next = next
    self.time = time
    self.deadline = deadline
    buckets = rates.mapValues { TokenBucket(perSecond: $0, time: time) }
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let bucket = buckets[request.service] else { return try await next.response(to: request) }
    let end = time.elapsed() + (request.deadline ?? deadline)
    try await bucket.take(until: end)
    var request = request
    request.deadline = end - time.elapsed()
    return try await next.response(to: request)
  }
}

/// As many tokens as requests may go out in a second; they grow back at that rate.
final class TokenBucket: Sendable {
  private struct State {
    var tokens: Double
    var filledAt: Duration
    var waiting: [(flight: SharedTask<Void>, end: Duration)] = []
    var isServing = false
  }

  private let state: Mutex<State>
  private let rate: Double
  private let time: HTTPTime

  init(perSecond rate: Int, time: HTTPTime) {
    self.rate = Double(max(rate, 1))
    self.time = time
    state = Mutex(State(tokens: self.rate, filledAt: time.elapsed()))
  }

  /// Takes a token, or waits for one.
  ///
  /// - Parameter end: when it is too late, in the bucket's time. Throws `HTTPError` with `timeout` then.
  func take(until end: Duration) async throws {
    try Task.checkCancellation()
    let flight: SharedTask<Void>? = state.withLock { state in
      fill(&state)
      if state.tokens >= 1, state.waiting.isEmpty {
        state.tokens -= 1
        return nil
      }
      let flight = SharedTask<Void>()
      state.waiting.append((flight, end))
      if !state.isServing {
        state.isServing = true
        Task { await self.serve() }
      }
      return flight
    }
    try await flight?.value()
  }

  /// Hands out tokens until nobody waits.
  private func serve() async {
    while let wait = serveThoseDue() { try? await time.sleep(wait) }
  }

  /// Returns how long until there is something to do; nil where nobody waits.
  private func serveThoseDue() -> Duration? {
    let (due, late, wait) = state.withLock { state -> ([SharedTask<Void>], [SharedTask<Void>], Duration?) in
      fill(&state)
      // Those that left are over, and cost no token.
      state.waiting.removeAll { $0.flight.isCompleted }
      let late = state.waiting.filter { $0.end <= state.filledAt }.map(\.flight)
      state.waiting.removeAll { $0.end <= state.filledAt }
      let count = min(state.waiting.count, Int(state.tokens))
      let due = state.waiting.prefix(count).map(\.flight)
      state.waiting.removeFirst(count)
      state.tokens -= Double(count)
      guard let nextEnd = state.waiting.map(\.end).min() else {
        state.isServing = false
        return (due, late, nil)
      }
      // A little over, so that rounding does not wake it for nothing.
      let untilToken = Duration.nanoseconds(Int((1 - state.tokens) / rate * 1e9) + 1_000)
      return (due, late, min(untilToken, nextEnd - state.filledAt))
    }
    for flight in due { flight.resolve(.success(())) }
    for flight in late { flight.fail(HTTPError(.timeout, "the service's rate left no turn in time")) }
    return wait
  }

  private func fill(_ state: inout State) {
    let now = time.elapsed()
    let passed = (now - state.filledAt) / .seconds(1)
    state.tokens = min(rate, state.tokens + passed * rate)
    state.filledAt = now
  }
}
