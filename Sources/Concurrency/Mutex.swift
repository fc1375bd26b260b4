import Platform

/// A value that threads share, with its lock. Unlike those of `Synchronization.Mutex`, the thread sanitizer understands
/// pthread mutexes. `Monitor` is for threads that also have to wait.
public final class Mutex<State>: @unchecked Sendable {
  // Unchecked: the state is touched only with the lock held, and stays where it was allocated. A `ManagedBuffer` would
  // cost every start the time for a generic subclass of each state.
  let lock = PthreadMutex()
  let state: UnsafeMutablePointer<State>

  public init(_ state: sending State) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
  }

  deinit {
    lock.destroy()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Runs `body` with the lock held. Locking the same state again inside `body` is a deadlock.
  public func withLock<Result: ~Copyable, Failure>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state.pointee)
  }
}

/// A pthread mutex at a fixed address, which its owner destroys. Without type parameters, so it is shared at no cost.
struct PthreadMutex {
  let pointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    pointer.initialize(to: pthread_mutex_t())
    pthread_mutex_init(pointer, nil)
  }

  func lock() { pthread_mutex_lock(pointer) }

  func unlock() { pthread_mutex_unlock(pointer) }

  func destroy() {
    pthread_mutex_destroy(pointer)
    pointer.deallocate()
  }
}
