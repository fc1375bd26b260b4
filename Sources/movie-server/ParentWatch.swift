import CLinux
import Concurrency
import Platform

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
      let descriptor = linux_pidfd_open(process)
      if descriptor >= 0 {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, -1) < 0, errno == EINTR {}
        close(descriptor)
        return
      }
      if errno == ESRCH { return }
      // A kernel without pidfd_open: the process is asked after once a second.
      while kill(process, 0) == 0 || errno == EPERM { sleep(1) }
    #endif
  }
}
