import Concurrency

/// Writes down every exchange, without its secrets. What the network did not give counts too: a failure is replayed as
/// one, and what was given up as what does not come.
final class Recording: HTTPTransport {
  private let next: any HTTPTransport
  /// The lock keeps the order of the files that of the answers.
  private let folder: Mutex<ExchangeFolder>
  private let redaction = Redaction()

  init(next: any HTTPTransport, into path: String) {
    self.next = next
    folder = Mutex(ExchangeFolder(path: path))
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let result: Result<HTTPResponse, HTTPError>
    do {
      result = .success(try await next.response(to: request))
    } catch let error as HTTPError {
      result = .failure(error)
    } catch {
      // Who gives up is not told of a folder that cannot be written: whoever goes on will be.
      try? folder.withLock { try $0.add(Exchange(cancelled: request, redaction)) }
      throw error
    }
    // A recording with a gap is worse than none: the request fails with it.
    try folder.withLock { try $0.add(Exchange(request, result, redaction)) }
    return try result.get()
  }
}
