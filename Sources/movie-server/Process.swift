import CLinux

/// Handles signals on a thread that waits for them, so that no code runs inside a signal handler.
enum Signals {
  /// Calls `handler` on its own thread at the first SIGTERM, SIGINT or SIGHUP; the second one ends the process at
  /// once. SIGPIPE and SIGXFSZ are ignored. If the system provides no thread for this, the process ends with status 1.
  ///
  /// Must be called before any other thread starts, so that all threads inherit the signal mask.
  static func handleTermination(_ handler: @escaping @Sendable () -> Void) {
    // write(2) reports a closed pipe and a file at its size limit.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var mask = signalSet([SIGTERM, SIGINT, SIGHUP])
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    do throws(ThreadError) {
      try startThread { [mask] in wait(for: mask, handler) }
    } catch {
      report("\(error)")
      exit(1)
    }
  }

  private static func wait(for mask: sigset_t, _ handler: @escaping @Sendable () -> Void) {
    var mask = mask
    var number: Int32 = 0
    sigwait(&mask, &number)
    do throws(ThreadError) {
      try startThread(handler)
    } catch {
      // Without a second thread, the system's own action ends the process at the second signal.
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      handler()
    }
    sigwait(&mask, &number)
    _exit(128 + number)
  }
}

enum ParentProcessMonitor {
  /// Calls `onExit` on its own thread when the process has exited, or at once if it does not exist.
  static func watch(_ process: Int, onExit: @escaping @Sendable () -> Void) throws(ThreadError) {
    try startThread {
      waitForExit(of: pid_t(truncatingIfNeeded: process))
      onExit()
    }
  }

  private static func waitForExit(of process: pid_t) {
    #if canImport(Darwin)
      let queue = kqueue()
      var change = kevent(
        ident: UInt(process), filter: Int16(EVFILT_PROC), flags: UInt16(EV_ADD), fflags: NOTE_EXIT, data: 0, udata: nil)
      var event = kevent()
      // Fails at once if the process has already exited.
      while kevent(queue, &change, 1, &event, 1, nil) < 0, errno == EINTR {}
      close(queue)
    #else
      let descriptor = linux_pidfd_open(process)
      if descriptor >= 0 {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, -1) < 0, errno == EINTR {}
        close(descriptor)
        return
      }
      if errno == ESRCH { return }
      // The kernel has no pidfd_open, so poll once a second.
      while kill(process, 0) == 0 || errno == EPERM { sleep(1) }
    #endif
  }
}

enum ResourceLimits {
  /// Keeps keys and logins out of core dumps. PR_SET_DUMPABLE would also hide `/proc/PID` from the user and debuggers.
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

enum StandardStreams {
  /// Opens `/dev/null` for those that are closed, before anything else opens a file, which would get the number of
  /// stderr, and log lines.
  static func openMissing() {
    // stdout can then not be written, because output that goes nowhere is not success.
    let flags = [STDIN_FILENO: O_RDONLY, STDOUT_FILENO: O_RDONLY, STDERR_FILENO: O_WRONLY]
    for (descriptor, flags) in flags.sorted(by: { $0.key < $1.key }) where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = open("/dev/null", flags)
    }
  }

  /// Returns a descriptor for the client's messages, and sends all else on stdout, such as a stray print, to stderr.
  static func reserveOutput() throws(UsageError) -> Int32 {
    let isWritable = fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
    let output = isWritable ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : -1
    guard output >= 0 else { throw UsageError("stdout is closed, or cannot be written") }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return output
  }
}
