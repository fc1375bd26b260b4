import Concurrency
import JSON

/// A request that has to be answered, or a notification that has not.
public struct Request: Sendable {
  /// Nil for a notification.
  public let id: RequestID?
  /// As it came: there may be no such method.
  public let method: String
  public let params: Params
}

/// Answers what a connection receives.
public protocol RequestHandler: Sendable {
  /// Answers a request, or does what a notification asks, in which case the result goes nowhere.
  ///
  /// Called on the reader's thread, in the order of the input. What runs before the first suspension therefore keeps
  /// that order, and must not block: nothing is read meanwhile, not even a cancellation.
  ///
  /// The request is cancelled by cancelling its task. An error that is neither an `RPCError` nor a
  /// `CancellationError` is answered as `internalError`.
  func answer(_ request: Request) async throws -> any JSONEncodable
}

/// The answers to one batch, sent as one array when the last has come (JSON-RPC 2.0 §6).
final class Batch: Sendable {
  private struct State {
    var open: Int
    var responses: [[UInt8]] = []
  }

  private let state: Mutex<State>
  private let send: @Sendable ([UInt8]) -> Void

  init(count: Int, send: @escaping @Sendable ([UInt8]) -> Void) {
    state = Mutex(State(open: count))
    self.send = send
  }

  /// Takes one entry's response; nil for a notification, which has none.
  func add(_ response: [UInt8]?) {
    let whole: [[UInt8]]? = state.withLock { state in
      if let response { state.responses.append(response) }
      state.open -= 1
      return state.open == 0 ? state.responses : nil
    }
    guard let whole, !whole.isEmpty else { return }
    var writer = JSONWriter()
    writer.array { array in for response in whole { array.verbatim(response) } }
    send(writer.bytes)
  }
}
