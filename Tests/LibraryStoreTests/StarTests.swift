import Concurrency
import MovieCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StarTests {
  private let folder = TemporaryFolder()

  @Test func `starring and unstarring twice changes nothing the second time`() async throws {
    let open = OpenStore(folder.path, now: { 1_000 })
    let first = try await open.star(movie("A"))
    #expect((first.changed, first.revision, first.mark.starredAt) == (true, 1, 1_000))
    let again = try await open.star(movie("A"))
    #expect((again.changed, again.revision, again.mark.starredAt) == (false, 1, 1_000))
    #expect(open.store.contains(movie("A").id))

    let gone = try await open.unstar(movie("A"))
    #expect((gone.changed, gone.revision, gone.mark.starredAt) == (true, 2, nil))
    let goneAlready = try await open.unstar(movie("A"))
    #expect((goneAlready.changed, goneAlready.revision) == (false, 2))
    #expect(!open.store.contains(movie("A").id))
    #expect(open.changes.value.map(\.state.revision) == [1, 2])
  }

  @Test func `an existing star keeps its data`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A", year: 1999))
    try await open.star(movie("A", year: 2000))
    #expect(try await open.list().items.map(\.movie.year) == [1999])
  }

  @Test func `completed changes are there after reopening, with their data`() async throws {
    let first = OpenStore(folder.path)
    var whole = movie("기생충", year: 2019, rating: 8.5)
    whole.cast = ["Song Kang-ho"]
    whole.overview = "Two families."
    try await first.star(whole)
    try await first.star(movie("B"))
    try await first.unstar(movie("B"))
    let before = try await first.state()
    first.close()

    let second = OpenStore(folder.path)
    #expect(try await second.state() == before)
    #expect(try await second.list().items.map(\.movie) == [whole])
    #expect(second.store.contains(whole.id))
    #expect(second.changes.value.isEmpty)
    #expect(try await second.star(movie("C")).revision == 4)
  }

  @Test func `a store has no stars before it is opened and all of them afterwards`() async throws {
    let first = OpenStore(folder.path)
    try await first.star(movie("A"))
    let second = OpenStore(folder.path)
    #expect(!second.store.contains(movie("A").id))
    await second.store.opened()
    #expect(second.store.contains(movie("A").id))
  }

  @Test func `the epoch identifies the file`() async throws {
    let open = OpenStore(folder.path)
    let epoch = try await open.state().epoch
    #expect(epoch.count == 16)
    try await open.star(movie("A"))
    #expect(try await open.state().epoch == epoch)
    let elsewhere = OpenStore(folder.file("elsewhere"))
    #expect(try await elsewhere.state().epoch != epoch)
  }

  @Test func `a change is reported before its operation completes`() async throws {
    let open = OpenStore(folder.path)
    for number in 1...20 {
      try await open.star(movie("\(number)"))
      #expect(open.changes.value.count == number)
    }
  }

  @Test func `many concurrent operations keep their order, and their changes have no gaps`() async throws {
    let open = OpenStore(folder.path)
    // Without waiting in between, so that several share one transaction.
    let tasks = (0..<300).map { number in
      number % 3 == 2 ? open.store.unstar(movie("\(number - 1)").id) : open.store.star(movie("\(number)"))
    }
    let outcomes = try await outcomes(tasks)
    #expect(outcomes.map(\.revision) == Array(1...300))
    #expect(outcomes.allSatisfy { $0.changed })
    #expect(try await open.titles() == stride(from: 0, to: 300, by: 3).map(String.init))

    let changes = open.changes.value
    #expect(changes.map(\.previousRevision) == Array(0..<300))
    #expect(changes.map(\.state.revision) == Array(1...300))
    #expect(changes.allSatisfy { $0.origin == .own })
    #expect(changes[4].added.map(\.movie.title) == ["4"])
    #expect(changes[5].removed == [movie("4").id])
    #expect(changes[5].state.total == 2)
  }

  @Test func `reads between changes see the changes before them, not those after`() async throws {
    let open = OpenStore(folder.path)
    await open.store.opened()
    var reads: [(expected: Int, task: SharedTask<FavoritesState>)] = []
    for number in 0..<50 {
      _ = open.store.star(movie("\(number)"))
      reads.append((number + 1, open.store.state()))
    }
    for read in reads { #expect(try await read.task.uncancellableValue().total == read.expected) }
  }

  @Test func `the star of a movie can be read`() async throws {
    let open = OpenStore(folder.path, now: { 5 })
    #expect(try await open.store.entry(of: movie("A").id).uncancellableValue()?.starredAt == nil)
    try await open.star(movie("A"))
    #expect(try await open.store.entry(of: movie("A").id).uncancellableValue()?.starredAt == 5)
  }

  @Test func `an unstarred movie is remembered until it is starred again`() async throws {
    let open = OpenStore(folder.path)
    for title in ["A", "B", "C"] { try await open.star(movie(title)) }
    for title in ["A", "B", "never"] { try await open.unstar(movie(title)) }
    try await open.star(movie("B"))
    let ids = ["A", "B", "C", "never"].map { movie($0).id }
    #expect(try await open.store.removed(from: .favorites, among: ids).uncancellableValue() == [movie("A").id])
    open.close()
    #expect(
      try await OpenStore(folder.path).store.removed(from: .favorites, among: ids).uncancellableValue() == [
        movie("A").id
      ])
  }

  private func outcomes(_ tasks: [SharedTask<MarkOutcome>]) async throws -> [MarkOutcome] {
    var outcomes: [MarkOutcome] = []
    for task in tasks { outcomes.append(try await task.uncancellableValue()) }
    return outcomes
  }
}
