import Concurrency
import Foundation
import JSON

/// Reads the messages of a pipe on a thread of its own, so that the process at the other end never waits for a test.
///
/// They are called lines, which they are but for those framed by headers.
final class LineReader: Sendable {
  struct Line {
    let text: String
    /// Nil where the line is no JSON.
    let json: JSON?
  }

  struct Contents {
    /// In the order in which they came, without those that were taken.
    var lines: [Line] = []
    /// Every line that ever came.
    var all: [Line] = []
    /// What came behind the last message's end.
    var rest: [UInt8] = []
    var isOver = false
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
    if isStarted { startThread { [self] in read() } }
  }

  var isRead: Bool { isStarted.withLock { $0 } }

  /// Begins to read where nobody has read yet.
  func start() {
    let isFirst = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return !isStarted
    }
    if isFirst { startThread { [self] in read() } }
  }

  /// Waits for bytes and gives them as they are; empty at the end of the pipe. Only where nobody has started to read.
  func nextBytes(into chunk: UnsafeMutableRawBufferPointer) throws -> UnsafeMutableRawBufferPointer {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(ChildProcess.patience)) != 0 else { throw Failure("No output has come.") }
      let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
      if count < 0, errno == EINTR { continue }
      return UnsafeMutableRawBufferPointer(rebasing: chunk[..<max(count, 0)])
    }
  }

  /// Takes what `take` finds among the lines that came, and waits for it; nil when the pipe ends before.
  ///
  /// - Parameter take: gives nil while what it looks for has not come; removes from `lines` what it gives.
  func wait<Result>(for what: String, take: (inout Contents) -> Result?) throws -> Result? {
    var seen = -1
    while true {
      let found: (result: Result?, isOver: Bool) = contents.withLock { contents in
        seen = contents.all.count
        return (take(&contents), contents.isOver)
      }
      if let result = found.result { return result }
      if found.isOver { return nil }
      guard contents.wait(milliseconds: ChildProcess.patience, until: { $0.all.count > seen || $0.isOver }) else {
        let last = contents.withLock { $0.all.suffix(5).map { String($0.text.prefix(300)) } }
        throw Failure("\(what) has not come. The last lines: \(last.joined(separator: "\n"))")
      }
    }
  }

  /// Everything up to the end of the pipe.
  func readToEnd() throws -> Contents {
    guard contents.wait(milliseconds: ChildProcess.patience, until: { $0.isOver }) else {
      throw Failure("The pipe stays open.")
    }
    return contents.withLock { $0 }
  }

  /// Closes this end. Where the pipe is being read it must have ended at the other end.
  func close() {
    if isRead { contents.wait(until: { $0.isOver }) { _ in } }
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
      contents.isOver = true
    }
    contents.notify()
  }
}
