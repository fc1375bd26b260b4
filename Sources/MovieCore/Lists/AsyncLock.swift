import Concurrency

/// Lets callers through one at a time, in the order in which they came.
///
/// A place is taken before the first suspension of `enter`, so calls from the reader's thread keep the input's order.
final class AsyncLock: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var nextTicket = 0
  }

  private let state = Mutex(State())

  /// Waits for the lane to be free. Whoever got in must `leave`.
  /// - Throws: `CancellationError` where the caller's task is cancelled while it waits; it is not in then.
  func enter() async throws {
    let ticket: Int? = state.withLock { state in
      guard state.isBusy else {
        state.isBusy = true
        return nil
      }
      state.nextTicket += 1
      return state.nextTicket
    }
    guard let ticket else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = state.withLock { state in
          // Freed between the two locks, with nobody before us: `leave` found no one to wake.
          guard state.isBusy else {
            state.isBusy = true
            return true
          }
          state.waiting.append((ticket, continuation))
          return false
        }
        if isFree { continuation.resume() } else if Task.isCancelled { abandon(ticket) }
      }
    } onCancel: {
      abandon(ticket)
    }
  }

  func leave() {
    let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }

  private func abandon(_ ticket: Int) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    continuation?.resume(throwing: CancellationError())
  }
}
