/// The continuous clock, whose sleepers one thread of this program wakes; `ThreadPoolExecutor` says why.
public struct SystemClock: Clock {
  public init() {}

  public var now: ContinuousClock.Instant { .now }
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Returns at the deadline, or up to a millisecond later. Throws `ThreadError` if the system provides no thread.
  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
    try await Timers.shared.sleep(until: deadline)
  }
}

/// Sleeping tasks, and the thread that wakes them. The first one starts it.
private final class Timers: Sendable {
  private struct Sleeper: Sendable {
    var deadline: ContinuousClock.Instant
    var wakeUp: SharedTask<Void>
  }

  private struct State {
    var sleepers: [Sleeper] = []
    var hasThread = false

    /// The index of the first sleeper with this deadline or a later one. Searched from the end, where most new ones belong.
    func index(of deadline: ContinuousClock.Instant) -> Int {
      sleepers.lastIndex { $0.deadline < deadline }.map { $0 + 1 } ?? 0
    }
  }

  static let shared = Timers()

  /// The thread looks again after this time, so that no deadline is too far in the future for the system.
  private static let longestWait = Duration.seconds(3_600)

  private let state = Monitor(State())

  func sleep(until deadline: ContinuousClock.Instant) async throws {
    try Task.checkCancellation()
    guard deadline > .now else { return }
    let wakeUp = SharedTask<Void>()
    try add(Sleeper(deadline: deadline, wakeUp: wakeUp))
    defer { state.withLock { $0.sleepers.removeAll { $0.wakeUp === wakeUp } } }
    try await wakeUp.value()
  }

  private func add(_ sleeper: Sleeper) throws(ThreadError) {
    let (isFirst, needsThread) = state.withLock { state in
      let index = state.index(of: sleeper.deadline)
      state.sleepers.insert(sleeper, at: index)
      defer { state.hasThread = true }
      return (index == 0, !state.hasThread)
    }
    if needsThread {
      do throws(ThreadError) {
        try startThread { [self] in
          while true { wakeDue() }
        }
      } catch {
        let others = state.withLock { state in
          defer { (state.sleepers, state.hasThread) = ([], false) }
          return state.sleepers
        }
        // Those that came meanwhile would not be woken either.
        for other in others { other.wakeUp.fail(error) }
      }
    } else if isFirst {
      state.notify()
    }
  }

  /// Waits for the first deadline, or for a sleeper with an earlier one, and wakes those that are due.
  private func wakeDue() {
    let first = state.withLock { $0.sleepers.first?.deadline }
    let milliseconds = first.map { Int((min($0 - .now, Self.longestWait) / .milliseconds(1)).rounded(.up)) }
    state.wait(milliseconds: milliseconds) { state in state.sleepers.first.map { $0.deadline != first } ?? false }
    let due = state.withLock { state in
      let end = state.index(of: .now)
      defer { state.sleepers.removeFirst(end) }
      return state.sleepers.prefix(end)
    }
    for sleeper in due { sleeper.wakeUp.resolve(.success(())) }
  }
}
