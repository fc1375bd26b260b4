/// The named lists of a session.
final class Lists: Sendable {
  /// The maximum number of lists, and of the bytes of their names and queries, but for the latest list. Beyond them, the
  /// least recently used ones are dropped.
  private static let capacity = (lists: 256, textBytes: 1 << 20)

  private struct Entry {
    var list: MovieList
    var lastUse: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var uses = 0

    /// - Parameter list: the latest one.
    mutating func dropOldest(after list: MovieList) {
      // Short texts are not counted, because they take too little together.
      guard entries.count > capacity.lists || list.textBytes > capacity.textBytes / capacity.lists else { return }
      var textBytes = entries.values.reduce(0) { $0 + $1.list.textBytes }
      while entries.count > capacity.lists || entries.count > 1 && textBytes > capacity.textBytes,
        let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        textBytes -= oldest.value.list.textBytes
        entries[oldest.key] = nil
      }
    }
  }

  private let state = Mutex(State())

  /// Gives the name to a new list, which supersedes the one that had it.
  func replace(_ name: String, with list: MovieList) {
    let old = state.withLock { state in
      state.uses += 1
      let old = state.entries[name]?.list
      list.followPrevious(old)
      state.entries[name] = Entry(list: list, lastUse: state.uses)
      state.dropOldest(after: list)
      return old
    }
    old?.supersede()
  }

  /// Returns the current list of that name. A list that was cancelled before it began does not replace its predecessor.
  /// Throws `listNotReady` if there is no list of that name.
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
