/// Limits the memory of large responses. A request reserves an estimate before its work; from then on its response
/// counts with its own size, until it is released. Requests get their part in the order of their calls. Slow ones,
/// which wait for a service, have a queue of their own and leave a third to the rest.
///
/// A request that would never fit is granted when nothing else uses memory. If nothing but incomplete batches does,
/// waiting does not help, and a request of a batch gets `Overloaded`.
public final class MemoryGate: Sendable {
  /// Thrown to a request of a batch whose responses fill the memory.
  public struct Overloaded: Error {}

  private struct State {
    var reserved = 0
    var unread = 0
    /// The part of `unread` that waits for the rest of its batch.
    var batched = 0
    var queues: [[Reservation]] = [[], []]
    /// How often a request was found to wait only because responses are not read.
    var readerStalls = 0
    var isClosed = false

    var used: Int { reserved + unread }
  }

  fileprivate typealias Continuation = CheckedContinuation<Bool, any Error>
  private typealias Resumption = (continuation: Continuation, result: Result<Bool, any Error>)

  private let limit: Int
  private let state = Mutex(State())

  public init(limit: Int) { self.limit = limit }

  public final class Reservation: Sendable {
    fileprivate struct Wait {
      var bytes: Int
      var isSlow: Bool
      var readerStalls: Int
      var continuation: Continuation
    }

    fileprivate enum Phase {
      case none
      case waiting(Wait)
      case granted(bytes: Int)
      case ended
    }

    private let gate: MemoryGate
    fileprivate let isInBatch: Bool
    // Guarded by the gate's lock.
    fileprivate nonisolated(unsafe) var phase = Phase.none
    fileprivate nonisolated(unsafe) var expiry: (any Error)?

    public init(_ gate: MemoryGate, isInBatch: Bool) {
      self.gate = gate
      self.isInBatch = isInBatch
    }

    /// Waits until a response of about this size fits; returns whether it waited for the client to read. A request that
    /// has memory, or has ended, returns at once. Throws `CancellationError`, `Overloaded`, or the error of `expire`.
    @discardableResult
    public func reserve(_ bytes: Int, isSlow: Bool = false) async throws -> Bool {
      try await gate.reserve(bytes, isSlow, self)
    }

    /// Ends the wait of `reserve` with an error, now or when it begins; unless it waits for the client to read.
    public func expire(_ error: any Error) { gate.expire(self, error) }

    /// Whether it waits for the client to read, or for requests that soon end.
    public var isWaitingForReader: Bool { gate.isWaitingForReader(self) }

    /// Ends the reservation. Returns the bytes of the response that count until they are released; nil if it does not
    /// fit into its batch.
    public func end(responseBytes: Int) -> Int? { gate.end(self, responseBytes) }
  }

  // MARK: Waiting

