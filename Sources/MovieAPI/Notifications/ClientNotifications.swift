import JSON

/// The notifications that a client sends. `MovieProtocol` makes the connection act on them.
enum ClientNotifications {
  static let exit = NotificationDeclaration(
    "exit", .clientToServer, "Ends the process: with status 0 after `shutdown`, else immediately with status 1.",
    details: "Requests in flight are finished first only if `shutdown` came before.", [])

  static let cancelRequest = NotificationDeclaration(
    "$/cancelRequest", .clientToServer, "Cancels a request, which is still answered once; unknown ids are ignored.",
    details: "The request's result is still sent if it was complete already, and otherwise the error `cancelled`.",
    [.init("id", isRequired: true, .requestID, "The id of the request, exactly as it was sent.")])
}
