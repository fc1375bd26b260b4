import JSON

/// The id of a request: a string, a number or null. It is kept unchanged, so that the response echoes it exactly.
public struct RequestID: Hashable, Sendable {
  /// The value as the client wrote it: a string, a number or null.
  public let json: JSON

  /// Nil if JSON-RPC 2.0 (section 4) does not allow the value as an id.
  public init?(_ json: JSON) {
    switch json {
    case .string, .illFormedString, .number, .null: self.json = json
    case .bool, .array, .object: return nil
    }
  }

  private init(json: JSON) { self.json = json }

  init(number: Int) { json = .integer(number) }

  /// The id in the first bytes of a message that is too long; null if they have no complete one.
  init(messageHead head: UnsafeRawBufferPointer) {
    let id = JSON.leadingMembers(of: head).last { $0.name == "id" }
    self = id.flatMap { RequestID($0.value) } ?? .null
  }

  /// The id of a response to a request whose id could not be read (JSON-RPC 2.0, section 5).
  public static let null = RequestID(json: .null)
}
