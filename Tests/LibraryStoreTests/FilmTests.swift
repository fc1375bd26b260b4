import Foundation
import MovieCore
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// One film has one star, whatever its ids.
@Suite(.timeLimit(.minutes(20)))
struct FilmTests {
  private let folder = TemporaryFolder()
  private let oldboy = IMDbID("tt0364569")!
  private let builtin = Movie(id: MovieID("builtin:tt0364569")!, title: "Oldboy")
  private let tmdb = Movie(id: MovieID("tmdb:670")!, title: "올드보이")

  /// The movie with the film's IMDb id.
  private func named(_ movie: Movie) -> Movie {
    var movie = movie
    movie.imdbId = oldboy.description
    return movie
  }

  private func known(_ id: String) -> KnownID { KnownID(id: MovieID(id)!, film: oldboy) }

  private func ids(_ open: OpenStore) async throws -> [String] {
    try await open.list().items.map(\.movie.id.description)
  }

  @Test func `what is learned counts at once, before the store's thread has written it`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(builtin)
    #expect(!open.store.contains(tmdb))
    open.store.learn([known("tmdb:670")])
    #expect(open.store.contains(tmdb))
  }

  @Test func `a film that is starred under one id is a favorite under every other`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(builtin)
    #expect(open.store.contains(MovieID("omdb:tt0364569")!))
    #expect(open.store.contains(named(tmdb)))
    #expect(!open.store.contains(tmdb))
    let again = try await open.star(Movie(id: MovieID("omdb:tt0364569")!, title: "Oldboy"))
    #expect((again.changed, again.revision, again.id) == (false, 1, builtin.id))
    #expect(open.changes.value.count == 1)
    let gone = try await open.store.unstar(MovieID("omdb:tt0364569")!).uncancellableValue()
    #expect((gone.changed, gone.revision, gone.id) == (true, 2, builtin.id))
    #expect(Set(open.changes.value[1].removed) == [builtin.id, MovieID("omdb:tt0364569")!])
    #expect(try await open.state().total == 0)
  }

  @Test func `a second movie of a starred film is no second star, and its id becomes known`() async throws {
    let open = OpenStore(folder.path)
    let other = OpenStore(folder.path)
    await other.store.opened()
    try await open.star(builtin)
    let again = try await open.star(named(tmdb))
    #expect((again.changed, again.id, again.revision) == (false, builtin.id, 2))
    for each in [open, other] {
      let change = try #require(try await each.changes.wait { $0.last?.state.revision == 2 }.last)
      #expect(change.updated.map(\.movie.id) == [builtin.id])
      #expect(change.changed.map(\.shown.ids) == [[builtin.id, tmdb.id]])
      #expect(change.removed == [])
      #expect(change.state.total == 1)
      #expect(each.store.contains(tmdb.id))
      #expect(each.store.ids(of: tmdb.id) == [builtin.id, tmdb.id])
      #expect(try await each.list().items.map(\.shown.ids) == [[builtin.id, tmdb.id]])
    }
    _ = try await other.store.unstar(tmdb.id).uncancellableValue()
    for each in [open, other] {
      let change = try #require(try await each.changes.wait { $0.last?.state.revision == 3 }.last)
      #expect(Set(change.removed) == [builtin.id, tmdb.id])
      #expect(change.state.total == 0)
      #expect(!each.store.contains(tmdb.id) && !each.store.contains(builtin.id))
      #expect(Set(try await each.difference(since: 1).removed) == [builtin.id, tmdb.id])
    }
    // What was learned is kept: the next star knows it.
    let star = try await open.star(tmdb)
    #expect(star.changed)
    #expect(open.store.contains(builtin.id))
  }

  @Test func `two stars that turn out to be one film become the earlier one, in every process`() async throws {
    let open = OpenStore(folder.path)
    let other = OpenStore(folder.path)
    await other.store.opened()
    try await open.star(tmdb)
    try await open.star(movie("A"))
    try await open.star(builtin)
    #expect(try await open.state().total == 3)
    other.store.learn([known("tmdb:670")])
    for each in [open, other] {
      let change = try #require(try await each.changes.wait { $0.last?.state.revision == 4 }.last)
      #expect(change.removed == [builtin.id])
      #expect(change.updated.map(\.movie) == [tmdb])
      #expect(change.state.total == 2)
      #expect(try await each.state().total == 2)
      #expect(each.store.contains(builtin.id) && each.store.contains(tmdb.id))
      #expect(try await ids(each) == ["tmdb:670", "test:A"])
      let difference = try await each.difference(since: 3)
      #expect(difference.removed == [builtin.id])
      #expect(difference.added.map(\.movie.id) == [tmdb.id])
    }
    _ = try await open.store.unstar(builtin.id).uncancellableValue()
    #expect(try await ids(open) == ["test:A"])
    try await other.changes.wait { $0.last?.state.revision == 5 }
    #expect(!other.store.contains(tmdb.id))
  }

  @Test func `a service that gives all films the same IMDb id makes no star disappear`() async throws {
    let open = OpenStore(folder.path)
    let stars = (1...3).map { Movie(id: MovieID(catalog: "tmdb", native: "\($0)"), title: "\($0)") }
    for star in stars { try await open.star(star) }
    let claims = stars.map { KnownID(id: $0.id, film: IMDbID(number: 1)!) }
    // By details one after the other, by the background lookup, and by a refresh.
    open.store.learn([claims[0]])
    open.store.learn(claims)
    try await open.store.recordLookups(in: "tmdb", found: claims, fruitless: []).uncancellableValue()
    #expect(try await open.list().items.map(\.movie.id) == stars.map(\.id))
    // The service is not asked again and again.
    let due = open.store.dueLookups(of: stars.map(\.id), in: "tmdb")
    #expect(try await due.uncancellableValue().isEmpty)

    // Nor does a film that was known become another star's.
    open.store.learn([KnownID(id: stars[1].id, film: IMDbID(number: 2)!)])
    open.store.learn(claims)
    let refreshed = stars.map { star in
      var star = star
      star.imdbId = "tt0000001"
      return star
    }
    _ = try await open.store.update(refreshed).uncancellableValue()
    #expect(try await open.list().items.map(\.movie.id) == stars.map(\.id))
    #expect(open.store.contains(IMDbID(number: 2)!))
  }

  @Test func `a film that was refused is written again only after a change of the stars`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(named(tmdb))
    let other = Movie(id: MovieID("tmdb:671")!, title: "Another")
    try await open.star(other)
    // TMDB gives the IMDb id of one star to another of its own: it must be mistaken.
    let mistaken = [known("tmdb:671")]
    #expect(open.store.unrecorded(mistaken) == mistaken)
    open.store.learn(mistaken)
    #expect(try await open.state().total == 2)
    #expect(open.store.unrecorded(mistaken) == [])
    try await open.unstar(tmdb)
    #expect(open.store.unrecorded(mistaken) == mistaken)
    open.store.learn(mistaken)
    #expect(try await open.state().revision == 4)
    #expect(open.store.contains(named(tmdb)))
  }

  @Test func `a number of a known id at the end of the range is only a number`() async throws {
    do {
      let open = OpenStore(folder.path)
      try await open.star(tmdb)
    }
    try Database(.file(folder.file(LibraryStore.fileName))).execute(
      "INSERT INTO known_id VALUES (-9223372036854775001, 'tmdb:999', 77)")
    let open = OpenStore(folder.path)
    open.store.learn([known("tmdb:670")])
    try await open.star(builtin)
    #expect(try await open.state().total == 1)
  }

  @Test func `what is learned of other films changes no revision and is written with the next change`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    open.store.learn([known("tmdb:670")])
    #expect(try await open.state().revision == 1)
    #expect(!open.store.contains(tmdb.id))
    func rows() throws -> Int? {
      try Database(.file(folder.file(LibraryStore.fileName))).first("SELECT count(*) FROM known_id") { $0.int(0) }
    }
    try await open.star(builtin)
    #expect(try rows() == 1)
    #expect(open.store.contains(tmdb.id))
    #expect(open.changes.value.last?.changed.map(\.shown.ids) == [[builtin.id, tmdb.id]])
    open.store.learn([KnownID(id: MovieID("tmdb:1")!, film: IMDbID("tt0000001")!)])
    open.close()
    #expect(try rows() == 2)
  }

  @Test func `an id that names another film by now follows it`() async throws {
    let open = OpenStore(folder.path)
    let second = Movie(id: MovieID("builtin:tt0000002")!, title: "Second")
    for movie in [builtin, second] { try await open.star(movie) }
    open.store.learn([known("tmdb:670")])
    try await open.changes.wait { $0.count == 3 }
    #expect(open.store.ids(of: builtin.id) == [builtin.id, tmdb.id])
    open.store.learn([KnownID(id: tmdb.id, film: second.id.film!)])
    try await open.changes.wait { $0.count == 4 }
    #expect(open.store.ids(of: builtin.id) == [])
    #expect(open.store.ids(of: tmdb.id) == [second.id, tmdb.id])
    #expect(try await open.state().total == 2)
  }

  @Test func `catalogs' own ids of a film are told with the others`() async throws {
    let store = LibraryStore(directory: folder.path) { [MovieID("omdb:\($0)")!] }
    let changes = Observed<[FavoritesChange]>([])
    store.observe { change in changes.change { $0.append(change) } }
    defer { store.close(milliseconds: 5_000) }
    _ = try await store.star(named(tmdb)).uncancellableValue()
    #expect(changes.value.last?.changed.map(\.shown.ids) == [[tmdb.id, MovieID("omdb:tt0364569")!]])
    #expect(store.ids(of: builtin.id) == [tmdb.id, MovieID("omdb:tt0364569")!])
    _ = try await store.unstar(builtin.id).uncancellableValue()
    let all: Set = [tmdb.id, builtin.id, MovieID("omdb:tt0364569")!]
    #expect(Set(changes.value.last?.removed ?? []) == all)
    #expect(try await Set(store.changes(since: 1).uncancellableValue().removed) == all)
  }

  @Test func `a replaced file is reported with all ids of the films`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(builtin)
    open.store.learn([known("tmdb:670")])
    try await open.changes.wait { $0.count == 2 }
    let elsewhere = TemporaryFolder()
    do {
      let new = OpenStore(elsewhere.path)
      try await new.star(named(tmdb))
      try await new.star(movie("A"))
    }
    for suffix in ["", "-wal", "-shm"] { unlink(folder.file(LibraryStore.fileName + suffix)) }
    try #require(rename(elsewhere.file(LibraryStore.fileName), folder.file(LibraryStore.fileName)) == 0)
    let change = try #require(try await open.changes.wait { $0.count == 3 }.last)
    #expect(change.removed == [builtin.id])
    #expect(Set(change.added.map(\.movie.id)) == [tmdb.id, movie("A").id])
    #expect(open.store.contains(builtin.id) && open.store.contains(tmdb.id))
  }

  @Test func `a star by another process is told with an id that was learned before`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    open.store.learn([known("tmdb:670")])
    try await OpenStore(folder.path).star(builtin)
    try await open.changes.wait { $0.contains { $0.changed.contains { $0.shown.ids.contains(tmdb.id) } } }
  }

  @Test func `ids of films that are not favorites are written at the end, without another change`() async throws {
    let open = OpenStore(folder.path)
    try await open.star(movie("A"))
    open.store.learn([known("tmdb:670")])
    #expect(try await open.state().revision == 1)
    open.store.close(milliseconds: 60_000)
    let database = try Database(.file(folder.file(LibraryStore.fileName)))
    #expect(try database.first("SELECT count(*) FROM known_id WHERE id = 'tmdb:670'", read: { $0.int(0) }) == 1)
  }

  // MARK: Lookups

  @Test func `stars to look up are those without an id of the catalog, and its own without a film`() async throws {
    let open = OpenStore(folder.path)
    for movie in [builtin, movie("A"), Movie(id: MovieID("tmdb:1")!, title: "No film"), named(movie("B"))] {
      try await open.star(movie)
    }
    func waiting() -> Set<String> { Set(open.store.starsToLookUp(in: "tmdb").map(\.id.description)) }
    // B is Oldboy, which is starred already.
    #expect(waiting() == ["builtin:tt0364569", "tmdb:1"])
    let all = open.store.starsToLookUp(in: "tmdb").map(\.id)
    #expect(try await open.store.dueLookups(of: all, in: "tmdb").uncancellableValue() == Set(all))
    try await open.store.recordLookups(in: "tmdb", found: [known("tmdb:670")], fruitless: [MovieID("tmdb:1")!])
      .uncancellableValue()
    #expect(waiting() == ["tmdb:1"])
    // The one has been found, and the service knows nothing about the other.
    #expect(try await open.store.dueLookups(of: all, in: "tmdb").uncancellableValue() == [])
    #expect(try await open.store.dueLookups(of: all, in: "other").uncancellableValue() == Set(all))
  }

  @Test func `one process at a time claims the lookups in a catalog`() async throws {
    let stores = [OpenStore(folder.path), OpenStore(folder.path)].map(\.store)
    for store in stores { await store.opened() }
    let claim = try #require(stores[0].claimLookups(in: "tmdb"))
    #expect(stores[1].claimLookups(in: "tmdb") == nil)
    #expect(stores[1].claimLookups(in: "other") != nil)
    claim.release()
    #expect(stores[1].claimLookups(in: "tmdb") != nil)
  }

  @Test func `a lookup without a result is due again after thirty days, or for a new star`() async throws {
    let time = Observed(1_000)
    let open = OpenStore(folder.path) { time.value }
    try await open.star(tmdb)
    func due() async throws -> Bool {
      try await !open.store.dueLookups(of: [tmdb.id], in: "tmdb").uncancellableValue().isEmpty
    }
    try await open.store.recordLookups(in: "tmdb", found: [], fruitless: [tmdb.id]).uncancellableValue()
    #expect(try await !due())
    time.change { $0 += 30 * 24 * 3_600_000 }
    #expect(try await due())
    try await open.store.recordLookups(in: "tmdb", found: [], fruitless: [tmdb.id]).uncancellableValue()
    try await open.unstar(tmdb)
    try await open.star(tmdb)
    #expect(try await due())
  }
}
