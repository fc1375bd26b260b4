/// The error that a client answers a request of this server with (JSON-RPC 2.0, section 5.1).
public struct ResponseError: Error, Hashable, Sendable {
  public var code: Int
  public var message: String
  /// More about the error, of any shape; nil if the client gives no more.
  public var data: JSON?
}

extension Connection {
  /// Sends a request, whose params are one object or none, and waits for its response. Throws `ResponseError`, or
  /// `CancellationError` if the caller is cancelled or the connection ends before.
  public func request(_ method: String, _ params: (any JSONEncodable)?) async throws -> JSON {
    let response = SharedTask<JSON>()
    guard let id = state.withLock({ $0.addOutgoing(response) }) else { throw CancellationError() }
    defer { state.withLock { _ = $0.removeOutgoing(id) } }
    let message = Message.encode(id) { message in
      message.member("method", method)
      guard let params else { return }
      message.name("params")
      params.encode(to: &message)
    }
    outbox.send(message)
    return try await response.value()
  }

  /// Cancels a request of the client, as the client itself can. An id of no request in flight does nothing.
  public func cancel(_ id: RequestID) { state.withLock { $0.entry(id) }?.cancel() }

  /// Completes a request. Responses to none are ignored: an answer would answer a message that expects none.
  func receiveResponse(_ id: RequestID, _ result: Result<JSON, ResponseError>) {
    state.withLock { $0.removeOutgoing(id) }?.resolve(result.mapError { $0 })
  }

  /// Ends the waits for the client's responses: no more will come.
  func cancelOutgoing() { for response in state.withLock({ $0.endOutgoing() }) { response.fail(CancellationError()) } }
}
