import Foundation
import TestSupport

/// A process whose stdin, stdout and stderr are a terminal that the test types on.
final class TerminalProcess {
  let id: pid_t
  /// The master side, which stands for the person.
  private let keyboard: Int32
  /// The slave side, kept open to read the terminal's modes afterwards.
  private let screen: Int32
  private var status: PipedProcess.Status?
  /// Everything that the terminal has displayed.
  private(set) var shown = ""

  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    var (keyboard, screen): (Int32, Int32) = (-1, -1)
    guard openpty(&keyboard, &screen, nil, nil, nil) == 0 else { throw Failure("Cannot open a terminal.") }
    (self.keyboard, self.screen) = (keyboard, screen)
    for descriptor in [keyboard, screen] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Shells treat a terminal without a width as a dumb one.
    var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    id = try Spawning.spawn(path, arguments, environment: environment, standard: [screen, screen, screen])
  }

  deinit {
    if status == nil {
      kill(id, SIGKILL)
      var code: Int32 = 0
      waitpid(id, &code, 0)
    }
    close(keyboard)
    close(screen)
  }

  var echoes: Bool {
    var attributes = termios()
    tcgetattr(screen, &attributes)
    return attributes.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure("Cannot write to the terminal.") }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the terminal displays a text after the previous match, and returns everything up to there.
  @discardableResult
  func wait(for text: String) throws -> String {
    while true {
      if let range = unread.range(of: text) {
        defer { unread = String(unread[range.upperBound...]) }
        return String(unread[..<range.upperBound])
      }
      var request = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(PipedProcess.timeoutMilliseconds)) > 0 else {
        throw Failure("The terminal does not show \(text): \(shown.suffix(600).debugDescription)")
      }
      takeOutput()
    }
  }

  private var unread = ""

  private func takeOutput() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = read(keyboard, &chunk, chunk.count), count > 0 {
      let text = String(decoding: chunk.prefix(count), as: UTF8.self)
      shown += text
      unread += text
    }
  }

  func signal(_ number: Int32) { kill(id, number) }

  func waitForExit() throws -> PipedProcess.Status {
    // A timer kills a child that does not exit, and the test then fails.
    let watchdog = DispatchSource.makeTimerSource()
    watchdog.schedule(deadline: .now() + .milliseconds(PipedProcess.timeoutMilliseconds))
    watchdog.setEventHandler { [id] in kill(id, SIGKILL) }
    watchdog.activate()
    defer { watchdog.cancel() }
    var code: Int32 = 0
    while case let child = waitpid(id, &code, WNOHANG), child != id {
      guard child == 0 || errno == EINTR else { throw Failure("The process \(id) is gone.") }
      // A terminal holds only so much output that nobody has read.
      var request = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 10)
      takeOutput()
    }
    takeOutput()
    let status: PipedProcess.Status =
      code & 0x7F == 0 ? .exited((code >> 8) & 0xFF) : .killed(signal: code & 0x7F)
    self.status = status
    return status
  }
}
