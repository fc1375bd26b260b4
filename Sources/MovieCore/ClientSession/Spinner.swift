import Platform

/// Pushes one event when work begins and one when it ends, however it ends. Pushes neither if the work ends before the
/// delay that the client asked for.
final class Spinner: Sendable {
  private enum Phase {
    case idle
    /// The work has begun; the timer will push the beginning.
    case delayed(timer: Task<Void, Never>)
    /// The client has been sent the beginning.
    case begun
    case ended
  }

  private struct State {
    var phase = Phase.idle
    var loading: Loading
    /// When the progress was last pushed, in nanoseconds.
    var reported = monotonicNanoseconds()
  }

  /// The time between two events that tell the progress, in nanoseconds. Short work has none but its beginning and end.
  private static let reportInterval: Int64 = 250_000_000

  private let delay: Duration
  private let clock: any Clock<Duration>
  private let push: @Sendable (any Event) -> Bool
  private let state: Mutex<State>

  init(_ loading: Loading, delay: Duration, clock: any Clock<Duration>, push: @escaping @Sendable (any Event) -> Bool) {
    state = Mutex(State(loading: loading))
    (self.delay, self.clock, self.push) = (delay, clock, push)
  }

  /// Pushes the beginning, now or after the delay. Does nothing after the first call.
  func begin() {
    state.withLock { state in
      guard case .idle = state.phase else { return }
      state.phase = delay > .zero ? .delayed(timer: timer()) : pushBeginning(state.loading)
    }
  }

  /// Tells how much of the work is done, from now on in every event. A smaller number than before is ignored.
  func report(done: Int, of total: Int) {
    state.withLock { state in
      guard done >= state.loading.progress?.done ?? 0 else { return }
      state.loading.progress = Loading.Progress(done: done, total: total)
      let now = monotonicNanoseconds()
      guard case .begun = state.phase, now >= state.reported + Self.reportInterval else { return }
      state.reported = now
      _ = push(state.loading)
    }
  }

  /// Pushes the end if the beginning was sent; otherwise cancels the timer.
  func end(_ outcome: Loading.Outcome) {
    state.withLock { state in
      switch state.phase {
      case .delayed(let timer): timer.cancel()
      case .begun:
        var end = state.loading
        end.outcome = outcome
        _ = push(end)
      case .idle, .ended: break
      }
      state.phase = .ended
    }
  }

  private func timer() -> Task<Void, Never> {
    Task(executorPreference: ThreadPoolExecutor.shared) { [self] in
      try? await clock.sleep(for: delay)
      state.withLock { state in
        if case .delayed = state.phase { state.phase = pushBeginning(state.loading) }
      }
    }
  }

  /// - Returns: `ended` if the client does not want the event.
  private func pushBeginning(_ loading: Loading) -> Phase { push(loading) ? .begun : .ended }
}

extension Loading.Outcome {
  init(_ error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled
    case let error as MovieError where error.reason == .superseded: self = .superseded
    default: self = .error
    }
  }
}
