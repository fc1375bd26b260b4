import Concurrency
import Testing

struct RecentCacheTests {
  @Test func `the values added or read last are kept`() {
    let cache = RecentCache<Int, String>(generationSize: 10)
    for number in 0..<100 {
      cache.add([(number, "No. \(number)")])
      #expect(cache[0] == "No. 0")
    }
    #expect((92..<100).allSatisfy { cache[$0] != nil })
    #expect(!(1..<70).contains { cache[$0] != nil })
  }

  @Test func `a value added again replaces the one before`() {
    let cache = RecentCache<Int, String>(generationSize: 2)
    cache.add([(1, "old")])
    cache.add([(1, "new")])
    cache.add([(2, "two"), (3, "three")])
    #expect(cache[1] == "new")
  }
}
