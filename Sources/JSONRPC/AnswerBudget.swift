import Concurrency

/// Limits the memory of large answers. It counts the answers that are being made, each by an estimate; those that wait
/// for the rest of their batch; and those that the client has not read.
///
/// A request whose answer may be large makes a reservation before its work begins. Reservations are granted in the order
/// of the calls, as soon as they fit. One that would never fit is granted when it is the only one. An answer in a batch
/// can be sent only with the whole batch; so if nothing but incomplete batches uses the budget, waiting does not help,
/// and the answer is `overloaded`.
///
/// Others decide how large the answer of a service is, and when it comes. Room for such an answer is a second reservation,
/// which grows from the first. The two kinds have the same limit each, so that requests that wait for a service never
/// hold up the others.
final class AnswerBudget: Sendable {
  /// The reservation of one request.
  final class Reservation: Sendable {
    fileprivate enum Phase {
      case none
      case waiting(bytes: Int, CheckedContinuation<Void, any Error>)
      case granted(bytes: Int)
      /// Waits for room for the answer of a service. It makes no answer yet, so it has given back what it was granted.
      case growing(to: Int, CheckedContinuation<Void, any Error>)
      case grown(bytes: Int)
      case ended
    }

    /// Whether the answer is part of a batch.
    let isInBatch: Bool
    /// Guarded by the budget's lock.
    fileprivate nonisolated(unsafe) var phase = Phase.none
    /// The error with which it must not grow any more. Guarded by the budget's lock.
    fileprivate nonisolated(unsafe) var failure: (any Error)?

    init(isInBatch: Bool) { self.isInBatch = isInBatch }

    /// The bytes that it has been granted, if it can grow.
    fileprivate var growable: Int? {
      switch phase {
      case .none: 0
      case .granted(let bytes): bytes
      default: nil
      }
    }
  }

  private struct State {
    /// The estimates of the answers that are being made, but for those that have grown.
    var reserved = 0
    /// The estimates of those that have grown.
    var grown = 0
    /// The answers of incomplete batches.
    var held = 0
    /// The answers that are queued for output.
    var unsent = 0
    var waiting: [Reservation] = []
    var growing: [Reservation] = []
    var isClosed = false
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
    try await wait(reservation) { state, continuation in
      guard case .none = reservation.phase else { return [(continuation, .success(()))] }
      reservation.phase = .waiting(bytes: bytes, continuation)
      state.waiting.append(reservation)
      return admit(&state)
    }
  }

  /// Waits until a reservation has room for the answer of a service. Returns at once if it has grown already, or has
  /// ended. It may wait for other services, so the caller gives up after a time.
  ///
  /// - Throws: the same as `reserve`, and the error of `giveUp`.
  func grow(_ reservation: Reservation, to bytes: Int) async throws {
    let isGranted = try state.withLock { state in
      if let failure = reservation.failure { throw failure }
      guard let present = reservation.growable else { return true }
      guard state.growing.isEmpty, try fitsGrown(bytes, reservation, state) else { return false }
      grow(from: present, to: bytes, reservation, &state)
      return true
    }
    if isGranted { return }
    try await wait(reservation) { state, continuation in
      if let failure = reservation.failure { return [(continuation, .failure(failure))] }
      guard let present = reservation.growable else { return [(continuation, .success(()))] }
      state.reserved -= present
      reservation.phase = .growing(to: bytes, continuation)
      state.growing.append(reservation)
      return admit(&state)
    }
  }

  /// Ends the wait of `grow` with an error, whether it has begun or not.
  func giveUp(_ reservation: Reservation, _ error: any Error) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      reservation.failure = error
      guard case .growing = reservation.phase else { return nil }
      return leave(reservation, &state)
    }
    continuation?.resume(throwing: error)
  }

  private func wait(
    _ reservation: Reservation, _ enqueue: (inout State, CheckedContinuation<Void, any Error>) -> [Resumption]
  ) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let resumptions: [Resumption] = state.withLock { state in
          // A cancellation sets its flag before its handler takes this lock: either it is seen here, or the handler
          // finds the continuation.
          if Task.isCancelled { return [(continuation, .failure(CancellationError()))] }
          return enqueue(&state, continuation)
        }
        resume(resumptions)
      }
    } onCancel: {
      let continuation = state.withLock { leave(reservation, &$0) }
      continuation?.resume(throwing: CancellationError())
    }
  }

  /// Whether a reservation waits for the client to read, or for requests that wait for nobody.
  func isWaiting(_ reservation: Reservation) -> Bool {
    state.withLock { _ in if case .waiting = reservation.phase { true } else { false } }
  }

  /// Ends a reservation with the answer that it was for.
  ///
  /// - Returns: the bytes of the answer that count until `sent`; nil if it does not fit into its batch.
  func end(_ reservation: Reservation, answerBytes: Int) -> Int? {
    var counted: Int?
    let (own, resumptions) = state.withLock { state in
      let own = leave(reservation, &state)
      var isGranted = true
      switch reservation.phase {
      case .granted(let bytes): state.reserved -= bytes
      case .grown(let bytes): state.grown -= bytes
      default: isGranted = false
      }
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
    try fits(bytes, beside: state.reserved, reservation, state)
  }

  private func fitsGrown(_ bytes: Int, _ reservation: Reservation, _ state: State) throws -> Bool {
    try fits(bytes, beside: state.grown, reservation, state)
  }

  private func fits(_ bytes: Int, beside reserved: Int, _ reservation: Reservation, _ state: State) throws -> Bool {
    if state.isClosed { throw CancellationError() }
    if reserved + state.held + state.unsent + bytes <= limit { return true }
    if reserved > 0 || state.unsent > 0 { return false }
    // Only incomplete batches are left, which waiting does not end. While they are small, try: it is only an estimate.
    guard reservation.isInBatch, state.held > limit / 4 * 3 else { return true }
    // An answer that is being made may complete a batch.
    if state.reserved + state.grown > reservation.growable ?? 0 { return false }
    throw RPCError.overloaded
  }

  private func grant(_ bytes: Int, _ reservation: Reservation, _ state: inout State) {
    state.reserved += bytes
    reservation.phase = .granted(bytes: bytes)
  }

  private func grow(from present: Int, to bytes: Int, _ reservation: Reservation, _ state: inout State) {
    state.reserved -= present
    state.grown += bytes
    reservation.phase = .grown(bytes: bytes)
  }

  private func admit(_ state: inout State) -> [Resumption] {
    var resumptions: [Resumption] = []
    while let first = state.growing.first, case .growing(let bytes, let continuation) = first.phase {
      do {
        guard try fitsGrown(bytes, first, state) else { break }
        grow(from: 0, to: bytes, first, &state)
        resumptions.append((continuation, .success(())))
      } catch {
        first.phase = .granted(bytes: 0)
        resumptions.append((continuation, .failure(error)))
      }
      state.growing.removeFirst()
    }
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

  /// Takes a reservation out of the queue in which it waits, and returns whom to tell.
  private func leave(_ reservation: Reservation, _ state: inout State) -> CheckedContinuation<Void, any Error>? {
    switch reservation.phase {
    case .waiting(_, let continuation):
      state.waiting.removeAll { $0 === reservation }
      reservation.phase = .none
      return continuation
    case .growing(_, let continuation):
      state.growing.removeAll { $0 === reservation }
      reservation.phase = .granted(bytes: 0)
      return continuation
    default: return nil
    }
  }

  private func resume(_ resumptions: [Resumption]) {
    for (continuation, result) in resumptions { continuation.resume(with: result) }
  }
}
