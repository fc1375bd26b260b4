import Concurrency

/// A clock that advances only when a test says so.
public final class ManualClock: Clock {
  public struct Instant: InstantProtocol {
    public var offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, wakeUp: SharedTask<Void>)] = []
  }

  private let state = Observed(State())

  public init() {}

  public var now: Instant { state.value.now }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let wakeUp = SharedTask<Void>()
    let hasPassed = state.change { state in
      if deadline > state.now { state.sleepers.append((deadline, wakeUp)) }
      return deadline <= state.now
    }
    if hasPassed { return }
    defer { state.change { $0.sleepers.removeAll { $0.wakeUp === wakeUp } } }
    try await wakeUp.value()
  }

  /// Advances the clock, and wakes the tasks whose deadline has passed.
  public func advance(by duration: Duration) {
    let due = state.change { state in
      state.now = state.now.advanced(by: duration)
      return state.sleepers.filter { $0.deadline <= state.now }.map(\.wakeUp)
    }
    for wakeUp in due { wakeUp.resolve(.success(())) }
  }

  /// Waits until this number of tasks is asleep.
  public func sleepers(_ count: Int) async throws { try await state.wait { $0.sleepers.count == count } }

  public var sleeperCount: Int { state.value.sleepers.count }
}
