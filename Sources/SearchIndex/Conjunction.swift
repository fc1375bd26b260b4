/// The documents that have one of several words for each word of a query, in the order of ranks.
struct Conjunction {
  private let index: TermIndex

  // The candidates have the rarest word. They come from one of these:
  private var list = UnsafeBufferPointer<UInt32>(start: nil, count: 0)
  private var position = 0
  private var bits: Bitset.Iterator?
  private var ranks: AscendingRanks?

  /// The documents that have the words that are not much more frequent; nil if there is no such word.
  private var filter: Bitset?
  /// The alternatives of the words that are, one word after the other, and where those of each word end. A candidate's own
  /// words are compared with them.
  private var ranges: [Range<UInt32>] = []
  private var rangeEnds: [Int] = []

  /// A set of that many postings takes as long as a comparison with the words of one document, which are elsewhere in
  /// memory.
  private static let postingsPerComparison = 16
  /// Fewer candidates are sorted by a heap, which takes less time than a set of all documents.
  private static let maximumHeap = 256

  init(_ index: TermIndex, _ alternatives: [[Range<Int>]], isPage: Bool = false) {
    self.index = index
    let sizes = alternatives.map { $0.reduce(0) { $0 + index.postings(ofWords: $1).count } }
    guard let rarest = sizes.indices.min(by: { sizes[$0] < sizes[$1] }) else { return }
    let bound = sizes[rarest]
    for other in sizes.indices where other != rarest {
      if sizes[other] <= bound * Self.postingsPerComparison {
        let set = Self.set(of: alternatives[other], in: index)
        if filter == nil { filter = set } else { filter?.formIntersection(set) }
      } else {
        ranges += alternatives[other].map { UInt32($0.lowerBound)..<UInt32($0.upperBound) }
        rangeEnds.append(ranges.count)
      }
    }
    let candidates = alternatives[rarest]
    if candidates.count == 1, candidates[0].count == 1 {
      list = index.postings.slice(index.postings(ofWords: candidates[0]))
    } else if bound <= Self.maximumHeap || alternatives.count == 1 && isPage {
      var ranks = AscendingRanks([index.postingTree])
      for range in candidates { ranks.add(index.postings(ofWords: range), of: 0) }
      self.ranks = ranks
    } else {
      var set = Self.set(of: candidates, in: index)
      if let filter { set.formIntersection(filter) }
      filter = nil
      bits = Bitset.Iterator(set)
    }
  }

  private static func set(of alternatives: [Range<Int>], in index: TermIndex) -> Bitset {
    var set = Bitset(count: index.documentCount)
    for range in alternatives { set.insert(index.postings.slice(index.postings(ofWords: range))) }
    return set
  }

  mutating func next() -> UInt32? {
    while let rank = nextCandidate() {
      if filter?.contains(rank) ?? true, hasFrequentWords(rank) { return rank }
    }
    return nil
  }

  @inline(__always)
  private mutating func nextCandidate() -> UInt32? {
    if position < list.count {
      position += 1
      return list[position - 1]
    }
    return bits != nil ? bits?.next() : ranks?.next()
  }

  private func hasFrequentWords(_ rank: UInt32) -> Bool {
    guard !ranges.isEmpty else { return true }
    let words = index.words(ofDocument: rank)
    var start = 0
    for end in rangeEnds {
      guard (start..<end).contains(where: { words.contains(where: ranges[$0].contains) }) else { return false }
      start = end
    }
    return true
  }
}
