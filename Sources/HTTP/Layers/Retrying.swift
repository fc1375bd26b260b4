/// Asks again where a service is busy or was not reached for a moment: GETs only, since anything else may have been
/// done although no answer came.
///
/// It waits as long as the service says (`Retry-After`), else an exponentially growing time with full jitter, so that
/// many clients do not come back all at once. A wait that would pass the deadline is not begun: the last answer or
/// error is given at once.
struct Retrying: HTTPTransport {
  let next: any HTTPTransport
  let time: HTTPTime
  let deadline: Duration
  /// A number in 0..<1.
  var random: @Sendable () -> Double = { .random(in: 0..<1) }

  private static let maximumRetries = 3
  private static let firstWait = Duration.milliseconds(250)
  /// Services are known to say 0, and hours.
  private static let toldWaits = Duration.seconds(1)...Duration.seconds(30)

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get else { return try await next.response(to: request) }
    let end = time.elapsed() + (request.deadline ?? deadline)
    var attempt = request
    var retries = 0
    while true {
      attempt.deadline = end - time.elapsed()
      let outcome: Result<HTTPResponse, HTTPError>
      do {
        outcome = .success(try await next.response(to: attempt))
      } catch let error as HTTPError {
        outcome = .failure(error)
      }
      guard retries < Self.maximumRetries, let wait = wait(after: outcome, retries, request),
        time.elapsed() + wait < end
      else {
        return try outcome.get()
      }
      try await time.sleep(wait)
      retries += 1
    }
  }

  /// Nil where asking again is of no use.
  private func wait(after outcome: Result<HTTPResponse, HTTPError>, _ retries: Int, _ request: HTTPRequest) -> Duration?
  {
    switch outcome {
    case .success(let response):
      guard [429, 502, 503, 504].contains(response.status) else { return nil }
      if let seconds = response.retryAfter(now: time.date()) {
        return min(max(.seconds(seconds), Self.toldWaits.lowerBound), Self.toldWaits.upperBound)
      }
    case .failure(let error):
      guard error.reason == .unreachable, !request.hasFallback else { return nil }
    }
    return Self.firstWait * (1 << retries) * random()
  }
}
