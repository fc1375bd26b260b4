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
    /// The waiting reservations: the fast ones, and the slow ones.
    var queues: [[Reservation]] = [[], []]
    /// How often a request was found to wait only because responses are not read.
    var readerStalls = 0
    var isClosed = false
  }

  private typealias Resumption = (wait: SharedTask<Bool>, result: Result<Bool, any Error>)

  private let limit: Int
  private let state = Mutex(State())

  public init(limit: Int) { self.limit = limit }

  /// Reports that a batch is complete, so that its responses can be sent.
  public func completeBatch(_ bytes: Int) { state.withLock { $0.batched -= bytes } }

  public func release(_ bytes: Int) { update { $0.unread -= bytes } }

  public func close() { update { $0.isClosed = true } }

  public final class Reservation: Sendable {
    fileprivate struct Demand {
      var bytes: Int
      var isSlow: Bool
    }

    fileprivate enum Phase {
      case none
      case waiting(Demand, since: Int, SharedTask<Bool>)
      case granted(bytes: Int)
      case ended
    }

    private let gate: MemoryGate
    fileprivate let isInBatch: Bool
    // Guarded by the gate's lock.
    fileprivate nonisolated(unsafe) var phase = Phase.none
    fileprivate nonisolated(unsafe) var expiry: (any Error)?

    public init(_ gate: MemoryGate, isInBatch: Bool) { (self.gate, self.isInBatch) = (gate, isInBatch) }

    /// Waits until a response of about this size fits; returns whether it waited for the client to read. A request that
    /// has memory, or has ended, returns at once. Throws `CancellationError`, `Overloaded`, or the error of `expire`.
    @discardableResult
    public func reserve(_ bytes: Int, isSlow: Bool = false) async throws -> Bool {
      let demand = Demand(bytes: bytes, isSlow: isSlow)
      let wait: SharedTask<Bool>? = try gate.state.withLock { state in
        guard case .none = phase else { return nil }
        if state.queues[isSlow ? 1 : 0].isEmpty, try gate.grant(demand, self, &state) { return nil }
        let wait = SharedTask<Bool>()
        phase = .waiting(demand, since: state.readerStalls, wait)
        state.queues[isSlow ? 1 : 0].append(self)
        return wait
      }
      guard let wait else { return false }
      gate.updateQueues { state in gate.admit(&state) + dequeueExpired(&state) }
      do {
        return try await wait.value()
      } catch {
        // A cancelled task is still in the queue.
        gate.updateQueues { state in dequeue(.failure(error), &state) + gate.admit(&state) }
        throw error
      }
    }

    /// Ends the wait of `reserve` with an error, now or when it begins; unless it waits for the client to read.
    public func expire(_ error: any Error) {
      gate.updateQueues { state in
        expiry = error
        return dequeueExpired(&state)
      }
    }

    /// Whether it waits for the client to read, or for requests that soon end.
    public var isWaitingForReader: Bool {
      gate.state.withLock { state in
        guard case .waiting(let demand, let since, _) = phase else { return false }
        return !demand.isSlow || state.readerStalls != since
      }
    }

    /// Ends the reservation. Returns the bytes of the response that count until they are released; nil if it does not
    /// fit into its batch.
    public func end(responseBytes bytes: Int) -> Int? {
      var counted: Int? = 0
      gate.updateQueues { state in
        // Its caller goes on for another request.
        let resumptions = dequeue(.success(false), &state)
        if case .granted(let estimate) = phase, !state.isClosed {
          state.reserved -= estimate
          counted = isInBatch && state.batched > 0 && state.batched + bytes > gate.limit ? nil : bytes
          state.unread += counted ?? 0
          if isInBatch { state.batched += counted ?? 0 }
        }
        phase = .ended
        return resumptions + gate.admit(&state)
      }
      return counted
    }

    /// Leaves the queue if it has expired and waits for others, not for the client.
    private func dequeueExpired(_ state: inout State) -> [Resumption] {
      guard let expiry, case .waiting(_, state.readerStalls, _) = phase else { return [] }
      return dequeue(.failure(expiry), &state)
    }

    /// Leaves the queue if it waits, with a result for its caller.
    private func dequeue(_ result: Result<Bool, any Error>, _ state: inout State) -> [Resumption] {
      guard case .waiting(let demand, _, let wait) = phase else { return [] }
      state.queues[demand.isSlow ? 1 : 0].removeAll { $0 === self }
      phase = .none
      return [(wait, result)]
    }
  }

  // MARK: Under the lock

  /// Changes the state with the lock held, then resumes tasks without it.
  private func updateQueues(_ change: (inout State) -> [Resumption]) {
    for (wait, result) in state.withLock(change) { wait.resolve(result) }
  }

  private func update(_ change: (inout State) -> Void) {
    updateQueues { state in
      change(&state)
      return admit(&state)
    }
  }

  private func limit(_ demand: Reservation.Demand) -> Int { demand.isSlow ? limit / 3 * 2 : limit }

  /// Returns false if the reservation has to wait.
  private func grant(_ demand: Reservation.Demand, _ reservation: Reservation, _ state: inout State) throws -> Bool {
    if state.isClosed { throw CancellationError() }
    let used = state.reserved + state.unread
    if used + demand.bytes > limit(demand) {
      if used > state.batched { return false }
      if reservation.isInBatch, state.batched > 0 { throw Overloaded() }
    }
    state.reserved += demand.bytes
    reservation.phase = .granted(bytes: demand.bytes)
    return true
  }

  private func admit(_ state: inout State) -> [Resumption] {
    var resumptions: [Resumption] = []
    for queue in state.queues.indices {
      while let first = state.queues[queue].first,
        case .waiting(let demand, let since, let wait) = first.phase
      {
        do {
          guard try grant(demand, first, &state) else {
            // It would fit if all responses were read.
            if state.reserved == 0 || state.reserved + demand.bytes <= limit(demand) { state.readerStalls += 1 }
            break
          }
          resumptions.append((wait, .success(state.readerStalls != since)))
        } catch {
          first.phase = .none
          resumptions.append((wait, .failure(error)))
        }
        state.queues[queue].removeFirst()
      }
    }
    return resumptions
  }
}
