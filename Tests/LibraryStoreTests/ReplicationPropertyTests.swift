import LibraryStore
import MovieCore
import TestSupport
import Testing

/// Random changes on three to five machines, each with its own folder, that exchange fields in any order while their
/// clocks jump, compared with a model.
@Suite(.timeLimit(.minutes(20)))
struct ReplicationPropertyTests {
  /// The fields of one film, which must be the same on all machines.
  private struct Kept: Equatable, CustomStringConvertible {
    var starredAt: Int?
    var watchlistedAt: Int?
    var rating: Int?
    var note: String?
    var tags: [String] = []
    var viewings: [String] = []

    var isEmpty: Bool { self == Kept() }
    var description: String {
      "★\(starredAt ?? 0) +\(watchlistedAt ?? 0) \(rating ?? 0) \(note ?? "") \(tags) \(viewings)"
    }
  }

  /// The registers that a machine must have.
  private struct Model {
    struct Address: Hashable {
      var key: String
      var field: String
    }

    var registers: [Address: FieldRegister] = [:]
    /// The greatest clock that the machine has given or seen.
    var clock = 0

    mutating func merge(_ record: FieldRecord) {
      let address = Address(key: record.film.description, field: record.field)
      let (new, old) = (record.register, registers[address])
      clock = max(clock, new.clock)
      if let old, (old.clock, old.device) >= (new.clock, new.device) { return }
      registers[address] = new
    }

    /// The film that a key stands for, or the key itself.
    func film(of key: String) -> String {
      key.hasPrefix("tt") ? key : registers[Address(key: key, field: "film")]?.value ?? key
    }

    /// The entries by film.
    var library: [String: Kept] {
      var values: [Address: [FieldRegister]] = [:]
      for (address, register) in registers where register.value != nil && address.field != "film" {
        values[Address(key: film(of: address.key), field: address.field), default: []].append(register)
      }
      var library: [String: Kept] = [:]
      for (address, registers) in values {
        let newest = registers.max { ($0.clock, $0.device) < ($1.clock, $1.device) }?.value ?? ""
        let earliest = registers.compactMap { $0.value.flatMap { Int($0) } }.min()
        let parts = address.field.split(separator: ":", maxSplits: 1)
        var kept = library[address.key] ?? Kept()
        switch parts[0] {
        case "starred": kept.starredAt = earliest
        case "watchlist": kept.watchlistedAt = earliest
        case "rating": kept.rating = Int(newest)
        case "note": kept.note = newest
        case "tag": kept.tags = (kept.tags + [newest]).sorted()
        default: kept.viewings = (kept.viewings + [String(parts[1])]).sorted()
        }
        library[address.key] = kept
      }
      return library
    }
  }

  /// A data folder with a clock of its own, and what must be in it.
  private final class Machine {
    let folder = TemporaryFolder()
    let time: Observed<Int>
    let store: OpenStore
    var model = Model()
    var position = 0

    init(time: Int) {
      let time = Observed(time)
      self.time = time
      store = OpenStore(folder.path) { time.value }
    }

    func records(after position: Int = 0) async throws -> [FieldRecord] {
      try await store.store.fields(after: position, limit: 10_000).uncancellableValue().records
    }

    /// Adds what a change of the user has written to the model: each later than all that the machine has seen.
    func learnOwnChange() async throws {
      for record in try await records(after: position) {
        #expect(record.register.clock > model.clock, "\(record)")
        #expect(record.register.clock >= HybridClock.time(time.value))
        model.merge(record)
      }
      // Data of movies has times of the same clock.
      let films = try await store.store.films(after: position, limit: 10_000).uncancellableValue().films
      model.clock = films.map(\.clock).reduce(model.clock, max)
      position = try await store.store.position().uncancellableValue()
    }

    func expectModel(_ what: String) async throws {
      let stored = try await records().map { (Model.Address(key: $0.film.description, field: $0.field), $0.register) }
      #expect(Dictionary(stored) { $1 } == model.registers, "\(what)")
      let entries = try await store.store.allEntries(after: 0, limit: 1_000).uncancellableValue().entries
      var library: [String: Kept] = [:]
      for entry in entries {
        let film = model.film(of: FilmKey(entry.movie.id).description)
        #expect(library[film] == nil, "\(what): two entries of \(film)")
        library[film] = Kept(
          starredAt: entry.starredAt, watchlistedAt: entry.watchlistedAt, rating: entry.ratingTenths,
          note: entry.note, tags: entry.tags.sorted(), viewings: entry.viewings.map(\.id).sorted())
      }
      #expect(library == model.library, "\(what)")
    }
  }

  private static let ids = (1...2).map { IMDbID(number: $0)! }.flatMap { film in
    ["builtin:\(film)", "tmdb:\(film.number)", "mine:\(film.number)"].map { (id: MovieID($0)!, film: film) }
  }

