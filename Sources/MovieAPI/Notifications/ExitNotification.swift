/// `exit`: ends the process. `MovieProtocol` makes the connection act on it.
enum ExitNotification {
  static let name = "exit"

  static let declaration = NotificationDeclaration(
    fromClient: name, "Ends the process: with status 0 after `shutdown`, else immediately with status 1.",
    details: "Requests in flight are finished first only if `shutdown` came before.", [],
    examples: [Example("Exit", [:])])
}
