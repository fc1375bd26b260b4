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

  /// The name by which `resync` reports that notifications of this kind were lost.
  var topic: String { get }

  /// About how much memory it takes, in bytes.
  var estimatedBytes: Int { get }

  /// Writes `params`, which is one object.
  func encodeParams(to writer: inout JSONWriter)

  /// Combines this notification with a newer one, which has the same method and key. Returns nil if they cannot be
  /// combined; the newer one is then dropped.
  func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)?
}

/// Reports that notifications were lost, so that the client requests the current state of these topics.
public struct Resync: OutgoingNotification {
  var topics: [String]

  /// - Parameter topics: those of the notifications that are not sent.
  public init(topics: [String]) { self.topics = topics }

  /// The name of the notification.
  public var method: String { "resync" }
  /// All of them can be folded.
  public var foldKey: String { "" }
  /// It is never lost itself.
  public var topic: String { "" }

  /// Writes the topics.
  public func encodeParams(to writer: inout JSONWriter) {
    writer.object { $0.member("topics", topics) }
  }

  /// Lists the topics of both.
  public func folded(with newer: any OutgoingNotification) -> (any OutgoingNotification)? {
    guard let newer = newer as? Resync else { return nil }
    return Resync(topics: topics + newer.topics.filter { !topics.contains($0) })
  }
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
