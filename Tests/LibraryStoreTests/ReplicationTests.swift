import Foundation
import LibraryStore
import MovieCore
import TestSupport
import Testing

/// Several machines, each with its own folder, that exchange fields in any order.
@Suite(.timeLimit(.minutes(20)))
struct ReplicationTests {
  private static let films = (1...2).map { IMDbID(number: $0)! }
  private static let ids = films.flatMap { film in
    ["builtin:\(film)", "tmdb:\(film.number)", "mine:\(film.number)"].map { (id: MovieID($0)!, film: film) }
  }

  /// What all machines must agree about.
  private struct Kept: Equatable, CustomStringConvertible {
    var id: MovieID
    var starredAt: Int?
    var watchlistedAt: Int?
    var rating: Int?
    var note: String?
    var tags: [String]
    var viewings: [Viewing]

    init(_ entry: LibraryEntry) {
      (id, starredAt, watchlistedAt) = (entry.movie.id, entry.starredAt, entry.watchlistedAt)
      (rating, note, tags, viewings) = (entry.ratingTenths, entry.note, entry.tags, entry.viewings)
    }

    var description: String { "\(id) \(starredAt ?? 0) \(rating ?? 0) \(note ?? "") \(tags) \(viewings.map(\.id))" }
  }

  private func kept(_ store: LibraryStore) async throws -> [Kept] {
    let entries = try await store.allEntries(after: 0, limit: 1_000).uncancellableValue().entries
    return entries.map(Kept.init).sorted { $0.id.description < $1.id.description }
  }

