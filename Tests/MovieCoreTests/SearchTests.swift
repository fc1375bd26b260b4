import MovieCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SearchTests {
  @Test func `A search gives the first page of what the catalog finds`() async throws {
    let world = try World()
    let search = world.search("one", limit: 3)
    #expect(
      try await world.catalog.batches.question(0)
        == ScriptedCatalog.BatchCall(listing: .search(SearchQuery(text: "one")), cursor: 0, count: 3))
    try await world.catalog.batches.answer(0, .of([1, 2, 3], total: 9, next: 3))
    let page = try await search.value
    #expect(page.numbers == [1, 2, 3])
    #expect((page.list, page.query, page.page, page.offset) == ("search", "one", 1, 0))
    #expect((page.total, page.hasMore) == (9, true))
  }

  @Test func `A newer search supersedes the one that runs, and its upstream call ends`() async throws {
    let world = try World()
    let old = world.search("old")
    try await world.catalog.batches.question(0)
    let new = world.search("new")
    #expect(await reason(old) == "superseded")
    try await world.catalog.batches.cancelled(0)
    try await world.catalog.batches.answer(1, .of([1]))
    #expect(try await new.value.numbers == [1])
  }

  @Test func `Searches into other lists go side by side`() async throws {
    let world = try World()
    let left = world.search("left", list: "a")
    let right = world.search("right", list: "b")
    try await world.catalog.batches.answer(1, .of([2]))
    #expect(try await right.value.numbers == [2])
    try await world.catalog.batches.answer(0, .of([1]))
    #expect(try await left.value.numbers == [1])
  }

  @Test func `Of searches that wait for a newer one only the latest starts`() async throws {
    let world = try World()
    let keys = ["p", "pa", "par"].map { world.search($0, debounce: .milliseconds(150)) }
    for key in keys.dropLast() { #expect(await reason(key) == "superseded") }
    try await world.clock.sleepers(1)
    world.clock.advance(by: .milliseconds(149))
    #expect(world.searched.isEmpty)
    world.clock.advance(by: .milliseconds(1))
    try await world.catalog.batches.answer(0, .of([1]))
    #expect(try await keys[2].value.numbers == [1])
    #expect(world.searched == ["par"])
  }

  @Test func `Every key press begins the waiting anew`() async throws {
    let world = try World()
    let first = world.search("p", debounce: .milliseconds(100))
    try await world.clock.sleepers(1)
    world.clock.advance(by: .milliseconds(99))
    let second = world.search("pa", debounce: .milliseconds(100))
    #expect(await reason(first) == "superseded")
    try await world.clock.sleepers(1)
    world.clock.advance(by: .milliseconds(99))
    #expect(world.searched.isEmpty)
    world.clock.advance(by: .milliseconds(1))
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await second.value
    #expect(world.searched == ["pa"])
  }

  @Test func `The session's debounce holds where a search names none`() async throws {
    let world = try World()
    world.session.configure { $0.debounce = .milliseconds(50) }
    let patient = world.search("patient", list: "a")
    try await world.clock.sleepers(1)
    let hasty = world.search("hasty", list: "b", debounce: .zero)
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await hasty.value
    #expect(world.searched == ["hasty"])
    world.clock.advance(by: .milliseconds(50))
    try await world.catalog.batches.answer(1, .of([2]))
    #expect(try await patient.value.numbers == [2])
  }

  @Test func `A waiting search that is cancelled never starts`() async throws {
    let world = try World()
    let search = world.search("never", debounce: .milliseconds(50))
    try await world.clock.sleepers(1)
    search.cancel()
    #expect(await reason(search) == "cancelled")
    try await world.clock.sleepers(0)
    #expect(world.searched.isEmpty)
    #expect(world.loading.isEmpty)
  }

  @Test func `Cancelling a search ends its upstream call`() async throws {
    let world = try World()
    let search = world.search("one")
    try await world.catalog.batches.question(0)
    search.cancel()
    #expect(await reason(search) == "cancelled")
    try await world.catalog.batches.cancelled(0)
  }

  @Test func `A search takes the session's language unless it names one`() async throws {
    let world = try World()
    world.session.configure { $0.language = "ko-KR" }
    let search = world.search("one")
    let call = try await world.catalog.batches.question(0)
    #expect(call.listing == .search(SearchQuery(text: "one", language: "ko-KR")))
    search.cancel()
    #expect(await reason(search) == "cancelled")
  }

  @Test func `An unknown catalog is told of, and the list stays as it was`() async throws {
    let world = try World()
    let search = world.search("one")
    try await world.catalog.batches.answer(0, .of([1, 2, 3], next: nil))
    _ = try await search.value
    let lost = Task.immediate { [session = world.session] in
      try await session.search(
        SearchQuery(text: "x"), list: "search", catalog: "none", limit: 1, debounce: nil)
    }
    #expect(await reason(lost) == "catalogUnknown")
    let next = world.nextPage()
    try await world.passJoinWindow()
    #expect(try await next.value.numbers == [3])
  }
}
