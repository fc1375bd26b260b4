/// Reads secret lines from stdin, without echo if it is a terminal. The echo is turned on again also when SIGINT,
/// SIGTERM or SIGHUP ends the program.
final class SecretInput {
  /// The terminal's attributes before; nil if stdin is no terminal.
  private let saved: termios?

  init() {
    var attributes = termios()
    saved = tcgetattr(STDIN_FILENO, &attributes) == 0 ? attributes : nil
    guard saved != nil else { return }
    Signals.handleTermination { [attributes] in
      // The shell must not receive half a key, which it would show.
      var attributes = attributes
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
      writeText("\n", to: STDERR_FILENO)
      _exit(130)
    }
    attributes.c_lflag &= ~tcflag_t(ECHO)
    // Discards what was typed before: it was echoed, so it is not a key.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// Turns the echo on again, and keeps what has been typed for the shell.
  func close() { if var saved { tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) } }

  /// Returns the next line, trimmed; nil at the end of the input. Only a terminal shows the prompt.
  func line(prompt: String) -> String? {
    if saved != nil { writeText(prompt, to: STDERR_FILENO) }
    defer { if saved != nil { writeText("\n", to: STDERR_FILENO) } }
    return readLine()?.trimmingASCIIWhitespace()
  }
}
