/// Collects the films that a search finds, each once, and counts them.
struct Collector {
  private(set) var found: [UInt32] = []
  private(set) var total = 0
  private(set) var totalIsExact = true
  private let wanted: Int
  private let documentCount: Int
  private let years: ArrayView<UInt16>
  /// Only films of these years are taken.
  private var restrictions: [UInt16]
  /// The films found; nil while `found` is short enough to be searched.
  private var seen: Bitset?

  /// - Parameter wanted: how many films are needed in their order.
  init(wanted: Int, documentCount: Int, years: ArrayView<UInt16>, year: UInt16?) {
    self.wanted = wanted
    self.documentCount = documentCount
    self.years = years
    restrictions = year.map { [$0] } ?? []
  }

  var isPageFull: Bool { found.count >= wanted }
  /// Whether neither the page nor the total needs more.
  var isFull: Bool { !totalIsExact }
  var isFiltered: Bool { !restrictions.isEmpty }

  /// Takes only films of this year, until it is lifted.
  mutating func restrict(to year: UInt16) -> [UInt16] {
    defer { restrictions.append(year) }
    return restrictions
  }

  mutating func lift(_ previous: [UInt16]) { restrictions = previous }

  mutating func add(_ rank: UInt32) {
    // A damaged index may have any number here.
    guard rank < documentCount else { return }
    guard restrictions.allSatisfy({ years[rank] == $0 }) else { return }
    guard isNew(rank) else { return }
    if !isPageFull || seen == nil { found.append(rank) }
    total += 1
    if total > FilmSearch.maximumTotal, isPageFull { endInexactly() }
  }

  private mutating func isNew(_ rank: UInt32) -> Bool {
    if seen != nil { return seen!.insert(rank) }
    if found.contains(rank) { return false }
    if found.count == Self.maximumScan {
      var bits = Bitset(count: documentCount)
      for rank in found { _ = bits.insert(rank) }
      _ = bits.insert(rank)
      seen = bits
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
