/// Retries GETs if a service is busy or not reached, after the delay that it requests (`Retry-After`) or a growing one
/// with full jitter. If that would pass the deadline, the last outcome is returned at once. Others may have been
/// executed.
struct Retrying: HTTPTransport {
  let next: any HTTPTransport
  let clock: HTTPClock
  var random: @Sendable () -> Double = { .random(in: 0..<1) }

  private static let maximumRetries = 3
  private static let firstDelay = Duration.milliseconds(250)
  /// The limits for a delay that a service requests: some send 0, or hours.
  private static let requestedDelays = Duration.seconds(1)...Duration.seconds(30)

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get else { return try await next.response(to: request) }
    let deadline = clock.elapsed() + request.timeLimit
    var attempt = request
    var retries = 0
    while true {
      attempt.deadline = deadline - clock.elapsed()
      let result: Result<HTTPResponse, HTTPError>
      do {
        result = .success(try await next.response(to: attempt))
      } catch let error as HTTPError {
        result = .failure(error)
      }
      guard retries < Self.maximumRetries, let delay = delay(after: result, retries, request),
        clock.elapsed() + delay < deadline
      else {
        return try result.get()
      }
      try await clock.sleep(delay)
      retries += 1
      attempt.attempt += 1
    }
  }

  private func delay(
    after result: Result<HTTPResponse, HTTPError>, _ retries: Int, _ request: HTTPRequest
  ) -> Duration? {
    switch result {
    case .success(let response):
      guard [429, 502, 503, 504].contains(response.status) else { return nil }
      if let seconds = response.retryAfter(now: clock.date()) {
        return min(max(.seconds(seconds), Self.requestedDelays.lowerBound), Self.requestedDelays.upperBound)
      }
    case .failure(let error):
      guard error.reason == .unreachable, !request.hasFallback else { return nil }
    }
    return Self.firstDelay * (1 << retries) * random()
  }
}
