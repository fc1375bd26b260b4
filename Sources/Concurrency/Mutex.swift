import Platform

/// State that threads share, with its lock.
///
/// Used instead of `Synchronization.Mutex` because the thread sanitizer sees what a pthread mutex orders; of the
/// standard library's it sees nothing, and reports a race at every use. `Monitor` is for threads that also have to wait.
public final class Mutex<State>: @unchecked Sendable {
  // Unchecked: the state is touched with the mutex held only, and both stay where they were allocated. Not a
  // `ManagedBuffer`, which keeps them in one block: a generic subclass takes the runtime long to make for each state,
  // at every start.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let state: UnsafeMutablePointer<State>

  public init(_ state: sending State) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    state.deinitialize(count: 1)
    state.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` alone. Within it the same state must not be locked again: that waits for ever.
  public func withLock<Result, Failure>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state.pointee)
  }
}
