import Concurrency
import Platform

/// The way out: every message passes here, whole and in order, and nobody who sends ever waits for the client.
///
/// A message is written by the thread that sends it when the pipe has room, which saves two thread switches in the
/// common case; what the pipe does not take goes to a writer thread of its own. Three stages, always in this order:
///
/// 1. `handedOver` to the writer thread, which may be blocked in `write(2)`;
/// 2. `ready`: bytes to be written next;
/// 3. `waiting`: messages behind so much unread output that the client must be slow. Responses keep their place and
///    are never dropped; notifications are folded (see `OutgoingNotification`), and when one has to be dropped a
///    `resync` is the next line written.
///
/// Rejected: O_NONBLOCK on stdout. The flag belongs to the open file description, which may be shared with the parent
/// and its terminal.
final class Outbox: Sendable {
  private struct State {
    var framing = Framing.lines
    var ready: [UInt8] = []
    /// How much of `ready` is written already.
    var written = 0
    var handedOver = 0
    /// Counts what the writer thread has done: a client that takes something is one that reads.
    var writes = 0
    var waiting = WaitingMessages()
    var corks = 0
    var hasThread = false
    /// The writer thread owns the descriptor.
    var isThreadWriting = false
    /// Nothing more is written: the client has closed its end, or this process is about to end.
    var isClosed = false

    var unsentBytes: Int { ready.count - written + handedOver + waiting.byteCount }
  }

  private let descriptor: Int32
  private let limit: Int
  private let observer: (any MessageObserver)?
  /// Called once, on a thread of its own, when the client has closed its end.
  private let onClosed: @Sendable () -> Void
  private let monitor = Monitor(State())

  /// Beyond this, sending threads leave the writing to the writer thread: one large write beats many small ones.
  private static let directBytes = 32 << 10
  /// The most the writer thread writes at once: `write` returns when all of it is taken, and only then is it seen that
  /// the client reads.
  private static let writeBytes = 64 << 10
  /// Unsent output from which on messages wait as values: a quarter of the limit, so that a script that writes a good
  /// many requests before it reads still sees every notification.
  private let foldingBytes: Int
  #if os(Linux)
    /// What the pipe takes when it is empty; -1 where the descriptor is no pipe.
    private let pipeCapacity: Int
  #endif

  /// - Parameter limit: the unsent bytes from which on `isFull` holds.
  init(
    descriptor: Int32, limit: Int, observer: (any MessageObserver)? = nil, onClosed: @escaping @Sendable () -> Void
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.observer = observer
    self.onClosed = onClosed
    foldingBytes = limit / 4
    #if os(Linux)
      // F_GETPIPE_SZ (Linux 2.6.35), which the C library hides from Swift.
      pipeCapacity = Int(fcntl(descriptor, 1_032))
    #endif
  }

  var framing: Framing {
    get { monitor.withLock { $0.framing } }
    set { monitor.withLock { $0.framing = newValue } }
  }

  // MARK: Sending

  /// Sends a message that must arrive: a response.
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

  /// Holds small writes back until `uncork`, so that the answers to many requests of one read leave in one write.
  func cork() { monitor.withLock { $0.corks += 1 } }

  func uncork() {
    monitor.withLock { state in
      state.corks -= 1
      pump(&state)
    }
  }

  // MARK: Waiting

  var isFull: Bool { monitor.withLock { !$0.isClosed && $0.unsentBytes >= limit } }

  /// Waits until less than the limit is unsent.
  func waitForRoom() {
    let isReady = { [limit] (state: State) in state.isClosed || state.unsentBytes < limit }
    monitor.wait(until: isReady) { _ in }
  }

  /// Waits until all is written; gives up when the client has taken nothing for so long.
  func flush(milliseconds: Int) {
    var before: Int
    repeat {
      before = monitor.withLock { $0.writes }
      monitor.wait(milliseconds: milliseconds) { $0.isClosed || $0.unsentBytes == 0 || $0.writes != before }
    } while monitor.withLock { !$0.isClosed && $0.unsentBytes > 0 && $0.writes != before }
  }

  /// Waits until all is written, at most so long, and lets nothing more out: the process may end at any time now, and
  /// would cut a message that another thread has begun to write.
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
    if state.framing == .headers {
      state.ready.append(contentsOf: "Content-Length: \(message.count)\r\n\r\n".utf8)
      state.ready.append(contentsOf: message)
    } else {
      state.ready.append(contentsOf: message)
      state.ready.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes what the pipe takes without waiting and hands the rest to the writer thread.
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
        guard errno == EINTR || errno == EAGAIN else { return close(&state) }
        if errno == EAGAIN { return handOver(&state) }
      } else {
        state.written += count
      }
    }
    state.ready.removeAll(keepingCapacity: state.ready.capacity <= 4 * Self.directBytes)
    state.written = 0
    // A `flush` may wait for what another thread had corked.
    monitor.notify()
  }

  /// How many bytes the client's pipe takes without blocking, as far as it tells.
  private func room() -> Int {
    #if os(Linux)
      // In one piece a page wakes the client once, and not for every PIPE_BUF of it.
      var unread: Int32 = 0
      if pipeCapacity > 0, ioctl(descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 { return pipeCapacity }
    #endif
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // An error or a hang-up is writable as well: the write then tells what it is.
    guard poll(&request, 1, 0) > 0 else { return 0 }
    // A pipe that polls writable takes PIPE_BUF bytes without blocking (POSIX, write(2)).
    return Int(PIPE_BUF)
  }

  private func handOver(_ state: inout State) {
    state.isThreadWriting = true
    if !state.hasThread {
      state.hasThread = true
      startThread { [self] in writeForever() }
    }
    monitor.notify()
  }

  private func writeForever() {
    while true {
      let chunk: ArraySlice<UInt8> = monitor.wait(until: { $0.isThreadWriting }) { state in
        if state.written == state.ready.count, !state.waiting.isEmpty {
          state.ready.removeAll(keepingCapacity: true)
          state.written = 0
          for message in state.waiting.take(bytes: 64 << 10) { append(message, to: &state) }
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

  /// Writes, waiting for the client as long as it takes; false when the client is gone.
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
        monitor.withLock { close(&$0) }
        return false
      }
    }
    return true
  }

  private func close(_ state: inout State) {
    guard !state.isClosed else { return }
    state.isClosed = true
    state.ready = []
    state.written = 0
    state.handedOver = 0
    state.waiting = WaitingMessages()
    monitor.notify()
    startThread(onClosed)
  }
}
