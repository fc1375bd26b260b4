import Threads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for another process to be gone.
enum ParentWatch {
  /// Calls `onGone` when the process has ended, or is not there to begin with.
  static func follow(_ process: Int, onGone: @escaping @Sendable () -> Void) {
    startThread {
      wait(for: pid_t(truncatingIfNeeded: process))
      onGone()
    }
  }

  private static func wait(for process: pid_t) {
    #if canImport(Darwin)
      let queue = kqueue()
      var change = kevent(
        ident: UInt(process), filter: Int16(EVFILT_PROC), flags: UInt16(EV_ADD), fflags: NOTE_EXIT, data: 0, udata: nil)
      var event = kevent()
      // A process that is gone already makes the call fail at once.
      while kevent(queue, &change, 1, &event, 1, nil) < 0, errno == EINTR {}
      close(queue)
    #else
      // A descriptor of a process becomes readable when it ends (pidfd_open(2), Linux 5.3). The C library's wrapper is
      // younger than the kernels we run on, so it is looked up; without it, the process is asked after once a second.
      typealias Open = @convention(c) (pid_t, UInt32) -> Int32
      if let symbol = dlsym(nil, "pidfd_open") {
        let descriptor = unsafeBitCast(symbol, to: Open.self)(process, 0)
        if descriptor >= 0 {
          var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          while poll(&request, 1, -1) < 0, errno == EINTR {}
          close(descriptor)
          return
        }
        if errno == ESRCH { return }
      }
      while kill(process, 0) == 0 || errno == EPERM { sleep(1) }
    #endif
  }
}
