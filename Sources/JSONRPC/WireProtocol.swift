/// A protocol built on JSON-RPC 2.0, as far as a `Connection` has to know it: which messages are for the connection
/// itself, and what it answers in the place of the handler.
public protocol WireProtocol: Sendable {
  /// Decides who answers a request. By default the handler answers all of them.
  func role(ofRequest method: String) -> RequestRole

  /// Decides who acts on a notification. By default the handler acts on all of them.
  func role(ofNotification method: String, _ params: Params) -> NotificationRole

  /// The error that a cancelled request is answered with; nil if nothing is sent for it. By default `cancelled`.
  var cancelled: RPCError? { get }

  /// The error of a request in a batch whose response would take too much memory. Should be retryable.
  var overloaded: RPCError { get }

  /// The error of a request that comes after `RequestRole.shutdown`, or while the connection drains.
  var shuttingDown: RPCError { get }

  /// Whether a message may be an array of requests (JSON-RPC 2.0, section 6). By default it may.
  var allowsBatches: Bool { get }

  /// Whether params may be an array; see `Params`. By default they may.
  var allowsPositionalParams: Bool { get }

  /// Whether an id may be null, as by default. Otherwise an error about a message without a readable id has none.
  var allowsNullIDs: Bool { get }

  /// The notification that reports the loss of others, by their topics; nil if the protocol has none, as by default.
  func lossNotice(_ topics: [String]) -> (any OutgoingNotification)?
}

public enum RequestRole: Sendable {
  case handled
  /// The connection answers with this result, after all requests that it has accepted before. It accepts no more.
  case shutdown(result: JSON)
}

public enum NotificationRole: Sendable {
  case handled
  /// The connection cancels the request with this id. Unknown ids do nothing: a response may cross a cancellation.
  case cancellation(RequestID?)
  /// The connection ends: in order after `RequestRole.shutdown`, and otherwise without waiting for responses.
  case exit
  case ignored
}

extension WireProtocol {
  public func role(ofRequest method: String) -> RequestRole { .handled }
  public func role(ofNotification method: String, _ params: Params) -> NotificationRole { .handled }
  public var cancelled: RPCError? { .cancelled }
  public var allowsBatches: Bool { true }
  public var allowsPositionalParams: Bool { true }
  public var allowsNullIDs: Bool { true }
  public func lossNotice(_ topics: [String]) -> (any OutgoingNotification)? { nil }
}
