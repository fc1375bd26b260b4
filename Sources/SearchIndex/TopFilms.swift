/// Collects the films that a search finds, each once, and counts them.
struct TopFilms {
  private(set) var found: [UInt32] = []
  private(set) var total = 0
  private(set) var totalIsExact = true
  private let wanted: Int
  private let documentCount: Int
  private let years: ArrayView<UInt16>
  /// The years that a film has to have, all of them.
  var requiredYears: [UInt16]
  /// The films found; nil while `found` is short enough to be searched.
  private var seen: RankSet?

  /// - Parameter wanted: how many films are needed in their order.
  init(wanted: Int, documentCount: Int, years: ArrayView<UInt16>, year: UInt16?) {
    (self.wanted, self.documentCount, self.years) = (wanted, documentCount, years)
    requiredYears = year.map { [$0] } ?? []
  }

  var isPageFull: Bool { found.count >= wanted }
  /// Whether neither the page nor the total needs more.
  var isFull: Bool { !totalIsExact }

  mutating func add(_ rank: UInt32) {
    // A damaged index may have any number here.
    guard rank < documentCount else { return }
    guard requiredYears.allSatisfy({ years[rank] == $0 }) else { return }
    guard isNew(rank) else { return }
    if !isPageFull || seen == nil { found.append(rank) }
    total += 1
    if total > FilmSearch.maximumTotal, isPageFull { endInexactly() }
  }

  private mutating func isNew(_ rank: UInt32) -> Bool {
    if let seen { return seen.insert(rank) }
    if found.contains(rank) { return false }
    if found.count == Self.maximumScan {
      let seen = RankSet(documentCount: documentCount)
      for rank in found + [rank] { seen.insert(rank) }
      self.seen = seen
    }
    return true
  }

  /// Searching more films takes longer than a bit set does.
  private static let maximumScan = 32

  /// There are more films than are counted.
  mutating func endInexactly() {
    total = max(FilmSearch.maximumTotal, min(found.count, wanted))
    totalIsExact = false
  }
}
