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
    /// The unsent output, in bytes, from which on no more input is read. Large answers have half of it; a request waits
    /// for its part of that before it is worked on, and input is read meanwhile.
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
  let limits: Limits
  private let handler: any RequestHandler
  let outbox: Outbox
  let budget: AnswerBudget
  private let observer: (any MessageObserver)?
  let state = Monitor(InFlight())
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
    let budget = AnswerBudget(limit: limits.queueBytes / 2)
    self.budget = budget
    outbox = Outbox(
      descriptor: output, limit: limits.queueBytes, budget: budget, observer: observer, onClosed: onOutputClosed)
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
          return receive(call, batch: nil, inputBytes: bytes.count)
        case .batch(let calls):
          let batch = Batch(count: calls.count) { [budget, outbox] parts, counted in
            budget.completeBatch(counted)
            outbox.send(parts: parts, counted: counted)
          }
          // An `exit` in a batch takes effect after the whole batch, whose responses are one message.
          var verdict = Verdict.continue
          for call in calls {
            if case .exit(let end) = receive(call, batch: batch, inputBytes: bytes.count / calls.count) {
              verdict = .exit(end)
            }
          }
          return verdict
        }
      } catch {
        outbox.send(Response.encode(.null, error: error))
      }
    }
    return .continue
  }

  private func receive(_ call: Message.Call, batch: Batch?, inputBytes: Int) -> Verdict {
    switch call {
    case .response:
      batch?.add(nil)
    case .invalid(let id, let error):
      respond(Response.encode(id, error: error), batch)
    case .request(let id, "shutdown", _):
      shutDown(id, batch)
    case .request(let id, let method, let params):
      start(id, method, params, batch, inputBytes: inputBytes)
    case .notification("exit", _):
      batch?.add(nil)
      return .exit(state.withLock { $0.phase } == .shuttingDown ? .orderly : .exitWithoutShutdown)
    case .notification("$/cancelRequest", let params):
      // An unknown or answered id is not an error: the response and the cancellation may cross.
      if let id = params["id"].flatMap(RequestID.init) { state.withLock { $0.entry(id) }?.cancel() }
      batch?.add(nil)
    case .notification(let method, let params):
      start(nil, method, params, batch, inputBytes: inputBytes)
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

  /// Waits while too many requests are in flight, or more than two of the longest messages, with the input after this
  /// request unread. A cancellation does not wait here.
  ///
  /// After the client has closed its end, at most one pipe's capacity of input is left. It is accepted, so that the
  /// reader reaches the end of the input and draining starts.
  private func waitForCapacity() {
    let hasCapacity = { [limits] (state: InFlight) in
      state.count < limits.inFlight && state.inputBytes < 2 * limits.messageBytes || state.isHungUp
    }
    if state.withLock({ hasCapacity($0) }) { return }
    watchForHangUp()
    outbox.uncork()
    state.wait(until: hasCapacity) { _ in }
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
    do throws(ThreadError) {
      try startThread { [self] in
        var request = pollfd(fd: input, events: Self.hangUpEvents, revents: 0)
        while poll(&request, 1, -1) <= 0 {}
        state.withLock { $0.isHungUp = true }
        state.notify()
        outbox.stopWaitingForRoom()
      }
    } catch {
      // The next wait tries again.
      state.withLock { $0.isWatchedForHangUp = false }
    }
  }

  /// A pipe always reports its end. A socket does if the client has closed it, but not if it has only shut down writing.
  #if os(Linux)
    private static let hangUpEvents: Int16 = 0x2000  // POLLRDHUP, which Swift does not import from the C library.
  #else
    private static let hangUpEvents: Int16 = 0
  #endif

  // MARK: Answering

  private func start(
    _ id: RequestID?, _ method: String, _ params: Params, _ batch: Batch?, inputBytes: Int
  ) {
    waitForCapacity()
    switch state.withLock({ $0.admit(id: id, batch: batch, inputBytes: inputBytes) }) {
    case .rejected(let error):
      guard let id else {
        batch?.add(nil)
        return
      }
      respond(Response.encode(id, error: error), batch)
    case .accepted(let entry):
      let memory = AnswerMemory(
        reserve: { [budget] in try await budget.reserve($0, for: entry.reservation) },
        reserveMore: { [budget] in try await budget.grow(entry.reservation, to: $0) },
        giveUp: { [budget] in budget.giveUp(entry.reservation, $0) })
      let request = Request(id: id, method: method, params: params, memory: memory)
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

  func finish(_ entry: InFlight.Entry, _ result: Result<any JSONEncodable, any Error>) {
    guard entry.claimAnswer() else { return }
    // Free the id before the client can read the response, because the client may use it again at once.
    state.withLock { $0.forget(entry) }
    if let id = entry.id {
      var response: [UInt8]
      // Errors are short and not counted: hundreds of unread ones would hold up an answer that only fits alone.
      var answerBytes = 0
      switch result {
      case .success(let value):
        response = Response.encode(id, result: value)
        answerBytes = response.count
      case .failure(let error as RPCError): response = Response.encode(id, error: error)
      case .failure(is CancellationError): response = Response.encode(id, error: .cancelled)
      case .failure: response = Response.encode(id, error: .internalError)
      }
      let counted = budget.end(entry.reservation, answerBytes: answerBytes)
      if counted == nil { response = Response.encode(id, error: .overloaded) }
      respond(response, entry.batch, counted: counted ?? 0)
    } else {
      _ = budget.end(entry.reservation, answerBytes: 0)
      entry.batch?.add(nil)
    }
    if let shutdown = state.withLock({ $0.release() }) {
      answerShutdown(shutdown)
      _ = state.withLock { $0.release() }
    }
    state.notify()
  }

  func respond(_ response: [UInt8], _ batch: Batch?, counted: Int = 0) {
    if let batch { batch.add(response, counted: counted) } else { outbox.send(response, counted: counted) }
  }
}
