public struct Request: Sendable {
  public let id: RequestID?
  /// The method as the client wrote it; it may not exist.
  public let method: String
  public let params: Params
  /// The memory that a handler reserves before work whose result may be large; nil without limits. A request that
  /// changes something reserves none, so that it never waits for a client that does not read.
  public let memory: MemoryGate.Reservation?

  init(id: RequestID?, method: String, params: Params, memory: MemoryGate.Reservation? = nil) {
    (self.id, self.method, self.params, self.memory) = (id, method, params, memory)
  }

  /// A request without an id, whose result is used in this process.
  public init(method: String, params: Params) { self.init(id: nil, method: method, params: params) }

  /// A request for a part of this one's work. Its events name this request, and its result takes of the same memory.
  public func forwarding(_ method: String, _ params: Params) -> Request {
    Request(id: id, method: method, params: params, memory: memory)
  }
}

public protocol RequestHandler: Sendable {
  /// Answers a request, or handles a notification, whose result is ignored. Called on the reader's thread, in the order
  /// of the input: code before the first suspension must not block, or the connection reads not even a cancellation.
  /// Errors but `RPCError` and `CancellationError` become `internalError`.
  func answer(_ request: Request) async throws -> any JSONEncodable

  /// Ends the requests that stay open until they are cancelled, such as subscriptions, on any thread, when no more are
  /// accepted. `willEnd` is called before the first of them is answered.
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
    var counted = 0
  }

  private let state: Mutex<State>
  private let send: @Sendable (_ parts: [[UInt8]], _ counted: Int) -> Void

  init(count: Int, send: @escaping @Sendable (_ parts: [[UInt8]], _ counted: Int) -> Void) {
    state = Mutex(State(remaining: count))
    self.send = send
  }

  /// Adds the response to one entry, which the gate counts with so many bytes; nil for a notification.
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
    let entries = responses.dropLast().flatMap { [$0, [UInt8(ascii: ",")]] }
    send([[UInt8(ascii: "[")]] + entries + [last, [UInt8(ascii: "]")]], counted)
  }
}
