import MovieCore
import TestSupport
import Testing

/// Spinners: one beginning and one end for every request that does such work, on every path.
@Suite(.timeLimit(.minutes(5)))
struct LoadingTests {
  @Test(arguments: [([1], "ok"), ([], "empty")] as [([Int], String)])
  func `A search begins and ends, and tells nothing found from something found`(
    found: [Int], outcome: String
  ) async throws {
    let world = try World()
    let search = world.search("q", activity: 1)
    #expect(world.loading == ["search:1 begin"])
    try await world.catalog.batches.answer(0, .of(found))
    _ = try await search.value
    #expect(world.loading == ["search:1 begin", "search:1 \(outcome)"])
  }

  @Test func `A failure ends it`() async throws {
    let world = try World()
    let search = world.search("q", activity: "a")
    try await world.catalog.batches.fail(0, MovieError(.upstreamFailed, "As the test wants it."))
    _ = await search.result
    #expect(world.loading == [#"search:"a" begin"#, #"search:"a" error"#])
  }

  @Test func `A cancel ends it`() async throws {
    let world = try World()
    let search = world.search("q", activity: 1)
    search.cancel()
    _ = await search.result
    #expect(world.loading == ["search:1 begin", "search:1 cancelled"])
  }

  @Test func `A newer search ends it`() async throws {
    let world = try World()
    let old = world.search("old", activity: 1)
    let new = world.search("new", activity: 2)
    _ = await old.result
    try await world.catalog.batches.answer(1, .of([1]))
    _ = try await new.value
    #expect(world.loading.filter { $0.hasPrefix("search:1") } == ["search:1 begin", "search:1 superseded"])
    #expect(world.loading.filter { $0.hasPrefix("search:2") } == ["search:2 begin", "search:2 ok"])
  }

  @Test func `A search that waits for a newer one is no work yet`() async throws {
    let world = try World()
    let old = world.search("old", debounce: .milliseconds(10), activity: 1)
    let new = world.search("new", debounce: .milliseconds(10), activity: 2)
    _ = await old.result
    #expect(world.loading.isEmpty)
    try await world.clock.sleepers(1)
    world.clock.advance(by: .milliseconds(10))
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await new.value
    #expect(world.loading == ["search:2 begin", "search:2 ok"])
  }

  @Test func `Each of those who share a page has a spinner of its own`() async throws {
    let world = try World()
    let search = world.search("q", activity: 1)
    let pages = [world.nextPage(activity: 2), world.nextPage(activity: 3)]
    try await world.catalog.batches.answer(0, .of([1, 2, 3]))
    _ = try await search.value
    try await world.passJoinWindow()
    for page in pages { _ = try await page.value }
    for request in [2, 3] {
      #expect(
        world.loading.filter { $0.hasPrefix("page:\(request)") } == ["page:\(request) begin", "page:\(request) ok"])
    }
  }

  @Test func `A page past the end is empty`() async throws {
    let world = try World()
    let search = world.search("q", activity: 1)
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    let page = world.nextPage(activity: 2)
    try await world.passJoinWindow()
    _ = try await page.value
    #expect(world.loading.suffix(2) == ["page:2 begin", "page:2 empty"])
  }

  @Test func `A detail begins and ends, found or not`() async throws {
    let world = try World()
    let session = world.session
    let found = Task.immediate { try await session.detail(Movie.numbered(1).id, reviews: 3, activity: 1) }
    try await world.catalog.details.answer(0, MovieDetail(movie: .numbered(1)))
    #expect(try await found.value.movie == .numbered(1))
    let missing = Task.immediate { try await session.detail(Movie.numbered(2).id, reviews: 3, activity: 2) }
    try await world.catalog.details.fail(1, MovieError.movieNotFound(Movie.numbered(2).id))
    #expect(await reason(missing) == "movieNotFound")
    #expect(world.loading == ["detail:1 begin", "detail:1 ok", "detail:2 begin", "detail:2 error"])
  }

  @Test func `Recommendations begin and end`() async throws {
    let world = try World()
    let session = world.session
    let asked = Task.immediate {
      try await session.recommendations(for: Movie.numbered(1).id, list: nil, activity: 1)
    }
    try await world.catalog.batches.answer(0, .of([2]))
    #expect(try await asked.value.list == "recommendations:test:1")
    #expect(world.loading == ["recommendations:1 begin", "recommendations:1 ok"])
  }

  @Test func `Work that is over before the delay is told of by neither end`() async throws {
    let world = try World()
    world.session.configure { $0.loadingDelay = .milliseconds(100) }
    let search = world.search("q", activity: 1)
    try await world.clock.sleepers(1)
    world.clock.advance(by: .milliseconds(99))
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    try await world.clock.sleepers(0)
    world.clock.advance(by: .seconds(1))
    #expect(world.loading.isEmpty)
  }

  @Test func `Work that is longer than the delay is told of by both ends`() async throws {
    let world = try World()
    world.session.configure { $0.loadingDelay = .milliseconds(100) }
    let search = world.search("q", activity: 1)
    try await world.clock.sleepers(1)
    world.clock.advance(by: .milliseconds(100))
    try await world.events.wait { !$0.isEmpty }
    #expect(world.loading == ["search:1 begin"])
    try await world.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    #expect(world.loading == ["search:1 begin", "search:1 ok"])
  }
}
