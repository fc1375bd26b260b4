import JSON

extension JSONSchema {
  /// The id of a request, which the server returns unchanged.
  static let requestID = types(["string", "number", "null"])
}
