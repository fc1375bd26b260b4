import Concurrency
import JSON
import Platform

/// One JSON-RPC 2.0 conversation over two file descriptors.
///
/// The thread that calls `run` reads, parses and starts each request in the order of the input; responses and
/// notifications leave through the `Outbox`. `$/cancelRequest`, `shutdown` and `exit` are the connection's own
/// business, as in the Language Server Protocol; every other method is the handler's.
///
/// Every request accepted gets exactly one response, also when it is cancelled or the session ends.
public final class Connection: Sendable {
  /// How much a connection takes, holds and waits for.
  public struct Limits: Sendable {
    /// The longest message taken, in bytes.
    public var messageBytes = 1 << 20
    /// Unsent output beyond which nothing more is read, in bytes.
    public var queueBytes = 64 << 20
    /// Requests in flight beyond which none is started. What comes behind one that has to wait for it is not read.
    public var inFlight = 1_024
    /// How long accepted work may go on after the end of the input or a signal, in milliseconds.
    public var drainMilliseconds = 5_000

    public init() {}
  }

  /// Why `run` returned: what the process should end with.
  public enum End: Sendable {
    /// The end of the input, or `exit` after `shutdown`.
    case orderly
    /// `exit` without `shutdown`.
    case exitWithoutShutdown
  }

  private let input: Int32
  private let limits: Limits
  private let handler: any RequestHandler
  private let outbox: Outbox
  private let observer: (any MessageObserver)?
  private let state = Monitor(InFlight())
  /// Where requests go on once they have had to wait.
  private let executor = SerialTaskExecutor()

  /// - Parameter onOutputClosed: called once, on a thread of its own, when the client has closed its end.
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

  /// Pushes a notification. Never waits.
  public func notify(_ notification: any OutgoingNotification) { outbox.send(notification) }

  /// Serves until the input ends or `exit` comes; all that was accepted is answered and written by then.
  public func run() -> End {
    var reader = FrameReader(limit: limits.messageBytes)
    while true {
      let count = reader.read { space in
        while true {
          let count = read(input, space.baseAddress, space.count)
          if count >= 0 || errno != EINTR { return count }
        }
      }
      guard count > 0 else { break }
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
    if case .exit(let end) = reader.finish(receive) { return leave(end) }
    return leave(.orderly)
  }

  private func leave(_ end: End) -> End {
    // A client that leaves without `shutdown` does not wait for answers.
    if end == .exitWithoutShutdown { cancelAll() }
    drain()
    return end
  }

  /// Accepts nothing more, waits for what was accepted, at most as long as the limits allow, and writes it out.
  /// What is not done by then is cancelled, and answered so.
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

  /// To be called when the process is about to end: lets nothing more out, so that no message is cut.
  public func close() { outbox.finish(milliseconds: Self.graceMilliseconds) }

  /// How long cancelled work may take to notice, and what was begun behind the end of a drain to be written.
  private static let graceMilliseconds = 500

  // MARK: Receiving

  private enum Verdict {
    case goOn
    case exit(End)
  }

  private func receive(_ frame: FrameReader.Frame, _ framing: Framing) -> Verdict {
    observer?.received(frame)
    if framing == .headers, outbox.framing != .headers { outbox.framing = .headers }
    switch frame {
    case .tooLong:
      outbox.send(Response.encode(.null, error: .messageTooLarge(limit: limits.messageBytes)))
    case .malformed(let fault):
      outbox.send(Response.encode(.null, error: .invalidRequest(fault)))
    case .message(let bytes):
      do {
        switch try Message(parsing: bytes) {
        case .single(let call):
          return receive(call, batch: nil)
        case .batch(let calls):
          let batch = Batch(count: calls.count) { [outbox] in outbox.send($0) }
          // An `exit` inside a batch takes effect behind the rest of it, whose answers are one message.
          var verdict = Verdict.goOn
          for call in calls {
            if case .exit(let end) = receive(call, batch: batch) { verdict = .exit(end) }
          }
          return verdict
        }
      } catch {
        outbox.send(Response.encode(.null, error: error))
      }
    }
    return .goOn
  }

  private func receive(_ call: Message.Call, batch: Batch?) -> Verdict {
    switch call {
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
      // An id that is unknown, or answered by now, is no error: the answer and the cancellation may cross.
      if let id = params["id"].flatMap(RequestID.init) { state.withLock { $0.entry(id) }?.cancel() }
      batch?.add(nil)
    case .notification(let method, let params):
      start(Request(id: nil, method: method, params: params), batch)
    }
    return .goOn
  }

  /// Keeps unread input in the pipe while too much is unsent.
  private func waitForRoom() {
    guard outbox.isFull else { return }
    outbox.uncork()
    outbox.waitForRoom()
    outbox.cork()
  }

  /// Keeps a request, and what is behind it, waiting while too many are in flight; a cancellation never waits here.
  ///
  /// Once the client has closed its end no more than a pipe's fill is left. It is let in, so that the end of the input
  /// behind it is seen, and the time to finish begins.
  private func waitForPlace() {
    guard state.withLock({ $0.count >= limits.inFlight }) else { return }
    outbox.uncork()
    let hasPlace = { [limits] (state: InFlight) in state.count < limits.inFlight }
    while !isHungUp, !state.wait(milliseconds: Self.hangUpMilliseconds, until: hasPlace) {}
    outbox.cork()
  }

  /// How often a full connection looks whether the client has closed its end: nothing else would tell.
  private static let hangUpMilliseconds = 100

  /// Whether nobody can write to the input any more; there may still be something to read.
  private var isHungUp: Bool {
    var request = pollfd(fd: input, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
  }

  // MARK: Answering

  private func start(_ request: Request, _ batch: Batch?) {
    waitForPlace()
    switch state.withLock({ $0.admit(id: request.id, batch: batch) }) {
    case .refused(let error):
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
    // The id is free before its answer can be read: the client may use it again at once.
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
    let refusal = state.withLock { state -> RPCError? in
      guard state.phase == .open else { return .shuttingDown }
      guard state.entry(id) == nil else { return .duplicateId }
      state.advance(to: .shuttingDown)
      if state.count > 0 { state.shutdown = entry }
      return nil
    }
    if let refusal {
      respond(Response.encode(id, error: refusal), batch)
    } else if state.withLock({ $0.shutdown == nil }) {
      answerShutdown(entry)
    }
  }

  private func answerShutdown(_ entry: InFlight.Entry) {
    guard entry.claimAnswer(), let id = entry.id else { return }
    respond(Response.encode(id, result: JSON.object([])), entry.batch)
  }
}
