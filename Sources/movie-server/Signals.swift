import Concurrency
import Platform

/// Signals, taken by one thread that waits for them: no code runs inside a signal handler.
enum Signals {
  private static let ending = [SIGTERM, SIGINT, SIGHUP]

  /// Must be called before any other thread is started, so that all of them inherit the mask.
  ///
  /// - Parameter onEnd: called for the first of SIGTERM, SIGINT and SIGHUP, on a thread of its own. The second ends
  ///   the process at once.
  static func take(onEnd: @escaping @Sendable () -> Void) {
    // A closed pipe and a file that may not grow are told by write(2).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in ending { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    startThread { [mask] in
      var mask = mask
      var number: Int32 = 0
      sigwait(&mask, &number)
      startThread(onEnd)
      sigwait(&mask, &number)
      _exit(128 + number)
    }
  }
}
