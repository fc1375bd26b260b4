struct LoadingNotification: ServerNotification {
  static let name = "loading"

  static let declaration = NotificationDeclaration(
    Self.self, "Work for which a client may show a spinner has started or ended.",
    details: "Every start is followed by one end, which comes before the response to the request.")

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.optional("list", .string, "The name of the list that is loading.") { $0.cause.list }
    field.required("kind", .oneOf(Loading.Kind.self), "The kind of work.") { $0.cause.kind.rawValue }
    field.optional("request", .requestID, "The id of the request that causes the work.") { $0.cause.request }
    field.required("active", .boolean, "Whether the work is in progress.") { $0.cause.outcome == nil }
    field.optional("done", .count, "The number of films that are done, in an import.") { $0.cause.progress?.done }
    field.optional("total", .count, "The number of films of the import.") { $0.cause.progress?.total }
    field.optional("outcome", .oneOf(Loading.Outcome.self), "The outcome; `empty` means that nothing was found.") {
      $0.cause.outcome?.rawValue
    }
  }

  private let cause: Loading

  init(_ loading: Loading) { cause = loading }

  /// The session reports an end only if the start was sent.
  static func isOwed(_ loading: Loading) -> Bool { loading.outcome != nil }

  /// Not the request's id: a notification has none, and a client may reuse one.
  var foldKey: String { String(cause.spinner) }
}

struct SessionChangedNotification: ServerNotification {
  static let name = "sessionChanged"
  static let topic = "session"

  static let declaration = NotificationDeclaration(
    Self.self, "A user has logged in or out at a catalog.",
    details: "Logins by other processes on the same data folder are reported too.")

  static func fields(_ field: inout some FieldVisitor<Self>) { field.include { $0.cause } }

  private let cause: SessionChange

  init(_ change: SessionChange) { cause = change }

  var foldKey: String { cause.catalog }
}

struct SyncChangedNotification: ServerNotification {
  static let name = "syncChanged"
  static let topic = "sync"

  static let declaration = NotificationDeclaration(
    Self.self, "The state of the synchronization with other machines has changed.",
    details:
      "It has the members of the result of `syncStatus`. A process that leaves the connection to another one of its data folder sends none."
  )

  static func fields(_ field: inout some FieldVisitor<Self>) { field.include { $0.cause } }

  private let cause: ReplicationStatus

  init(_ status: ReplicationStatus) { cause = status }
}
