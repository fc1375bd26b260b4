import MovieCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct HomeTests {
  private func home(_ fixture: SessionFixture, _ sections: [String]? = nil) -> Task<
    [ClientSession.LoadedSection], any Error
  > {
    Task.immediate { [session = fixture.session] in
      try await session.home(catalog: nil, sections: sections, context: 1)
    }
  }

  private func section(_ name: String) -> Listing { .section(name, language: nil) }

  @Test func `sections are fetched concurrently and returned in the catalog's order`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b", "c"])
    let home = home(fixture)
    // All calls are made before the first is answered.
    try await fixture.catalog.batches.waitForCall(2)
    #expect(fixture.catalog.batches.arguments.map(\.listing) == ["a", "b", "c"].map(section))
    for index in [2, 0, 1] { try await fixture.catalog.batches.answer(index, .of([index])) }
    let loaded = try await home.value
    #expect(loaded.map(\.section.name) == ["a", "b", "c"])
    #expect(loaded.map(\.section.title) == ["A", "B", "C"])
    #expect(try loaded.map { try $0.page.get().numbers } == [[0], [1], [2]])
    #expect(try loaded.map { try $0.page.get().list } == ["home:a", "home:b", "home:c"])
    #expect(fixture.loading == ["home:1 begin", "home:1 ok"])
  }

  @Test func `a request names at most a hundred sections`() async throws {
    let fixture = try SessionFixture(sections: ["a"])
    let names = (0...100).map { "section \($0)" }
    await #expect(throws: MovieError.self) { try await home(fixture, names).value }
    let most = home(fixture, Array(names.dropLast()))
    for index in 0..<100 { try await fixture.catalog.batches.answer(index, .of([])) }
    #expect(try await most.value.count == 100)
  }

  @Test(arguments: [("ff", "error"), ("fe", "empty"), ("ee", "empty"), ("fo", "ok"), ("eo", "ok")])
  func `the outcome depends on all sections`(sections: String, outcome: String) async throws {
    let fixture = try SessionFixture(sections: ["a", "b"])
    let home = home(fixture)
    for (index, kind) in sections.enumerated() {
      if kind == "f" {
        try await fixture.catalog.batches.fail(index, MovieError(.upstreamTimeout, "As the test wants it."))
      } else {
        try await fixture.catalog.batches.answer(index, .of(kind == "e" ? [] : [index]))
      }
    }
    #expect(try await home.value.count == 2)
    #expect(fixture.loading == ["home:1 begin", "home:1 \(outcome)"])
  }

  @Test func `one failing section does not affect the others`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b"])
    let home = home(fixture)
    try await fixture.catalog.batches.fail(0, MovieError(.upstreamTimeout, "As the test wants it."))
    try await fixture.catalog.batches.answer(1, .of([1]))
    let loaded = try await home.value
    #expect((loaded[0].page.failure as? MovieError)?.reason == .upstreamTimeout)
    #expect(try loaded[1].page.get().numbers == [1])
    #expect(await reason(fixture.nextPage("home:a")) == "listNotReady")
  }

  @Test func `a section is a list that can be continued`() async throws {
    let fixture = try SessionFixture(sections: ["a"])
    let home = home(fixture)
    try await fixture.catalog.batches.answer(0, .of(0..<30, total: 30))
    #expect(try await home.value[0].page.get().numbers == Array(0..<20))
    let next = fixture.nextPage("home:a")
    try await fixture.passJoinWindow()
    #expect(try await next.value.numbers == Array(20..<30))
  }

  @Test func `only the sections that are named are fetched, each once`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b", "c"])
    let home = home(fixture, ["c", "a", "c"])
    try await fixture.catalog.batches.answer(0, .of([3]))
    try await fixture.catalog.batches.answer(1, .of([1]))
    #expect(try await home.value.map(\.section.name) == ["c", "a"])
    #expect(fixture.catalog.batches.arguments.map(\.listing) == ["c", "a"].map(section))
  }

  @Test func `a catalog without sections says so`() async throws {
    let fixture = try SessionFixture()
    #expect(await reason(home(fixture)) == "unsupportedByCatalog")
    #expect(fixture.loading.isEmpty)
  }

  @Test func `cancelling cancels the calls of all sections`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b", "c"])
    let home = home(fixture)
    try await fixture.catalog.batches.waitForCall(2)
    home.cancel()
    #expect(await reason(home) == "cancelled")
    for index in 0..<3 { try await fixture.catalog.batches.waitForCancellation(index) }
    #expect(fixture.loading == ["home:1 begin", "home:1 cancelled"])
  }

  @Test func `a newer home supersedes the running one`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b"])
    let old = home(fixture)
    try await fixture.catalog.batches.waitForCall(1)
    let new = home(fixture)
    #expect(await reason(old) == "superseded")
    for index in 0..<2 { try await fixture.catalog.batches.waitForCancellation(index) }
    for index in 2..<4 { try await fixture.catalog.batches.answer(index, .of([index])) }
    #expect(try await new.value.count == 2)
  }

  @Test func `a home that loses one list returns the others, which continue`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b"])
    let old = home(fixture)
    try await fixture.catalog.batches.waitForCall(1)
    let new = home(fixture, ["a"])
    try await fixture.catalog.batches.waitForCancellation(0)
    try await fixture.catalog.batches.answer(1, .of(0..<30, total: 30))
    let loaded = try await old.value
    #expect((loaded[0].page.failure as? MovieError)?.reason == .superseded)
    #expect(try loaded[1].page.get().numbers == Array(0..<20))
    let next = fixture.nextPage("home:b")
    try await fixture.passJoinWindow()
    #expect(try await next.value.numbers == Array(20..<30))
    try await fixture.catalog.batches.answer(2, .of([2]))
    #expect(try await new.value[0].page.get().numbers == [2])
  }

  @Test func `a newer home also supersedes one that already has some of its pages`() async throws {
    let fixture = try SessionFixture(sections: ["a", "b"])
    let old = home(fixture)
    try await fixture.catalog.batches.answer(0, .of([0]))
    let new = home(fixture)
    #expect(await reason(old) == "superseded")
    for index in 2..<4 { try await fixture.catalog.batches.answer(index, .of([index])) }
    #expect(try await new.value.count == 2)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
