/// The type of a member that clients send: its schema, its reader, and its name in error messages.
@frozen
public struct JSONType<Value>: Sendable {
  public let schema: @Sendable () -> JSONSchema
  /// What a value must be, as in “must be a string”.
  public let expectation: @Sendable () -> String
  public let read: @Sendable (JSON) -> Value?
  public let isValid: @Sendable (Value) -> Bool

  @inlinable
  public init(
    _ schema: @autoclosure @escaping @Sendable () -> JSONSchema,
    _ expectation: @autoclosure @escaping @Sendable () -> String,
    isValid: @escaping @Sendable (Value) -> Bool = { _ in true }, read: @escaping @Sendable (JSON) -> Value?
  ) {
    (self.schema, self.expectation, self.read, self.isValid) = (schema, expectation, read, isValid)
  }
}

extension JSONType<String> {
  @inlinable
  public static var string: JSONType { JSONType(.string, "a string") { $0.string } }

  @inlinable
  public static var uri: JSONType { JSONType(.uri, "a string") { $0.string } }
}

extension JSONType<Int> {
  @inlinable
  public static var integer: JSONType { JSONType(.integer, "a whole number") { $0.int } }

  @inlinable
  public static var count: JSONType {
    JSONType(.count, "a whole number of at least 0", isValid: { $0 >= 0 }) { $0.int }
  }

  /// - Parameter range: an upper bound of `Int.max` means that there is none.
  public static func integer(in range: ClosedRange<Int>) -> JSONType {
    let (least, most) = (range.lowerBound, range.upperBound)
    let bounds = most == .max ? "of at least \(least)" : "\(least) to \(most)"
    return JSONType(.integer(in: range), "a whole number \(bounds)", isValid: range.contains) { $0.int }
  }
}

extension JSONType<[String]> {
  @inlinable
  public static var strings: JSONType {
    JSONType(.strings, "an array of strings") { json in
      guard let texts = json.array?.map(\.string), !texts.contains(nil) else { return nil }
      return texts.compactMap(\.self)
    }
  }
}
