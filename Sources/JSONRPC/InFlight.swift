import Concurrency

import struct Synchronization.Atomic

/// The requests that a connection has accepted and not yet answered, and the phase of its shutdown.
///
/// All mutable state of a connection is here, under one lock.
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
    /// The batch that collects the response; nil to send it directly.
    let batch: Batch?
    /// The size of the message, or of the request's part of a batch.
    let inputBytes: Int
    /// The memory for its answer.
    let reservation: AnswerBudget.Reservation
    /// Set after the request has run on the reader's thread up to its first suspension.
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let isAnswered = Atomic(false)

    init(id: RequestID?, batch: Batch?, inputBytes: Int) {
      self.id = id
      self.batch = batch
      self.inputBytes = inputBytes
      reservation = AnswerBudget.Reservation(isInBatch: batch != nil)
    }

    /// Returns true only to the first caller, which then sends the response. So there is exactly one response.
    func claimAnswer() -> Bool { !isAnswered.exchange(true, ordering: .acquiringAndReleasing) }

    func setTask(_ task: Task<Void, Never>) { self.task.withLock { $0 = task } }

    func cancel() { task.withLock { $0 }?.cancel() }
  }

  private(set) var phase = Phase.open
  /// Requests by id.
  private var entries: [RequestID: Entry] = [:]
  /// Notifications, which have no id and only count.
  private var anonymous: [ObjectIdentifier: Entry] = [:]
  private(set) var count = 0
  /// The size of their messages in bytes.
  private(set) var inputBytes = 0
  /// Whether a thread waits for the end of the input.
  var isWatchedForHangUp = false
  /// Whether that thread has noticed it.
  var isHungUp = false
  /// The `shutdown` request, until everything else has been answered.
  var shutdown: Entry?

  enum Admission {
    case accepted(Entry)
    case rejected(RPCError)
  }

  mutating func admit(id: RequestID?, batch: Batch?, inputBytes: Int) -> Admission {
    guard phase == .open else { return .rejected(.shuttingDown) }
    let entry = Entry(id: id, batch: batch, inputBytes: inputBytes)
    if let id {
      guard entries[id] == nil else { return .rejected(.duplicateId) }
      entries[id] = entry
    } else {
      anonymous[ObjectIdentifier(entry)] = entry
    }
    count += 1
    self.inputBytes += inputBytes
    return .accepted(entry)
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

  /// Removes an entry from the count. The last one returns the waiting `shutdown`, which counts instead until it is
  /// released too: a connection must not appear idle before that response has been queued.
  mutating func release() -> Entry? {
    count -= 1
    guard count == 0, let waiting = shutdown else { return nil }
    shutdown = nil
    count = 1
    return waiting
  }

  mutating func advance(to next: Phase) { phase = max(phase, next) }

  func entry(_ id: RequestID) -> Entry? { entries[id] }

  var all: [Entry] { Array(entries.values) + Array(anonymous.values) }
}
