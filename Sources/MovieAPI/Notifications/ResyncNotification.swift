import JSON

/// `resync`: notifications were dropped. The connection in `JSONRPC` sends it, with the topics of those notifications.
enum ResyncNotification {
  static let declaration = NotificationDeclaration(
    fromConnection: "resync",
    "Notifications of these topics were dropped because the client did not read: request the current state.",
    details: "It comes before any other message once the client reads again.",
    [.init("topics", isRequired: true, .array(of: .oneOf(MethodTable.topics)), "The topics to request again.")],
    examples: [Example("A favorites change was dropped", ["topics": ["favorites"]], needs: "a slow reader")])
}
