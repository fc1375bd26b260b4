enum ClientNotifications {
  static let exit = NotificationDeclaration(
    "exit", .clientToServer, "Ends the process: with status 0 after `shutdown`, else immediately with status 1.",
    details: "Requests in flight are finished first only if `shutdown` came before.", [])

  static let cancelRequest = NotificationDeclaration(
    "$/cancelRequest", .clientToServer, "Cancels a request, which is still answered once; unknown ids are ignored.",
    details: "The request's result is still sent if it was complete already, and otherwise the error `cancelled`.",
    [.init("id", isRequired: true, .requestID, "The id of the request, exactly as it was sent.")])
}

/// `resync`, which the connection sends for dropped notifications, and `Notifier` instead of a change that is too
/// large.
struct Resync: OutgoingNotification {
  static let name = "resync"

  static func declaration(topics: [String]) -> NotificationDeclaration {
    NotificationDeclaration(
      name, .serverToClient,
      "Notifications of these topics were dropped because they would be too much to send: request the current state.",
      details: "To a client that did not read, it comes before any other message.",
      [
        .init(
          "topics", isRequired: true, .array(of: JSONSchema.oneOf(topics).named("ResyncTopic")),
          "The topics to request again.")
      ])
  }

  var topics: [String]

  var method: String { Self.name }
  var foldKey: String { "" }
  /// It is never lost itself.
  var topic: String { "" }

  var params: any JSONEncodable & Sendable { JSON.object([.init("topics", .array(topics.map { .string($0) }))]) }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? {
    guard let newer = newer as? Resync else { return nil }
    return Resync(topics: topics + newer.topics.filter { !topics.contains($0) })
  }
}
