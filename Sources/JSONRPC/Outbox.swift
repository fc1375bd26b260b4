import Concurrency
import Platform

/// The output queue of a connection. Every message passes through it, complete and in order; a sender never waits for
/// the client.
///
/// If the pipe has room, the sending thread writes the message itself, which saves two thread switches in the common
/// case. A writer thread writes the rest. A message passes through these stages, in this order:
///
/// 1. `waiting`: while there is so much unread output that the client must be slow. Responses keep their order and are
///    never dropped; notifications are folded (see `OutgoingNotification`). If one has to be dropped, the next message
///    is a `resync`.
/// 2. `ready`: bytes to write next.
/// 3. `handedOver`: with the writer thread, which may be blocked in `write(2)`.
///
/// Rejected: O_NONBLOCK on stdout. The flag belongs to the open file description, which may be shared with the parent
/// process and its terminal.
final class Outbox: Sendable {
  private struct State {
    var framing = Framing.lines
    var ready: [UInt8] = []
    /// The number of bytes of `ready` that are written already.
    var written = 0
    /// The number of bytes that the writer thread has still to write.
    var handedOver = 0
    /// The number of successful writes of the writer thread. While it grows, the client is reading.
    var writes = 0
    var waiting = WaitingMessages()
    var corks = 0
    var hasThread = false
    /// Whether the writer thread owns the descriptor.
    var isThreadWriting = false
    /// Whether the client will send nothing more.
    var isInputEnding = false
    /// Whether output has stopped: the client has closed its end, or this process is about to end.
    var isClosed = false
    /// The error of write(2) that has stopped the output, unless the client has closed its end.
    var error: Int32?

    var unsentBytes: Int { ready.count - written + handedOver + waiting.byteCount }
  }

  private let descriptor: Int32
  private let limit: Int
  private let observer: (any MessageObserver)?
  /// Called once, on a thread of its own, when the client has closed its end or cannot be written to.
  private let onClosed: @Sendable () -> Void
  private let monitor = Monitor(State())

  /// Above this size a sending thread leaves the bytes to the writer thread: one large write is better than many small
  /// ones.
  private static let directBytes = 32 << 10
  /// How long a sender without a writer thread waits for a client that does not read.
  private static let stallMilliseconds: Int32 = 5_000
  /// The largest write of the writer thread. `write` returns only when all of it is written, and only then is it known
  /// that the client reads.
  private static let writeBytes = 64 << 10
  /// The unsent output from which on messages wait as values: a quarter of the limit, so that a script that writes many
  /// requests before it reads still gets every notification.
  private let foldingBytes: Int
  #if os(Linux)
    /// The capacity of the pipe; -1 if the descriptor is not a pipe.
    private let pipeCapacity: Int
  #endif

  /// - Parameter limit: the number of unsent bytes from which on `isFull` is true.
  init(
    descriptor: Int32, limit: Int, observer: (any MessageObserver)? = nil, onClosed: @escaping @Sendable () -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.observer = observer
    self.onClosed = onClosed
    foldingBytes = limit / 4
    #if os(Linux)
      // F_GETPIPE_SZ (Linux 2.6.35), which Swift does not import from the C library.
      pipeCapacity = Int(fcntl(descriptor, 1_032))
    #endif
  }

  var framing: Framing {
    get { monitor.withLock { $0.framing } }
    set { monitor.withLock { $0.framing = newValue } }
  }

  // MARK: Sending

  /// Sends a response, which is never dropped.
  func send(_ message: [UInt8]) {
    monitor.withLock { state in
      guard !state.isClosed else { return }
      if mustWait(state) {
        state.waiting.append(message)
      } else {
        append(message, to: &state)
      }
      pump(&state)
    }
  }

  func send(_ notification: any OutgoingNotification) {
    monitor.withLock { state in
      guard !state.isClosed else { return }
      if mustWait(state) {
        state.waiting.append(notification)
      } else {
        append(notification.encodeMessage(), to: &state)
      }
      pump(&state)
    }
  }

  /// Delays small writes until `uncork`, so that the responses to all requests of one read leave in one write.
  func cork() { monitor.withLock { $0.corks += 1 } }

  func uncork() {
    monitor.withLock { state in
      state.corks -= 1
      pump(&state)
    }
  }

  /// The value of `errno` if an error other than the client's leaving has stopped the output.
  var error: Int32? { monitor.withLock { $0.error } }

  // MARK: Waiting

  /// Whether the reader must wait.
  var isFull: Bool { monitor.withLock { isFull($0) } }

  private func isFull(_ state: State) -> Bool {
    !state.isClosed && !state.isInputEnding && state.unsentBytes >= limit
  }

  /// Waits until the unsent output is below the limit.
  func waitForRoom() { monitor.wait(until: { !isFull($0) }) { _ in } }

  /// Ends `waitForRoom` for good, because the client sends nothing more: only little input can follow, and its end must
  /// be read.
  func stopWaitingForRoom() {
    monitor.withLock { $0.isInputEnding = true }
    monitor.notify()
  }

