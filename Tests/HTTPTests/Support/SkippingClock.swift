import TestSupport

/// A clock on which a sleep returns at once and advances the time by its duration.
struct SkippingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleeps: [Duration] = []
  }

  private let state = Observed(State())

  var now: Instant { state.value.now }
  var minimumResolution: Duration { .zero }
  var sleeps: [Duration] { state.value.sleeps }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.change { state in
      state.sleeps.append(deadline.offset - state.now.offset)
      state.now = max(state.now, deadline)
    }
  }
}
