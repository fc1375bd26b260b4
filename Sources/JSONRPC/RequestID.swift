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
}
