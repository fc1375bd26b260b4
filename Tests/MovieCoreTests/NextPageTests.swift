import TestSupport
import Testing

@testable import MovieCore

@Suite(.timeLimit(.minutes(5)))
struct NextPageTests {
  /// A world whose list `search` has given its first page, of movies 1 and 2.
  private func searched(ignoresCancels: Bool = false) async throws -> World {
    let world = try World(ignoresCancels: ignoresCancels)
    let search = world.search("q")
    try await world.catalog.batches.answer(0, .of([1, 2], total: 5, next: 2))
    _ = try await search.value
    return world
  }

  @Test func `Pages follow each other`() async throws {
    let world = try await searched()
    let second = world.nextPage()
    try await world.passJoinWindow()
    #expect(try await world.catalog.batches.question(1).cursor == 2)
    try await world.catalog.batches.answer(1, .of([3, 4], total: 5, next: 4))
    let page = try await second.value
    #expect((page.page, page.offset, page.hasMore) == (2, 2, true))
    #expect(page.numbers == [3, 4])

    let third = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.answer(2, .of([5], total: 5))
    #expect(try await third.value.numbers == [5])
    #expect(try await third.value.hasMore == false)
  }

  @Test func `Whoever asks while a page is on its way gets the same page, from one call`() async throws {
    let world = try await searched()
    let early = (0..<3).map { _ in world.nextPage() }
    try await world.passJoinWindow()
    try await world.catalog.batches.question(1)
    let late = (0..<3).map { _ in world.nextPage() }
    try await world.catalog.batches.answer(1, .of([3, 4], total: 5, next: 4))
    for task in early + late {
      let page = try await task.value
      #expect(page.numbers == [3, 4])
      #expect(page.page == 2)
    }
    #expect(world.catalog.batches.questions.count == 2)
  }

  @Test func `Past the end there is nothing, without a call`() async throws {
    let world = try World()
    let search = world.search("q")
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    let next = world.nextPage()
    try await world.passJoinWindow()
    let page = try await next.value
    #expect(page.items.isEmpty)
    #expect(!page.hasMore)
    #expect(world.catalog.batches.questions.count == 1)
  }

  @Test func `A page that is asked for while its search runs waits for it`() async throws {
    let world = try World()
    let search = world.search("q")
    let next = world.nextPage()
    try await world.catalog.batches.answer(0, .of([1, 2, 3], total: 3))
    #expect(try await search.value.numbers == [1, 2])
    try await world.passJoinWindow()
    #expect(try await next.value.numbers == [3])
    #expect(world.catalog.batches.questions.count == 1)
  }

