import MovieCore
import TestSupport
import Testing

/// Favorites through a session, with a real store and a scripted catalog.
@Suite(.timeLimit(.minutes(20)))
struct SessionFavoritesTests {
  private let fixture: SessionFixture
  private let session: ClientSession

  init() throws {
    fixture = try SessionFixture()
    session = fixture.session
  }

  private func star(_ number: Int) -> Task<MarkOutcome, any Error> {
    Task.immediate { [session] in try await session.star(.id(Movie.numbered(number).id)) }
  }

  private func unstar(_ number: Int) -> Task<MarkOutcome, any Error> {
    Task.immediate { [session] in try await session.unstar(Movie.numbered(number).id) }
  }

  private func list() -> Task<FavoritesPage, any Error> {
    Task.immediate { [session] in
      try await session.favorites(LibraryQuery(sort: .starredAt, order: .asc, text: nil, limit: 100, offset: 0))
    }
  }

  @Test func `a star by id fetches the movie's data from its catalog`() async throws {
    let star = star(1)
    #expect(try await fixture.catalog.movies.waitForCall(0) == Movie.numbered(1).id)
    try await fixture.catalog.movies.answer(0, .numbered(1))
    let outcome = try await star.value
    #expect((outcome.changed, outcome.revision) == (true, 1))
    #expect(try await list().value.items.map(\.movie) == [.numbered(1)])
    #expect(fixture.favorites.shown(Movie.numbered(1).id)?.mark.isStarred == true)
  }

  @Test func `a movie that is starred already needs no data`() async throws {
    _ = try await session.star(.movie(.numbered(1)))
    let again = try await session.star(.id(Movie.numbered(1).id))
    #expect((again.changed, again.revision) == (false, 1))
    #expect(fixture.catalog.movies.arguments.isEmpty)
  }

  @Test func `a star returns the id under which its movie is stored`() async throws {
    let asked = MovieID(catalog: Movie.numbered(1).id.catalog, native: "tt0000001")
    let star = Task.immediate { [session] in try await session.star(.id(asked)) }
    try await fixture.catalog.movies.answer(0, .numbered(1))
    let kept = try await star.value.id
    #expect(kept == Movie.numbered(1).id)
    #expect(try await session.unstar(kept).changed)
  }

  @Test func `a favorite can be named by its IMDb id`() async throws {
    var movie = Movie.numbered(1)
    movie.imdbId = "tt0000001"
    _ = try await session.star(.movie(movie))
    let asked = MovieID(catalog: movie.id.catalog, native: "tt0000001")
    let again = try await session.star(.id(asked))
    #expect((again.id, again.changed) == (movie.id, false))
    let gone = try await session.unstar(asked)
    #expect((gone.id, gone.changed) == (movie.id, true))
    #expect(try await session.unstar(asked).changed == false)
    #expect(fixture.catalog.movies.arguments.isEmpty)
  }

  @Test func `a favorite keeps its id when its data is refreshed`() async throws {
    let id = MovieID(catalog: Movie.numbered(1).id.catalog, native: "tt0000001")
    _ = try await session.star(.movie(Movie(id: id, title: "Old")))
    let refresh = Task.immediate { [session] in try await session.refreshFavorites(context: 1) }
    try await fixture.catalog.movies.answer(0, .numbered(1))
    let outcome = try await refresh.value
    #expect((outcome.refreshed, outcome.revision) == (1, 2))
    var expected = Movie.numbered(1)
    expected.id = id
    #expect(try await list().value.items.map(\.movie) == [expected])
  }

  @Test func `requests after a star wait for its slow catalog`() async throws {
    let star = star(1)
    try await fixture.catalog.movies.waitForCall(0)
    let between = list()
    let unstar = unstar(1)
    let after = list()
    try await fixture.catalog.movies.answer(0, .numbered(1))
    #expect(try await star.value.revision == 1)
    #expect(try await between.value.items.map(\.movie) == [.numbered(1)])
    #expect(try await unstar.value.revision == 2)
    #expect(try await after.value.items.isEmpty)
  }

  @Test func `a star whose catalog fails changes nothing and does not delay later requests`() async throws {
    let lost = star(1)
    let next = Task.immediate { [session] in try await session.star(.movie(.numbered(2))) }
    try await fixture.catalog.movies.fail(0, MovieError.movieNotFound(Movie.numbered(1).id))
    #expect(await reason(lost) == "movieNotFound")
    #expect(try await next.value.revision == 1)
    let unknown = Task.immediate { [session] in
      try await session.star(.id(MovieID(catalog: "none", native: "1")))
    }
    #expect(await reason(unknown) == "catalogUnknown")
  }

