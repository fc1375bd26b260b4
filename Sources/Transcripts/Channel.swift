import JSONRPC
import Platform

/// One end of a conversation, for one thread: while it writes it takes in what comes, so that two that both write much
/// before they read do not wait for each other for good.
final class Channel {
  enum Incoming {
    case message([UInt8])
    /// What no message can be cut from; says why.
    case faulty(String)
    case end
    /// Nothing within the time.
    case silence
  }

  private let input: Int32
  private let output: Int32
  private var reader: FrameReader
  private var hasEnded = false

  /// - Parameter limit: the longest message, in bytes.
  init(input: Int32, output: Int32, limit: Int = 64 << 20) {
    self.input = input
    self.output = output
    reader = FrameReader(limit: limit)
  }

  /// What the other side speaks, once it has spoken.
  var framing: Framing? { reader.framing }

  /// Writes a message; false when the other side does not read any more.
  func send(_ message: some Collection<UInt8>, framing: Framing) -> Bool {
    let frame =
      switch framing {
      case .lines: Array(message) + [UInt8(ascii: "\n")]
      case .headers: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + Array(message)
      }
    var rest = frame[...]
    while !rest.isEmpty {
      var requests = [
        pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: hasEnded ? -1 : input, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { return false }
      if requests[1].revents != 0 { takeIn() }
      guard requests[0].revents != 0 else { continue }
      // What a pipe takes without blocking once it polls writable (POSIX, write(2)).
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        return false
      }
    }
    return true
  }

  /// The next message.
  ///
  /// - Parameter milliseconds: how long to wait for it; nil for as long as it takes.
  func next(milliseconds: Int?) -> Incoming {
    let deadline = milliseconds.map { Deadline(milliseconds: $0) }
    while true {
      if let incoming = reader.next(Self.incoming) { return incoming }
      if hasEnded { return reader.finish(Self.incoming) ?? .end }
      var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, deadline?.milliseconds ?? -1)
      if ready == 0 { return .silence }
      if ready > 0 { takeIn() }
    }
  }

  private static func incoming(_ frame: FrameReader.Frame, _ framing: Framing) -> Incoming {
    switch frame {
    case .message(let bytes): .message(Array(bytes))
    case .tooLong: .faulty("the message is longer than anything that makes sense")
    case .malformed(let fault): .faulty(fault)
    }
  }

  private func takeIn() {
    let count = reader.read { read(input, $0.baseAddress, $0.count) }
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { hasEnded = true }
  }
}

/// A time to come, on the monotonic clock.
struct Deadline {
  private let nanoseconds: Int64

  init(milliseconds: Int) { nanoseconds = monotonicNanoseconds() + Int64(milliseconds) * 1_000_000 }

  /// What is left until then, for poll(2); at least 0.
  var milliseconds: Int32 { Int32(clamping: max(0, (nanoseconds - monotonicNanoseconds() + 999_999) / 1_000_000)) }

  /// Waits until then.
  func wait() { while milliseconds > 0 { _ = poll(nil, 0, milliseconds) } }
}
