import JSON

/// A request's id: a string, a number or null, kept as it came so that the answer echoes it to the byte.
public struct RequestID: Hashable, Sendable {
  public let json: JSON

  /// Nil where JSON-RPC 2.0 §4 allows no such id.
  public init?(_ json: JSON) {
    switch json {
    case .string, .number, .null: self.json = json
    case .bool, .array, .object: return nil
    }
  }

  private init(json: JSON) { self.json = json }

  /// What answers carry where no id could be read (JSON-RPC 2.0 §5).
  public static let null = RequestID(json: .null)

  public static func == (left: RequestID, right: RequestID) -> Bool {
    // Swift's strings are equal when they look equal (é in one scalar or in two); ids are when their text is.
    if case (.string(let left), .string(let right)) = (left.json, right.json) {
      return left.utf8.elementsEqual(right.utf8)
    }
    return left.json == right.json
  }
}
