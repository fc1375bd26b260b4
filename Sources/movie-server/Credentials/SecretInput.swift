import Concurrency
import Platform

/// Reads secret lines from stdin, without echo if it is a terminal.
///
/// The echo is turned on again however the program ends. A thread waits for the blocked signals, because this code
/// could not run inside a signal handler. A stop (`^Z`) is delayed until the line has been read.
final class SecretInput {
  private let saved: Mutex<termios?>
  private var buffer: [UInt8] = []

  private static let lineBytes = 64 << 10

  init() {
    var attributes = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &attributes) == 0
    saved = Mutex(isTerminal ? attributes : nil)
    guard isTerminal else { return }
    var signals = signalSet([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP])
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    sigdelset(&signals, SIGTSTP)
    do throws(ThreadError) {
      try startThread { [saved, signals] in
        var signals = signals
        var number: Int32 = 0
        sigwait(&signals, &number)
        // The shell must not receive half a key, which it would show.
        Self.restore(saved, TCSAFLUSH)
        writeText("\n", to: STDERR_FILENO)
        // Terminates by the signal, as a shell expects of an interrupted program.
        signal(number, SIG_DFL)
        var mask = signalSet([number])
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        kill(getpid(), number)
      }
    } catch {
      // Nothing could turn the echo on again after a signal.
      report("\(error)")
      exit(1)
    }
    var silent = attributes
    silent.c_lflag &= ~tcflag_t(ECHO)
    // Discards what was typed before: it was echoed, so it is not a key.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
  }

  /// Turns the echo on again. Nothing may be read afterwards.
  func close() {
    // Keeps what has been typed for the shell.
    guard Self.restore(saved, TCSADRAIN) else { return }
    var mask = signalSet([SIGTSTP])
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Returns the next line without the white space around it; nil at the end of the input.
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

  /// Restores the terminal's attributes. Returns false if it had been done before, or stdin is not a terminal.
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
