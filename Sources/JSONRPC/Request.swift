import Concurrency
import JSON

/// A request, or a notification, which gets no response.
public struct Request: Sendable {
  /// Nil for a notification.
  public let id: RequestID?
  /// The method as the client wrote it; it may not exist.
  public let method: String
  /// The parameters, which the handler validates.
  public let params: Params
}

/// Handles the requests and notifications of a connection.
public protocol RequestHandler: Sendable {
  /// Handles a request and returns its result, or handles a notification, whose result is ignored.
  ///
  /// The connection calls it on the reader's thread, in the order of the input. Code before the first suspension keeps
  /// that order and must not block: the connection reads nothing meanwhile, not even a cancellation.
  ///
  /// Cancelling the request cancels the task. An error that is neither an `RPCError` nor a `CancellationError` becomes
  /// `internalError`.
  func answer(_ request: Request) async throws -> any JSONEncodable
}

/// The responses to one batch, sent as one array when the last one is complete (JSON-RPC 2.0, section 6).
final class Batch: Sendable {
  private struct State {
    var remaining: Int
    var responses: [[UInt8]] = []
  }

  private let state: Mutex<State>
  private let send: @Sendable ([UInt8]) -> Void

  init(count: Int, send: @escaping @Sendable ([UInt8]) -> Void) {
    state = Mutex(State(remaining: count))
    self.send = send
  }

  /// Adds the response to one entry; nil for a notification, which has none.
  func add(_ response: [UInt8]?) {
    let responses: [[UInt8]]? = state.withLock { state in
      if let response { state.responses.append(response) }
      state.remaining -= 1
      return state.remaining == 0 ? state.responses : nil
    }
    guard let responses, !responses.isEmpty else { return }
    var writer = JSONWriter()
    writer.array { array in for response in responses { array.verbatim(response) } }
    send(writer.bytes)
  }
}
