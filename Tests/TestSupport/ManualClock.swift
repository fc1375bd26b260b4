import Concurrency

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock {
  public struct Instant: InstantProtocol {
    public var offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, flight: SharedTask<Void>)] = []
  }

  private let state = Observed(State())

  public init() {}

  public var now: Instant { state.value.now }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let flight = SharedTask<Void>()
    let isOver = state.change { state in
      if deadline > state.now { state.sleepers.append((deadline, flight)) }
      return deadline <= state.now
    }
    if isOver { return }
    defer { state.change { $0.sleepers.removeAll { $0.flight === flight } } }
    try await flight.value()
  }

  /// Moves the time on and wakes whoever has slept long enough.
  public func advance(by duration: Duration) {
    let due = state.change { state in
      state.now = state.now.advanced(by: duration)
      return state.sleepers.filter { $0.deadline <= state.now }.map(\.flight)
    }
    for flight in due { flight.resolve(.success(())) }
  }

  /// Waits until that many tasks sleep.
  public func sleepers(_ count: Int) async throws { try await state.wait { $0.sleepers.count == count } }

  public var sleeperCount: Int { state.value.sleepers.count }
}
