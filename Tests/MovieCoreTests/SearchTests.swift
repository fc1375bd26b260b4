import MovieCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SearchTests {
  @Test func `a search returns the first page of the catalog's results`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one", limit: 3)
    #expect(
      try await fixture.catalog.batches.waitForCall(0)
        == ScriptedCatalog.BatchCall(listing: .search(SearchQuery(text: "one")), cursor: 0, count: 3))
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3], total: 9, next: 3))
    let page = try await search.value
    #expect(page.numbers == [1, 2, 3])
    #expect((page.list, page.query, page.page, page.offset) == ("search", "one", 1, 0))
    #expect((page.total, page.hasMore) == (9, true))
  }

  @Test func `a newer search supersedes the running one and cancels its upstream call`() async throws {
    let fixture = try SessionFixture()
    let old = fixture.search("old")
    try await fixture.catalog.batches.waitForCall(0)
    let new = fixture.search("new")
    #expect(await reason(old) == "superseded")
    try await fixture.catalog.batches.waitForCancellation(0)
    try await fixture.catalog.batches.answer(1, .of([1]))
    #expect(try await new.value.numbers == [1])
  }

  @Test func `searches into different lists run concurrently`() async throws {
    let fixture = try SessionFixture()
    let left = fixture.search("left", list: "a")
    let right = fixture.search("right", list: "b")
    try await fixture.catalog.batches.answer(1, .of([2]))
    #expect(try await right.value.numbers == [2])
    try await fixture.catalog.batches.answer(0, .of([1]))
    #expect(try await left.value.numbers == [1])
  }

  @Test func `of several debounced searches only the last starts`() async throws {
    let fixture = try SessionFixture()
    let keys = ["p", "pa", "par"].map { fixture.search($0, debounce: .milliseconds(150)) }
    for key in keys.dropLast() { #expect(await reason(key) == "superseded") }
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(149))
    #expect(fixture.searched.isEmpty)
    fixture.clock.advance(by: .milliseconds(1))
    try await fixture.catalog.batches.answer(0, .of([1]))
    #expect(try await keys[2].value.numbers == [1])
    #expect(fixture.searched == ["par"])
  }

  @Test func `every key press restarts the debounce`() async throws {
    let fixture = try SessionFixture()
    let first = fixture.search("p", debounce: .milliseconds(100))
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(99))
    let second = fixture.search("pa", debounce: .milliseconds(100))
    #expect(await reason(first) == "superseded")
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(99))
    #expect(fixture.searched.isEmpty)
    fixture.clock.advance(by: .milliseconds(1))
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await second.value
    #expect(fixture.searched == ["pa"])
  }

  @Test func `the session's debounce applies to a search without its own`() async throws {
    let fixture = try SessionFixture()
    fixture.session.configure { $0.debounce = .milliseconds(50) }
    let patient = fixture.search("patient", list: "a")
    try await fixture.clock.sleepers(1)
    let hasty = fixture.search("hasty", list: "b", debounce: .zero)
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await hasty.value
    #expect(fixture.searched == ["hasty"])
    fixture.clock.advance(by: .milliseconds(50))
    try await fixture.catalog.batches.answer(1, .of([2]))
    #expect(try await patient.value.numbers == [2])
  }

  @Test func `a debounced search that is cancelled never starts`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("never", debounce: .milliseconds(50))
    try await fixture.clock.sleepers(1)
    search.cancel()
    #expect(await reason(search) == "cancelled")
    try await fixture.clock.sleepers(0)
    #expect(fixture.searched.isEmpty)
    #expect(fixture.loading.isEmpty)
  }

  @Test func `a search that ends before it began leaves the list as it was`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one")
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3], next: nil))
    _ = try await search.value
    let superseded = fixture.search("two", debounce: .milliseconds(50))
    let waiting = fixture.nextPage()
    let cancelled = fixture.search("three", debounce: .milliseconds(50))
    #expect(await reason(superseded) == "superseded")
    #expect(await reason(waiting) == "superseded")
    let next = fixture.nextPage()
    cancelled.cancel()
    // Sent before the cancelled search has answered, as in a burst of input.
    let last = fixture.nextPage()
    #expect(await reason(cancelled) == "cancelled")
    try await fixture.passJoinWindow()
    #expect(try await next.value.numbers == [3])
    #expect(try await last.value.numbers == [3])
    #expect(try await next.value.query == "one")
    #expect(fixture.searched == ["one"])
  }

  @Test func `a search that has begun takes the list, even if it is cancelled then`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one")
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3], next: nil))
    _ = try await search.value
    let begun = fixture.search("two")
    try await fixture.catalog.batches.waitForCall(1)
    begun.cancel()
    #expect(await reason(begun) == "cancelled")
    #expect(await reason(fixture.nextPage()) == "listNotReady")
  }

  @Test func `a running search that a cancelled one has superseded leaves no list`() async throws {
    let fixture = try SessionFixture()
    let running = fixture.search("one")
    try await fixture.catalog.batches.waitForCall(0)
    let never = fixture.search("two", debounce: .milliseconds(50))
    #expect(await reason(running) == "superseded")
    never.cancel()
    #expect(await reason(never) == "cancelled")
    #expect(await reason(fixture.nextPage()) == "listNotReady")
  }

  @Test func `a search that never begins does not end a page that is being fetched`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one")
    try await fixture.catalog.batches.answer(0, .of([1, 2], total: 4, next: 2))
    _ = try await search.value
    let page = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    let never = fixture.search("two", debounce: .milliseconds(50))
    never.cancel()
    #expect(await reason(never) == "cancelled")
    try await fixture.catalog.batches.answer(1, .of([3, 4], total: 4))
    #expect(try await page.value.numbers == [3, 4])
  }

  @Test func `a page that is being fetched ends when a debounced search begins`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one")
    try await fixture.catalog.batches.answer(0, .of([1, 2], total: 4, next: 2))
    _ = try await search.value
    let page = fixture.nextPage()
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.waitForCall(1)
    let newer = fixture.search("two", debounce: .milliseconds(50))
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(50))
    #expect(await reason(page) == "superseded")
    try await fixture.catalog.batches.answer(2, .of([5]))
    #expect(try await newer.value.numbers == [5])
  }

  @Test func `cancelling a search cancels its upstream call`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one")
    try await fixture.catalog.batches.waitForCall(0)
    search.cancel()
    #expect(await reason(search) == "cancelled")
    try await fixture.catalog.batches.waitForCancellation(0)
  }

  @Test func `a search uses the session's language unless it names one`() async throws {
    let fixture = try SessionFixture()
    fixture.session.configure { $0.language = "ko-KR" }
    let search = fixture.search("one")
    let call = try await fixture.catalog.batches.waitForCall(0)
    #expect(call.listing == .search(SearchQuery(text: "one", language: "ko-KR")))
    search.cancel()
    #expect(await reason(search) == "cancelled")
  }

  @Test func `a search in an unknown catalog fails and leaves the list unchanged`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("one")
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3], next: nil))
    _ = try await search.value
    let lost = Task.immediate { [session = fixture.session] in
      try await session.search(
        SearchQuery(text: "x"), list: "search", catalog: "none", limit: 1, debounce: nil)
    }
    #expect(await reason(lost) == "catalogUnknown")
    let next = fixture.nextPage()
    try await fixture.passJoinWindow()
    #expect(try await next.value.numbers == [3])
  }
}
