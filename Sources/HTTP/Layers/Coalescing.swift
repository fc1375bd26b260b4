import Concurrency

/// Makes identical GETs that are in flight at the same time one transfer. It is cancelled when the last of those who
/// asked for it has left.
final class Coalescing: HTTPTransport {
  /// Limits belong to it: who allows less must not get what another allowed more for.
  private struct Key: Hashable {
    var url: String
    var headers: [HTTPRequest.Field]
    var secrets: HTTPRequest.Secrets
    var deadline: Duration?
    var maximumBytes: Int?
    var mayBeKept: Bool
    var mustBeCurrent: Bool
  }

  private let next: any HTTPTransport
  /// What the transfer fails with is its result: an error of the flight itself only says that all have left it.
  private typealias Transfer = SharedTask<Result<HTTPResponse, any Error>>

  private let flights = Mutex<[Key: Transfer]>([:])

  init(next: any HTTPTransport) { self.next = next }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .get, !request.isPrivate, request.body.isEmpty else {
      return try await next.response(to: request)
    }
    let key = Key(
      url: request.url, headers: request.headers, secrets: request.secrets, deadline: request.deadline,
      maximumBytes: request.maximumBytes, mayBeKept: request.mayBeKept, mustBeCurrent: request.mustBeCurrent)
    while true {
      try Task.checkCancellation()
      let result: Result<HTTPResponse, any Error>
      do {
        result = try await flight(for: key, request).value()
      } catch  where !Task.isCancelled {
        // The last of the others left just as this one came: the transfer is being cancelled, and another is needed.
        continue
      }
      return try result.get()
    }
  }

  private func flight(for key: Key, _ request: HTTPRequest) -> Transfer {
    let (flight, isNew) = flights.withLock { flights in
      if let flight = flights[key], !flight.isCompleted { return (flight, false) }
      let flight = Transfer()
      flights[key] = flight
      return (flight, true)
    }
    if isNew {
      flight.start { [next] in
        defer {
          self.flights.withLock { flights in
            if flights[key] === flight { flights[key] = nil }
          }
        }
        do {
          return .success(try await next.response(to: request))
        } catch {
          return .failure(error)
        }
      }
    }
    return flight
  }
}
