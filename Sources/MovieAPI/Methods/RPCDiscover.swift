import JSON

/// `rpc.discover`: the description of the protocol for programs.
enum RPCDiscover {
  static let method = Method(
    "rpc.discover", "Returns the OpenRPC document of this protocol, as `movie-server schema` prints it.",
    details: "Any tool that reads OpenRPC can make a client from it."
  ) { call in
    try await call.context.reserve()
    return OpenRPCDocument(call.service.methods)
  }
}

extension OpenRPCDocument: JSONResult {
  /// A shallow schema: OpenRPC publishes the full one.
  public static var schema: JSONSchema {
    .shared(
      "OpenRPC", "An OpenRPC document.",
      [
        .init("openrpc", isRequired: true, .string, "The version of the OpenRPC specification."),
        .init("info", isRequired: true, .anyObject, "The name and the version of the protocol."),
        .init("externalDocs", isRequired: true, .anyObject, "The URL of the base protocol's specification."),
        .init(
          "methods", isRequired: true, .array(of: .anyObject),
          "The methods and notifications; those without a `result` are notifications."),
        .init("components", isRequired: false, .anyObject, "The shared schemas and errors."),
        .init("x-reasons", isRequired: true, .array(of: .anyObject), "All error reasons with their codes."),
      ])
  }
}
