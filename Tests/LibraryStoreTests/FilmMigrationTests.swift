import MovieCore
import SQLite
import TestSupport
import Testing

@testable import LibraryStore

/// Files that were written before favorites went by the film.
@Suite(.timeLimit(.minutes(20)))
struct FilmMigrationTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.file(LibraryStore.fileName) }

  private func star(_ id: String, imdb: String? = nil) -> Movie {
    var movie = Movie(id: MovieID(id)!, title: id)
    movie.imdbId = imdb
    return movie
  }

  @Test(arguments: [1, 2])
  func `stars of one film become the earliest one, and clients get the difference`(version: Int) async throws {
    do {
      let old = try OldFavoritesFile(path, version: version)
      try old.star(star("builtin:tt0364569", imdb: "tt0364569"), at: 50)
      try old.star(star("tmdb:670", imdb: "tt0364569"), at: 20)
      try old.star(star("mine:670", imdb: "tt0364569"), at: 30)
      try old.star(star("mine:1"), at: 10)
    }
    let open = OpenStore(folder.path)
    #expect(try await open.list().items.map(\.movie.id.description) == ["mine:1", "tmdb:670"])
    let state = try await open.state()
    #expect((state.revision, state.total) == (5, 2))
    let difference = try await open.difference(since: 4)
    #expect(Set(difference.removed.map(\.description)) == ["builtin:tt0364569", "mine:670"])
    #expect(difference.added.map(\.movie.id.description) == ["tmdb:670"])
    #expect(difference.added.map(\.shown.ids) == [[MovieID("tmdb:670")!, MovieID("mine:670")!]])
    for id in ["builtin:tt0364569", "omdb:tt0364569", "mine:670"] { #expect(open.store.contains(MovieID(id)!)) }
    let gone = try await open.store.unstar(MovieID("mine:670")!).uncancellableValue()
    #expect((gone.changed, gone.id.description) == (true, "tmdb:670"))
  }

  @Test func `a file without such stars keeps its revision`() async throws {
    do {
      let old = try OldFavoritesFile(path, version: 2)
      try old.star(star("builtin:tt0364569", imdb: "tt0364569"))
      try old.star(star("tmdb:496243", imdb: "tt6751668"))
    }
    let open = OpenStore(folder.path)
    #expect(try await open.state().revision == 2)
    #expect(open.store.contains(MovieID("omdb:tt6751668")!))
  }

  @Test(arguments: [
    "tt364569", "tt03645699999999", "tt01234567", "tt9999999999", "tt0000000", "tt036456x", "TT0364569", "",
  ])
  func `what is no IMDb id names no film`(text: String) async throws {
    #expect(IMDbID(text) == nil)
    do {
      let old = try OldFavoritesFile(path, version: 2)
      try old.star(star("tmdb:1", imdb: text))
      try old.star(star("tmdb:2", imdb: text))
    }
    #expect(try await OpenStore(folder.path).state().total == 2)
  }

  @Test func `damaged data of a favorite does not prevent the migration`() async throws {
    do {
      let old = try OldFavoritesFile(path, version: 2)
      try old.star(star("tmdb:1"), data: "{\"imdbId\":")
      try old.star(star("tmdb:2"), data: "{\"imdbId\":[1]}")
      try old.star(star("builtin:tt0364569"), data: "")
    }
    let open = OpenStore(folder.path)
    #expect(try await open.state().total == 3)
    #expect(open.store.contains(MovieID("omdb:tt0364569")!))
  }

  @Test func `Swift and SQL agree on what an IMDb id is`() throws {
    for number in [1, 9_999_999, 10_000_000, 364_569, 1_234_567_890, Int(UInt32.max)] {
      let id = try #require(IMDbID(number: number))
      #expect(IMDbID(id.description) == id)
      let file = TemporaryFolder()
      do {
        try OldFavoritesFile(file.file(LibraryStore.fileName), version: 2).star(star("x:1", imdb: id.description))
      }
      let opened = try LibraryFile(file.path)
      #expect(try opened.knownFilm(of: MovieID("x:1")!) == id)
    }
  }
}