  private func change(_ store: LibraryStore, _ random: inout TestSupport.SeededGenerator) async throws {
    let (id, film) = Self.ids.randomElement(using: &random)!
    var movie = Movie(id: id, title: "\(id)")
    if Bool.random(using: &random) { movie.imdbId = film.description }
    var edit = MarkEdit()
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: edit.starred = Bool.random(using: &random)
    case 2: edit.watchlist = Bool.random(using: &random)
    case 3: edit.ratingTenths = Bool.random(using: &random) ? .set(Int.random(in: 1...20, using: &random) * 5) : .remove
    case 4: edit.note = .set(["", "good", "bad"].randomElement(using: &random)!)
    case 5: edit.addedTags = [["Rain", "snow"].randomElement(using: &random)!]
    case 6: edit.removedTags = [["rain", "snow"].randomElement(using: &random)!]
    case 7:
      let viewing = ViewingEdit(id: "\(id) \(Int.random(in: 0...2, using: &random))")
      _ = try? await store.log(viewing, of: movie, nil).uncancellableValue()
      return
    default:
      let viewing = "\(id) \(Int.random(in: 0...2, using: &random))"
      _ = try? await store.deleteViewing(viewing).uncancellableValue()
      return
    }
    _ = try await store.mark(movie, edit, nil).uncancellableValue()
  }

  /// Sends everything that one machine has to another, in random order and partly twice.
  private func send(
    from one: LibraryStore, to other: LibraryStore, _ random: inout TestSupport.SeededGenerator
  ) async throws {
    let records = try await one.fields(after: 0, limit: 10_000).uncancellableValue().records
    let films = try await one.films(after: 0, limit: 10_000).uncancellableValue().films
    for part in [records.shuffled(using: &random), Array(records.prefix(Int.random(in: 0...9, using: &random)))] {
      let middle = Int.random(in: 0...part.count, using: &random)
      for half in [part[middle...], part[..<middle]] {
        #expect(try await other.merge(Array(half), films).uncancellableValue().isEmpty)
      }
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `machines that have exchanged everything are equal, whatever happened in which order`(seed: UInt64) async throws
  {
    var random = TestSupport.SeededGenerator(seed: seed)
    let folders = (0..<3).map { _ in TemporaryFolder() }
    let machines = folders.enumerated().map { index, folder in
      let time = Observed(1_000_000 * (index + 1))
      return OpenStore(folder.path) {
        // Clocks that jump, by less than the hour that is refused.
        time.change { time in
          time += [1, 1, 1, 60_000, -30_000].randomElement()!
          return time
        }
      }
    }
    for _ in 0..<40 {
      try await change(machines.randomElement(using: &random)!.store, &random)
      if Int.random(in: 0..<6, using: &random) == 0 {
        let pair = machines.shuffled(using: &random).prefix(2).map(\.store)
        try await send(from: pair[0], to: pair[1], &random)
      }
    }
    for _ in 0..<2 {
      for one in machines {
        for other in machines where one !== other { try await send(from: one.store, to: other.store, &random) }
      }
    }
    let expected = try await kept(machines[0].store)
    let digests = try await machines[0].store.digests().uncancellableValue()
    for machine in machines {
      #expect(try await kept(machine.store) == expected)
      #expect(try await machine.store.digests().uncancellableValue() == digests)
      let state = try await machine.store.libraryState().uncancellableValue()
      #expect(state.total == expected.count)
      #expect(try await machine.state().total == expected.count { $0.starredAt != nil })
    }
    // Nothing is new any more, so nothing changes.
    let before = try await machines[0].store.libraryState().uncancellableValue()
    try await send(from: machines[1].store, to: machines[0].store, &random)
    #expect(try await machines[0].store.libraryState().uncancellableValue() == before)
  }

  @Test func `what another machine has changed is told as remote, and read by position`() async throws {
    let folders = [TemporaryFolder(), TemporaryFolder()]
    let one = OpenStore(folders[0].path)
    let other = OpenStore(folders[1].path)
    let changes = Observed<[LibraryChange]>([])
    other.store.observeLibrary { change in changes.change { $0.append(change) } }
    var edit = MarkEdit(starred: true)
    edit.note = .set("Note")
    _ = try await one.store.mark(movie("A"), edit, nil).uncancellableValue()
    let (records, position) = try await one.store.fields(after: 0, limit: 100).uncancellableValue()
    #expect(Set(records.map(\.field)) == ["starred", "note"])
    #expect(try await one.store.fields(after: position, limit: 100).uncancellableValue().records.isEmpty)
    let films = try await one.store.films(after: 0, limit: 100).uncancellableValue().films
    #expect(try await other.store.merge(records, films).uncancellableValue().isEmpty)
    #expect(changes.value.map(\.origin) == [.remote])
    #expect(changes.value.first?.changed.map(\.movie) == [movie("A")])
    #expect(other.changes.value.map(\.origin) == [.remote])
    #expect(other.changes.value.first?.added.map(\.movie) == [movie("A")])
    #expect(try await other.titles() == ["A"])
    // One revision for all of it.
    #expect(try await other.store.libraryState().uncancellableValue().revision == 1)
  }

  @Test func `a clock that is more than an hour ahead is refused and changes nothing`() async throws {
    let folder = TemporaryFolder()
    let open = OpenStore(folder.path) { 1_000 }
    let register = FieldRegister(
      value: "1", clock: HybridClock.time(1_001 + HybridClock.tolerance), device: "year 3000")
    let record = FieldRecord(film: FilmKey(movie("A").id), field: "starred", register: register)
    #expect(try await open.store.merge([record], []).uncancellableValue() == [record])
    #expect(try await open.state().revision == 0)
  }

  @Test func `a copy of a folder is another device, and a folder that was moved is not`() async throws {
    let folder = TemporaryFolder()
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    let device = try await open.store.device().uncancellableValue()
    open.close()
    let moved = TemporaryFolder()
    let copied = TemporaryFolder()
    try contents(folder.file(LibraryStore.fileName)).write(to: .init(filePath: copied.file(LibraryStore.fileName)))
    #expect(rename(folder.file(LibraryStore.fileName), moved.file(LibraryStore.fileName)) == 0)
    #expect(try await OpenStore(moved.path).store.device().uncancellableValue() == device)
    let copy = OpenStore(copied.path)
    #expect(try await copy.store.device().uncancellableValue() != device)
    #expect(try await copy.titles() == ["A"])
  }
}
