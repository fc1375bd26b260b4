/// Input that waits in the pipe, because too much output is unread or too many requests are in flight.
extension Connection {
  func waitForRoom() {
    if outbox.isFull { waitUncorked { outbox.waitForRoom() } }
  }

  /// Lets the client get what it may wait for, and notices when it leaves.
  private func waitUncorked(_ wait: () -> Void) {
    watchForHangUp()
    outbox.uncork()
    wait()
    outbox.cork()
  }

  /// Waits while too many requests are in flight, or more than two of the longest messages. A cancellation does not
  /// wait. After the client has left, at most one pipe's capacity of input is accepted, so that draining starts.
  func waitForCapacity() {
    let hasCapacity = { [limits] (state: InFlight) in
      state.count < limits.inFlight && state.inputBytes < 2 * limits.messageBytes || state.isHungUp
    }
    if !state.withLock({ hasCapacity($0) }) { waitUncorked { state.wait(until: hasCapacity) { _ in } } }
  }

  /// Notices on another thread that the client has closed its end, which a waiting reader does not.
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
}
