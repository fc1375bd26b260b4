import Concurrency
import HTTP
import JSON
import MovieCore

/// A catalog's service, asked for JSON: what all of them have in common.
///
/// Whatever a service sends ends as a value or as a `MovieError` that names the catalog and carries no address, so
/// that no key can be in it.
struct Upstream: Sendable {
  /// The catalog's name, which is the service's too.
  let catalog: String
  let http: any HTTPTransport

  /// Sends a request and reads the answer.
  ///
  /// - Parameters:
  ///   - repair: makes JSON out of what a service sends instead; nil where it cannot.
  ///   - failure: what an answer means that is no success; called with the body where it is JSON. Nil for "as any
  ///     service", by the status.
  func json(
    _ request: HTTPRequest, repair: @escaping @Sendable ([UInt8]) -> JSON? = { _ in nil },
    failure: @escaping @Sendable (HTTPResponse, JSON?) -> MovieError?
  ) async throws -> (json: JSON, isStale: Bool) {
    // What the cache has found sound is as a rule what it then gives.
    let latest = Mutex<(body: [UInt8], json: JSON?)?>(nil)
    @Sendable func read(_ body: [UInt8]) -> JSON? {
      if let (known, json) = latest.withLock(\.self), known == body { return json }
      let json = (try? JSON.parse(body)) ?? repair(body)
      latest.withLock { $0 = (body, json) }
      return json
    }
    var request = request
    request.isValid = { response in
      guard let json = read(response.body) else { return false }
      // That there is no such movie is an answer; that the key is wrong or the service ill is none.
      guard let error = failure(response, json) else { return true }
      return [.movieNotFound, .queryTooBroad].contains(error.reason)
    }
    let response = try await response(to: request)
    let json = read(response.body)
    if let error = failure(response, json) { throw error }
    guard response.isSuccess else { throw self.failure(of: response) }
    guard let json else { throw invalidResponse("what came is not JSON", status: response.status) }
    return (json, response.isStale)
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await http.response(to: request)
    } catch let error as HTTPError {
      throw failure(error)
    }
  }

  /// A success that cannot be read.
  func invalidResponse(_ detail: String, status: Int? = nil) -> MovieError {
    var error = MovieError(
      .upstreamInvalidResponse, "The service of the catalog \(catalog) answered with something unreadable.",
      catalog: catalog, detail: detail)
    error.httpStatus = status
    return error
  }

  /// Rows that cannot be read are left out of a page. Where that leaves nothing it is no page: it would tell that
  /// nothing was found.
  func checkRows(_ count: Int, readable: Int) throws(MovieError) {
    if count > 0, readable == 0 { throw invalidResponse("no row of the page can be read") }
  }

  /// What a status says where the service says no more.
  func failure(of response: HTTPResponse) -> MovieError {
    let reason: FailureReason =
      switch response.status {
      case 401, 403: .upstreamUnauthorized
      case 404, 410: .movieNotFound
      case 408, 504: .upstreamTimeout
      case 429: .upstreamRateLimited
      default: .upstreamFailed
      }
    var error = MovieError(
      reason, "The service of the catalog \(catalog) answered with status \(response.status).", catalog: catalog)
    error.httpStatus = response.status
    error.retryAfterMilliseconds = response.retryAfter().map { max($0, 1) * 1_000 }
    return error
  }

  private func failure(_ error: HTTPError) -> MovieError {
    let (reason, message): (FailureReason, String) =
      switch error.reason {
      case .unavailable:
        // Only who has set this machine up can do something, and has to know what.
        (.upstreamUnreachable, "The service of the catalog \(catalog) cannot be asked: \(error.message).")
      case .unreachable, .notRecorded:
        (.upstreamUnreachable, "The service of the catalog \(catalog) cannot be reached.")
      case .timeout: (.upstreamTimeout, "The service of the catalog \(catalog) did not answer in time.")
      case .tooLarge, .redirectRefused, .malformed:
        (.upstreamInvalidResponse, "The service of the catalog \(catalog) answered with something unreadable.")
      }
    return MovieError(reason, message, catalog: catalog, detail: error.message)
  }
}
