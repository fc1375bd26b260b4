import JSON

/// `$/cancelRequest`: cancels a request. `MovieProtocol` makes the connection act on it.
enum CancelRequestNotification {
  static let name = "$/cancelRequest"

  static let declaration = NotificationDeclaration(
    fromClient: name, "Cancels a request, which is still answered once; unknown ids are ignored.",
    details: "The request's result is still sent if it was complete already, and otherwise the error `cancelled`.",
    [.init("id", isRequired: true, .requestID, "The id of the request, exactly as it was sent.")],
    examples: [Example("Cancel request 7", ["id": 7])])
}
