/// The documents that have one of several words for each word of a query, in the order of ranks.
struct Conjunction {
  private enum Source {
    case lazy(AscendingRanks)
    case list(UnsafeBufferPointer<UInt32>, Int)
    case bits(Bitset.Iterator)
  }

  private let index: TermIndex
  /// The alternatives of each word that is still to be checked.
  private var others: [[Range<Int>]] = []
  private var source: Source
  /// The upper limit of what the conjunction can return.
  let bound: Int

  /// More postings are combined as bit sets, which takes a nanosecond for each.
  private static let maximumChecks = 8_192

  init(_ index: TermIndex, _ alternatives: [[Range<Int>]], isPage: Bool = false) {
    self.index = index
    let sizes = alternatives.map { $0.reduce(0) { $0 + index.postings(ofWords: $1).count } }
    bound = sizes.min() ?? 0
    guard let rarest = sizes.indices.min(by: { sizes[$0] < sizes[$1] }), bound > 0 else {
      source = .list(UnsafeBufferPointer(start: nil, count: 0), 0)
      return
    }
    if alternatives.count == 1, isPage || bound <= 64 {
      var ranks = AscendingRanks([index.postingTree])
      for range in alternatives[0] { ranks.add(index.postings(ofWords: range), of: 0) }
      source = .lazy(ranks)
      return
    }
    if bound > Self.maximumChecks {
      var bits = Bitset(count: index.documentCount)
      for range in alternatives[rarest] { bits.insert(index.postings.slice(index.postings(ofWords: range))) }
      for (other, ranges) in alternatives.enumerated() where other != rarest {
        if sizes[other] > sizes[rarest] * 8 {
          others.append(ranges)
          continue
        }
        var second = Bitset(count: index.documentCount)
        for range in ranges { second.insert(index.postings.slice(index.postings(ofWords: range))) }
        bits.formIntersection(second)
      }
      source = .bits(Bitset.Iterator(bits))
      return
    }
    others = alternatives.enumerated().filter { $0.offset != rarest }.map(\.element)
    if alternatives[rarest].count == 1, alternatives[rarest][0].count == 1 {
      source = .list(index.postings.slice(index.postings(ofWords: alternatives[rarest][0])), 0)
    } else if bound <= 256 {
      var ranks = AscendingRanks([index.postingTree])
      for range in alternatives[rarest] { ranks.add(index.postings(ofWords: range), of: 0) }
      source = .lazy(ranks)
    } else {
      var bits = Bitset(count: index.documentCount)
      for range in alternatives[rarest] { bits.insert(index.postings.slice(index.postings(ofWords: range))) }
      source = .bits(Bitset.Iterator(bits))
    }
  }

  mutating func next() -> UInt32? {
    while let rank = nextCandidate() {
      if matches(rank) { return rank }
    }
    return nil
  }

  private mutating func nextCandidate() -> UInt32? {
    switch source {
    case .lazy(var ranks):
      source = .list(UnsafeBufferPointer(start: nil, count: 0), 0)
      let rank = ranks.next()
      source = .lazy(ranks)
      return rank
    case .list(let list, let position):
      guard position < list.count else { return nil }
      source = .list(list, position + 1)
      return list[position]
    case .bits(var bits):
      source = .list(UnsafeBufferPointer(start: nil, count: 0), 0)
      let rank = bits.next()
      source = .bits(bits)
      return rank
    }
  }

  private func matches(_ rank: UInt32) -> Bool {
    guard !others.isEmpty else { return true }
    let words = index.words(ofDocument: rank)
    return others.allSatisfy { ranges in
      ranges.contains { range in
        for word in words where range.contains(Int(word)) { return true }
        return false
      }
    }
  }
}
