import Testing

@testable import MovieCore

struct DiscoverQueryTests {
  private static let genres = [
    Genre(id: "28", name: "Action"), Genre(id: "878", name: "Science Fiction"), Genre(id: "28", name: "액션"),
  ]

  private func field(_ body: () throws(MovieError) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      #expect(error.reason == .invalidParams)
      return error.field
    }
  }

  @Test(arguments: ["28", "Action", "ACTION", "액션"])
  func `a genre is named by its id or by a name in any language`(_ text: String) throws {
    var query = DiscoverQuery()
    query.genres = [text, "28"]
    #expect(try query.genreIDs(.genres, among: Self.genres, of: "x") == ["28"])
  }

  @Test(arguments: [DiscoverQuery.Filter.genres, .excludeGenres])
  func `an unknown genre is an error with its field`(_ filter: DiscoverQuery.Filter) {
    var query = DiscoverQuery()
    query.genres = ["action", "nonsense"]
    query.excludeGenres = ["nonsense"]
    #expect(
      field { () throws(MovieError) in _ = try query.genreIDs(filter, among: Self.genres, of: "x") }
        == filter.rawValue)
  }

  @Test func `a filter that a catalog lacks is an error with its field`() {
    var query = DiscoverQuery()
    query.yearFrom = 1990
    query.keyword = "heist"
    #expect(query.filters == [.yearFrom, .keyword])
    #expect(field { () throws(MovieError) in try query.requireFilters([.yearFrom, .keyword], of: "x") } == nil)
    #expect(field { () throws(MovieError) in try query.requireFilters([.yearFrom], of: "x") } == "keyword")
  }

  @Test func `every filter is reported when it is set, and only then`() {
    let set: [(DiscoverQuery.Filter, (inout DiscoverQuery) -> Void)] = [
      (.genres, { $0.genres = ["x"] }), (.excludeGenres, { $0.excludeGenres = ["x"] }),
      (.yearFrom, { $0.yearFrom = 0 }), (.yearTo, { $0.yearTo = 0 }), (.ratingFrom, { $0.ratingFrom = 0 }),
      (.votesFrom, { $0.votesFrom = 0 }),
      (.runtimeFrom, { $0.runtimeFrom = 0 }), (.runtimeTo, { $0.runtimeTo = 0 }),
      (.originalLanguage, { $0.originalLanguage = "ko" }), (.country, { $0.country = "KR" }),
      (.person, { $0.person = PersonID(catalog: "x", native: "1") }), (.keyword, { $0.keyword = "x" }),
      (.provider, { $0.provider = "x" }),
    ]
    #expect(set.map(\.0) == DiscoverQuery.Filter.allCases)
    for (filter, change) in set {
      var query = DiscoverQuery()
      change(&query)
      #expect(query.filters == [filter])
    }
  }

  @Test func `bounds in the wrong order, and somebody of another catalog, are errors`() {
    var query = DiscoverQuery()
    query.yearFrom = 2000
    query.yearTo = 1999
    #expect(field { () throws(MovieError) in try query.check(in: "x") } == "yearTo")
    query.yearTo = 2000
    query.runtimeFrom = 120
    query.runtimeTo = 90
    #expect(field { () throws(MovieError) in try query.check(in: "x") } == "runtimeTo")
    query.runtimeTo = nil
    query.person = PersonID("y:1")
    #expect(field { () throws(MovieError) in try query.check(in: "x") } == "person")
    #expect(field { () throws(MovieError) in try query.check(in: "y") } == nil)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 63, 64, 65, 1_000, 4_097])
  func `a permutation has each number once, and another order for another seed`(count: Int) {
    let orders = (1...2).map { seed in
      let permutation = SeededPermutation(of: count, seed: seed)
      return (0..<count).map { permutation[$0] }
    }
    for order in orders { #expect(order.sorted() == Array(0..<count)) }
    if count > 60 {
      #expect(orders[0] != orders[1])
      // In a random order, half of the neighbors ascend, within five standard deviations.
      let ascending = zip(orders[0], orders[0].dropFirst()).count { $0 < $1 }
      #expect(abs(Double(ascending) - Double(count) / 2) < 5 * (Double(count) / 12).squareRoot())
    }
  }

  @Test func `a seed determines the numbers, in every process`() {
    var generator = SeededGenerator(seed: 42)
    // The first numbers of the published SplitMix64 for this seed.
    #expect([generator.next(), generator.next()] == [13_679_457_532_755_275_413, 2_949_826_092_126_892_291])
  }
}
