/// A notification that the server sends because of an event of the session. `MethodTable.movies` lists them.
protocol ServerNotification: OutgoingNotification, JSONObject {
  associatedtype Cause: Event

  static var name: String { get }
  static var topic: String { get }
  static var declaration: NotificationDeclaration { get }

  init(_ event: Cause)

  /// Makes what is sent for an event: this notification, unless another one replaces it.
  static func make(_ event: Cause) -> any OutgoingNotification

  /// Whether it completes an earlier one, and the client must get it even if it has turned them off since.
  static func isOwed(_ event: Cause) -> Bool
}

extension ServerNotification {
  static func make(_ event: Cause) -> any OutgoingNotification { Self(event) }
  static func isOwed(_ event: Cause) -> Bool { false }

  static var topic: String { name }

  var method: String { Self.name }
  var topic: String { Self.topic }
  var foldKey: String { "" }

  /// To a client that does not read, only the latest state matters: the end of work replaces its start.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }

  var params: any JSONEncodable & Sendable { self }
}

struct NotificationDeclaration: Sendable {
  enum Direction: String, Sendable {
    case clientToServer = "client-to-server"
    case serverToClient = "server-to-client"
  }

  let name: String
  let summary: String
  let details: String
  let direction: Direction
  let members: @Sendable () -> [JSONSchema.Property]
  var topic: String?
  /// Makes the notification for an event, and tells whether it must be sent; nil if the event is of another kind.
  var make: @Sendable (any Event) -> (any OutgoingNotification, isOwed: Bool)? = { _ in nil }

  init<Notification: ServerNotification>(_: Notification.Type, _ summary: String, details: String) {
    self.init(Notification.name, .serverToClient, summary, details: details, Notification.properties)
    topic = Notification.topic
    make = { event in (event as? Notification.Cause).map { (Notification.make($0), Notification.isOwed($0)) } }
  }

  init(
    _ name: String, _ direction: Direction, _ summary: String, details: String,
    _ members: @autoclosure @escaping @Sendable () -> [JSONSchema.Property]
  ) {
    (self.name, self.direction, self.summary, self.details, self.members) = (name, direction, summary, details, members)
  }
}
