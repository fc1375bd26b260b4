/// The result of reading from a stream of messages.
enum StreamEvent<Message> {
  case message(Message)
  /// Input that is not a message, with the reason.
  case malformed(String)
  case end
  case timeout
}

/// One end of a connection, for one thread. It reads while it writes, so that two writers cannot block each other.
final class MessageStream {
  private let input: Int32
  private let output: Int32
  private var reader = FrameReader(limit: 64 << 20)
  private var hasEnded = false
  /// The value of `errno` if an error other than the other side's leaving has stopped the output.
  private(set) var outputError: Int32?

  init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  var framing: Framing? { reader.framing }

  /// Writes a message, and returns false if the other side has closed its end or cannot be written to.
  func send(_ message: [UInt8], framing: Framing) -> Bool {
    var frame: [UInt8] = []
    framing.append(message, to: &frame)
    var rest = frame[...]
    while !rest.isEmpty {
      var requests = [
        pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: hasEnded ? -1 : input, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { return false }
      if requests[1].revents != 0 { readAvailable() }
      guard requests[0].revents != 0 else { continue }
      // A writable pipe accepts this much without blocking (POSIX, write(2)).
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, min($0.count, Int(PIPE_BUF))) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        if errno != EPIPE && errno != ECONNRESET { outputError = errno }
        return false
      }
    }
    return true
  }

  func next(milliseconds: Int?) -> StreamEvent<[UInt8]> {
    let deadline = milliseconds.map { PollDeadline(milliseconds: $0) }
    while true {
      if let event = reader.next(Self.event) { return event }
      if hasEnded { return reader.finish(Self.event) ?? .end }
      var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, deadline?.milliseconds ?? -1)
      if ready == 0 { return .timeout }
      if ready > 0 { readAvailable() }
    }
  }

  private static func event(_ frame: FrameReader.Frame, _ framing: Framing) -> StreamEvent<[UInt8]> {
    switch frame {
    case .message(let bytes): .message(Array(bytes))
    case .tooLong: .malformed("the message is longer than 64 MiB")
    case .malformed(let fault): .malformed(fault)
    }
  }

  private func readAvailable() {
    let count = reader.read { read(input, $0.baseAddress, $0.count) }
    if count == 0 || count < 0 && errno != EAGAIN { hasEnded = true }
  }
}

struct PollDeadline {
  private let nanoseconds: Int64

  init(milliseconds: Int) { nanoseconds = monotonicNanoseconds() + Int64(milliseconds) * 1_000_000 }

  /// The time that is left, for poll(2); never negative.
  var milliseconds: Int32 { Int32(clamping: max(0, (nanoseconds - monotonicNanoseconds() + 999_999) / 1_000_000)) }

  func wait() { while milliseconds > 0 { _ = poll(nil, 0, milliseconds) } }
}
