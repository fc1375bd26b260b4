import JSON

/// `resync`: notifications were dropped. The connection in `JSONRPC` sends it, with the topics of those notifications, and
/// `Notifier` sends it instead of a change that is too large for one message.
enum ResyncNotification {
  static let declaration = NotificationDeclaration(
    fromConnection: "resync",
    "Notifications of these topics were dropped because they would be too much to send: request the current state.",
    details: "To a client that did not read, it comes before any other message.",
    [.init("topics", isRequired: true, .array(of: .oneOf(MethodTable.topics)), "The topics to request again.")],
    examples: [Example("A favorites change was dropped", ["topics": ["favorites"]], needs: "a slow reader")])
}
