import Concurrency

/// Pushes one event when work begins and one when it ends, however it ends. Pushes neither if the work ends before the
/// delay that the client asked for.
final class Spinner: Sendable {
  private enum State {
    case idle
    /// The work has begun; the timer will push the beginning.
    case delayed(timer: Task<Void, Never>)
    /// The client has been sent the beginning.
    case begun
    case ended
  }

  private let loading: Loading
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let push: @Sendable (Event) -> Bool
  private let state = Mutex(State.idle)

  init(
    _ loading: Loading, delay: Duration, clock: any Clock<Duration>, push: @escaping @Sendable (Event) -> Bool
  ) {
    self.loading = loading
    self.delay = delay
    self.clock = clock
    self.push = push
  }

  /// Pushes the beginning, now or after the delay. Does nothing after the first call.
  func begin() {
    state.withLock { state in
      guard case .idle = state else { return }
      state = delay > .zero ? .delayed(timer: timer()) : pushBeginning()
    }
  }

  /// Pushes the end if the beginning was sent; otherwise cancels the timer.
  func end(_ outcome: Loading.Outcome) {
    state.withLock { state in
      switch state {
      case .delayed(let timer): timer.cancel()
      case .begun:
        var end = loading
        end.outcome = outcome
        _ = push(.loading(end))
      case .idle, .ended: break
      }
      state = .ended
    }
  }

  private func timer() -> Task<Void, Never> {
    Task(executorPreference: ThreadPoolExecutor.shared) { [self] in
      try? await clock.sleep(for: delay)
      state.withLock { state in
        if case .delayed = state { state = pushBeginning() }
      }
    }
  }

  /// - Returns: `ended` if the client does not want the event.
  private func pushBeginning() -> State { push(.loading(loading)) ? .begun : .ended }
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