  @Test func `A newer search ends the pages that wait for the old one`() async throws {
    let world = try World()
    let old = world.search("old", debounce: .milliseconds(50))
    let waiting = (0..<2).map { _ in world.nextPage() }
    let new = world.search("new")
    #expect(await reason(old) == "superseded")
    for page in waiting { #expect(await reason(page) == "superseded") }
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await new.value
    #expect(world.searched == ["new"])
  }

  @Test func `A newer search ends a page that is being fetched, and its call`() async throws {
    let world = try await searched()
    let page = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.question(1)
    let new = world.search("new")
    #expect(await reason(page) == "superseded")
    try await world.catalog.batches.cancelled(1)
    try await world.catalog.batches.answer(2, .of([9]))
    #expect(try await new.value.numbers == [9])
  }

  @Test func `There is no next page of a list that nobody has made`() async throws {
    let world = try World()
    #expect(await reason(world.nextPage("nowhere")) == "listNotReady")
    #expect(world.loading.isEmpty)
  }

  @Test func `There is none of a list whose search failed, also for those who waited for it`() async throws {
    let world = try World()
    let search = world.search("q")
    let waiting = world.nextPage()
    try await world.catalog.batches.fail(0, MovieError(.upstreamFailed, "As the test wants it."))
    #expect(await reason(search) == "upstreamFailed")
    #expect(await reason(waiting) == "listNotReady")
    #expect(await reason(world.nextPage()) == "listNotReady")
  }

  @Test func `There is none of a list whose search was cancelled`() async throws {
    let world = try World()
    let search = world.search("q")
    let waiting = world.nextPage()
    search.cancel()
    #expect(await reason(search) == "cancelled")
    #expect(await reason(waiting) == "listNotReady")
    #expect(await reason(world.nextPage()) == "listNotReady")
  }

  @Test func `A page that failed can be asked for again`() async throws {
    let world = try await searched()
    let failing = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.fail(1, MovieError(.upstreamTimeout, "As the test wants it."))
    #expect(await reason(failing) == "upstreamTimeout")
    let again = world.nextPage()
    try await world.passJoinWindow()
    #expect(try await world.catalog.batches.question(2).cursor == 2)
    try await world.catalog.batches.answer(2, .of([3, 4]))
    #expect((try await again.value.page, try await again.value.offset) == (2, 2))
  }

  /// Whoever asks right behind a page that was taken back, whose call is not over yet.
  @Test func `A page can be asked for as soon as it was taken back`() async throws {
    let world = try await searched(ignoresCancels: true)
    let leaver = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.question(1)
    leaver.cancel()
    #expect(await reason(leaver) == "cancelled")
    let again = (0..<2).map { _ in world.nextPage() }
    try await world.passJoinWindow()
    try await world.catalog.batches.fail(1, CancellationError())
    try await world.catalog.batches.answer(2, .of([3, 4], total: 5, next: 4))
    for task in again { #expect(try await task.value.numbers == [3, 4]) }
  }

  @Test func `A page that comes though it was taken back is the next one's, and none is left out`() async throws {
    let world = try await searched(ignoresCancels: true)
    let leaver = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.question(1)
    leaver.cancel()
    #expect(await reason(leaver) == "cancelled")
    try await world.catalog.batches.answer(1, .of([3, 4], total: 5, next: 4))
    let again = world.nextPage()
    try await world.passJoinWindow()
    let page = try await again.value
    #expect((page.page, page.offset) == (2, 2))
    #expect(page.numbers == [3, 4])
    let last = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.answer(2, .of([5], total: 5))
    #expect(try await last.value.numbers == [5])
  }

  @Test func `One of several who wait for a page may leave; the last to leave ends the call`() async throws {
    let world = try await searched()
    let leaver = world.nextPage()
    let stayer = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.question(1)
    leaver.cancel()
    #expect(await reason(leaver) == "cancelled")
    stayer.cancel()
    #expect(await reason(stayer) == "cancelled")
    try await world.catalog.batches.cancelled(1)

    let again = world.nextPage()
    try await world.passJoinWindow()
    try await world.catalog.batches.answer(2, .of([3, 4]))
    #expect(try await again.value.numbers == [3, 4])
  }

  @Test func `The 256 lists used last are kept`() async throws {
    let world = try World()
    for number in 0..<256 {
      let search = world.search("q", list: "list \(number)", limit: 1)
      try await world.catalog.batches.answer(number, .of([1, 2]))
      _ = try await search.value
    }
    // The oldest is used again, so that the second is the one to go.
    let oldest = world.nextPage("list 0")
    try await world.passJoinWindow()
    #expect(try await oldest.value.numbers == [2])
    let search = world.search("q", list: "one more", limit: 1)
    try await world.catalog.batches.answer(256, .of([1]))
    _ = try await search.value

    #expect(await reason(world.nextPage("list 1")) == "listNotReady")
    for kept in ["list 0", "list 2", "list 255", "one more"] {
      let page = world.nextPage(kept)
      try await world.passJoinWindow()
      #expect(await reason(page) == nil)
    }
  }

  /// Both would wait for it side by side otherwise, and might come out of that in another order.
  @Test func `A page is not begun before what the one before it is told with is there`() async throws {
    let catalog = ScriptedCatalog()
    let clock = ManualClock()
    let ready = Script<String, Void>()
    let list = MovieList(
      name: "search", listing: .search(SearchQuery(text: "q")), limit: 1, catalog: catalog, clock: clock
    ) {
      try? await ready.ask("favorites")
    }
    list.open(debounce: .zero) {}
    let second = Task.immediate { try await list.nextPage() }
    try await catalog.batches.answer(0, .of([1], total: 2, next: 1))
    #expect(try await list.firstPage().page == 1)
    try await ready.question(0)
    #expect(clock.sleeperCount == 0)
    try await ready.answer(0, ())

    try await clock.sleepers(1)
    clock.advance(by: MovieList.joinWindow)
    try await catalog.batches.answer(1, .of([2]))
    #expect(try await second.value.page == 2)
  }
}
