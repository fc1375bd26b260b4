import Concurrency
import Platform

/// Handles signals on a thread that waits for them, so that no code runs inside a signal handler.
enum Signals {
  /// Calls `handler` on a thread of its own at the first SIGTERM, SIGINT or SIGHUP; the second one ends the process at
  /// once. SIGPIPE and SIGXFSZ are ignored.
  ///
  /// Must be called before any other thread starts, so that all threads inherit the signal mask.
  static func handleTermination(_ handler: @escaping @Sendable () -> Void) {
    // write(2) reports a closed pipe and a file at its size limit.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var mask = signalSet([SIGTERM, SIGINT, SIGHUP])
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    startThread { [mask] in
      var mask = mask
      var number: Int32 = 0
      sigwait(&mask, &number)
      startThread(handler)
      sigwait(&mask, &number)
      _exit(128 + number)
    }
  }
}
