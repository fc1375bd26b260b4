import CLinux
import Concurrency
import Platform

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
