/// The output queue of a connection: every message leaves complete and in order, and no sender waits. If the pipe has
/// room, the sending thread writes, which saves two thread switches; a writer thread writes the rest. The stages:
///
/// 1. `waiting`: while the client is slow. Responses are never dropped, and notifications are folded.
/// 2. `ready`: bytes to write next.
/// 3. `handedOver`: with the writer thread, which may be blocked in `write(2)`.
///
/// Rejected: O_NONBLOCK on stdout, whose flag the parent process and its terminal may share.
final class Outbox: Sendable {
  struct State {
    var framing = Framing.lines
    var ready: [UInt8] = []
    var written = 0
    /// The bytes of messages that have left `waiting`, or never waited, and are still to be released by the gate.
    var releasable = 0
    var handedOver = 0
    /// The number of bytes that have been written, ever. While it grows, the client is reading.
    var sentBytes = 0
    var waiting = WaitingMessages()
    var corks = 0
    var hasThread = false
    var isThreadWriting = false
    var isInputEnding = false
    /// Whether output has stopped: the client has closed its end, or this process is about to end.
    var isClosed = false
    /// The error of write(2) that has stopped the output, unless the client has closed its end.
    var error: Int32?

    var unsentBytes: Int { ready.count - written + handedOver + waiting.byteCount }
  }

  let descriptor: Int32
  let pipe: OutputPipe
  private let limit: Int
  let gate: MemoryGate
  let observer: (any MessageObserver)?
  let lossNotice: @Sendable ([String]) -> (any OutgoingNotification)?
  /// Called once, on another thread, when the client has closed its end or cannot be written to.
  let onClosed: @Sendable () -> Void
  let monitor = Monitor(State())

  /// Above this size the writer thread writes: one large write is better than many small ones.
  static let directBytes = 64 << 10
  /// How long a sender without a writer thread waits for a client that does not read.
  static let stallMilliseconds: Int32 = 5_000
  /// The largest write of the writer thread, after whose end it is known that the client reads.
  static let writeBytes = 64 << 10
  /// The unsent output from which on messages wait as values; a quarter of the limit, since scripts read late.
  let foldingBytes: Int

  /// - Parameter limit: the number of unsent bytes from which on `isFull` is true.
  init(
    descriptor: Int32, limit: Int, gate: MemoryGate, observer: (any MessageObserver)? = nil,
    lossNotice: @escaping @Sendable ([String]) -> (any OutgoingNotification)?, onClosed: @escaping @Sendable () -> Void
  ) {
    self.descriptor = descriptor
    pipe = OutputPipe(descriptor)
    (self.limit, self.gate, self.observer, self.lossNotice) = (limit, gate, observer, lossNotice)
    self.onClosed = onClosed
    foldingBytes = limit / 4
  }

  var framing: Framing {
    get { monitor.withLock { $0.framing } }
    set { monitor.withLock { $0.framing = newValue } }
  }

  /// Sends a response, which is never dropped. The gate counts so many bytes of it.
  func send(_ message: [UInt8], counted: Int = 0) {
    update { state in
      guard !state.isClosed else { return }
      enqueue(WaitingMessages.Output(bytes: message, counted: counted), &state)
      pump(&state)
    }
  }

  /// Sends one response whose text is in several parts, without joining them in memory.
  func send(parts: [[UInt8]], counted: Int) {
    // An observer gets whole messages.
    if observer != nil { return send(Array(parts.joined()), counted: counted) }
    update { state in
      guard !state.isClosed else { return }
      var (start, end): ([UInt8], [UInt8]) = ([], [])
      state.framing.appendStart(byteCount: parts.reduce(0) { $0 + $1.count }, to: &start)
      state.framing.appendEnd(to: &end)
      enqueue(WaitingMessages.Output(bytes: start, isPart: true), &state)
      for part in parts { enqueue(WaitingMessages.Output(bytes: part, isPart: true, isContinuation: true), &state) }
      enqueue(WaitingMessages.Output(bytes: end, isPart: true, isContinuation: true, counted: counted), &state)
      pump(&state)
    }
  }

  private func enqueue(_ output: WaitingMessages.Output, _ state: inout State) {
    if mustWait(state) { state.waiting.append(output) } else { append(output, to: &state) }
  }

  func send(_ notification: any OutgoingNotification) {
    update { state in
      guard !state.isClosed else { return }
      if mustWait(state) {
        state.waiting.append(notification)
      } else {
        append(WaitingMessages.Output(bytes: notification.encodeMessage()), to: &state)
      }
      pump(&state)
    }
  }

  /// Delays small writes until `uncork`, so that the responses to all requests of one read leave in one write.
  func cork() { monitor.withLock { $0.corks += 1 } }

  func uncork() {
    update { state in
      state.corks -= 1
      pump(&state)
    }
  }

  /// The value of `errno` if an error other than the client's leaving has stopped the output.
  var error: Int32? { monitor.withLock { $0.error } }

  var sentBytes: Int { monitor.withLock(\.sentBytes) }

  var isFull: Bool { monitor.withLock { isFull($0) } }

  private func isFull(_ state: State) -> Bool {
    // Large responses count for half at most: they must not keep the reader from a star or a cancellation.
    let excess = max(0, state.waiting.countedBytes - limit / 2)
    return !state.isClosed && !state.isInputEnding && state.unsentBytes - excess >= limit
  }

  func waitForRoom() { monitor.wait(until: { !isFull($0) }) { _ in } }

  /// Ends `waitForRoom` for good, because only little input can follow, and its end must be read.
  func stopWaitingForRoom() {
    monitor.withLock { $0.isInputEnding = true }
    monitor.notify()
  }

  /// Waits until everything is written. Gives up when the client has read nothing for this time.
  func flush(milliseconds: Int) {
    update { pump(&$0) }
    monitor.wait(stallMilliseconds: milliseconds, progress: \.sentBytes) { $0.isClosed || $0.unsentBytes == 0 }
  }

  /// Waits until everything is written, at most for this time, and stops the output: the process may end after this.
  func finish(milliseconds: Int) {
    monitor.wait(milliseconds: milliseconds) {
      $0.isClosed || $0.unsentBytes == 0
    } then: {
      $0.isClosed = true
    }
  }
}
