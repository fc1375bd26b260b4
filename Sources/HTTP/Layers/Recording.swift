import Threads

/// Writes down every exchange, without its secrets. What the network did not give counts too: a failure is replayed as
/// one.
final class Recording: HTTPTransport {
  private let next: any HTTPTransport
  /// The lock keeps the order of the files that of the answers.
  private let folder: Locked<ExchangeFolder>
  private let redaction = Redaction()

  init(next: any HTTPTransport, into path: String) {
    self.next = next
    folder = Locked(ExchangeFolder(path: path))
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let result: Result<HTTPResponse, HTTPError>
    do {
      result = .success(try await next.response(to: request))
    } catch let error as HTTPError {
      result = .failure(error)
    }
    // A recording with a gap is worse than none: the request fails with it.
    try folder.withLock { try $0.add(Exchange(request, result, redaction)) }
    return try result.get()
  }
}
