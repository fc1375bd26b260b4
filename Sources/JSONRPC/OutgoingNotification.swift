import JSON

/// A notification from the server to the client.
///
/// While the client does not read, notifications wait as values, so that a newer one can be folded into an older one
/// that has not been sent. A slow reader gets fewer notifications, but never a wrong state.
public protocol OutgoingNotification: Sendable {
  /// The JSON-RPC method, such as `favoritesChanged`.
  var method: String { get }

  /// Notifications with the same method and key can be folded.
  var foldKey: String { get }

  /// The name by which `WireProtocol.lossNotice` reports that notifications of this kind were lost.
  var topic: String { get }

  /// About how much memory it takes, in bytes.
  var estimatedBytes: Int { get }

  /// Writes `params`, which is one object.
  func encodeParams(to writer: inout JSONWriter)

  /// Combines this notification with a newer one, which has the same method and key. Returns nil if they cannot be
  /// combined; the newer one is then dropped.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)?
}

extension OutgoingNotification {
  public var estimatedBytes: Int { 256 }

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
