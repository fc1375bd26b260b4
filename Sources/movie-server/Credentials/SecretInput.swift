import Concurrency
import Platform

/// Reads lines from stdin that must not be seen: from a terminal they are not echoed.
///
/// However the program is ended meanwhile, the terminal echoes again afterwards: the signals are blocked and waited for
/// by a thread of its own, since no code may run inside a signal handler. A stop (`^Z`) waits until the line is read.
final class SecretInput {
  private let saved: Mutex<termios?>
  private var buffer: [UInt8] = []

  private static let lineBytes = 64 << 10

  init() {
    var attributes = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &attributes) == 0
    saved = Mutex(isTerminal ? attributes : nil)
    guard isTerminal else { return }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    sigdelset(&signals, SIGTSTP)
    startThread { [saved, signals] in
      var signals = signals
      var number: Int32 = 0
      sigwait(&signals, &number)
      // Half a key must not be left to the shell, which would show it.
      Self.restore(saved, TCSAFLUSH)
      writeText("\n", to: STDERR_FILENO)
      // Ends as a shell expects it of a program that was interrupted.
      signal(number, SIG_DFL)
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, number)
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      kill(getpid(), number)
    }
    var silent = attributes
    silent.c_lflag &= ~tcflag_t(ECHO)
    // What was typed ahead was seen, and is no key.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
  }

  /// Ends the silence. Nothing may be read afterwards.
  func close() {
    // What is typed for the shell that comes next is kept.
    guard Self.restore(saved, TCSADRAIN) else { return }
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// The next line without its end and the white space around it; nil at the end of the input.
  ///
  /// - Parameter prompt: shown on stderr, to a person only.
  func line(prompt: String) -> String? {
    let isTerminal = saved.withLock { $0 != nil }
    if isTerminal { writeText(prompt, to: STDERR_FILENO) }
    defer { if isTerminal { writeText("\n", to: STDERR_FILENO) } }
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self).trimmingASCIIWhitespace()
      }
      let count = buffer.count < Self.lineBytes ? read(STDIN_FILENO, &chunk, chunk.count) : 0
      if count > 0 {
        buffer += chunk.prefix(count)
      } else if count == 0 || errno != EINTR {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self).trimmingASCIIWhitespace()
      }
    }
  }

  /// Tells whether there was something to restore.
  @discardableResult
  private static func restore(_ saved: Mutex<termios?>, _ action: Int32) -> Bool {
    saved.withLock { saved in
      guard var attributes = saved else { return false }
      tcsetattr(STDIN_FILENO, action, &attributes)
      saved = nil
      return true
    }
  }
}
