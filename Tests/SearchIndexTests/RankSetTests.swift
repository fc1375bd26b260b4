import TestSupport
import Testing

@testable import SearchIndex

struct RankSetTests {
  @Test(arguments: 1...UInt64(8))
  func `a set has the ranks that were inserted, one by one or many at once`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let documentCount = Int.random(in: 1...10_000, using: &generator)
    let set = RankSet(documentCount: documentCount)
    var expected: Set<UInt32> = []
    for _ in 0..<6 {
      let count = [1, 20, 1_000][Int.random(in: 0..<3, using: &generator)]
      // A damaged file has greater ranks. Those in the last word cannot be told from documents.
      let ranks = (0..<count).map { _ in UInt32.random(in: 0..<UInt32(documentCount * 2 + 64), using: &generator) }
        .filter { $0 < documentCount || $0 > documentCount + 64 }
      if count == 1 {
        for rank in ranks { #expect(set.insert(rank) == (rank < documentCount && !expected.contains(rank))) }
      } else {
        ranks.withUnsafeBufferPointer { set.insert($0) }
      }
      expected.formUnion(ranks.filter { $0 < documentCount })
      #expect(Array(set) == expected.sorted())
      #expect((0..<UInt32(documentCount)).allSatisfy { set.contains($0) == expected.contains($0) })
      #expect(!set.contains(UInt32(documentCount) + 64) && !set.contains(.max))
    }
  }
}
