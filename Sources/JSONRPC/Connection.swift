import Concurrency
import JSON
import Platform

/// A JSON-RPC 2.0 server connection over two file descriptors.
///
/// The thread that calls `run` reads and parses requests and starts them in the order of the input. Responses and
/// notifications are sent through the `Outbox`. The connection itself handles `$/cancelRequest`, `shutdown` and `exit`,
/// as in the Language Server Protocol; the handler handles every other method.
///
/// Every accepted request gets exactly one response, even if it is cancelled or the session ends.
public final class Connection: Sendable {
  /// The limits of a connection.
  public struct Limits: Sendable {
    /// The longest message that is accepted, in bytes.
    public var messageBytes = 1 << 20
    /// The unsent output, in bytes, from which on no more input is read.
    public var queueBytes = 64 << 20
    /// The number of requests in flight from which on the next request waits. The input after it is not read.
    public var inFlight = 1_024
    /// How long accepted requests may continue after the end of the input or a signal, in milliseconds.
    public var drainMilliseconds = 5_000

    /// The limits of a server that is started without options.
    public init() {}
  }

  /// The reason why `run` returned, which determines the exit status of the process.
  public enum End: Equatable, Sendable {
    /// The end of the input, or `exit` after `shutdown`.
    case orderly
    /// `exit` without `shutdown`.
    case exitWithoutShutdown
    /// The input could not be read, with the value of `errno`.
    case inputFailed(Int32)
  }

  private let input: Int32
  private let limits: Limits
  private let handler: any RequestHandler
  private let outbox: Outbox
  private let observer: (any MessageObserver)?
  private let state = Monitor(InFlight())
  /// Runs requests after they have first suspended.
  private let executor = SerialTaskExecutor()

  /// Creates a connection, which serves nothing before `run`.
  ///
  /// - Parameter onOutputClosed: called once, on a thread of its own, when the client has closed its end or cannot be
  ///   written to; `outputError` says which.
  public init(
    input: Int32, output: Int32, limits: Limits = Limits(), handler: any RequestHandler,
    observer: (any MessageObserver)? = nil, onOutputClosed: @escaping @Sendable () -> Void
  ) {
    self.input = input
    self.limits = limits
    self.handler = handler
    self.observer = observer
    outbox = Outbox(descriptor: output, limit: limits.queueBytes, observer: observer, onClosed: onOutputClosed)
  }

  /// Sends a notification; never waits.
  public func notify(_ notification: any OutgoingNotification) { outbox.send(notification) }

  /// Serves requests until the input ends or `exit` arrives, then drains the connection.
  public func run() -> End {
    var reader = FrameReader(limit: limits.messageBytes)
    var code: Int32 = 0
    while reader.read({ readInput($0, &code) }) > 0 {
      outbox.cork()
      while let verdict = reader.next(receive) {
        if case .exit(let end) = verdict {
          outbox.uncork()
          return leave(end)
        }
        waitForRoom()
      }
      outbox.uncork()
    }
    while let verdict = reader.finish(receive) {
      if case .exit(let end) = verdict { return leave(end) }
    }
    return leave(code == 0 || code == ECONNRESET ? .orderly : .inputFailed(code))
  }

  /// Calls read(2) and waits for input that is non-blocking. Sets `code` to `errno` if it fails.
  private func readInput(_ space: UnsafeMutableRawBufferPointer, _ code: inout Int32) -> Int {
    while true {
      let count = read(input, space.baseAddress, space.count)
      if count < 0, errno == EAGAIN {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
        continue
      }
      if count < 0, errno != EINTR { code = errno }
      return count
    }
  }

  private func leave(_ end: End) -> End {
    // A client that exits without `shutdown` does not wait for responses.
    if end == .exitWithoutShutdown { cancelAll() }
    drain()
    return end
  }

  /// Stops accepting requests, waits for the accepted ones within the limits' time, and writes their responses.
  /// Requests that are still running then are cancelled and answered with `cancelled`.
  public func drain() {
    state.withLock { $0.advance(to: .draining) }
    if !state.wait(milliseconds: limits.drainMilliseconds, until: { $0.count == 0 }) {
      cancelAll()
      if !state.wait(milliseconds: Self.graceMilliseconds, until: { $0.count == 0 }) {
        for entry in state.withLock({ $0.all }) { finish(entry, .failure(RPCError.cancelled)) }
      }
    }
    outbox.flush(milliseconds: limits.drainMilliseconds)
  }

  /// The value of `errno` if an error other than the client's leaving has stopped the output.
  public var outputError: Int32? { outbox.error }

  /// Stops the output before the process ends, so that no message is written in part.
  public func close() { outbox.finish(milliseconds: Self.graceMilliseconds) }

  /// How long cancelled requests may take to end, and how long `close` waits for output.
  private static let graceMilliseconds = 500

  // MARK: Receiving

  private enum Verdict {
    case `continue`
    case exit(End)
  }

  private func receive(_ frame: FrameReader.Frame, _ framing: Framing) -> Verdict {
    observer?.received(frame)
    if framing == .headers, outbox.framing != .headers { outbox.framing = .headers }
    switch frame {
    case .tooLong(let head):
      let id = RequestID(messageHead: head)
      outbox.send(Response.encode(id, error: .messageTooLarge(limit: limits.messageBytes)))
    case .malformed(let fault):
      outbox.send(Response.encode(.null, error: .invalidRequest(fault)))
    case .message(let bytes):
      do {
        switch try Message(parsing: bytes) {
        case .single(let call):
          return receive(call, batch: nil)
        case .batch(let calls):
          let batch = Batch(count: calls.count) { [outbox] in outbox.send($0) }
          // An `exit` in a batch takes effect after the whole batch, whose responses are one message.
          var verdict = Verdict.continue
          for call in calls {
            if case .exit(let end) = receive(call, batch: batch) { verdict = .exit(end) }
          }
          return verdict
        }
      } catch {
        outbox.send(Response.encode(.null, error: error))
      }
    }
    return .continue
  }

