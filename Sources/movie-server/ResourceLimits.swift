import Platform

/// The limits that the process sets for itself. Its children inherit them.
enum ResourceLimits {
  /// Keeps keys and logins out of core dumps: the system writes none of this process; where a program receives core
  /// dumps, it gets one without the memory.
  ///
  /// Rejected: PR_SET_DUMPABLE. It would also hide `/proc/PID` from the user and from debuggers.
  static func disableCoreDumps() {
    change(RLIMIT_CORE) { $0.rlim_cur = 0 }
    #if os(Linux)
      // The kernel ignores the limit if it pipes the dump to a program. The filter names the kinds of memory that a dump
      // contains (core(5)): none.
      let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
      guard filter >= 0 else { return }
      _ = write(filter, "0", 1)
      close(filter)
    #endif
  }

  /// More open files than the server ever needs: less than a hundred, for connections, watches and databases.
  private static let descriptors: rlim_t = 1_024

  /// Raises a low limit of open files as far as the system allows. Without descriptors requests fail, and libdispatch
  /// ends the process when it needs one.
  static func raiseDescriptorLimit() {
    change(RLIMIT_NOFILE) { $0.rlim_cur = max($0.rlim_cur, min($0.rlim_max, descriptors)) }
  }

  #if os(Linux)
    private typealias Resource = __rlimit_resource
  #else
    private typealias Resource = Int32
  #endif

  private static func change(_ resource: Resource, _ body: (inout rlimit) -> Void) {
    #if os(Linux)
      let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    body(&limit)
    setrlimit(resource, &limit)
  }
}
