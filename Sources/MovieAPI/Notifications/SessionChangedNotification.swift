import JSON
import JSONRPC
import MovieCore

/// `sessionChanged`: somebody has logged in or out at a catalog.
struct SessionChangedNotification: OutgoingNotification {
  static let name = "sessionChanged"

  static let declaration = NotificationDeclaration(
    name, "Somebody has logged in or out at a catalog.", .serverToClient, AccountResult.members,
    examples: [Example("A login is complete", AccountResult.example, needs: "a login at tmdb")])

  private let result: AccountResult

  init(catalog: String, _ state: AccountState) { result = AccountResult(catalog: catalog, state: state) }

  var method: String { Self.name }
  /// The latest of a catalog is all that counts.
  var foldKey: String { result.catalog }
  var topic: String { "session" }

  func encodeParams(to writer: inout JSONWriter) { result.encode(to: &writer) }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}
