import JSON

/// A notification to the client. While it does not read, they wait as values, into which newer ones are folded: a slow
/// reader gets fewer, but never a wrong state.
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

  /// Combines it with a newer one of the same method and key; nil if that is impossible, and the newer one is dropped.
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