  private func receive(_ call: Message.Call, batch: Batch?) -> Verdict {
    switch call {
    case .response:
      batch?.add(nil)
    case .invalid(let id, let error):
      respond(Response.encode(id, error: error), batch)
    case .request(let id, "shutdown", _):
      shutDown(id, batch)
    case .request(let id, let method, let params):
      start(Request(id: id, method: method, params: params), batch)
    case .notification("exit", _):
      batch?.add(nil)
      return .exit(state.withLock { $0.phase } == .shuttingDown ? .orderly : .exitWithoutShutdown)
    case .notification("$/cancelRequest", let params):
      // An unknown or answered id is not an error: the response and the cancellation may cross.
      if let id = params["id"].flatMap(RequestID.init) { state.withLock { $0.entry(id) }?.cancel() }
      batch?.add(nil)
    case .notification(let method, let params):
      start(Request(id: nil, method: method, params: params), batch)
    }
    return .continue
  }

  /// Leaves the input in the pipe while too much output is unsent.
  private func waitForRoom() {
    guard outbox.isFull else { return }
    watchForHangUp()
    outbox.uncork()
    outbox.waitForRoom()
    outbox.cork()
  }

  /// Waits while too many requests are in flight, with the input after this request unread. A cancellation does not
  /// wait here.
  ///
  /// After the client has closed its end, at most one pipe's capacity of input is left. It is accepted, so that the
  /// reader reaches the end of the input and draining starts.
  private func waitForCapacity() {
    guard state.withLock({ $0.count >= limits.inFlight && !$0.isHungUp }) else { return }
    watchForHangUp()
    outbox.uncork()
    state.wait(until: { [limits] in $0.count < limits.inFlight || $0.isHungUp }) { _ in }
    outbox.cork()
  }

  /// Notices on a thread of its own that every writer has closed the input, of which there may still be bytes to read.
  /// A reader that waits for something else reads no end of the input.
  private func watchForHangUp() {
    let isFirst = state.withLock { state in
      defer { state.isWatchedForHangUp = true }
      return !state.isWatchedForHangUp
    }
    guard isFirst else { return }
    startThread { [self] in
      var request = pollfd(fd: input, events: Self.hangUpEvents, revents: 0)
      while poll(&request, 1, -1) <= 0 {}
      state.withLock { $0.isHungUp = true }
      state.notify()
      outbox.stopWaitingForRoom()
    }
  }

  /// A pipe always reports its end. A socket does if the client has closed it, but not if it has only shut down writing.
  #if os(Linux)
    private static let hangUpEvents: Int16 = 0x2000  // POLLRDHUP, which Swift does not import from the C library.
  #else
    private static let hangUpEvents: Int16 = 0
  #endif

  // MARK: Answering

  private func start(_ request: Request, _ batch: Batch?) {
    waitForCapacity()
    switch state.withLock({ $0.admit(id: request.id, batch: batch) }) {
    case .rejected(let error):
      guard let id = request.id else {
        batch?.add(nil)
        return
      }
      respond(Response.encode(id, error: error), batch)
    case .accepted(let entry):
      let task = Task.immediate(executorPreference: executor) { [self] in
        do {
          finish(entry, .success(try await handler.answer(request)))
        } catch {
          finish(entry, .failure(error))
        }
      }
      entry.setTask(task)
    }
  }

  private func finish(_ entry: InFlight.Entry, _ result: Result<any JSONEncodable, any Error>) {
    guard entry.claimAnswer() else { return }
    // Free the id before the client can read the response, because the client may use it again at once.
    state.withLock { $0.forget(entry) }
    if let id = entry.id {
      let response =
        switch result {
        case .success(let value): Response.encode(id, result: value)
        case .failure(let error as RPCError): Response.encode(id, error: error)
        case .failure(is CancellationError): Response.encode(id, error: .cancelled)
        case .failure: Response.encode(id, error: .internalError)
        }
      respond(response, entry.batch)
    } else {
      entry.batch?.add(nil)
    }
    if let shutdown = state.withLock({ $0.release() }) {
      answerShutdown(shutdown)
      _ = state.withLock { $0.release() }
    }
    state.notify()
  }

  private func respond(_ response: [UInt8], _ batch: Batch?) {
    if let batch { batch.add(response) } else { outbox.send(response) }
  }

  private func cancelAll() {
    for entry in state.withLock({ $0.all }) { entry.cancel() }
  }

  // MARK: Shutting down

  private func shutDown(_ id: RequestID, _ batch: Batch?) {
    let entry = InFlight.Entry(id: id, batch: batch)
    let rejection = state.withLock { state -> RPCError? in
      guard state.phase == .open else { return .shuttingDown }
      guard state.entry(id) == nil else { return .duplicateId }
      state.advance(to: .shuttingDown)
      if state.count > 0 { state.shutdown = entry }
      return nil
    }
    if let rejection {
      respond(Response.encode(id, error: rejection), batch)
    } else if state.withLock({ $0.shutdown == nil }) {
      answerShutdown(entry)
    }
  }

  private func answerShutdown(_ entry: InFlight.Entry) {
    guard entry.claimAnswer(), let id = entry.id else { return }
    respond(Response.encode(id, result: JSON.object([])), entry.batch)
  }
}
