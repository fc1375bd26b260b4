import Concurrency
import MovieCore

/// Ids whose films the file has refused to record, because a service must be mistaken. Without this record, every page
/// with such a movie would begin a transaction that changes nothing.
///
/// A refusal holds as long as the library has no other number of entries: it may be due to one that is gone.
final class RefusedIDs: Sendable {
  private struct State {
    var entryCount = 0
    var ids: Set<KnownID> = []
  }

  /// More are forgotten all at once.
  private static let limit = 1_000
  private let state = Mutex(State())

  /// - Parameter entryCount: the number of entries now.
  func contains(_ known: KnownID, entryCount: Int) -> Bool {
    state.withLock { $0.entryCount == entryCount && $0.ids.contains(known) }
  }

  func add(_ known: [KnownID], entryCount: Int) {
    guard !known.isEmpty else { return }
    state.withLock { state in
      if state.entryCount != entryCount || state.ids.count + known.count > Self.limit { state.ids = [] }
      state.entryCount = entryCount
      state.ids.formUnion(known)
    }
  }
}
