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

/// Seconds since 1970 of a time in UTC. A day or a second beyond the last one counts on.
public func secondsSince1970(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int {
  var parts = tm()
  (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
  (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
  return Int(timegm(&parts))
}

/// The abbreviations of the months' names.
public let englishMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
