/// The documents that have one of several words for each word of a query, in the order of ranks.
struct ConjunctiveQuery: IteratorProtocol, Sequence {
  private let index: TermIndex

  // The candidates have the rarest word. They come from one of these:
  private var list = UnsafeBufferPointer<UInt32>(start: nil, count: 0).makeIterator()
  private var set: RankSet.Iterator?
  private var best: AscendingRanks?

  // Sets that have all documents, and for each further word those with a word in one of its ranges.
  private var filters: [RankSet] = []
  private typealias WordRange = (first: UInt32, count: UInt32, isLast: Bool)
  private var ranges: [WordRange] = []
  /// For each of these words some bits: the signature of a document must have at least one of them.
  private var signatures: [UInt32] = []

  private var block = Block()

  /// Inserting this many postings into a bitmap takes as long as checking one candidate's forward list, a cache miss.
  private static let postingsPerCandidate = 4
  /// The time that a new set takes, in postings.
  private static let postingsPerSet = 256
  /// Putting more postings into a set takes longer than taking the best hundred from them.
  private static let maximumSortedPostings = 2_048

  /// - Parameters:
  /// - alternatives: the words that each word of the query may mean.
  /// - documents: if there are any, only these are found, in this order.
  /// - isPage: whether only the first documents are needed.
  init(
    _ index: TermIndex, _ alternatives: [[Range<Int>]], in documents: UnsafeBufferPointer<UInt32>? = nil,
    isPage: Bool = false
  ) {
    self.index = index
    let sizes = alternatives.map { $0.reduce(0) { $0 + index.postings(ofWords: $1).count } }
    guard !sizes.isEmpty, !sizes.contains(0) else { return }
    let rarest = documents == nil ? sizes.indices.min { sizes[$0] < sizes[$1] } : nil
    let others = sizes.indices.filter { $0 != rarest }
    // A search ends when it has counted enough. Of words that many documents have, few candidates are needed for that.
    let bound = others.reduce(documents?.count ?? sizes[rarest ?? 0]) { bound, position in
      Swift.min(bound, FilmSearch.maximumTotal * index.documentCount / (sizes[position] + 1) + 1)
    }
    for position in others {
      if sizes[position] + Self.postingsPerSet <= bound * Self.postingsPerCandidate {
        filters.append(Self.set(of: alternatives[position], in: index))
      } else {
        for range in alternatives[position] { ranges.append((UInt32(range.lowerBound), UInt32(range.count), false)) }
        signatures.append(alternatives[position].reduce(0) { $0 | index.signature(ofWords: $1) })
        if !ranges.isEmpty { ranges[ranges.count - 1].isLast = true }
      }
    }
    guard let rarest else {
      list = documents?.makeIterator() ?? list
      return
    }
    let candidates = alternatives[rarest]
    if candidates.count == 1, candidates[0].count == 1 {
      list = index.postings.elements.slice(index.postings(ofWords: candidates[0])).makeIterator()
    } else if alternatives.count == 1, isPage, sizes[rarest] > Self.maximumSortedPostings {
      var best = AscendingRanks([index.postingTree])
      for range in candidates { best.add(index.postings(ofWords: range), of: 0) }
      self.best = best
    } else {
      set = Self.set(of: candidates, in: index).makeIterator()
    }
  }

  private static func set(of alternatives: [Range<Int>], in index: TermIndex) -> RankSet {
    let set = RankSet(documentCount: index.documentCount)
    for range in alternatives { set.insert(index.postings.elements.slice(index.postings(ofWords: range))) }
    return set
  }

  mutating func next() -> UInt32? {
    while true {
      if let rank = block.next() { return rank }
      guard fillBlock() else { return nil }
    }
  }

  /// Replaces the block with the documents among the next candidates; returns false if there are none. No step of the
  /// loops waits for the one before, so the processor fetches the memory of many candidates at once.
  private mutating func fillBlock() -> Bool {
    block = Block()
    while !block.isFull, let rank = nextCandidate() { block.append(rank) }
    guard block.count > 0 else { return false }
    for set in filters { block.keep { set.contains($0) } }
    for bits in signatures { block.keep { [signatures = index.signatures] in signatures[$0] & bits != 0 } }
    guard !ranges.isEmpty else { return true }
    // The first step keeps all, because no word has this number. It only fetches what the second one reads.
    block.keep { [index] in index.forward.elements[index.forward.range(of: Int($0)..<Int($0) + 1).lowerBound] != .max }
    block.keep { [index, ranges] in Self.has(ranges, index.forward[Int($0)]) }
    return true
  }

  @inline(__always)
  private mutating func nextCandidate() -> UInt32? { list.next() ?? set?.next() ?? best?.next() }

  /// Whether for each word of the query one of its ranges has one of these words.
  private static func has(_ ranges: [WordRange], _ words: UnsafeBufferPointer<UInt32>) -> Bool {
    var isFound = false
    for range in ranges {
      isFound = isFound || words.contains { $0 &- range.first < range.count }
      guard range.isLast else { continue }
      if !isFound { return false }
      isFound = false
    }
    return true
  }
}

private struct Block {
  private var ranks = InlineArray<64, UInt32>(repeating: 0)
  private(set) var count = 0
  private var position = 0

  var isFull: Bool { count == ranks.count }

  mutating func append(_ rank: UInt32) {
    ranks[count] = rank
    count += 1
  }

  @inline(__always)
  mutating func keep(_ isKept: (UInt32) -> Bool) {
    var kept = 0
    for index in 0..<count {
      let rank = ranks[index]
      ranks[kept] = rank
      kept += isKept(rank) ? 1 : 0
    }
    count = kept
  }

  mutating func next() -> UInt32? {
    guard position < count else { return nil }
    defer { position += 1 }
    return ranks[position]
  }
}