  /// Makes one change on a machine and checks that it did what was asked, and nothing to other films.
  private func change(_ machine: Machine, _ random: inout TestSupport.SeededGenerator) async throws {
    let (store, before) = (machine.store.store, machine.model)
    let (id, film) = Self.ids.randomElement(using: &random)!
    var movie = Movie(id: id, title: "\(id)")
    if Bool.random(using: &random) { movie.imdbId = film.description }
    let viewing = "\(id) \(Int.random(in: 0...2, using: &random))"
    var edit = MarkEdit()
    var isDone: (LibraryEntry?) -> Bool = { _ in true }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      let isStarred = Bool.random(using: &random)
      edit.starred = isStarred
      isDone = { ($0?.starredAt != nil) == isStarred }
    case 2:
      let isListed = Bool.random(using: &random)
      edit.watchlist = isListed
      isDone = { ($0?.watchlistedAt != nil) == isListed }
    case 3:
      let rating = Int.random(in: 0...20, using: &random) * 5
      edit.ratingTenths = rating == 0 ? .remove : .set(rating)
      isDone = { $0?.ratingTenths ?? 0 == rating }
    case 4:
      let note = ["", "good", "bad"].randomElement(using: &random)!
      edit.note = .set(note)
      isDone = { $0?.note ?? "" == note }
    case 5:
      edit.addedTags = [["Rain", "snow"].randomElement(using: &random)!]
      isDone = { [edit] in $0?.tags.contains { Tag.fold($0) == Tag.fold(edit.addedTags[0]) } == true }
    case 6:
      edit.removedTags = [["rain", "snow"].randomElement(using: &random)!]
      isDone = { [edit] in $0?.tags.contains { Tag.fold($0) == edit.removedTags[0] } != true }
    case 7:
      // The machine may have the viewing under an id of which it does not know that it is the same film.
      let outcome = try? await store.log(ViewingEdit(id: viewing), of: movie, nil).uncancellableValue()
      if outcome != nil { isDone = { $0?.viewings.contains { $0.id == viewing } == true } }
    default:
      _ = try? await store.deleteViewing(viewing).uncancellableValue()
      isDone = { $0?.viewings.contains { $0.id == viewing } != true }
    }
    _ = try await store.mark(movie, edit, nil).uncancellableValue()
    try await machine.learnOwnChange()
    let what = "\(movie.imdbId == nil ? "" : "known ")\(id) \(edit) \(viewing)"
    #expect(isDone(try await store.entry(of: id).uncancellableValue()), "\(what)")
    let touched = Set(Self.ids.filter { $0.film == film }.map { FilmKey($0.id).description } + [film.description])
    let (old, new) = (before.library, machine.model.library)
    #expect(old.filter { !touched.contains($0.key) } == new.filter { !touched.contains($0.key) }, "\(what)")
    try await machine.expectModel(what)
  }

  /// Sends some of what one machine has to another, in random order and partly twice.
  private func send(from one: Machine, to other: Machine, all: Bool, _ random: inout TestSupport.SeededGenerator)
    async throws
  {
    let records = try await one.records().shuffled(using: &random)
    let films = try await one.store.store.films(after: 0, limit: 10_000).uncancellableValue().films
    let sent = all ? records : Array(records.prefix(Int.random(in: 0...records.count, using: &random)))
    let limit = HybridClock.time(other.time.value + HybridClock.tolerance)
    for part in [sent, Array(sent.shuffled(using: &random).prefix(3))] {
      let refused = try await other.store.store.merge(part, films).uncancellableValue()
      #expect(refused == part.filter { $0.register.clock > limit })
      for record in part where record.register.clock <= limit { other.model.merge(record) }
    }
    other.model.clock = films.map(\.clock).filter { $0 <= limit }.reduce(other.model.clock, max)
    other.position = try await other.store.store.position().uncancellableValue()
    try await other.expectModel("sent")
  }

  @Test(arguments: 1...15 as ClosedRange<UInt64>)
  func `machines are what the model says, and equal when all is exchanged`(seed: UInt64) async throws {
    var random = TestSupport.SeededGenerator(seed: seed)
    let machines = (0..<Int(3 + seed % 3)).map { Machine(time: 1_000_000_000 + 1_000 * $0) }
    for _ in 0..<40 {
      let machine = machines.randomElement(using: &random)!
      // By more than the hour that is tolerated, in either direction, from time to time.
      let jumps = [0, 1, 1, 60_000, -30_000, 2 * HybridClock.tolerance, -3 * HybridClock.tolerance]
      let jump = jumps.randomElement(using: &random)!
      machine.time.change { $0 += jump }
      try await change(machine, &random)
      if Int.random(in: 0..<5, using: &random) == 0 {
        let pair = machines.shuffled(using: &random).prefix(2)
        try await send(from: pair[0], to: pair[1], all: false, &random)
      }
    }
    // When the clocks are right again, nothing is refused any more.
    let now = machines.map { max($0.time.value, $0.model.clock >> 16) }.max() ?? 0
    for machine in machines { machine.time.change { $0 = now } }
    for _ in 0..<2 {
      for one in machines {
        for other in machines where one !== other { try await send(from: one, to: other, all: true, &random) }
      }
    }
    let expected = machines[0].model.library
    let ids = try await entryIDs(machines[0])
    let digests = try await machines[0].store.store.digests().uncancellableValue()
    for machine in machines {
      #expect(machine.model.library == expected)
      #expect(try await entryIDs(machine) == ids)
      #expect(try await machine.store.store.digests().uncancellableValue() == digests)
      #expect(try await machine.store.store.libraryState().uncancellableValue().total == expected.count)
      #expect(try await machine.store.state().total == expected.count { $0.value.starredAt != nil })
    }
    // Nothing is new any more, so nothing changes.
    let before = try await machines[0].store.store.libraryState().uncancellableValue()
    try await send(from: machines[1], to: machines[0], all: true, &random)
    #expect(try await machines[0].store.store.libraryState().uncancellableValue() == before)
  }

  /// The ids under which machines show the films.
  private func entryIDs(_ machine: Machine) async throws -> Set<MovieID> {
    let entries = try await machine.store.store.allEntries(after: 0, limit: 1_000).uncancellableValue().entries
    return Set(entries.map(\.movie.id))
  }
}
