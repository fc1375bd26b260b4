/// `exit`: ends the process. The connection in `JSONRPC` acts on it.
enum ExitNotification {
  static let declaration = NotificationDeclaration(
    fromClient: "exit", "Ends the process: with status 0 after `shutdown`, else immediately with status 1.", [],
    examples: [Example("Exit", [:])])
}
