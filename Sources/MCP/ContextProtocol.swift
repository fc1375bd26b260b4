import JSON
import JSONRPC
import MovieAPI

/// What the Model Context Protocol adds to JSON-RPC 2.0. No request ends a session, and a cancelled one gets no
/// response.
public struct ContextProtocol: WireProtocol {
  private let service: ContextService

  public init(_ service: ContextService) { self.service = service }

  /// `notifications/cancelled` cancels a request. No other notification needs an action.
  public func role(ofNotification method: String, _ params: Params) -> NotificationRole {
    guard method == "notifications/cancelled" else { return .ignored }
    return .cancellation(params["requestId"].flatMap(RequestID.init))
  }

  /// Nil, because nothing is sent.
  public var cancelled: RPCError? { nil }

  /// Only the oldest two revisions have batches.
  public var allowsBatches: Bool { [.november2024, .march2025].contains(service.handshake) }

  /// False: params are objects.
  public var allowsPositionalParams: Bool { false }

  /// False: ids are strings or integers.
  public var allowsNullIDs: Bool { false }

  public let overloaded = MovieProtocol().overloaded

  public let shuttingDown = MovieProtocol().shuttingDown
}
