import Concurrency
import Foundation
import JSON
import Testing

/// Reads the messages of a pipe on its own thread, so that the process at the other end never waits for a test.
///
/// Messages are called lines, although header-framed ones are not.
final class LineReader: Sendable {
  struct Line {
    let text: String
    /// Nil if the line is not JSON.
    let json: JSON?
  }

  struct Contents {
    /// The lines not yet taken, in order of arrival.
    var lines: [Line] = []
    /// All lines that have arrived.
    var all: [Line] = []
    /// The bytes after the last complete message.
    var rest: [UInt8] = []
    var hasEnded = false
  }

  private let descriptor: Int32
  private let framing: Framing
  private let isStarted: Mutex<Bool>
  private let contents = Monitor(Contents())
  private let isClosed = Monitor(false)

  init(_ descriptor: Int32, framing: Framing = .lines, isStarted: Bool = true) {
    self.descriptor = descriptor
    self.framing = framing
    self.isStarted = Mutex(isStarted)
    if isStarted { Thread.detachNewThread { [self] in read() } }
  }

  var isRead: Bool { isStarted.withLock { $0 } }

  /// Starts reading, unless it has already started.
  func start() {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { Thread.detachNewThread { [self] in read() } }
  }

  /// Waits for bytes and returns them; empty at the end of the pipe. Only before `start` is called.
  func nextBytes(into chunk: UnsafeMutableRawBufferPointer) throws -> UnsafeMutableRawBufferPointer {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(PipedProcess.timeoutMilliseconds)) != 0 else {
        throw Failure("No output arrived in time.")
      }
      let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
      if count < 0, errno == EINTR { continue }
      return UnsafeMutableRawBufferPointer(rebasing: chunk[..<max(count, 0)])
    }
  }

  /// Waits until `take` returns a value from the lines so far; returns nil if the pipe ends first.
  ///
  /// - Parameter take: returns nil until it finds what it looks for, and removes from `lines` what it returns.
  func wait<Result>(for what: String, take: (inout Contents) -> Result?) throws -> Result? {
    var seen = -1
    while true {
      let found: (result: Result?, hasEnded: Bool) = contents.withLock { contents in
        seen = contents.all.count
        return (take(&contents), contents.hasEnded)
      }
      if let result = found.result { return result }
      if found.hasEnded { return nil }
      guard contents.wait(milliseconds: PipedProcess.timeoutMilliseconds, until: { $0.all.count > seen || $0.hasEnded })
      else {
        let last = contents.withLock { $0.all.suffix(5).map { String($0.text.prefix(300)) } }
        throw Failure("\(what) did not arrive in time. The last lines: \(last.joined(separator: "\n"))")
      }
    }
  }

  /// Waits for the end of the pipe and returns everything.
  func readToEnd() throws -> Contents {
    guard contents.wait(milliseconds: PipedProcess.timeoutMilliseconds, until: { $0.hasEnded }) else {
      throw Failure("The pipe did not end in time.")
    }
    return contents.withLock { $0 }
  }

  /// Closes this end. If the pipe is being read, the other end must be closed already: while a program that the process
  /// has left behind holds it, this end stays open, since a descriptor must not be closed under a thread that reads it.
  func close() {
    if isRead, !contents.wait(milliseconds: PipedProcess.timeoutMilliseconds, until: { $0.hasEnded }) {
      Issue.record("A program that outlived the process has its pipe open.")
      return
    }
    isClosed.withLock { isClosed in
      if !isClosed { Foundation.close(descriptor) }
      isClosed = true
    }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var rest: [UInt8] = []
    while true {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      rest += chunk.prefix(count)
      let parsed = framing.takeMessages(from: &rest).map { message in
        Line(text: String(decoding: message, as: UTF8.self), json: try? JSON.parse(message))
      }
      contents.withLock { contents in
        contents.lines += parsed
        contents.all += parsed
      }
      contents.notify()
    }
    contents.withLock { [rest] contents in
      contents.rest = rest
      contents.hasEnded = true
    }
    contents.notify()
  }
}
