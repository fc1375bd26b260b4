/// A JSON-RPC 2.0 server connection over two file descriptors. The thread that calls `run` starts requests in the order
/// of the input. A `WireProtocol` says which messages cancel requests, shut down or end; the handler gets all others.
///
/// Every accepted request gets exactly one response, unless the protocol sends none for cancelled ones.
public final class Connection: Sendable {
  public struct Limits: Sendable {
    public var messageBytes = 1 << 20
    /// The unsent output, in bytes, from which on no more input is read. Large responses count for at most half of it.
    public var queueBytes = 64 << 20
    /// The memory, in bytes, for large responses that are being made or unread; requests wait for their part. Measured:
    /// an unread session takes up to three times as much, since freed data stays with the allocator.
    public var responseBytes = 24 << 20
    /// The memory of a process whose client never reads, whatever the client sends, is at most `queueBytes` and this.
    public static let overheadBytes = 96 << 20
    /// The number of requests in flight from which on the next request waits. The input after it is not read.
    public var inFlight = 1_024
    /// How long accepted requests may continue after the end of the input or a signal, in milliseconds.
    public var drainMilliseconds = 5_000

    public init() {}
  }

  /// The reason why `run` returned, which determines the exit status of the process.
  public enum End: Equatable, Sendable {
    /// The end of the input, or `exit` after `shutdown`.
    case orderly
    case exitWithoutShutdown
    case inputFailed(Int32)
  }

  let input: Int32
  let wire: any WireProtocol
  let limits: Limits
  let handler: any RequestHandler
  let outbox: Outbox
  let memory: MemoryGate
  let observer: (any MessageObserver)?
  let state = Monitor(InFlight())
  /// Runs requests after they have first suspended.
  private let executor = SerialTaskExecutor(acceptsThreads: true)

  /// - Parameter onOutputClosed: called once, on another thread, when the client cannot be written to; see
  ///   `outputError`.
  public init(
    _ streams: (input: Int32, output: Int32), protocol wire: any WireProtocol, limits: Limits = Limits(),
    handler: any RequestHandler, observer: (any MessageObserver)? = nil, onOutputClosed: @escaping @Sendable () -> Void
  ) {
    input = streams.input
    (self.wire, self.limits, self.handler, self.observer) = (wire, limits, handler, observer)
    memory = MemoryGate(limit: limits.responseBytes)
    outbox = Outbox(
      descriptor: streams.output, limit: limits.queueBytes, gate: memory, observer: observer,
      lossNotice: wire.lossNotice
    ) { [state] in
      for response in state.withLock({ $0.endOutgoing() }) { response.fail(CancellationError()) }
      onOutputClosed()
    }
  }

  public func notify(_ notification: any OutgoingNotification) { outbox.send(notification) }

