import Platform

/// Keeps keys and logins out of core dumps.
enum CoreDumps {
  /// Makes the system write no core dump of this process and its children; where a program receives core dumps, it gets
  /// one without the memory.
  ///
  /// Rejected: PR_SET_DUMPABLE. It would also hide `/proc/PID` from the user and from debuggers.
  static func disable() {
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
      let resource = RLIMIT_CORE
    #endif
    var limit = rlimit()
    if getrlimit(resource, &limit) == 0 {
      limit.rlim_cur = 0
      setrlimit(resource, &limit)
    }
    #if os(Linux)
      // The kernel ignores the limit if it pipes the dump to a program. The filter names the kinds of memory that a dump
      // contains (core(5)): none.
      let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
      guard filter >= 0 else { return }
      _ = write(filter, "0", 1)
      close(filter)
    #endif
  }
}
