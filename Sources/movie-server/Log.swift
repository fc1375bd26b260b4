import Platform

/// The log: lines for people who look for a fault. Silent by default, unless something needs a person.
struct Log: Sendable {
  enum Level: String, CaseIterable, Comparable {
    case off, error, info, debug

    static func < (left: Level, right: Level) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  private let level: Level
  private let descriptor: Int32

  /// - Throws: `UsageError` where the file cannot be written.
  init(level: Level, file: String?) throws(UsageError) {
    self.level = level
    guard let file else {
      descriptor = STDERR_FILENO
      return
    }
    descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UsageError(message: "the log file \(file) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
    guard level <= self.level else { return }
    writeText("movie-server: \(message())\n", to: descriptor)
  }
}

/// - Returns: what write(2) has failed with; 0 where all was written.
@discardableResult
func writeText(_ text: String, to descriptor: Int32) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
  }
  return 0
}

/// Writes what a subcommand is run for to stdout. Where that fails it ends the program: half of a file is no success.
func printText(_ text: String) {
  let code = writeText(text, to: STDOUT_FILENO)
  guard code != 0 else { return }
  // Who has read enough needs no word of it.
  if code != EPIPE { writeText("movie-server: cannot write: \(String(cString: strerror(code)))\n", to: STDERR_FILENO) }
  exit(1)
}
