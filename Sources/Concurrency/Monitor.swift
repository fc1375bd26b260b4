import Platform

/// State that threads share, with its lock and its condition.
///
/// `Synchronization.Mutex` has no condition to wait on, and a thread that reads or writes a pipe has to wait for the
/// other side. Every access to the state goes through `withLock` or `wait`, and none begins within another: that would
/// wait for ever.
public final class Monitor<State>: @unchecked Sendable {
  // Unchecked: `state` is touched with `mutex` held only, and both pthread objects stay where they were allocated.
  //
  // The state is behind a pointer, and no access to it lasts across a wait: other threads change it meanwhile, which the
  // compiler takes to be impossible during an `inout` access.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let state: UnsafeMutablePointer<State>

  public init(_ state: sending State) {
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // Deadlines are on the monotonic clock: setting the machine's clock must not move them.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    state.deinitialize(count: 1)
    state.deallocate()
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` alone. Wakes nobody: whoever changes what others wait for calls `notify` after it.
  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state.pointee)
  }

  /// Wakes every thread that waits, to look at its condition again.
  public func notify() { pthread_cond_broadcast(condition) }

  /// Waits until `isReady` holds, then runs `body` under the same lock.
  public func wait<Result>(until isReady: (State) -> Bool, then body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state.pointee) { pthread_cond_wait(condition, mutex) }
    return body(&state.pointee)
  }

  /// Waits until `isReady` holds or the time is over, then runs `body` under the same lock; tells whether it holds.
  /// Without a time it waits for good.
  @discardableResult
  public func wait(
    milliseconds: Int?, until isReady: (State) -> Bool, then body: (inout State) -> Void = { _ in }
  ) -> Bool {
    guard let milliseconds else {
      wait(until: isReady, then: body)
      return true
    }
    pthread_mutex_lock(mutex)
    defer {
      body(&state.pointee)
      pthread_mutex_unlock(mutex)
    }
    let deadline = Self.now + Int64(milliseconds) * 1_000_000
    while !isReady(state.pointee) {
      let left = deadline - Self.now
      if left <= 0 { return false }
      #if canImport(Darwin)
        var span = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
        pthread_cond_timedwait_relative_np(condition, mutex, &span)
      #else
        var end = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &end)
      #endif
    }
    return true
  }

  /// Nanoseconds on the monotonic clock.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
