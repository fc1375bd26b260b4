#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// State that threads share, with its lock.
///
/// Used instead of `Synchronization.Mutex` because the thread sanitizer sees what a pthread mutex orders; of the
/// standard library's it sees nothing, and reports a race at every use. `Monitor` is for threads that also have to wait.
public struct Locked<State>: @unchecked Sendable {
  // Unchecked: the state is touched with the mutex held only. Both live in one heap object, so the mutex stays in place.
  private final class Storage: ManagedBuffer<State, pthread_mutex_t> {
    deinit {
      withUnsafeMutablePointerToElements { mutex in
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
      }
    }
  }

  private let storage: ManagedBuffer<State, pthread_mutex_t>

  public init(_ state: sending State) {
    storage = Storage.create(minimumCapacity: 1) { _ in state }
    storage.withUnsafeMutablePointerToElements { mutex in
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }
  }

  public func withLock<Result, Failure>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { state, mutex throws(Failure) in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
}
