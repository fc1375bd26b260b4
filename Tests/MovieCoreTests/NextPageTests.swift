import TestSupport
import Testing

@testable import MovieCore

@Suite(.timeLimit(.minutes(20)))
struct NextPageTests {
  /// A session whose list `search` has its first page, with movies 1 and 2.
  private func searched(ignoresCancels: Bool = false) async throws -> SessionFixture {
    let fixture = try SessionFixture(ignoresCancels: ignoresCancels)
    let search = fixture.search("q")
    try await fixture.catalog.batches.answer(0, .of([1, 2], total: 5, next: 2))
    _ = try await search.value
    return fixture
  }

  @Test func `each page continues after the one before`() async throws {
    let fixture = try await searched()
    let second = fixture.nextPage()
    try await fixture.passJoinWindow()
    #expect(try await fixture.catalog.batches.waitForCall(1).cursor == 2)
    try await fixture.catalog.batches.answer(1, .of([3, 4], total: 5, next: 4))
    let page = try await second.value
    #expect((page.page, page.offset, page.hasMore) == (2, 2, true))
    #expect(page.numbers == [3, 4])

    let third = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.answer(2, .of([5], total: 5))
    #expect(try await third.value.numbers == [5])
    #expect(try await third.value.hasMore == false)
  }

  @Test func `requests that arrive while a page is being fetched get the same page, from one call`() async throws {
    let fixture = try await searched()
    let early = (0..<3).map { _ in fixture.nextPage() }
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    let late = (0..<3).map { _ in fixture.nextPage() }
    try await fixture.catalog.batches.answer(1, .of([3, 4], total: 5, next: 4))
    for task in early + late {
      let page = try await task.value
      #expect(page.numbers == [3, 4])
      #expect(page.page == 2)
    }
    #expect(fixture.catalog.batches.arguments.count == 2)
  }

