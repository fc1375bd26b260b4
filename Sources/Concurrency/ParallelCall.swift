/// A function that runs on a thread of its own, or at once if the system refuses one.
public final class ParallelCall<Value: Sendable>: Sendable {
  private let result = Monitor<Value?>(nil)

  public init(_ body: @escaping @Sendable () -> Value) {
    do throws(ThreadError) {
      try startThread { [result] in
        let value = body()
        result.withLock { $0 = value }
        result.notify()
      }
    } catch {
      let value = body()
      result.withLock { $0 = value }
    }
  }

  /// Waits for the end of the function and moves its value out. It can be called once.
  public func join() -> Value {
    result.wait {
      $0 != nil
    } then: {
      // Moved, so that the caller can change a large value in its place. It was set, or the wait would go on.
      $0.take().unsafelyUnwrapped
    }
  }
}
