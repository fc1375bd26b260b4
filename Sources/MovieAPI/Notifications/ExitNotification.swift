/// `exit`: ends the process. The connection in `JSONRPC` acts on it.
enum ExitNotification {
  static let declaration = NotificationDeclaration(
    fromClient: "exit", "Ends the process: with status 0 after `shutdown`, else immediately with status 1.",
    details: "Requests in flight are finished first only if `shutdown` came before.", [],
    examples: [Example("Exit", [:])])
}
