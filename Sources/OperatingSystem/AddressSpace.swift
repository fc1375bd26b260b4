import Platform

/// The addresses that the process may use, which `ulimit -v` limits.
public enum AddressSpace {
  /// The number of bytes that the process may still map; nil if there is no limit.
  public static var room: Int? {
    #if os(Linux)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else {
        return nil
      }
      // The first number of statm(5) is the size in pages.
      guard let text = try? readFile("/proc/self/statm", maximumBytes: 1_024) else { return nil }
      let pages = text.prefix { $0.isASCIIDigit }.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      return Int(limit.rlim_cur) - pages * sysconf(Int32(_SC_PAGESIZE))
    #else
      return nil
    #endif
  }
}