  /// Serves requests until the input ends or `exit` arrives, then drains the connection.
  public func run() -> End {
    var reader = FrameReader(limit: limits.messageBytes)
    var code: Int32 = 0
    while reader.read({ readInput($0, &code) }) > 0 {
      outbox.cork()
      while let end = reader.next(receive) {
        if let end {
          outbox.uncork()
          return disconnect(end)
        }
        waitForRoom()
      }
      outbox.uncork()
    }
    while let end = reader.finish(receive) { if let end { return disconnect(end) } }
    return disconnect(code == 0 || code == ECONNRESET ? .orderly : .inputFailed(code))
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

  /// Returns how the connection ends; nil if it continues.
  private func receive(_ frame: FrameReader.Frame, _ framing: Framing) -> End? {
    observer?.received(frame)
    if framing == .headers, outbox.framing != .headers { outbox.framing = .headers }
    switch frame {
    case .tooLong(let head):
      let id = RequestID(messageHead: head)
      outbox.send(encode(id, error: .messageTooLarge(limit: limits.messageBytes)))
    case .malformed(let fault): outbox.send(encode(.null, error: .invalidRequest(fault)))
    case .message(let bytes):
      do {
        switch try Message(parsing: bytes) {
        case .single(let call):
          return receive(call, batch: nil, inputBytes: bytes.count)
        case .batch where !wire.allowsBatches:
          outbox.send(encode(.null, error: .invalidRequest("A message must be one object, not an array.")))
        case .batch(let calls):
          let batch = Batch(count: calls.count) { [memory, outbox] parts, counted in
            memory.completeBatch(counted)
            outbox.send(parts: parts, counted: counted)
          }
          // An `exit` in a batch takes effect after the whole batch, whose responses are one message.
          return calls.reduce(nil as End?) { end, call in
            receive(call, batch: batch, inputBytes: bytes.count / calls.count) ?? end
          }
        }
      } catch {
        outbox.send(encode(.null, error: error))
      }
    }
    return nil
  }

  private func receive(_ call: Message.Call, batch: Batch?, inputBytes: Int) -> End? {
    switch call {
    case .request(.null, _, _) where !wire.allowsNullIDs:
      respond(encode(.null, error: .invalidRequest("The id of a request must not be null.")), batch)
    case .response(let id, let result):
      receiveResponse(id, result)
      batch?.add(nil)
    case .invalid(let id, let error): respond(encode(id, error: error), batch)
    case .request(let id, let method, let params):
      if params.isPositional, !wire.allowsPositionalParams {
        respond(encode(id, error: .invalidParams("The member params must be an object.")), batch)
      } else if case .shutdown(let result) = wire.role(ofRequest: method) {
        shutDown(id, result: result, batch)
      } else {
        start(id, method, params, batch, inputBytes: inputBytes)
      }
    case .notification(let method, let params):
      switch wire.role(ofNotification: method, params) {
      case .handled: start(nil, method, params, batch, inputBytes: inputBytes)
      case .cancellation(let id):
        if let id { cancel(id) }
        batch?.add(nil)
      case .exit:
        batch?.add(nil)
        return state.withLock { $0.phase } == .shuttingDown ? .orderly : .exitWithoutShutdown
      case .ignored: batch?.add(nil)
      }
    }
    return nil
  }

  // MARK: Answering

  private func start(_ id: RequestID?, _ method: String, _ params: Params, _ batch: Batch?, inputBytes: Int) {
    waitForCapacity()
    let entry = InFlight.Entry(id: id, batch: batch, inputBytes: inputBytes, memory)
    let rejection = state.withLock { state in
      let rejection = state.rejection(of: id, wire.shuttingDown)
      if rejection == nil { state.add(entry) }
      return rejection
    }
    if let rejection { return respond(id.map { encode($0, error: rejection) }, batch) }
    let request = Request(id: id, method: method, params: params, memory: entry.memory)
    let task = Task.immediate(executorPreference: executor) { [self] in
      do { finish(entry, .success(try await handler.answer(request))) } catch { finish(entry, .failure(error)) }
    }
    entry.setTask(task)
  }

  func finish(_ entry: InFlight.Entry, _ result: Result<any JSONEncodable, any Error>) {
    guard entry.claimAnswer() else { return }
    // Free the id before the client can read the response, because the client may use it again at once.
    state.withLock { $0.forget(entry) }
    let (response, isResult) = encode(entry, result)
    // Errors are short and not counted: hundreds of unread ones would hold up an answer that only fits alone.
    let responseBytes = isResult ? response?.count ?? 0 : 0
    if let counted = entry.memory.end(responseBytes: responseBytes) {
      respond(response, entry.batch, counted: counted)
    } else {
      respond(entry.id.map { encode($0, error: wire.overloaded) }, entry.batch)
    }
    if let (shutdown, result) = state.withLock({ $0.release() }) {
      answerShutdown(shutdown, result)
      _ = state.withLock { $0.release() }
    }
    state.notify()
  }

  func encode(_ id: RequestID, error: RPCError) -> [UInt8] {
    Message.encode(id == .null && !wire.allowsNullIDs ? nil : id) { $0.member("error", error) }
  }

  func encode(_ id: RequestID, result: any JSONEncodable) -> [UInt8] {
    Message.encode(id) { response in
      response.name("result")
      result.encode(to: &response)
    }
  }

  /// The response; nil if there is none. And whether it has a result.
  private func encode(
    _ entry: InFlight.Entry, _ result: Result<any JSONEncodable, any Error>
  ) -> (response: [UInt8]?, isResult: Bool) {
    guard let id = entry.id, wire.cancelled != nil || !entry.isCancelled else { return (nil, false) }
    switch result {
    case .success(let value): return (encode(id, result: value), true)
    case .failure(let error as RPCError): return (encode(id, error: error), false)
    case .failure(is MemoryGate.Overloaded): return (encode(id, error: wire.overloaded), false)
    case .failure(is CancellationError): return (wire.cancelled.map { encode(id, error: $0) }, false)
    case .failure: return (encode(id, error: .internalError), false)
    }
  }

  func respond(_ response: [UInt8]?, _ batch: Batch?, counted: Int = 0) {
    if let batch {
      batch.add(response, counted: counted)
    } else if let response {
      outbox.send(response, counted: counted)
    }
  }
}
