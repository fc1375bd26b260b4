import JSON

/// `rpc.discover`: the contract, for programs.
enum Discover {
  static let method = Method(
    "rpc.discover", "Gives the OpenRPC document of all this; `movie-server schema` prints the same.",
    result: .shared(
      "OpenRPC", "An OpenRPC document.",
      [
        .required("openrpc", .string, "The version of the OpenRPC specification."),
        .required("info", .anyObject, "The name and the version of the protocol."),
        .required(
          "methods", .array(of: .anyObject), "Methods and notifications; those without a `result` are notifications."),
        .optional("components", .anyObject, "Schemas and errors that are referred to."),
        .required("x-reasons", .array(of: .anyObject), "Every reason of failure, with its code."),
      ]),
    examples: [
      Example(
        "The whole of it", [:],
        result: [
          "openrpc": "1.3.2", "info": OpenRPCDocument.info, "methods": [],
          "components": ["schemas": [:], "errors": [:]], "x-reasons": [],
        ], isAbridged: true)
    ]
  ) { _ in OpenRPCDocument() }
}
