import JSON
import JSONRPC
import MovieCore

/// A notification that the server sends because of an event of the session. To add one, write its file and name it in
/// `MethodTable.movies`.
protocol ServerNotification: OutgoingNotification, JSONObject {
  /// The event that it reports.
  associatedtype Cause: Event

  static var name: String { get }
  /// The name that `resync` lists when notifications of this kind were dropped.
  static var topic: String { get }
  static var declaration: NotificationDeclaration { get }

  init(_ event: Cause)

  /// Makes what is sent for an event: this notification, unless another one replaces it.
  static func make(_ event: Cause) -> any OutgoingNotification

  /// Whether the client must get it, even if it has turned such notifications off after an earlier one that this one
  /// completes.
  static func isOwed(_ event: Cause) -> Bool
}

extension ServerNotification {
  static func make(_ event: Cause) -> any OutgoingNotification { Self(event) }
  static func isOwed(_ event: Cause) -> Bool { false }

  var method: String { Self.name }
  var topic: String { Self.topic }

  func encodeParams(to writer: inout JSONWriter) { encode(to: &writer) }
}

/// The published description of a notification.
struct NotificationDeclaration: Sendable {
  /// The direction, as `x-direction` publishes it.
  enum Direction: String, Sendable {
    case clientToServer = "client-to-server"
    case serverToClient = "server-to-client"
  }

  /// The value of `method` in messages.
  let name: String
  /// The event that the notification reports, one sentence.
  let summary: String
  /// More about it, for readers of the document.
  let details: String
  let direction: Direction
  /// The members of `params`.
  let members: @Sendable () -> [JSONSchema.Property]
  /// Examples of `params`.
  let examples: @Sendable () -> [Example]
  /// The topic of `resync`; nil if the notification belongs to none.
  let topic: String?
  /// Makes the notification for an event, and tells whether it must be sent; nil if the event is of another kind.
  let make: @Sendable (any Event) -> (any OutgoingNotification, isOwed: Bool)?

  /// A notification that an event causes.
  init<Notification: ServerNotification>(
    _: Notification.Type, _ summary: String, details: String, examples: @autoclosure @escaping @Sendable () -> [Example]
  ) {
    name = Notification.name
    self.summary = summary
    self.details = details
    direction = .serverToClient
    members = { Notification.properties }
    self.examples = examples
    topic = Notification.topic
    make = { event in
      (event as? Notification.Cause).map { (Notification.make($0), Notification.isOwed($0)) }
    }
  }

  private init(
    _ name: String, _ summary: String, _ details: String, _ direction: Direction,
    _ members: @escaping @Sendable () -> [JSONSchema.Property], _ examples: @escaping @Sendable () -> [Example]
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.direction = direction
    self.members = members
    self.examples = examples
    topic = nil
    make = { _ in nil }
  }

  /// A notification that the connection receives.
  init(
    fromClient name: String, _ summary: String, details: String,
    _ members: @autoclosure @escaping @Sendable () -> [JSONSchema.Property],
    examples: @autoclosure @escaping @Sendable () -> [Example]
  ) {
    self.init(name, summary, details, .clientToServer, members, examples)
  }

  /// A notification that the connection itself sends.
  init(
    fromConnection name: String, _ summary: String, details: String,
    _ members: @autoclosure @escaping @Sendable () -> [JSONSchema.Property],
    examples: @autoclosure @escaping @Sendable () -> [Example]
  ) {
    self.init(name, summary, details, .serverToClient, members, examples)
  }
}
