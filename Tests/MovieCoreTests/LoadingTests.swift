import MovieCore
import TestSupport
import Testing

/// Every request with a spinner begins and ends it exactly once, on every path.
@Suite(.timeLimit(.minutes(20)))
struct LoadingTests {
  @Test(arguments: [([1], "ok"), ([], "empty")] as [([Int], String)])
  func `a search begins and ends its spinner, with another outcome if nothing is found`(
    found: [Int], outcome: String
  ) async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q", context: 1)
    #expect(fixture.loading == ["search:1 begin"])
    try await fixture.catalog.batches.answer(0, .of(found))
    _ = try await search.value
    #expect(fixture.loading == ["search:1 begin", "search:1 \(outcome)"])
  }

  @Test func `a failure ends the spinner`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q", context: "a")
    try await fixture.catalog.batches.fail(0, MovieError(.upstreamFailed, "As the test wants it."))
    _ = await search.result
    #expect(fixture.loading == [#"search:"a" begin"#, #"search:"a" error"#])
  }

  @Test func `a cancellation ends the spinner`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q", context: 1)
    search.cancel()
    _ = await search.result
    #expect(fixture.loading == ["search:1 begin", "search:1 cancelled"])
  }

  @Test func `a newer search ends the spinner`() async throws {
    let fixture = try SessionFixture()
    let old = fixture.search("old", context: 1)
    let new = fixture.search("new", context: 2)
    _ = await old.result
    try await fixture.catalog.batches.answer(1, .of([1]))
    _ = try await new.value
    #expect(fixture.loading.filter { $0.hasPrefix("search:1") } == ["search:1 begin", "search:1 superseded"])
    #expect(fixture.loading.filter { $0.hasPrefix("search:2") } == ["search:2 begin", "search:2 ok"])
  }

  @Test func `a debounced search has no spinner until it starts`() async throws {
    let fixture = try SessionFixture()
    let old = fixture.search("old", debounce: .milliseconds(10), context: 1)
    let new = fixture.search("new", debounce: .milliseconds(10), context: 2)
    _ = await old.result
    #expect(fixture.loading.isEmpty)
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(10))
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await new.value
    #expect(fixture.loading == ["search:2 begin", "search:2 ok"])
  }

  @Test func `requests that share a page have a spinner each`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q", context: 1)
    let pages = [fixture.nextPage(context: 2), fixture.nextPage(context: 3)]
    try await fixture.catalog.batches.answer(0, .of([1, 2, 3]))
    _ = try await search.value
    try await fixture.passJoinWindow()
    for page in pages { _ = try await page.value }
    for request in [2, 3] {
      #expect(
        fixture.loading.filter { $0.hasPrefix("page:\(request)") } == ["page:\(request) begin", "page:\(request) ok"])
    }
  }

  @Test func `a page that turns out to be after the end has the outcome empty`() async throws {
    let fixture = try SessionFixture()
    let search = fixture.search("q", context: 1)
    try await fixture.catalog.batches.answer(0, .of([1, 2], next: 2))
    _ = try await search.value
    let page = fixture.nextPage(context: 2)
    try await fixture.passJoinWindow()
    try await fixture.catalog.batches.answer(1, .of([]))
    _ = try await page.value
    #expect(fixture.loading.suffix(2) == ["page:2 begin", "page:2 empty"])
  }

  @Test func `a detail begins and ends its spinner, found or not`() async throws {
    let fixture = try SessionFixture()
    let session = fixture.session
    let found = Task.immediate { try await session.detail(Movie.numbered(1).id, reviews: 3, context: 1) }
    try await fixture.catalog.details.answer(0, MovieDetail(movie: .numbered(1)))
    #expect(try await found.value.movie == .numbered(1))
    let missing = Task.immediate { try await session.detail(Movie.numbered(2).id, reviews: 3, context: 2) }
    try await fixture.catalog.details.fail(1, MovieError.movieNotFound(Movie.numbered(2).id))
    #expect(await reason(missing) == "movieNotFound")
    #expect(fixture.loading == ["detail:1 begin", "detail:1 ok", "detail:2 begin", "detail:2 error"])
  }

  @Test func `recommendations begin and end their spinner`() async throws {
    let fixture = try SessionFixture()
    let session = fixture.session
    let asked = Task.immediate {
      try await session.recommendations(for: Movie.numbered(1).id, list: nil, context: 1)
    }
    try await fixture.catalog.batches.answer(0, .of([2]))
    #expect(try await asked.value.list == "recommendations:test:1")
    #expect(fixture.loading == ["recommendations:1 begin", "recommendations:1 ok"])
  }

  @Test func `work that ends before the delay has no spinner`() async throws {
    let fixture = try SessionFixture()
    fixture.session.configure { $0.loadingDelay = .milliseconds(100) }
    let search = fixture.search("q", context: 1)
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(99))
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    try await fixture.clock.sleepers(0)
    fixture.clock.advance(by: .seconds(1))
    #expect(fixture.loading.isEmpty)
  }

  @Test func `work that takes longer than the delay has a spinner`() async throws {
    let fixture = try SessionFixture()
    fixture.session.configure { $0.loadingDelay = .milliseconds(100) }
    let search = fixture.search("q", context: 1)
    try await fixture.clock.sleepers(1)
    fixture.clock.advance(by: .milliseconds(100))
    try await fixture.events.wait { !$0.isEmpty }
    #expect(fixture.loading == ["search:1 begin"])
    try await fixture.catalog.batches.answer(0, .of([1]))
    _ = try await search.value
    #expect(fixture.loading == ["search:1 begin", "search:1 ok"])
  }
}
