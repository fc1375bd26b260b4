import Concurrency
import TestSupport
import Testing

import struct Synchronization.Atomic

@testable import MovieCore

extension Pager {
  /// The next page without a deadline.
  fileprivate mutating func next(from catalog: any Catalog) async throws -> Page {
    try await next(from: catalog, until: Deadline("test", nil, ContinuousClock()))
  }
}

struct PagerTests {
  /// Returns batches of its own size, whatever is requested, and counts the calls.
  private final class Batches: Catalog {
    let info = CatalogInfo(name: "test", title: "Test", capabilities: [])
    let batches: [MovieBatch]
    let calls = Atomic(0)
    let failures: Mutex<Set<Int>>

    init(_ batches: [[Int]], total: Int? = nil, failing: Set<Int> = [], overview: String? = nil) {
      let total = total ?? batches.joined().count
      self.batches = batches.enumerated().map { index, numbers in
        var batch = MovieBatch.of(numbers, total: total, next: index + 1 < batches.count ? index + 1 : nil)
        for index in batch.movies.indices { batch.movies[index].overview = overview }
        return batch
      }
      failures = Mutex(failing)
    }

    func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
      calls.add(1, ordering: .relaxed)
      #expect(count >= 1)
      if failures.withLock({ $0.remove(cursor) }) != nil { throw MovieError(.upstreamFailed, "As the test wants it.") }
      return batches[cursor]
    }

    func movie(_ id: MovieID, language: String?) async throws -> Movie { throw MovieError.movieNotFound(id) }

