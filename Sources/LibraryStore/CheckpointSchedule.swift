/// The times at which the store's thread moves the contents of the log into the favorites
/// file: some seconds after the last change by this process. Nothing is planned while nothing changes.
struct CheckpointSchedule {
  /// Long enough not to disturb a user who stars one movie after the other.
  private static let delay = 2_000
  /// Another process that reads or writes at that moment prevents the checkpoint. After some attempts the next change,
  /// by whichever process, does it.
  private static let attempts = 6

  /// On the monotonic clock, in nanoseconds; nil if no checkpoint is planned.
  private var due: Int64?
  private var failures = 0

  /// Milliseconds until the next checkpoint; nil if none is planned.
  var delay: Int? { due.map { Int(max(0, ($0 - monotonicNanoseconds()) / 1_000_000)) } }

  /// Plans a checkpoint after a change, or moves a planned one.
  mutating func restart() {
    failures = 0
    plan(milliseconds: Self.delay)
  }

  var isDue: Bool { due.map { $0 <= monotonicNanoseconds() + 1_000_000 } ?? false }

  /// To be called after a checkpoint.
  mutating func finish(isComplete: Bool) {
    due = nil
    failures += 1
    if !isComplete, failures < Self.attempts { plan(milliseconds: Self.delay << failures) }
  }

  private mutating func plan(milliseconds: Int) { due = monotonicNanoseconds() + Int64(milliseconds) * 1_000_000 }
}
