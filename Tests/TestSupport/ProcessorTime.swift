import Foundation

/// The processor time that a function takes on this thread. Other threads and programs lengthen it little, unlike the
/// time on a clock.
public func processorTime(of body: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try body()
  return now() - start
}
