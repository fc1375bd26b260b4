/// A lock for tasks, or a counting semaphore with more than one permit, which suspends instead of blocking. Waiting
/// tasks get it in the order of their calls, since a call takes its place before it first suspends.
public final class AsyncLock: Sendable {
  private let state: Mutex<(permits: Int, waiters: [SharedTask<Void>])>

  public init(permits: Int = 1) { state = Mutex((permits, [])) }

  /// Waits until the lock is free and takes it; every successful call needs an `unlock`. Throws `CancellationError`,
  /// without the lock, if the task is cancelled while it waits.
  public func lock() async throws {
    let waiter: SharedTask<Void>? = state.withLock { state in
      guard state.permits == 0 else {
        state.permits -= 1
        return nil
      }
      let waiter = SharedTask<Void>()
      state.waiters.append(waiter)
      return waiter
    }
    try await waiter?.value()
  }

  /// Passes the lock to the task that has waited longest, or frees it.
  public func unlock() {
    // A waiter that was cancelled is completed already. Tasks are resumed without the mutex, since they may run at once.
    while let waiter = dequeue(), !waiter.resolve(.success(())) {}
  }

  private func dequeue() -> SharedTask<Void>? {
    state.withLock { state in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.permits += 1
      return nil
    }
  }
}
