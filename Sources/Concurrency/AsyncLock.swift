/// A lock for tasks, or a counting semaphore with more than one permit, which suspends instead of blocking. Waiting
/// tasks get it in the order of their calls, since a call takes its place before it first suspends.
public final class AsyncLock: Sendable {
  private struct State {
    var permits: Int
    var waiters: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var lastTicket = 0
  }

  private let state: Mutex<State>

  public init(permits: Int = 1) { state = Mutex(State(permits: permits)) }

  /// Waits until the lock is free and takes it; every successful call needs an `unlock`. Throws `CancellationError`,
  /// without the lock, if the task is cancelled while it waits.
  public func lock() async throws {
    let ticket: Int? = state.withLock { state in
      guard state.permits == 0 else {
        state.permits -= 1
        return nil
      }
      state.lastTicket += 1
      return state.lastTicket
    }
    guard let ticket else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isLocked = state.withLock { state in
          // `unlock` ran between the two critical sections and found no waiter to wake.
          guard state.permits == 0 else {
            state.permits -= 1
            return true
          }
          state.waiters.append((ticket, continuation))
          return false
        }
        if isLocked { continuation.resume() } else if Task.isCancelled { abandon(ticket) }
      }
    } onCancel: {
      abandon(ticket)
    }
  }

  /// Passes the lock to the task that has waited longest, or frees it.
  public func unlock() {
    let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard !state.waiters.isEmpty else {
        state.permits += 1
        return nil
      }
      return state.waiters.removeFirst().continuation
    }
    next?.resume()
  }

  private func abandon(_ ticket: Int) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.waiters.remove(at: index).continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}
