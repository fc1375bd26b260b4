import Platform

/// A value that threads share, with its lock and a condition: a thread that reads or writes a pipe has to wait for the
/// other side. Starting one access inside another is a deadlock.
public final class Monitor<State>: @unchecked Sendable {
  // Unchecked, as a mutex is. No access to the state lasts across a wait, which the compiler would take for exclusive.
  private let mutex: Mutex<State>
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init(_ state: sending State) {
    mutex = Mutex(state)
    condition.initialize(to: pthread_cond_t())
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
    condition.deallocate()
  }

  /// Runs `body` with the lock held. It wakes no thread: call `notify` after a change that others wait for.
  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try mutex.withLock(body) }

  /// Wakes every waiting thread, so that it checks its condition again.
  public func notify() { pthread_cond_broadcast(condition) }

  /// Wakes one of several threads that all wait for the same.
  public func notifyOne() { pthread_cond_signal(condition) }

  /// Waits until `isReady` holds, then runs `body` under the same lock.
  public func wait<Result>(until isReady: (State) -> Bool, then body: (inout State) -> Result) -> Result {
    mutex.lock.lock()
    defer { mutex.lock.unlock() }
    while !isReady(mutex.state.pointee) { pthread_cond_wait(condition, mutex.lock.pointer) }
    return body(&mutex.state.pointee)
  }

  /// Waits until `isReady` holds or the time is over, runs `body` in either case, and returns whether it holds.
  @discardableResult
  public func wait(
    milliseconds: Int?, until isReady: (State) -> Bool, then body: (inout State) -> Void = { _ in }
  ) -> Bool {
    guard let milliseconds else {
      wait(until: isReady, then: body)
      return true
    }
    mutex.lock.lock()
    defer {
      body(&mutex.state.pointee)
      mutex.lock.unlock()
    }
    let deadline = monotonicNanoseconds() + Int64(milliseconds) * 1_000_000
    while !isReady(mutex.state.pointee) {
      let remaining = deadline - monotonicNanoseconds()
      if remaining <= 0 { return false }
      #if canImport(Darwin)
        var timeout = timespec(tv_sec: Int(remaining / 1_000_000_000), tv_nsec: Int(remaining % 1_000_000_000))
        pthread_cond_timedwait_relative_np(condition, mutex.lock.pointer, &timeout)
      #else
        var end = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex.lock.pointer, &end)
      #endif
    }
    return true
  }

  /// Waits until `isReady` holds. Gives up when `progress` has not changed for the given time, in milliseconds.
  public func wait(stallMilliseconds: Int, progress: (State) -> Int, until isReady: (State) -> Bool) {
    var before: Int
    repeat {
      before = withLock { progress($0) }
      wait(milliseconds: stallMilliseconds) { isReady($0) || progress($0) != before }
    } while withLock { !isReady($0) && progress($0) != before }
  }
}
