import Concurrency

/// The named lists of a session.
final class Lists: Sendable {
  /// The maximum number of lists; beyond it, the least recently used one is dropped.
  static let capacity = 256

  private struct Entry {
    var list: MovieList
    var lastUse: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var uses = 0
  }

  private let state = Mutex(State())

  /// Gives the name to a new list, which supersedes the one that had it.
  func replace(_ name: String, with list: MovieList) {
    let old = state.withLock { state in
      state.uses += 1
      let old = state.entries[name]?.list
      list.followPrevious(old)
      state.entries[name] = Entry(list: list, lastUse: state.uses)
      if state.entries.count > Self.capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
      }
      return old
    }
    old?.supersede()
  }

  /// The list that has the name, which a list that was cancelled before it began has not taken away.
  ///
  /// - Throws: `listNotReady` if there is no list of that name.
  func list(_ name: String) throws(MovieError) -> MovieList {
    let list = state.withLock { state -> MovieList? in
      state.uses += 1
      guard var entry = state.entries[name] else { return nil }
      entry.lastUse = state.uses
      if entry.list.endedBeforeItBegan {
        guard let previous = entry.list.previous else {
          state.entries[name] = nil
          return nil
        }
        previous.restore()
        entry.list = previous
      }
      state.entries[name] = entry
      return entry.list
    }
    guard let list else { throw MovieList.notReady }
    return list
  }
}
