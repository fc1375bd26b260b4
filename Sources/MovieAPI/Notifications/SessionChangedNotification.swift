import JSON
import JSONRPC
import MovieCore

/// `sessionChanged`: a user has logged in or out.
struct SessionChangedNotification: ServerNotification {
  static let name = "sessionChanged"
  static let topic = "session"

  static let declaration = NotificationDeclaration(
    Self.self, "A user has logged in or out at a catalog.",
    details: "Logins by other processes on the same data folder are reported too.")

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.account }
  }

  private let account: AccountResult

  init(_ change: SessionChange) { account = AccountResult(catalog: change.catalog, state: change.state) }

  /// Only the latest state of a catalog matters.
  var foldKey: String { account.catalog }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}
