import MovieCore
import Testing

@testable import OnlineCatalogs

struct RecentCacheTests {
  private func movie(_ number: Int) -> Movie {
    Movie(id: MovieID(catalog: "naver", native: String(number)), title: "No. \(number)")
  }

  @Test func `The last are remembered, and those that were asked for`() {
    let seen = RecentCache(generationSize: 10)
    for number in 0..<100 {
      seen.add([movie(number)])
      #expect(seen[movie(0).id]?.title == "No. 0")
    }
    #expect((92..<100).allSatisfy { seen[movie($0).id] != nil })
    #expect(!(1..<70).contains { seen[movie($0).id] != nil })
  }

  @Test func `A movie that comes again is what it was last`() {
    let seen = RecentCache(generationSize: 2)
    seen.add([movie(1)])
    var changed = movie(1)
    changed.rating = 7
    seen.add([changed])
    seen.add([movie(2), movie(3)])
    #expect(seen[changed.id]?.rating == 7)
  }
}
