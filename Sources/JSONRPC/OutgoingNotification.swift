import JSON

/// A notification that the server pushes.
///
/// While the client does not read, notifications wait as values, so that a newer one can be folded into an older one
/// that nobody has seen: a slow reader gets fewer notifications, never a wrong picture.
public protocol OutgoingNotification: Sendable {
  /// The JSON-RPC method, such as `favoritesChanged`.
  var method: String { get }

  /// Notifications of one method with equal keys can be folded.
  var foldKey: String { get }

  /// The name under which `resync` tells the client that notifications of this kind were lost.
  var topic: String { get }

  /// Writes `params`, which is one object.
  func encodeParams(to writer: inout JSONWriter)

  /// The one notification that stands for this one and the `newer` one behind it, which has the same method and key;
  /// nil where there is none, and the newer one has to be dropped.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)?
}

/// Tells the client that it has missed notifications and should ask for the present state of the named topics.
struct Resync: OutgoingNotification {
  var topics: [String]

  var method: String { "resync" }
  var foldKey: String { "" }
  var topic: String { "" }

  func encodeParams(to writer: inout JSONWriter) {
    writer.object { $0.member("topics", topics) }
  }

  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? { newer }
}

extension OutgoingNotification {
  func encodeMessage() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { message in
      message.member("jsonrpc", "2.0")
      message.member("method", method)
      message.name("params")
      encodeParams(to: &message)
    }
    return writer.bytes
  }
}
