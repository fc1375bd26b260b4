import JSON

/// The kind of a message and the request that it belongs to, for finding the transcript's line for it.
enum MessageKind: Hashable {
  case response(id: String)
  case notification(method: String, request: String?)
  case other

  init(_ message: JSON) {
    if let method = message["method"]?.string {
      self = .notification(method: method, request: message["params"]?["request"]?.jsonText)
    } else if let entries = message.array {
      self = .response(id: entries.map { $0["id"]?.jsonText ?? "" }.joined(separator: ","))
    } else if let id = message["id"] {
      self = .response(id: id.jsonText)
    } else {
      self = .other
    }
  }
}
