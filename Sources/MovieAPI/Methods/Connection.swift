import JSON
import JSONRPC

// What the connection of `JSONRPC` does by itself, declared here with the rest of the contract.

/// `shutdown`: the last request of an orderly end.
enum Shutdown {
  static let method = Method(
    "shutdown", "Is answered when all accepted work is; requests behind it get `shuttingDown`.",
    result: .shared("Done", "Nothing but that it is done.", []),
    examples: [Example("The last request", [:], result: [:])],
    run: nil)
}

/// `exit`: the end of the process.
enum Exit {
  static let notification = NotificationDeclaration(
    "exit", "Ends the process: with status 0 after `shutdown`, else with 1 and without finishing.", .clientToServer, [],
    examples: [Example("The end", [:])])
}

/// `$/cancelRequest`: takes a request back.
enum CancelRequest {
  static let notification = NotificationDeclaration(
    "$/cancelRequest", "Takes a request back, which still gets its one answer; unknown ids are ignored.",
    .clientToServer, [.required("id", .requestID, "The request's id, exactly as it was sent.")],
    examples: [Example("Cancel request 7", ["id": 7])])
}

/// `resync`: the client has missed notifications.
enum Resynchronize {
  static let declaration = NotificationDeclaration(
    "resync", "Notifications of these topics were dropped, because the client did not read: ask for the present state.",
    .serverToClient,
    [.required("topics", .array(of: .oneOf(topics)), "What to ask anew.")],
    examples: [Example("Favorites have changed unseen", ["topics": ["favorites"]], needs: "a slow reader")])

  private static let topics = ["favorites", "loading", "session"]
}
