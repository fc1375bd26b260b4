import struct Synchronization.Atomic

/// The accepted requests that are not answered yet, and the phase: all mutable state of a connection, under one lock.
struct InFlight {
  enum Phase: Comparable {
    case open
    /// After `shutdown`: accepted requests are answered, new ones are rejected.
    case shuttingDown
    /// After the end of the input or a signal: nothing more is accepted.
    case draining
  }

  final class Entry: Sendable {
    let id: RequestID?
    let batch: Batch?
    /// The size of the message, or of the request's part of a batch.
    let inputBytes: Int
    let memory: MemoryGate.Reservation
    private let work = Mutex(Work())
    private let isAnswered = Atomic(false)

    private struct Work {
      /// Nil until the request has run on the reader's thread up to its first suspension.
      var task: Task<Void, Never>?
      var isCancelled = false
    }

    init(id: RequestID?, batch: Batch?, inputBytes: Int, _ gate: MemoryGate) {
      (self.id, self.batch, self.inputBytes) = (id, batch, inputBytes)
      memory = MemoryGate.Reservation(gate, isInBatch: batch != nil)
    }

    /// Returns true only to the first caller, which then sends the response. So there is exactly one response.
    func claimAnswer() -> Bool { !isAnswered.exchange(true, ordering: .acquiringAndReleasing) }

    /// Sets the task that answers the request. It is cancelled if the request has been cancelled before.
    func setTask(_ task: Task<Void, Never>) {
      let isCancelled = work.withLock { work in
        work.task = task
        return work.isCancelled
      }
      if isCancelled { task.cancel() }
    }

    func cancel() {
      let task = work.withLock { work in
        work.isCancelled = true
        return work.task
      }
      task?.cancel()
    }

    var isCancelled: Bool { work.withLock(\.isCancelled) }
  }

  private(set) var phase = Phase.open
  private var entries: [RequestID: Entry] = [:]
  /// Notifications, which have no id and only count.
  private var anonymous: [ObjectIdentifier: Entry] = [:]
  private(set) var count = 0
  private(set) var inputBytes = 0
  var isWatchedForHangUp = false
  var isHungUp = false
  /// The `shutdown` request, until everything else has been answered.
  var shutdown: (entry: Entry, result: JSON)?
  private var outgoing: [RequestID: SharedTask<JSON>] = [:]
  private var lastOutgoing = 0
  private var hasEndedOutgoing = false

  /// The error of a request with this id, or of a notification, that is not accepted now; nil if it is.
  func rejection(of id: RequestID?, _ shuttingDown: RPCError) -> RPCError? {
    guard phase == .open else { return shuttingDown }
    return id.flatMap { entries[$0] } == nil ? nil : .duplicateId
  }

  mutating func add(_ entry: Entry) {
    if let id = entry.id {
      entries[id] = entry
    } else {
      anonymous[ObjectIdentifier(entry)] = entry
    }
    count += 1
    inputBytes += entry.inputBytes
  }

  /// Frees the entry's id. The entry still counts until `release`, after its response has been queued.
  mutating func forget(_ entry: Entry) {
    inputBytes -= entry.inputBytes
    if let id = entry.id {
      entries[id] = nil
    } else {
      anonymous[ObjectIdentifier(entry)] = nil
    }
  }

  /// Removes an entry from the count. At zero, returns the pending `shutdown` and counts it until it is released too: a
  /// connection must not appear idle before.
  mutating func release() -> (entry: Entry, result: JSON)? {
    count -= 1
    guard count == 0, let waiting = shutdown else { return nil }
    shutdown = nil
    count = 1
    return waiting
  }

  mutating func advance(to next: Phase) { phase = max(phase, next) }

  func entry(_ id: RequestID) -> Entry? { entries[id] }

  var all: [Entry] { Array(entries.values) + Array(anonymous.values) }

  mutating func addOutgoing(_ response: SharedTask<JSON>) -> RequestID? {
    guard !hasEndedOutgoing else { return nil }
    lastOutgoing += 1
    let id = RequestID(number: lastOutgoing)
    outgoing[id] = response
    return id
  }

  mutating func removeOutgoing(_ id: RequestID) -> SharedTask<JSON>? { outgoing.removeValue(forKey: id) }

  mutating func endOutgoing() -> [SharedTask<JSON>] {
    hasEndedOutgoing = true
    defer { outgoing = [:] }
    return Array(outgoing.values)
  }
}
