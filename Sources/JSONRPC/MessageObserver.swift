/// Observes every message in order, for recordings. Locks are held, so it must not wait and must not send.
public protocol MessageObserver: Sendable {
  func received(_ frame: FrameReader.Frame)

  /// A message has been queued for output, without its framing. It may still be lost if the client leaves.
  func sent(_ message: [UInt8])

  /// The input has ended, and requests that have been open until then are answered next.
  func inputEnded()
}
