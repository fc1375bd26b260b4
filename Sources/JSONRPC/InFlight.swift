import Concurrency

import struct Synchronization.Atomic

/// What a connection has accepted and not yet answered, and how far it is on its way to the end.
///
/// All of a connection's changing state is here, and changes under one lock.
struct InFlight {
  enum Phase: Comparable {
    case open
    /// `shutdown` has come: what was accepted is answered, what comes is refused.
    case shuttingDown
    /// The end of the input or a signal has come: nothing more is accepted.
    case draining
  }

  final class Entry: Sendable {
    let id: RequestID?
    /// Where the response goes instead of straight out.
    let batch: Batch?
    /// Set after the request's first stretch has run on the reader's thread.
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let isAnswered = Atomic(false)

    init(id: RequestID?, batch: Batch?) {
      self.id = id
      self.batch = batch
    }

    /// True for the first caller only, who then sends the response: so there is exactly one.
    func claimAnswer() -> Bool { !isAnswered.exchange(true, ordering: .acquiringAndReleasing) }

    func setTask(_ task: Task<Void, Never>) { self.task.withLock { $0 = task } }

    func cancel() { task.withLock { $0 }?.cancel() }
  }

  private(set) var phase = Phase.open
  /// Requests by id. Notifications that are being worked on have no id and only count.
  private var entries: [RequestID: Entry] = [:]
  private var anonymous: [ObjectIdentifier: Entry] = [:]
  private(set) var count = 0
  /// The `shutdown` request that waits for everything else to be answered.
  var shutdown: Entry?

  enum Admission {
    case accepted(Entry)
    case refused(RPCError)
  }

  mutating func admit(id: RequestID?, batch: Batch?) -> Admission {
    guard phase == .open else { return .refused(.shuttingDown) }
    let entry = Entry(id: id, batch: batch)
    if let id {
      guard entries[id] == nil else { return .refused(.duplicateId) }
      entries[id] = entry
    } else {
      anonymous[ObjectIdentifier(entry)] = entry
    }
    count += 1
    return .accepted(entry)
  }

  /// Frees the entry's id. The entry still counts until `release`, when its response is on its way.
  mutating func forget(_ entry: Entry) {
    if let id = entry.id {
      entries[id] = nil
    } else {
      anonymous[ObjectIdentifier(entry)] = nil
    }
  }

  /// Takes an entry off the count. The last one off hands out the `shutdown` that waited for it, which counts in its
  /// place until it is released too: a connection must not pass for idle before that answer is on its way.
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
