import JSON

extension JSONSchema {
  static let requestID = types(["string", "number", "null"])
}
