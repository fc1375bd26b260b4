import LibraryStore
import MovieCore
import TestSupport
import Testing

/// Random stars, unstars and lookups in two processes, compared with a model and with clients that only read changes.
@Suite(.timeLimit(.minutes(20)))
struct FilmPropertyTests {
  /// The stars as they must be.
  private struct Model {
    var stars: [MovieID] = []
    var films: [MovieID: IMDbID] = [:]

    func film(of id: MovieID) -> IMDbID? { id.film ?? films[id] }

    func star(of id: MovieID) -> MovieID? {
      if stars.contains(id) { return id }
      guard let film = film(of: id) else { return nil }
      return stars.first { self.film(of: $0) == film }
    }

    mutating func learn(_ known: KnownID, isUsersChoice: Bool = false) {
      let others = stars.filter { $0 != known.id && film(of: $0) == known.film }
      if stars.contains(known.id), let other = others.first,
        film(of: known.id) != nil || !isUsersChoice && other.catalog == known.id.catalog
      {
        // The catalog is mistaken: two stars are two films.
        return
      }
      films[known.id] = known.film
      let same = stars.filter { film(of: $0) == known.film }
      // The stars are in the order of their times.
      stars.removeAll { same.dropFirst().contains($0) }
    }

    mutating func star(_ movie: Movie) {
      if star(of: movie.id) == nil, movie.film.map({ film in stars.contains { self.film(of: $0) == film } }) != true {
        stars.append(movie.id)
      }
      if let known = KnownID(movie) { learn(known, isUsersChoice: true) }
    }

    mutating func unstar(_ id: MovieID) {
      let star = star(of: id)
      stars.removeAll { $0 == star }
    }
  }

  /// A client's favorites: their ids, by the id of the star.
  private struct Mirror: Equatable {
    var favorites: [MovieID: Set<MovieID>] = [:]

    mutating func apply(removed: [MovieID], _ added: [(id: MovieID, ids: [MovieID])]) {
      for id in removed {
        favorites[id] = nil
        for star in favorites.keys { favorites[star]?.remove(id) }
      }
      for favorite in added { favorites[favorite.id] = favorite.ids.isEmpty ? [favorite.id] : Set(favorite.ids) }
    }
  }

  private static let films = (1...3).map { IMDbID(number: $0)! }
  /// Ids that name a film themselves, and others. Their films are known to whoever asks.
  private static let ids = films.flatMap { film in
    ["builtin:\(film)", "omdb:\(film)", "tmdb:\(film.number)1", "tmdb:\(film.number)2", "mine:\(film.number)1"]
      .map { (id: MovieID($0)!, film: film) }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `two processes agree with the model and with clients that follow the changes`(seed: UInt64) async throws {
    let folder = TemporaryFolder()
    let time = Observed(0)
    let open = { OpenStore(folder.path) { tick(time) } }
    var stores = [open(), open()]
    for store in stores { await store.store.opened() }
    var random = SeededGenerator(seed: seed)
    var model = Model()
    var mirrors = [0: Mirror()]
    for _ in 0..<60 {
      let index = Int.random(in: 0...1, using: &random)
      let store = stores[index].store
      let (id, film) = Self.ids.randomElement(using: &random)!
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        var movie = Movie(id: id, title: "\(id)")
        if Bool.random(using: &random) { movie.imdbId = film.description }
        _ = try await store.star(movie).uncancellableValue()
        model.star(movie)
      case 4..<6:
        let changed = try await store.unstar(id).uncancellableValue().changed
        #expect(changed == (model.star(of: id) != nil))
        model.unstar(id)
      case 6..<9:
        guard id.film == nil else { continue }
        let known = KnownID(id: id, film: film)
        try await store.recordLookups(in: "any", found: [known], fruitless: []).uncancellableValue()
        model.learn(known)
      default:
        stores[index].close()
        stores[index] = open()
        await stores[index].store.opened()
      }
      let state = try await store.state().uncancellableValue()
      for each in stores {
        let listing = try await each.list()
        #expect(listing.items.map(\.movie.id) == model.stars)
        #expect(listing.state == state && state.total == model.stars.count)
        for (id, _) in Self.ids { #expect(each.store.contains(id) == (model.star(of: id) != nil), "\(id)") }
      }
      var mirror = Mirror()
      mirror.apply(removed: [], try await stores[0].list().items.map { ($0.movie.id, $0.shown.ids) })
      mirrors[state.revision] = mirror
      // From every earlier revision, the difference leads here.
      for (revision, var earlier) in mirrors {
        let difference = try await stores[1 - index].difference(since: revision)
        #expect(!difference.isFresh)
        earlier.apply(removed: difference.removed, difference.added.map { ($0.movie.id, $0.shown.ids) })
        #expect(earlier == mirror, "since \(revision)")
      }
    }
    for each in stores {
      let changes = each.changes.value
      guard let first = changes.first, let start = mirrors[first.previousRevision] else { continue }
      var followed = start
      for change in changes {
        followed.apply(
          removed: change.removed, change.changed.map { ($0.movie.id, $0.shown.ids) })
      }
      let last = try #require(changes.last?.state.revision)
      #expect(followed == mirrors[last])
    }
  }
}

/// Returns later times with each call.
private func tick(_ time: Observed<Int>) -> Int {
  time.change { time in
    time += 1
    return time
  }
}
