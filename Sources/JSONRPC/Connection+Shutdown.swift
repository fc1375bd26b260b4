extension Connection {
  func disconnect(_ end: End) -> End {
    // A client that exits without `shutdown` does not wait for responses.
    if end == .exitWithoutShutdown { cancelAll() }
    drain()
    return end
  }

  /// Accepts no more requests, and waits for the others within the limits' time. Then they are cancelled.
  public func drain() {
    state.withLock { $0.advance(to: .draining) }
    cancelOutgoing()
    handler.endOpenRequests { observer?.inputEnded() }
    if !waitForAnswers() {
      cancelAll()
      if !state.wait(milliseconds: Self.graceMilliseconds, until: { $0.count == 0 }) {
        for entry in state.withLock({ $0.all }) { finish(entry, .failure(CancellationError())) }
      }
    }
    outbox.flush(milliseconds: limits.drainMilliseconds)
  }

  /// Waits for the answers, each for at most the limits' time, which does not run while it waits for a client that
  /// reads. Returns false if the rest made no progress.
  private func waitForAnswers() -> Bool {
    while true {
      let waiting = Set(state.withLock { $0.all }.filter { $0.memory.isWaitingForReader }.map(ObjectIdentifier.init))
      let sentBytes = outbox.sentBytes
      if state.wait(milliseconds: limits.drainMilliseconds, until: { $0.count == 0 }) { return true }
      if waiting.isEmpty || outbox.sentBytes == sentBytes { return false }
      for entry in state.withLock({ $0.all }) where !waiting.contains(ObjectIdentifier(entry)) {
        if !entry.memory.isWaitingForReader { entry.cancel() }
      }
    }
  }

  /// The value of `errno` if an error other than the client's leaving has stopped the output.
  public var outputError: Int32? { outbox.error }

  /// Stops the output before the process ends, so that no message is written in part.
  public func close() { outbox.finish(milliseconds: Self.graceMilliseconds) }

  /// How long cancelled requests may take to end, and how long `close` waits for output.
  private static let graceMilliseconds = 500

  private func cancelAll() { for entry in state.withLock({ $0.all }) { entry.cancel() } }

  func shutDown(_ id: RequestID, result: JSON, _ batch: Batch?) {
    let entry = InFlight.Entry(id: id, batch: batch, inputBytes: 0, memory)
    let (rejection, isIdle) = state.withLock { state -> (RPCError?, isIdle: Bool) in
      if let rejection = state.rejection(of: id, wire.shuttingDown) { return (rejection, false) }
      state.advance(to: .shuttingDown)
      if state.count > 0 { state.shutdown = (entry, result) }
      return (nil, state.count == 0)
    }
    if let rejection { respond(encode(id, error: rejection), batch) } else if isIdle { answerShutdown(entry, result) }
  }

  func answerShutdown(_ entry: InFlight.Entry, _ result: JSON) {
    guard entry.claimAnswer(), let id = entry.id else { return }
    respond(encode(id, result: result), entry.batch)
  }
}
