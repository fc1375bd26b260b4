/// Sees what passes between client and server, in its order; for recordings.
///
/// Called on the way of every message, under the locks of the connection: must not wait, and must not send.
public protocol MessageObserver: Sendable {
  /// Something has come, and is dealt with next.
  func received(_ frame: FrameReader.Frame)

  /// A message, without its frame, goes out behind those before it. It may still be lost when the client leaves.
  func sent(_ message: [UInt8])
}