  @Test func `past the end there are no movies and no call`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q")
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    let events = fixture.loading
    for _ in 0..<3 {
      let page = try await fixture.nextPage().value
      #expect(page.items.isEmpty)
      #expect((page.page, page.offset, page.total, page.hasMore) == (2, 1, 1, false))
    }
    #expect(fixture.catalog.batches.arguments.count == 1)
    #expect(fixture.loading == events)
  }

  @Test func `past the end there is no spinner, however soon the request comes after the last page`() async throws {
    for _ in 0..<300 {
      let fixture = try await searched()
      let last = fixture.nextPage()
      try await fixture.passJoinWindow()
      try await fixture.catalog.batches.answer(1, .of([3], total: 3))
      _ = try await last.value
      #expect(try await fixture.nextPage().value.items.isEmpty)
      #expect(fixture.loading.count == 4)
    }
  }

  @Test func `a page that is requested while its search runs waits for it`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q")
    let next = fixture.nextPage()
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3], total: 3))
    #expect(try await search.value.numbers == [1, 2])
    try await fixture.passJoinWindow()
    #expect(try await next.value.numbers == [3])
    #expect(fixture.catalog.batches.arguments.count == 1)
  }

  @Test func `a newer search ends the requests for pages of the old one`() async throws {
    let fixture = try SessionFixture()
    let old = fixture.search("old", debounce: .milliseconds(50))
    let waiting = (0..<2).map { _ in fixture.nextPage() }
    let new = fixture.search("new")
    #expect(await reason(old) == "superseded")
    for page in waiting { #expect(await reason(page) == "superseded") }
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await new.value
    #expect(fixture.searched == ["new"])
  }

  @Test func `a newer search ends a page that is being fetched and cancels its call`() async throws {
    let fixture = try await searched()
    let page = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    let new = fixture.search("new")
    #expect(await reason(page) == "superseded")
    try await fixture.catalog.batches.waitForCancellation(1)
    try await fixture.catalog.batches.answer(2, .of([9]))
    #expect(try await new.value.numbers == [9])
  }

  @Test func `a list that nobody has made has no next page`() async throws {
    let fixture = try SessionFixture()
    #expect(await reason(fixture.nextPage("nowhere")) == "listNotReady")
    #expect(fixture.loading.isEmpty)
  }

  @Test func `a list whose search failed has no next page, even for requests that waited for it`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q")
    let waiting = fixture.nextPage()
    try await fixture.catalog.batches.fail(0, MovieError(.upstreamFailed, "As the test wants it."))
    #expect(await reason(search) == "upstreamFailed")
    #expect(await reason(waiting) == "listNotReady")
    #expect(await reason(fixture.nextPage()) == "listNotReady")
  }

  @Test func `a list whose search was cancelled has no next page`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q")
    let waiting = fixture.nextPage()
    search.cancel()
    #expect(await reason(search) == "cancelled")
    #expect(await reason(waiting) == "listNotReady")
    #expect(await reason(fixture.nextPage()) == "listNotReady")
  }

  @Test func `a page that failed can be requested again`() async throws {
    let fixture = try await searched()
    let failing = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.fail(1, MovieError(.upstreamTimeout, "As the test wants it."))
    #expect(await reason(failing) == "upstreamTimeout")
    let again = fixture.nextPage()
    try await fixture.passJoinWindow()
    #expect(try await fixture.catalog.batches.waitForCall(2).cursor == 2)
    try await fixture.catalog.batches.answer(2, .of([3, 4]))
    #expect((try await again.value.page, try await again.value.offset) == (2, 2))
  }

  /// A request right after a cancelled page whose call has not ended yet.
  @Test func `a page can be requested again as soon as it was cancelled`() async throws {
    let fixture = try await searched(ignoresCancels: true)
    let leaver = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    leaver.cancel()
    #expect(await reason(leaver) == "cancelled")
    let again = (0..<2).map { _ in fixture.nextPage() }
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.fail(1, CancellationError())
    try await fixture.catalog.batches.answer(2, .of([3, 4], total: 5, next: 4))
    for task in again { #expect(try await task.value.numbers == [3, 4]) }
  }

  @Test func `a page that arrives after it was cancelled answers the next request, so that none is skipped`()
    async throws
  {
    let fixture = try await searched(ignoresCancels: true)
    let leaver = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    leaver.cancel()
    #expect(await reason(leaver) == "cancelled")
    try await fixture.catalog.batches.answer(1, .of([3, 4], total: 5, next: 4))
    let again = fixture.nextPage()
    try await fixture.passJoinWindow()
    let page = try await again.value
    #expect((page.page, page.offset) == (2, 2))
    #expect(page.numbers == [3, 4])
    let last = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.answer(2, .of([5], total: 5))
    #expect(try await last.value.numbers == [5])
  }

  @Test func `a page is cancelled only when the last of its requests is`() async throws {
    let fixture = try await searched()
    let leaver = fixture.nextPage()
    let stayer = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    leaver.cancel()
    #expect(await reason(leaver) == "cancelled")
    stayer.cancel()
    #expect(await reason(stayer) == "cancelled")
    try await fixture.catalog.batches.waitForCancellation(1)

    let again = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.answer(2, .of([3, 4]))
    #expect(try await again.value.numbers == [3, 4])
  }

  @Test func `the 256 most recently used lists are kept`() async throws {
    let fixture = try SessionFixture()
    for number in 0..<256 {
      let search = fixture.search("q", list: "list \(number)", limit: 1)
      try await fixture.catalog.batches.answer(number, .of([1, 2]))
      _ = try await search.value
    }
    // The oldest list is used again, so that the second one is dropped.
    let oldest = fixture.nextPage("list 0")
    try await fixture.passJoinWindow()
    #expect(try await oldest.value.numbers == [2])
    let search = fixture.search("q", list: "one more", limit: 1)
    try await fixture.catalog.batches.answer(256, .of([1]))
    _ = try await search.value

    #expect(await reason(fixture.nextPage("list 1")) == "listNotReady")
    for atEnd in ["list 0", "one more"] { #expect(await reason(fixture.nextPage(atEnd)) == nil) }
    for kept in ["list 2", "list 255"] {
      let page = fixture.nextPage(kept)
      try await fixture.passJoinWindow()
      #expect(await reason(page) == nil)
    }
  }

  @Test func `lists with long names and queries are kept as long as these take a mebibyte together`() async throws {
    let fixture = try SessionFixture()
    let long = String(repeating: "q", count: 400_000)
    for (number, (name, query)) in [(long, "a"), ("b", long), ("c", "c"), ("d", long)].enumerated() {
      let search = fixture.search(query, list: name, limit: 1)
      try await fixture.catalog.batches.answer(number, .of([1]))
      _ = try await search.value
    }
    #expect(await reason(fixture.nextPage(long)) == "listNotReady")
    for kept in ["b", "c", "d"] { #expect(await reason(fixture.nextPage(kept)) == nil) }
    // One list alone may be longer.
    let search = fixture.search(long + long + long, list: "e", limit: 1)
    try await fixture.catalog.batches.answer(4, .of([1]))
    _ = try await search.value
    #expect(await reason(fixture.nextPage("e")) == nil)
    #expect(await reason(fixture.nextPage("c")) == "listNotReady")
  }

  @Test func `a list that has begun does not keep the one before it`() async throws {
    let fixture = try SessionFixture()
    let first = fixture.search("a")
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3]))
    _ = try await first.value
    weak let old = try fixture.session.lists.list("search")
    #expect(old != nil)
    let second = fixture.search("b")
    try await fixture.catalog.batches.answer(1, .of([4, 5, 6]))
    _ = try await second.value
    #expect(old == nil)
  }

  @Test func `a page that is asked for with its search has half of the time after it`() async throws {
    let fixture = try SessionFixture(timeLimit: .seconds(20))
    let search = fixture.search("a")
    try await fixture.catalog.batches.waitForCall(0)
    let next = fixture.nextPage()
    try await fixture.catalog.batches.answer(0, .of([1, 2], total: 9, next: 1))
    _ = try await search.value
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .seconds(10))
    #expect(await reason(next) == "upstreamTimeout")
  }

  /// Otherwise both would wait concurrently and could resume in another order.
  @Test func `a page is not fetched before the favorites that the page before it needs are loaded`() async throws {
    let catalog = ScriptedCatalog()
    let clock = ManualClock()
    let ready = ScriptedCalls<String, Void>()
    let list = MovieList(
      name: "search", listing: .search(SearchQuery(text: "q")), limit: 1, catalog: catalog,
      timeLimit: TimeLimit(clock: clock)
    ) {
      try? await ready.call("favorites")
    }
    list.open(debounce: .zero) {}
    let second = Task.immediate { try await list.nextPage() }
    try await catalog.batches.answer(0, .of([1], total: 2, next: 1))
    #expect(try await list.firstPage().page == 1)
    try await ready.waitForCall(0)
    #expect(clock.sleeperCount == 0)
    try await ready.answer(0, ())

    try await clock.sleepers(1)
    clock.advance(by: MovieList.joinWindow)
    try await catalog.batches.answer(1, .of([2]))
    #expect(try await second.value.page == 2)
  }
}
