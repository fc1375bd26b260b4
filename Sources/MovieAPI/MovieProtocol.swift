/// What protocol.md adds to JSON-RPC 2.0: LSP's messages that end a session or cancel a request, and `resync`.
public struct MovieProtocol: WireProtocol {
  public init() {}

  /// `shutdown` ends a session; `MovieService` answers every other method.
  public func role(ofRequest method: String) -> RequestRole {
    method == Shutdown.method.name ? .shutdown(result: .object([])) : .handled
  }

  /// `$/cancelRequest` cancels a request and `exit` ends the process; `MovieService` acts on every other notification.
  public func role(ofNotification method: String, _ params: Params) -> NotificationRole {
    switch method {
    case ClientNotifications.cancelRequest.name: .cancellation(params["id"].flatMap(RequestID.init))
    case ClientNotifications.exit.name: .exit
    default: .handled
    }
  }

  public let overloaded = RPCError(
    .overloaded, "The response to this batch is too long. Send the request again, alone or in a smaller batch.")

  public let shuttingDown = RPCError(.shuttingDown, "The server is shutting down and accepts no new requests.")

  public func lossNotice(_ topics: [String]) -> (any OutgoingNotification)? { Resync(topics: topics) }
}
