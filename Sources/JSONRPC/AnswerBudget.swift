import Concurrency

/// Limits the memory of large answers. It counts the answers that are being made, each by an estimate; those that wait
/// for the rest of their batch; and those that the client has not read.
///
/// A request whose answer may be large makes a reservation before its work begins. Reservations are granted in the order
/// of the calls, as soon as they fit. One that would never fit is granted when it is the only one. An answer in a batch
/// can be sent only with the whole batch; so if nothing but incomplete batches uses the budget, waiting does not help,
/// and the answer is `overloaded`.
final class AnswerBudget: Sendable {
  /// The reservation of one request.
  final class Reservation: Sendable {
    fileprivate enum Phase {
      case none
      case waiting(bytes: Int, CheckedContinuation<Void, any Error>)
      case granted(bytes: Int)
      case ended
    }

    /// Whether the answer is part of a batch.
    let isInBatch: Bool
    /// Guarded by the budget's lock.
    fileprivate nonisolated(unsafe) var phase = Phase.none

    init(isInBatch: Bool) { self.isInBatch = isInBatch }
  }

  private struct State {
    /// The estimates of the answers that are being made.
    var reserved = 0
    /// The answers of incomplete batches.
    var held = 0
    /// The answers that are queued for output.
    var unsent = 0
    var waiting: [Reservation] = []
    var isClosed = false

    var used: Int { reserved + held + unsent }
  }

  private typealias Resumption = (continuation: CheckedContinuation<Void, any Error>, result: Result<Void, any Error>)

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: in bytes.
  init(limit: Int) { self.limit = limit }

  /// Waits until an answer of about this many bytes fits. Returns at once if the request has a reservation already, or
  /// has ended.
  ///
  /// - Throws: `CancellationError` if the caller's task is cancelled while it waits, or if the client has left;
  ///   `RPCError.overloaded`.
  func reserve(_ bytes: Int, for reservation: Reservation) async throws {
    let isGranted = try state.withLock { state in
      guard case .none = reservation.phase else { return true }
      guard state.waiting.isEmpty, try fits(bytes, reservation, state) else { return false }
      grant(bytes, reservation, &state)
      return true
    }
    if isGranted { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let resumptions: [Resumption] = state.withLock { state in
          guard case .none = reservation.phase else { return [(continuation, .success(()))] }
          // A cancellation sets its flag before its handler takes this lock: either it is seen here, or the handler
          // finds the continuation.
          if Task.isCancelled { return [(continuation, .failure(CancellationError()))] }
          reservation.phase = .waiting(bytes: bytes, continuation)
          state.waiting.append(reservation)
          return admit(&state)
        }
        resume(resumptions)
      }
    } onCancel: {
      let continuation = state.withLock { leave(reservation, .none, &$0) }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Whether a reservation waits for room.
  func isWaiting(_ reservation: Reservation) -> Bool {
    state.withLock { _ in if case .waiting = reservation.phase { true } else { false } }
  }

  /// Ends a reservation with the answer that it was for.
  ///
  /// - Returns: the bytes of the answer that count until `sent`; nil if it does not fit into its batch.
  func end(_ reservation: Reservation, answerBytes: Int) -> Int? {
    var counted: Int?
    let (own, resumptions) = state.withLock { state in
      var isGranted = false
      if case .granted(let bytes) = reservation.phase {
        state.reserved -= bytes
        isGranted = true
      }
      let own = leave(reservation, .ended, &state)
      reservation.phase = .ended
      if !isGranted || state.isClosed {
        counted = 0
      } else if !reservation.isInBatch {
        state.unsent += answerBytes
        counted = answerBytes
      } else if state.held == 0 || state.held + answerBytes <= limit {
        state.held += answerBytes
        counted = answerBytes
      }
      return (own, admit(&state))
    }
    // The work goes on for another request.
    own?.resume()
    resume(resumptions)
    return counted
  }

  /// A batch is complete: its answers are now queued for output.
  func completeBatch(_ bytes: Int) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.held -= bytes
      state.unsent += bytes
    }
  }

  /// Answers have been written.
  func sent(_ bytes: Int) {
    resume(
      state.withLock { state in
        guard !state.isClosed else { return [] }
        state.unsent -= bytes
        return admit(&state)
      })
  }

  /// Ends all waiting, because the client reads nothing more.
  func close() {
    resume(
      state.withLock { state in
        state.isClosed = true
        return admit(&state)
      })
  }

  // MARK: Under the lock

  /// - Throws: if waiting does not help.
  private func fits(_ bytes: Int, _ reservation: Reservation, _ state: State) throws -> Bool {
    if state.isClosed { throw CancellationError() }
    if state.used + bytes <= limit { return true }
    if state.reserved > 0 || state.unsent > 0 { return false }
    // Only incomplete batches are left, which waiting does not end. While they are small, try: it is only an estimate.
    if reservation.isInBatch, state.held > limit / 4 * 3 { throw RPCError.overloaded }
    return true
  }

  private func grant(_ bytes: Int, _ reservation: Reservation, _ state: inout State) {
    state.reserved += bytes
    reservation.phase = .granted(bytes: bytes)
  }

  private func admit(_ state: inout State) -> [Resumption] {
    var resumptions: [Resumption] = []
    while let first = state.waiting.first, case .waiting(let bytes, let continuation) = first.phase {
      do {
        guard try fits(bytes, first, state) else { break }
        grant(bytes, first, &state)
        resumptions.append((continuation, .success(())))
      } catch {
        first.phase = .none
        resumptions.append((continuation, .failure(error)))
      }
      state.waiting.removeFirst()
    }
    return resumptions
  }

  private func leave(
    _ reservation: Reservation, _ phase: Reservation.Phase, _ state: inout State
  ) -> CheckedContinuation<Void, any Error>? {
    guard case .waiting(_, let continuation) = reservation.phase else { return nil }
    state.waiting.removeAll { $0 === reservation }
    reservation.phase = phase
    return continuation
  }

  private func resume(_ resumptions: [Resumption]) {
    for (continuation, result) in resumptions { continuation.resume(with: result) }
  }
}
