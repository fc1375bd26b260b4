import Concurrency

/// The named lists of a session.
final class Lists: Sendable {
  /// The maximum number of lists; beyond it, the least recently used one is dropped.
  static let capacity = 256

  private struct State {
    var lists: [String: (list: MovieList, lastUse: Int)] = [:]
    var uses = 0
  }

  private let state = Mutex(State())

  /// Gives the name to a new list, which supersedes the one that had it.
  func replace(_ name: String, with list: MovieList) {
    let old = state.withLock { state in
      state.uses += 1
      let old = state.lists.updateValue((list, state.uses), forKey: name)?.list
      if state.lists.count > Self.capacity, let oldest = state.lists.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.lists[oldest.key] = nil
      }
      return old
    }
    old?.supersede()
  }

  /// - Throws: `listNotReady` if there is no list of that name.
  func list(_ name: String) throws(MovieError) -> MovieList {
    let list = state.withLock { state in
      state.uses += 1
      state.lists[name]?.lastUse = state.uses
      return state.lists[name]?.list
    }
    guard let list else { throw MovieList.notReady }
    return list
  }
}
