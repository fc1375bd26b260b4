import Concurrency
import Platform

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
