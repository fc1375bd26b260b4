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
  /// The memory for the response, which a handler reserves before work whose result may be large; nil without limits.
  ///
  /// A request that changes something reserves none, so that it never waits for a client that does not read.
  public let memory: MemoryGate.Reservation?

  init(id: RequestID?, method: String, params: Params, memory: MemoryGate.Reservation? = nil) {
    self.id = id
    self.method = method
    self.params = params
    self.memory = memory
  }

  /// A request without an id, whose result is used in this process.
  public init(method: String, params: Params) { self.init(id: nil, method: method, params: params) }

  /// A request for a part of this one's work. Its events name this request, and its result takes of the same memory.
  public func forwarding(_ method: String, _ params: Params) -> Request {
    Request(id: id, method: method, params: params, memory: memory)
  }
}

/// Handles the requests and notifications of a connection.
public protocol RequestHandler: Sendable {
  /// Handles a request and returns its result, or handles a notification, whose result is ignored.
  ///
  /// The connection calls it on the reader's thread, in the order of the input. Code before the first suspension keeps
  /// that order and must not block: until it returns, the connection reads nothing, not even a cancellation.
  ///
  /// Cancelling the request cancels the task. An error that is neither an `RPCError` nor a `CancellationError` becomes
  /// `internalError`.
  func answer(_ request: Request) async throws -> any JSONEncodable

  /// Ends the requests that would otherwise stay open until the client cancels them, such as subscriptions. Called on any
  /// thread when the connection accepts no more requests.
  ///
  /// - Parameter willEnd: to be called before any of them is answered; not if there is none.
  func endOpenRequests(willEnd: () -> Void)
}

extension RequestHandler {
  public func endOpenRequests(willEnd: () -> Void) {}
}

/// The responses to one batch, sent as one array when the last one is complete (JSON-RPC 2.0, section 6).
final class Batch: Sendable {
  private struct State {
    var remaining: Int
    var responses: [[UInt8]] = []
    /// The bytes of them that the gate counts.
    var counted = 0
  }

  private let state: Mutex<State>
  private let send: @Sendable (_ parts: [[UInt8]], _ counted: Int) -> Void

  /// - Parameter send: receives the text of the array in parts, and the bytes of it that the gate counts.
  init(count: Int, send: @escaping @Sendable (_ parts: [[UInt8]], _ counted: Int) -> Void) {
    state = Mutex(State(remaining: count))
    self.send = send
  }

  /// Adds the response to one entry; nil for a notification, which has none.
  ///
  /// - Parameter counted: the bytes of the response that the gate counts.
  func add(_ response: [UInt8]?, counted: Int = 0) {
    let (responses, counted): ([[UInt8]], Int) = state.withLock { state in
      if let response { state.responses.append(response) }
      state.counted += counted
      state.remaining -= 1
      guard state.remaining == 0 else { return ([], 0) }
      defer { state.responses = [] }
      return (state.responses, state.counted)
    }
    guard let last = responses.last else { return }
    // In parts, because a copy of the whole response would double its memory.
    var parts: [[UInt8]] = []
    parts.reserveCapacity(2 * responses.count + 1)
    parts.append([UInt8(ascii: "[")])
    for response in responses.dropLast() { parts += [response, [UInt8(ascii: ",")]] }
    send(parts + [last, [UInt8(ascii: "]")]], counted)
  }
}
