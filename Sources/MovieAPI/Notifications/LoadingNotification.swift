import JSON
import JSONRPC
import MovieCore

/// `loading`: work that a spinner may show has begun or ended.
struct LoadingNotification: OutgoingNotification {
  static let name = "loading"

  static let declaration = NotificationDeclaration(
    name, "Work that a spinner may show has begun or ended.", .serverToClient,
    [
      .optional("list", .string, "The list that it fills."),
      .required("kind", .oneOf(Loading.Kind.self), "What kind of work it is."),
      .optional("request", .requestID, "The id of the request that it is for."),
      .required("active", .boolean, "Whether it has begun, and not ended."),
      .optional("outcome", .oneOf(Loading.Outcome.self), "How it has ended; `empty` is nothing found."),
    ],
    examples: [
      Example("A spinner is shown", ["list": "search", "kind": "search", "request": 2, "active": true]),
      Example(
        "It is taken away",
        ["list": "search", "kind": "search", "request": 2, "active": false, "outcome": "ok"]),
    ])

  private let loading: Loading

  init(_ loading: Loading) { self.loading = loading }

  var method: String { Self.name }
  /// Not the request's id, which a notification has none of, and which a client may use again.
  var foldKey: String { String(loading.spinner) }
  var topic: String { Self.name }

  func encodeParams(to writer: inout JSONWriter) {
    writer.object { params in
      params.member("list", loading.list)
      params.member("kind", loading.kind.rawValue)
      if let request = loading.activity.id { params.member("request", request) }
      params.member("active", loading.outcome == nil)
      params.member("outcome", loading.outcome?.rawValue)
    }
  }

  /// The end stands for the beginning that nobody has seen.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}
