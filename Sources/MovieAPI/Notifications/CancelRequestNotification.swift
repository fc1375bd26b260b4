import JSON

/// `$/cancelRequest`: cancels a request. The connection in `JSONRPC` acts on it.
enum CancelRequestNotification {
  static let declaration = NotificationDeclaration(
    fromClient: "$/cancelRequest", "Cancels a request, which is still answered once; unknown ids are ignored.",
    [.init("id", isRequired: true, .requestID, "The id of the request, exactly as it was sent.")],
    examples: [Example("Cancel request 7", ["id": 7])])
}
