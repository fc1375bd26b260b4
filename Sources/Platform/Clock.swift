public func time(of clock: clockid_t) -> timespec {
  var time = timespec()
  clock_gettime(clock, &time)
  return time
}

/// Nanoseconds on the monotonic clock, which setting the machine's clock does not move.
public func monotonicNanoseconds() -> Int64 {
  let time = time(of: CLOCK_MONOTONIC)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
