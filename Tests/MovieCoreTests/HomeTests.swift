import MovieCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HomeTests {
  private func home(_ world: World, _ sections: [String]? = nil) -> Task<[ClientSession.LoadedSection], any Error> {
    Task.immediate { [session = world.session] in
      try await session.home(catalog: nil, sections: sections, activity: 1)
    }
  }

  private func section(_ name: String) -> Listing { .section(name, language: nil) }

  @Test func `Sections are fetched side by side and given in the catalog's order`() async throws {
    let world = try World(sections: ["a", "b", "c"])
    let home = home(world)
    // All are asked before the first is answered.
    try await world.catalog.batches.question(2)
    #expect(world.catalog.batches.questions.map(\.listing) == ["a", "b", "c"].map(section))
    for index in [2, 0, 1] { try await world.catalog.batches.answer(index, .of([index])) }
    let loaded = try await home.value
    #expect(loaded.map(\.section.name) == ["a", "b", "c"])
    #expect(loaded.map(\.section.title) == ["A", "B", "C"])
    #expect(try loaded.map { try $0.page.get().numbers } == [[0], [1], [2]])
    #expect(try loaded.map { try $0.page.get().list } == ["home:a", "home:b", "home:c"])
    #expect(world.loading == ["home:1 begin", "home:1 ok"])
  }

  @Test(arguments: [("ff", "error"), ("fe", "empty"), ("ee", "empty"), ("fo", "ok"), ("eo", "ok")])
  func `How it has ended goes by all sections`(sections: String, outcome: String) async throws {
    let world = try World(sections: ["a", "b"])
    let home = home(world)
    for (index, kind) in sections.enumerated() {
      if kind == "f" {
        try await world.catalog.batches.fail(index, MovieError(.upstreamTimeout, "As the test wants it."))
      } else {
        try await world.catalog.batches.answer(index, .of(kind == "e" ? [] : [index]))
      }
    }
    #expect(try await home.value.count == 2)
    #expect(world.loading == ["home:1 begin", "home:1 \(outcome)"])
  }

  @Test func `One section fails alone`() async throws {
    let world = try World(sections: ["a", "b"])
    let home = home(world)
    try await world.catalog.batches.fail(0, MovieError(.upstreamTimeout, "As the test wants it."))
    try await world.catalog.batches.answer(1, .of([1]))
    let loaded = try await home.value
    #expect((loaded[0].page.failure as? MovieError)?.reason == .upstreamTimeout)
    #expect(try loaded[1].page.get().numbers == [1])
    #expect(await reason(world.nextPage("home:a")) == "listNotReady")
  }

  @Test func `A section is a list that can be continued`() async throws {
    let world = try World(sections: ["a"])
    let home = home(world)
    try await world.catalog.batches.answer(0, .of(0..<30, total: 30))
    #expect(try await home.value[0].page.get().numbers == Array(0..<20))
    let next = world.nextPage("home:a")
    try await world.passJoinWindow()
    #expect(try await next.value.numbers == Array(20..<30))
  }

  @Test func `Only the sections that are named are fetched, each once`() async throws {
    let world = try World(sections: ["a", "b", "c"])
    let home = home(world, ["c", "a", "c"])
    try await world.catalog.batches.answer(0, .of([3]))
    try await world.catalog.batches.answer(1, .of([1]))
    #expect(try await home.value.map(\.section.name) == ["c", "a"])
    #expect(world.catalog.batches.questions.map(\.listing) == ["c", "a"].map(section))
  }

  @Test func `A catalog without sections says so`() async throws {
    let world = try World()
    #expect(await reason(home(world)) == "unsupportedByCatalog")
    #expect(world.loading.isEmpty)
  }

  @Test func `Cancelling ends the calls of all sections`() async throws {
    let world = try World(sections: ["a", "b", "c"])
    let home = home(world)
    try await world.catalog.batches.question(2)
    home.cancel()
    #expect(await reason(home) == "cancelled")
    for index in 0..<3 { try await world.catalog.batches.cancelled(index) }
    #expect(world.loading == ["home:1 begin", "home:1 cancelled"])
  }

  @Test func `A newer home supersedes the one that runs`() async throws {
    let world = try World(sections: ["a", "b"])
    let old = home(world)
    try await world.catalog.batches.question(1)
    let new = home(world)
    #expect(await reason(old) == "superseded")
    for index in 0..<2 { try await world.catalog.batches.cancelled(index) }
    for index in 2..<4 { try await world.catalog.batches.answer(index, .of([index])) }
    #expect(try await new.value.count == 2)
  }

  @Test func `Of a home that loses one list the others are told, and go on`() async throws {
    let world = try World(sections: ["a", "b"])
    let old = home(world)
    try await world.catalog.batches.question(1)
    let new = home(world, ["a"])
    try await world.catalog.batches.cancelled(0)
    try await world.catalog.batches.answer(1, .of(0..<30, total: 30))
    let loaded = try await old.value
    #expect((loaded[0].page.failure as? MovieError)?.reason == .superseded)
    #expect(try loaded[1].page.get().numbers == Array(0..<20))
    let next = world.nextPage("home:b")
    try await world.passJoinWindow()
    #expect(try await next.value.numbers == Array(20..<30))
    try await world.catalog.batches.answer(2, .of([2]))
    #expect(try await new.value[0].page.get().numbers == [2])
  }

  @Test func `A newer home supersedes also one that has some of its pages`() async throws {
    let world = try World(sections: ["a", "b"])
    let old = home(world)
    try await world.catalog.batches.answer(0, .of([0]))
    let new = home(world)
    #expect(await reason(old) == "superseded")
    for index in 2..<4 { try await world.catalog.batches.answer(index, .of([index])) }
    #expect(try await new.value.count == 2)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