    func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
      throw MovieError.movieNotFound(id)
    }

    var callCount: Int { calls.load(ordering: .relaxed) }
  }

  /// Returns the same two movies in every batch, or one new movie and an old one, without an end.
  private struct EndlessBatches: Catalog {
    let info = CatalogInfo(name: "test", title: "Test", capabilities: [])
    let hasNew: Bool
    let batches = Mutex(0)

    func batch(of listing: Listing, at cursor: Int, count: Int) async throws -> MovieBatch {
      let number = batches.withLock { batches in
        batches += 1
        return batches
      }
      return .of([hasNew ? number : 1, 1], total: 1_000_000, next: cursor + 1)
    }

    func movie(_ id: MovieID, language: String?) async throws -> Movie { throw MovieError.movieNotFound(id) }

    func detail(_ id: MovieID, reviews: Int, language: String?) async throws -> MovieDetail {
      throw MovieError.movieNotFound(id)
    }
  }

  @Test func `a list ends after two batches in a row without a new movie`() async throws {
    let catalog = EndlessBatches(hasNew: false)
    var pager = pager(50)
    let page = try await pager.next(from: catalog)
    #expect(page.numbers == [1])
    #expect((page.hasMore, page.total) == (false, 1))
    #expect(catalog.batches.withLock(\.self) == 3)
  }

  @Test func `a page is complete after ten batches, however few movies are new`() async throws {
    let catalog = EndlessBatches(hasNew: true)
    var pager = pager(50)
    #expect(try await pager.next(from: catalog).numbers == Array(1...10))
    let second = try await pager.next(from: catalog)
    #expect(second.numbers == Array(11...20))
    #expect((second.offset, second.hasMore) == (10, true))
    #expect(catalog.batches.withLock(\.self) == 20)
  }

  @Test(arguments: [(1_000, 2), (40_000, 3)])
  func `movies that are too large to keep for the next page are fetched again`(_ length: Int, _ calls: Int)
    async throws
  {
    let batches = Batches([[1, 2, 3, 4, 5], [5, 6]], total: 7, overview: String(repeating: "x", count: length))
    let pages = try await pages(2, from: batches)
    #expect(pages.map(\.numbers) == [[1, 2], [3, 4], [5, 6]])
    #expect(pages.map(\.offset) == [0, 2, 4])
    #expect(pages.last?.total == 6)
    #expect(batches.callCount == calls)
  }

  @Test func `at the deadline the movies that are there become the page, and none is lost`() async throws {
    let script = ScriptedCatalog()
    let clock = ManualClock()
    let asked = Task { [pager = pager(3)] in
      var pager = pager
      let short = try await pager.next(from: script, until: Deadline("test", .seconds(20), clock))
      return try await [short, pager.next(from: script)]
    }
    try await script.batches.answer(0, .of([1, 2], total: 9, next: 1))
    try await script.batches.waitForCall(1)
    try await clock.sleepers(1)
    clock.advance(by: .seconds(20))
    try await script.batches.waitForCancellation(1)
    #expect(try await script.batches.waitForCall(2).cursor == 1)
    try await script.batches.answer(2, .of([3, 4], total: 9, next: nil))
    let pages = try await asked.value
    #expect(pages.map(\.numbers) == [[1, 2], [3, 4]])
    #expect(pages.map(\.offset) == [0, 2])
    #expect(pages.map(\.hasMore) == [true, false])
  }

  @Test func `without a movie at the deadline the page fails, even if the catalog ignores the cancellation`()
    async throws
  {
    let script = ScriptedCatalog(ignoresCancels: true)
    let clock = ManualClock()
    let asked = Task { [pager = pager(3)] in
      var pager = pager
      return try await pager.next(from: script, until: Deadline("test", .seconds(20), clock))
    }
    try await script.batches.waitForCall(0)
    try await clock.sleepers(1)
    clock.advance(by: .seconds(20))
    let error = await #expect(throws: MovieError.self) { try await asked.value }
    #expect((error?.reason, error?.catalog) == (.upstreamTimeout, "test"))
    try await script.batches.answer(0, .of([1]))
  }

  private func pager(_ limit: Int) -> Pager {
    Pager(list: "search", listing: .search(SearchQuery(text: "q")), limit: limit)
  }

  /// All pages up to the last, which has no `hasMore`.
  private func pages(_ limit: Int, from catalog: Batches) async throws -> [Page] {
    var pager = pager(limit)
    var pages: [Page] = []
    repeat { pages.append(try await pager.next(from: catalog)) } while pages.last?.hasMore == true && pages.count < 99
    return pages
  }

  @Test(arguments: [
    // Batches are joined, split, both, or fit exactly.
    (3, [[1], [2], [3], [4], [5]], [[1, 2, 3], [4, 5]]),
    (2, [[1, 2, 3, 4, 5]], [[1, 2], [3, 4], [5]]),
    (2, [[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4], [5, 6]]),
    (2, [[1, 2], [3, 4]], [[1, 2], [3, 4]]),
    // A batch may be empty although more follow.
    (2, [[], [1], [], [2, 3]], [[1, 2], [3]]),
    (5, [[1, 2]], [[1, 2]]),
    (1, [[]], [[]]),
  ])
  func `batches of any size become pages of the requested size`(
    limit: Int, batches: [[Int]], expected: [[Int]]
  ) async throws {
    let pages = try await pages(limit, from: Batches(batches))
    #expect(pages.map(\.numbers) == expected)
    #expect(pages.map(\.page) == Array(1...pages.count))
    #expect(pages.map(\.hasMore) == pages.indices.map { $0 < pages.count - 1 })
    #expect(pages.map(\.offset) == expected.indices.map { expected[..<$0].joined().count })
    #expect(pages.allSatisfy { $0.list == "search" && $0.query == "q" && $0.totalIsExact && !$0.isStale })
  }

  @Test func `a movie that an earlier batch had is dropped`() async throws {
    let catalog = Batches([[1, 2, 3], [3, 4, 1], [2, 4, 5, 5]])
    let pages = try await pages(2, from: catalog)
    #expect(pages.map(\.numbers) == [[1, 2], [3, 4], [5]])
    // The catalog's total counts duplicates; it is corrected at the end.
    #expect(pages.map(\.total) == [10, 10, 5])
  }

  @Test func `a page is filled up in spite of duplicates, and the last page is known from the end of the batches`()
    async throws
  {
    // The last batch has nothing new, which the page before could not know.
    let pages = try await pages(2, from: Batches([[1, 2], [1, 2]]))
    #expect(pages.map(\.numbers) == [[1, 2], []])
    #expect(pages.map(\.hasMore) == [true, false])
  }

  @Test func `a page past the end is empty and costs no call`() async throws {
    let catalog = Batches([[1, 2, 3]])
    var pager = pager(2)
    _ = try await pager.next(from: catalog)
    _ = try await pager.next(from: catalog)
    for _ in 0..<3 {
      let page = try await pager.next(from: catalog)
      #expect(page.items.isEmpty)
      #expect(!page.hasMore)
      #expect((page.page, page.offset) == (3, 3))
      #expect(page.total == 3)
    }
    #expect(catalog.callCount == 1)
  }

  @Test func `no more is fetched than the page needs`() async throws {
    let catalog = Batches([[1, 2], [3, 4], [5, 6]])
    var pager = pager(2)
    _ = try await pager.next(from: catalog)
    #expect(catalog.callCount == 1)
    _ = try await pager.next(from: catalog)
    #expect(catalog.callCount == 2)
  }

  @Test func `after a failure the same page can be requested again, and no batch is lost`() async throws {
    let catalog = Batches([[1], [2], [3, 4, 5]], failing: [1])
    var pager = pager(3)
    await #expect(throws: MovieError.self) { try await pager.next(from: catalog) }
    #expect(catalog.callCount == 2)
    let page = try await pager.next(from: catalog)
    #expect(page.numbers == [1, 2, 3])
    #expect((page.page, page.offset) == (1, 0))
    // The first batch was not fetched again.
    #expect(catalog.callCount == 4)
    #expect(try await pager.next(from: catalog).numbers == [4, 5])
  }

  @Test func `a page with one stale movie is stale, wherever the movie is`() async throws {
    let script = ScriptedCatalog()
    let asked = Task { [pager = pager(2)] in
      var pager = pager
      return try await [pager.next(from: script), pager.next(from: script), pager.next(from: script)]
    }
    var stale = MovieBatch.of([1, 2, 3], total: 6, next: 1)
    stale.isStale = true
    try await script.batches.answer(0, stale)
    try await script.batches.answer(1, .of([4, 5, 6], total: 6))
    #expect(try await asked.value.map(\.numbers) == [[1, 2], [3, 4], [5, 6]])
    #expect(try await asked.value.map(\.isStale) == [true, true, false])
  }

  @Test(arguments: [true, false])
  func `a page that a failure has interrupted is stale if one of its movies is`(firstIsStale: Bool) async throws {
    let script = ScriptedCatalog()
    let asked = Task { [pager = pager(3)] in
      var pager = pager
      await #expect(throws: MovieError.self) { try await pager.next(from: script) }
      return try await [pager.next(from: script), pager.next(from: script)]
    }
    var batches = [MovieBatch.of([1], total: 6, next: 1), .of([firstIsStale ? 2 : 1], total: 6, next: 2)]
    batches[firstIsStale ? 0 : 1].isStale = true
    for (index, batch) in batches.enumerated() { try await script.batches.answer(index, batch) }
    try await script.batches.fail(2, MovieError(.upstreamFailed, "failed"))
    try await script.batches.answer(3, .of(firstIsStale ? [3] : [2, 3], total: 6, next: 3))
    try await script.batches.answer(4, .of([4, 5, 6], total: 6))
    #expect(try await asked.value.map(\.numbers) == [[1, 2, 3], [4, 5, 6]])
    #expect(try await asked.value.map(\.isStale) == [firstIsStale, false])
  }

  @Test func `a page has the total and the staleness of its batches`() async throws {
    var inexact = MovieBatch.of([1, 2], total: 1_000, next: nil)
    inexact.totalIsExact = false
    inexact.isStale = true
    let script = ScriptedCatalog()
    let asked = Task { [pager = pager(2)] in
      var pager = pager
      return try await pager.next(from: script)
    }
    try await script.batches.answer(0, inexact)
    let page = try await asked.value
    #expect(page.total == 1_000)
    #expect(!page.totalIsExact)
    #expect(page.isStale)
  }

  @Test func `a list that is not a search has no query`() async throws {
    var pager = Pager(list: "home:popular", listing: .section("popular", language: nil), limit: 2)
    #expect(try await pager.next(from: Batches([[1]])).query == nil)
  }
}
