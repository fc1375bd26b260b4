import OperatingSystem

/// The diagnostic log. By default it contains only errors that need a person's attention.
struct Log: Sendable {
  enum Level: Int, CaseIterable {
    case off, error, info, debug

    static let names = allCases.map { "\($0)" }
  }

  private let level: Level
  private let descriptor: Int32

  init(level: Level, file: String?) throws(UsageError) {
    self.level = level
    guard let file else {
      descriptor = STDERR_FILENO
      return
    }
    do throws(FileError) {
      descriptor = try openForAppending(file)
    } catch { throw UsageError("cannot write the log file \(file): \(error.reason)") }
  }

  /// Writes a line with the time. A line that nobody reads is dropped: a full pipe must not stop the server.
  func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
    guard level.rawValue <= self.level.rawValue else { return }
    // A pipe that polls writable accepts PIPE_BUF bytes without blocking.
    let time = Timestamp.iso8601(Timestamp.now())
    let line = Array("\(time) movie-server: \(forTerminal(message()))".utf8)
      // The line end, and a cut character that is decoded as U+FFFD, must fit too.
      .prefix(Int(PIPE_BUF) - 4)
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return }
    writeText(String(decoding: line, as: UTF8.self) + "\n", to: descriptor)
  }

  func writer(_ level: Level) -> (@Sendable (String) -> Void)? {
    guard level.rawValue <= self.level.rawValue else { return nil }
    return { message in self(level, message) }
  }
}

/// Writes all of a text, and returns 0 or the error of write(2).
@discardableResult
func writeText(_ text: String, to descriptor: Int32) -> Int32 {
  do throws(WriteError) {
    try writeAll(Array(text.utf8), to: descriptor)
    return 0
  } catch { return error.code }
}

func report(_ text: String, keepsLines: Bool = false) {
  writeText("movie-server: \(forTerminal(text, keepsLines: keepsLines))\n", to: STDERR_FILENO)
}

/// Writes to stdout. If that fails the program exits with status 3: truncated output is not success. A reader that
/// closes the pipe has read enough, which is no error to report.
func printText(_ text: String, to descriptor: Int32 = STDOUT_FILENO, closedPipe: ExitStatus = .failure) {
  let code = writeText(text, to: descriptor)
  if code == EPIPE { exit(closedPipe.rawValue) }
  guard code != 0 else { return }
  report("cannot write: \(String(cString: strerror(code)))")
  exit(ExitStatus.failure.rawValue)
}
