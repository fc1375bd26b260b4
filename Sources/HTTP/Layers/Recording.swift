/// Writes every exchange without its secrets, failed and cancelled ones too, so that they can be replayed.
final class Recording: HTTPTransport {
  private let next: any HTTPTransport
  /// Locked, so that the files are numbered in the order of the responses.
  private let folder: Mutex<ExchangeFolder>
  private let redactor = ExchangeRedactor()

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
      // A cancelled caller need not learn that recording failed; the next request reports it.
      try? folder.withLock { try $0.add(Exchange(request, nil, redactor)) }
      throw error
    }
    // An incomplete recording is worse than none, so the request fails if it cannot be recorded.
    try folder.withLock { try $0.add(Exchange(request, result, redactor)) }
    return try result.get()
  }
}
