import JSON

/// `shutdown`: the last request before `exit`. `MovieProtocol` makes the connection answer it.
enum Shutdown {
  static let method = Method(
    answeredByConnection: "shutdown",
    "Waits until all accepted requests are answered; later requests fail with `shuttingDown`.",
    details: "Send the notification `exit` after it.",
    result: .shared("Done", "An empty result.", []))
}
