import JSON

extension JSONSchema {
  /// 0.5 to 10 in steps of 0.5.
  static let userRating = number(from: .number("0.5"), to: 10, step: .number("0.5"))

  /// The id of a request, which the server returns unchanged.
  static let requestID = types(["string", "number", "null"])
}