  private func reserve(_ bytes: Int, _ isSlow: Bool, _ reservation: Reservation) async throws -> Bool {
    let isGranted = try state.withLock { state in
      guard case .none = reservation.phase else { return true }
      guard state.queues[isSlow ? 1 : 0].isEmpty, try fits(bytes, isSlow, reservation, state) else { return false }
      grant(bytes, reservation, &state)
      return true
    }
    if isGranted { return false }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        update { state in
          // A cancellation sets its flag before it takes this lock: it is seen here, or finds the continuation.
          if Task.isCancelled { return [(continuation, .failure(CancellationError()))] }
          guard case .none = reservation.phase else { return [(continuation, .success(false))] }
          reservation.phase = .waiting(
            Reservation.Wait(
              bytes: bytes, isSlow: isSlow, readerStalls: state.readerStalls, continuation: continuation))
          state.queues[isSlow ? 1 : 0].append(reservation)
          return admit(&state) + dequeueExpired(reservation, &state)
        }
      }
    } onCancel: {
      update { state in dequeue(reservation, .failure(CancellationError()), &state) }
    }
  }

  private func expire(_ reservation: Reservation, _ error: any Error) {
    update { state in
      reservation.expiry = error
      return dequeueExpired(reservation, &state)
    }
  }

  private func isWaitingForReader(_ reservation: Reservation) -> Bool {
    state.withLock { state in
      guard case .waiting(let wait) = reservation.phase else { return false }
      return !wait.isSlow || state.readerStalls != wait.readerStalls
    }
  }

  // MARK: Responses

  private func end(_ reservation: Reservation, _ bytes: Int) -> Int? {
    var counted: Int? = 0
    update { state in
      // Its caller goes on for another request.
      let resumptions = dequeue(reservation, .success(false), &state)
      if case .granted(let estimate) = reservation.phase, !state.isClosed {
        state.reserved -= estimate
        counted = reservation.isInBatch && state.batched > 0 && state.batched + bytes > limit ? nil : bytes
        state.unread += counted ?? 0
        if reservation.isInBatch { state.batched += counted ?? 0 }
      }
      reservation.phase = .ended
      return resumptions + admit(&state)
    }
    return counted
  }

  /// Reports that a batch is complete, so that its responses can be sent.
  public func completeBatch(_ bytes: Int) {
    state.withLock { $0.batched -= bytes }
  }

  public func release(_ bytes: Int) {
    update { state in
      state.unread -= bytes
      return admit(&state)
    }
  }

  public func close() {
    update { state in
      state.isClosed = true
      return admit(&state)
    }
  }

  // MARK: Under the lock

  /// Changes the state with the lock held, then resumes tasks without it.
  private func update(_ change: (inout State) -> [Resumption]) {
    for (continuation, result) in state.withLock(change) { continuation.resume(with: result) }
  }

  private func limit(isSlow: Bool) -> Int { isSlow ? limit / 3 * 2 : limit }

  private func fits(_ bytes: Int, _ isSlow: Bool, _ reservation: Reservation, _ state: State) throws -> Bool {
    if state.isClosed { throw CancellationError() }
    if state.used + bytes <= limit(isSlow: isSlow) { return true }
    if state.used > state.batched { return false }
    if reservation.isInBatch, state.batched > 0 { throw Overloaded() }
    return true
  }

  private func grant(_ bytes: Int, _ reservation: Reservation, _ state: inout State) {
    state.reserved += bytes
    reservation.phase = .granted(bytes: bytes)
  }

  private func admit(_ state: inout State) -> [Resumption] {
    var resumptions: [Resumption] = []
    for queue in state.queues.indices {
      while let first = state.queues[queue].first, case .waiting(let wait) = first.phase {
        do {
          guard try fits(wait.bytes, wait.isSlow, first, state) else {
            // It would fit if all responses were read.
            if state.reserved == 0 || state.reserved + wait.bytes <= limit(isSlow: wait.isSlow) {
              state.readerStalls += 1
            }
            break
          }
          grant(wait.bytes, first, &state)
          resumptions.append((wait.continuation, .success(state.readerStalls != wait.readerStalls)))
        } catch {
          first.phase = .none
          resumptions.append((wait.continuation, .failure(error)))
        }
        state.queues[queue].removeFirst()
      }
    }
    return resumptions
  }

  /// Takes a reservation out of its queue if it has expired and waits for others, not for the client.
  private func dequeueExpired(_ reservation: Reservation, _ state: inout State) -> [Resumption] {
    guard case .waiting(let wait) = reservation.phase, state.readerStalls == wait.readerStalls else { return [] }
    return reservation.expiry.map { dequeue(reservation, .failure($0), &state) } ?? []
  }

  /// Takes a reservation out of its queue if it waits, with a result for its caller.
  private func dequeue(
    _ reservation: Reservation, _ result: Result<Bool, any Error>, _ state: inout State
  ) -> [Resumption] {
    guard case .waiting(let wait) = reservation.phase else { return [] }
    state.queues[wait.isSlow ? 1 : 0].removeAll { $0 === reservation }
    reservation.phase = .none
    return [(wait.continuation, result)]
  }
}