  /// Waits until everything is written. Gives up when the client has read nothing for this time.
  func flush(milliseconds: Int) {
    monitor.withLock { pump(&$0) }
    monitor.wait(stallMilliseconds: milliseconds, progress: \.writes) { $0.isClosed || $0.unsentBytes == 0 }
  }

  /// Waits until everything is written, at most for this time, and then stops the output: the process may end at any
  /// time after this, in the middle of a message that another thread had started to write.
  func finish(milliseconds: Int) {
    monitor.wait(milliseconds: milliseconds) {
      $0.isClosed || $0.unsentBytes == 0
    } then: {
      $0.isClosed = true
    }
  }

  // MARK: Writing

  private func mustWait(_ state: State) -> Bool {
    !state.waiting.isEmpty || state.unsentBytes > foldingBytes && state.isThreadWriting
  }

  private func append(_ message: [UInt8], to state: inout State) {
    observer?.sent(message)
    state.framing.append(message, to: &state.ready)
  }

  /// Writes as much as the pipe accepts without blocking and hands the rest to the writer thread.
  private func pump(_ state: inout State) {
    guard !state.isThreadWriting, !state.isClosed else { return }
    guard state.corks == 0 || state.ready.count > Self.directBytes else { return }
    while state.written < state.ready.count {
      let left = state.ready.count - state.written
      let room = left <= Self.directBytes ? room() : 0
      guard room > 0 else { return handOver(&state) }
      let count = state.ready.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + state.written, min(left, room))
      }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { return close(&state, errno) }
        if errno == EAGAIN { return handOver(&state) }
      } else {
        state.written += count
      }
    }
    state.ready.removeAll(keepingCapacity: state.ready.capacity <= 4 * Self.directBytes)
    state.written = 0
    // A `flush` may be waiting for output that another thread had corked.
    monitor.notify()
  }

  /// A number of bytes that the client's pipe accepts without blocking.
  private func room() -> Int {
    #if os(Linux)
      // One write for a whole page wakes the client once, and not once per PIPE_BUF.
      var unread: Int32 = 0
      if pipeCapacity > 0, ioctl(descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 { return pipeCapacity }
    #endif
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // An error or a hang-up polls writable as well; the write then reports it.
    guard poll(&request, 1, 0) > 0 else { return 0 }
    // A pipe that polls writable accepts PIPE_BUF bytes without blocking (POSIX, write(2)).
    return Int(PIPE_BUF)
  }

  private func handOver(_ state: inout State) {
    if !state.hasThread {
      do throws(ThreadError) {
        try startThread { [self] in writeForever() }
        state.hasThread = true
      } catch {
        return writeWithoutThread(&state)
      }
    }
    state.isThreadWriting = true
    monitor.notify()
  }

  /// Writes on the sender's thread, and waits for the client with the lock held, which delays all other senders. What
  /// the client has not read after a while waits for the next message or `flush`.
  private func writeWithoutThread(_ state: inout State) {
    while state.written < state.ready.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, Self.stallMilliseconds) > 0 else { break }
      let count = state.ready.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress! + state.written, min(state.ready.count - state.written, Int(PIPE_BUF)))
      }
      if count >= 0 {
        state.written += count
        state.writes += 1
      } else if errno != EINTR, errno != EAGAIN {
        return close(&state)
      }
    }
    state.ready.removeFirst(state.written)
    state.written = 0
    monitor.notify()
  }

  private func writeForever() {
    while true {
      let chunk: ArraySlice<UInt8> = monitor.wait(until: { $0.isThreadWriting }) { state in
        if state.written == state.ready.count, !state.waiting.isEmpty {
          state.ready.removeAll(keepingCapacity: true)
          state.written = 0
          for message in state.waiting.dequeue(bytes: 64 << 10) { append(message, to: &state) }
        }
        let chunk = state.ready[state.written...]
        state.handedOver = chunk.count
        state.ready = []
        state.written = 0
        return chunk
      }
      guard writeAll(chunk) else { return }
      monitor.withLock { state in
        state.handedOver = 0
        if state.ready.isEmpty && state.waiting.isEmpty { state.isThreadWriting = false }
        monitor.notify()
      }
    }
  }

  /// Writes all bytes, and waits for a slow client without limit. Returns false if the client is gone.
  private func writeAll(_ chunk: ArraySlice<UInt8>) -> Bool {
    var rest = chunk
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress!, min($0.count, Self.writeBytes)) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        monitor.withLock { state in
          state.handedOver = rest.count
          state.writes += 1
        }
        monitor.notify()
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      default:
        let code = errno
        monitor.withLock { close(&$0, code) }
        return false
      }
    }
    return true
  }

  private func close(_ state: inout State, _ code: Int32) {
    guard !state.isClosed else { return }
    state.isClosed = true
    // Anything else loses messages that the client would have read, such as a full disk.
    if code != EPIPE && code != ECONNRESET { state.error = code }
    state.ready = []
    state.written = 0
    state.handedOver = 0
    state.waiting = WaitingMessages()
    monitor.notify()
    // Without a thread, the end of the client's input ends the connection.
    try? startThread(onClosed)
  }
}
