import JSON
import JSONRPC
import MovieCore

/// `syncChanged`: the state of the synchronization with other machines has changed.
struct SyncChangedNotification: ServerNotification {
  static let name = "syncChanged"
  static let topic = "sync"

  static let declaration = NotificationDeclaration(
    Self.self, "The state of the synchronization with other machines has changed.",
    details:
      "It has the members of the result of `syncStatus`. A process that leaves the connection to another one of its data folder sends none."
  )

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.status }
  }

  private let status: ReplicationStatus

  init(_ status: ReplicationStatus) { self.status = status }

  /// Only the latest state matters.
  var foldKey: String { "" }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}
