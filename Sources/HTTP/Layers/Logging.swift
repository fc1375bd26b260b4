import Redaction

/// Logs every transfer of the network below it: the URL without secrets, the attempt, the outcome, the size and the time.
struct Logging: HTTPTransport {
  let next: any HTTPTransport
  let clock: HTTPClock
  let log: @Sendable (String) -> Void

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    request.trace?.countTransfer()
    return try await logged("transfer, attempt \(request.attempt)", request, clock, log) {
      try await next.response(to: request)
    }
  }
}

final class RequestTrace: Sendable {
  private struct State {
    var transfers = 0
    var isShared = true
  }

  private let state = Mutex(State())

  func countTransfer() { state.withLock { $0.transfers += 1 } }

  func leaveCoalescing() { state.withLock { $0.isShared = false } }

  var origin: String {
    state.withLock { state in
      if state.isShared { return "shared with an identical request" }
      switch state.transfers {
      case 0: return "from the cache"
      case 1: return "after 1 transfer"
      default: return "after \(state.transfers) transfers"
      }
    }
  }
}

/// Runs `body` and logs its outcome and its time with the subject, which is evaluated after it.
func logged(
  _ subject: @autoclosure () -> String, _ request: HTTPRequest, _ clock: HTTPClock, _ log: (String) -> Void,
  _ body: () async throws -> HTTPResponse
) async throws -> HTTPResponse {
  let start = clock.elapsed()
  func write(_ outcome: String) {
    let milliseconds = Int((clock.elapsed() - start) / .milliseconds(1))
    let target = "\(request.service) \(request.method.rawValue) \(LoggedURL.text(request.url))"
    log("\(target): \(subject()): \(outcome), \(milliseconds) ms")
  }
  do {
    let response = try await body()
    write("status \(response.status), \(response.body.count) bytes\(response.isStale ? ", stale" : "")")
    return response
  } catch let error as HTTPError {
    write("\(error.reason.rawValue) (\(error.message))")
    throw error
  } catch {
    write("cancelled")
    throw error
  }
}

/// URLs for a log. A request's URL has no secrets, but a base URL that a person has configured may contain some.
enum LoggedURL {
  private static let maximumBytes = 2_000

  /// The URL without user information and without the values of query items whose names are those of secrets.
  static func text(_ url: String) -> String {
    var text = PercentEncoding.encode(url.utf8.prefix(maximumBytes)) { $0.isASCIIGraphic }
    if let scheme = text.firstRange(of: "://") {
      let authority = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
      if let at = authority.lastIndex(of: "@") { text.removeSubrange(authority.startIndex...at) }
    }
    guard let question = text.firstIndex(of: "?") else { return text }
    let items = text[text.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false)
    let shown = items.map { item in
      let name = item.prefix { $0 != "=" }
      return SecretNames.contains(String(name)) ? "\(name)=…" : String(item)
    }
    return text[...question] + shown.joined(separator: "&")
  }
}
