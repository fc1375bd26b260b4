/// When to look for what others have committed.
///
/// The watch tells when another process writes its log, which is before the `fsync` that makes the commit one, and
/// nothing tells when the commit becomes visible. So every call is followed by looks after 1, 2, 4, … milliseconds,
/// for some seconds; then there is silence again. A look costs microseconds.
struct PollSchedule {
  private static let lastDelay = 4_096
  private static let blindDelay = 50
  private var nextDelay: Int?
  /// Nothing calls, since the system has given no watch: all that is left is to look all the time.
  var isBlind = false

  /// Milliseconds until the next look; nil for none.
  var delay: Int? { isBlind ? Self.blindDelay : nextDelay }

  /// Whether the last call is some time ago: a file that is removed is often one that is about to be replaced.
  var isLate: Bool { nextDelay ?? .max > 64 }

  mutating func start() { nextDelay = 1 }

  mutating func isDue() -> Bool {
    guard let delay else { return false }
    nextDelay = delay < Self.lastDelay ? delay * 2 : nil
    return true
  }
}
