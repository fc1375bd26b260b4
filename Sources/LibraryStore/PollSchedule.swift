/// The schedule of the store's thread for checking the file for changes by other processes.
///
/// The folder watch reports when another process writes to its log, which happens before the `fsync` that commits the
/// transaction, and nothing reports when the commit becomes visible. So every report is followed by checks after 1, 2,
/// 4, … milliseconds, for several seconds; then they stop until the next report. A check costs microseconds.
struct PollSchedule {
  // All delays are in milliseconds.
  private static let lastDelay = 4_096
  /// Between checks if the system provides no file watch.
  static let delayWithoutWatch = 50
  /// The same while there is no file that can be used either.
  static let delayWithoutWatchAndFile = 1_000
  /// Between attempts to open a file that another process keeps locked.
  static let delayWhileLockedOut = 500
  private static let settledDelay = 64
  private var nextDelay: Int?
  /// Set while nothing reports what the store waits for. The file is then polled all the time.
  var fixedDelay: Int?

  /// Milliseconds until the next check; nil if none is planned.
  var delay: Int? { fixedDelay ?? nextDelay }

  /// Whether the last report is some time ago. A file that was just removed is often about to be replaced.
  var isSettled: Bool { nextDelay ?? .max > Self.settledDelay }

  /// Starts the series of checks again, after a report.
  mutating func restart() { nextDelay = 1 }

  /// Plans the next check; to be called when `delay` is over.
  ///
  /// - Returns: whether a check is due now.
  mutating func isDue() -> Bool {
    guard let delay else { return false }
    nextDelay = delay < Self.lastDelay ? delay * 2 : nil
    return true
  }
}