  @Test func `stars fetch their movies at the same time and are applied in the order of the requests`() async throws {
    let stars = (1...5).map(star)
    let list = list()
    try await fixture.catalog.movies.waitForCall(4)
    for index in (0..<5).reversed() {
      let id = try await fixture.catalog.movies.waitForCall(index)
      try await fixture.catalog.movies.answer(index, .numbered(try #require(Int(id.native))))
    }
    for (index, star) in stars.enumerated() { #expect(try await star.value.revision == index + 1) }
    #expect(try await list.value.items.map(\.movie) == (1...5).map(Movie.numbered))
  }

  @Test func `a movie whose unstar is under way is fetched at the same time as others`() async throws {
    for number in 1...2 { _ = try await session.star(.movie(.numbered(number))) }
    let slow = star(3)
    try await fixture.catalog.movies.waitForCall(0)
    let unstars = (1...2).map(unstar)
    let stars = (1...2).map(star)
    try await fixture.catalog.movies.waitForCall(2)
    try await answer([1: .success(.numbered(1)), 2: .success(.numbered(2)), 3: .success(.numbered(3))])
    #expect(try await slow.value.changed)
    for unstar in unstars { #expect(try await unstar.value.changed) }
    for star in stars { #expect(try await star.value.changed) }
  }

  @Test func `stars at a silent service end at the time limit, all at once`() async throws {
    let fixture = try SessionFixture(timeLimit: .seconds(20))
    let stars = (1...5).map { number in
      Task.immediate { try await fixture.session.star(.id(Movie.numbered(number).id)) }
    }
    let list = Task.immediate {
      try await fixture.session.favorites(
        LibraryQuery(sort: .starredAt, order: .asc, text: nil, limit: 100, offset: 0))
    }
    try await fixture.catalog.movies.waitForCall(4)
    try await fixture.clock.sleepers(5)
    fixture.clock.advance(by: .seconds(20))
    for star in stars { #expect(await reason(star) == "upstreamTimeout") }
    #expect(try await list.value.items.isEmpty)
  }

  @Test func `a refresh asks a service no more after six failures in a row`() async throws {
    for number in 1...30 { _ = try await session.star(.movie(.numbered(number))) }
    let refresh = Task.immediate { [session] in try await session.refreshFavorites(context: 9) }
    let outage = MovieError(.upstreamUnreachable, "As the test wants it.")
    for index in 0..<5 { try await fixture.catalog.movies.fail(index, outage) }
    // After each of the first five failures another movie is requested.
    try await fixture.catalog.movies.waitForCall(10)
    for index in 5..<11 { try await fixture.catalog.movies.fail(index, outage) }
    let failed = try await refresh.value.failed
    #expect(Set(failed.map(\.id)) == Set((1...30).map { Movie.numbered($0).id }))
    #expect(failed.allSatisfy { ($0.error as? MovieError)?.reason == .upstreamUnreachable })
    #expect(fixture.catalog.movies.arguments.count == 11)
  }

  @Test func `a refresh of a slow service ends at its time limit and reports the rest`() async throws {
    let fixture = try SessionFixture(timeLimit: .seconds(20))
    for number in 1...10 { _ = try await fixture.session.star(.movie(.numbered(number))) }
    let refresh = Task.immediate { try await fixture.session.refreshFavorites(context: 9) }
    try await fixture.catalog.movies.waitForCall(5)
    // One for the whole, and one for each movie.
    try await fixture.clock.sleepers(7)
    fixture.clock.advance(by: .seconds(19))
    let id = try await fixture.catalog.movies.waitForCall(0)
    try await fixture.catalog.movies.answer(0, .numbered(try #require(Int(id.native))))
    try await fixture.catalog.movies.waitForCall(6)
    fixture.clock.advance(by: .seconds(2))
    let outcome = try await refresh.value
    #expect(outcome.refreshed == 1)
    #expect(outcome.failed.count == 9)
    #expect(outcome.failed.allSatisfy { ($0.error as? MovieError)?.reason == .upstreamTimeout })
  }

  @Test func `a star that is cancelled while its catalog is working changes nothing`() async throws {
    let star = star(1)
    try await fixture.catalog.movies.waitForCall(0)
    star.cancel()
    #expect(await reason(star) == "cancelled")
    try await fixture.catalog.movies.waitForCancellation(0)
    #expect(try await list().value.state.revision == 0)
  }

  @Test func `changes are reported before their responses`() async throws {
    _ = try await session.star(.movie(.numbered(1)))
    #expect(changes.map(\.state.revision) == [1])
    #expect(changes.map { $0.added.map(\.movie) } == [[.numbered(1)]])
    _ = try await session.unstar(Movie.numbered(1).id)
    #expect(changes.map(\.state.revision) == [1, 2])
    _ = try await session.unstar(Movie.numbered(1).id)
    #expect(changes.count == 2)
  }

  @Test func `a refresh stores new data as one change and lists the movies that failed`() async throws {
    for number in 1...3 { _ = try await session.star(.movie(.numbered(number))) }
    let refresh = Task.immediate { [session] in try await session.refreshFavorites(context: 9) }
    var newer = Movie.numbered(1)
    newer.year = 2019
    try await answer([
      1: .success(newer), 2: .success(.numbered(2)), 3: .failure(MovieError(.upstreamTimeout, "Slow.")),
    ])
    let outcome = try await refresh.value
    #expect(outcome.refreshed == 2)
    #expect(outcome.failed.map(\.id) == [Movie.numbered(3).id])
    #expect((outcome.failed.first?.error as? MovieError)?.reason == .upstreamTimeout)
    #expect(outcome.revision == 4)
    #expect(changes.last?.updated.map(\.movie) == [newer])
    #expect(try await list().value.items.map(\.movie) == [newer, .numbered(2), .numbered(3)])
    #expect(fixture.loading == ["favorites:9 begin", "favorites:9 ok"])
  }

  @Test func `a refresh without new data leaves the revision unchanged`() async throws {
    _ = try await session.star(.movie(.numbered(1)))
    let refresh = Task.immediate { [session] in try await session.refreshFavorites(context: 9) }
    try await fixture.catalog.movies.answer(0, .numbered(1))
    let outcome = try await refresh.value
    #expect((outcome.refreshed, outcome.revision) == (1, 1))
    #expect(changes.count == 1)
  }

  @Test func `a refresh without favorites has the outcome empty`() async throws {
    let outcome = try await session.refreshFavorites(context: 9)
    #expect((outcome.refreshed, outcome.revision) == (0, 0))
    #expect(fixture.loading == ["favorites:9 begin", "favorites:9 empty"])
  }

  @Test func `a refresh that is cancelled cancels its fetches and changes nothing`() async throws {
    for number in 1...9 { _ = try await session.star(.movie(.numbered(number))) }
    let refresh = Task.immediate { [session] in try await session.refreshFavorites(context: 9) }
    // At most six run concurrently.
    try await fixture.catalog.movies.waitForCall(5)
    #expect(fixture.catalog.movies.arguments.count == 6)
    refresh.cancel()
    #expect(await reason(refresh) == "cancelled")
    for index in 0..<6 { try await fixture.catalog.movies.waitForCancellation(index) }
    #expect(try await list().value.state.revision == 9)
    #expect(fixture.loading == ["favorites:9 begin", "favorites:9 cancelled"])
  }

  @Test func `a movie that is unstarred during a refresh stays unstarred`() async throws {
    for number in 1...2 { _ = try await session.star(.movie(.numbered(number))) }
    let refresh = Task.immediate { [session] in try await session.refreshFavorites(context: 9) }
    try await fixture.catalog.movies.waitForCall(1)
    _ = try await unstar(1).value
    var newer = (1...2).map(Movie.numbered)
    for index in newer.indices { newer[index].year = 2000 }
    try await answer([1: .success(newer[0]), 2: .success(newer[1])])
    _ = try await refresh.value
    #expect(try await list().value.items.map(\.movie) == [newer[1]])
    #expect(changes.last?.updated.map(\.movie) == [newer[1]])
  }

  private var changes: [FavoritesChange] {
    fixture.events.value.compactMap { $0 as? FavoritesChange }
  }

  /// Answers one call for each of these movies, in whatever order they arrive.
  private func answer(_ answers: [Int: Result<Movie, any Error>]) async throws {
    for index in 0..<answers.count {
      let id = try await fixture.catalog.movies.waitForCall(index)
      switch try #require(Int(id.native).flatMap { answers[$0] }) {
      case .success(let movie): try await fixture.catalog.movies.answer(index, movie)
      case .failure(let error): try await fixture.catalog.movies.fail(index, error)
      }
    }
  }
}
