import Concurrency

/// Tells the client once that work has begun and once that it has ended, on every path; neither where the work is
/// over before the delay the client asked for.
final class Spinner: Sendable {
  private enum State {
    case idle
    case delayed(Task<Void, Never>)
    case shown
    case over
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

  func begin() {
    state.withLock { state in
      guard case .idle = state else { return }
      if delay > .zero {
        state = .delayed(
          Task { [self] in
            try? await clock.sleep(for: delay)
            show()
          })
      } else {
        state = push(.loading(loading)) ? .shown : .over
      }
    }
  }

  func end(_ outcome: Loading.Outcome) {
    state.withLock { state in
      switch state {
      case .delayed(let timer): timer.cancel()
      case .shown:
        var end = loading
        end.outcome = outcome
        _ = push(.loading(end))
      case .idle, .over: break
      }
      state = .over
    }
  }

  private func show() {
    state.withLock { state in
      guard case .delayed = state else { return }
      state = push(.loading(loading)) ? .shown : .over
    }
  }
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
