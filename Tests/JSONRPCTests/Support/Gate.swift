import Concurrency

/// Makes tasks wait until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var tickets = 0
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the gate is open. Throws if the task is cancelled before.
  func pass() async throws {
    let ticket = takeTicket()
    await withTaskCancellationHandler {
      await wait(ticket) { Task.isCancelled }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
    }
    try Task.checkCancellation()
  }

  /// Waits until the gate is open, even if the task is cancelled.
  func passIgnoringCancellation() async { await wait(takeTicket()) { false } }

  private func takeTicket() -> Int {
    state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
  }

  private func wait(_ ticket: Int, isCancelled: () -> Bool) async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        // A cancellation sets its flag before its handler takes this lock, so either it is seen here, or the handler
        // finds the continuation.
        if state.isOpen || isCancelled() { return true }
        state.waiting[ticket] = continuation
        return false
      }
      if passes { continuation.resume() }
    }
  }
}
