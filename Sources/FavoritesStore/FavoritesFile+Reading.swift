import JSON
import MovieCore
import SQLite

extension FavoritesFile {
  func existingStar(_ id: MovieID) throws -> StarOutcome? {
    guard let star = try storedStar(of: id) else { return nil }
    return StarOutcome(
      id: star.id, ids: [star.id] + (try otherIDs(of: star.film)), changed: false, revision: state.revision,
      starredAt: Timestamp.iso8601(star.starredAt))
  }

  func kept(_ id: MovieID) throws -> Movie? {
    guard let star = try storedStar(of: id) else { return nil }
    return try database.first("SELECT movie FROM favorite WHERE id = ?", .text(star.id.description)) {
      Self.movie($0.text(0), star.id)
    }
  }

  func unstarred(among ids: [MovieID]) throws -> Set<MovieID> {
    Set(
      try ids.filter { id in
        try database.first("SELECT 1 FROM removal WHERE id = ?", .text(id.description)) { _ in } != nil
      })
  }

  func starredIDs(in catalog: String) throws -> [MovieID] {
    while !starred.isComplete { try continueLoading() }
    let stars = starred.snapshot
    let ids = try database.all("SELECT id FROM favorite ORDER BY added") { MovieID($0.text(0)) }
    return ids.lazy.compactMap(\.self).compactMap { id in
      if id.catalog == catalog { return id }
      return stars.star(of: id)?.otherIDs.first { $0.catalog == catalog }
    }
  }

  /// Searches the stored text, which costs much less than parsing it.
  func starred(imageURL: String) throws -> MovieID? {
    // As `jsonText` writes it. Any member can have the value, so the movie is parsed.
    let needle = JSON.string(imageURL).jsonText
    var found: MovieID?
    try database.forEach("SELECT id, movie FROM favorite WHERE instr(movie, ?1) > 0", [.text(needle)]) { row in
      guard let id = MovieID(row.text(0)) else { return true }
      let movie = Self.movie(row.text(1), id)
      guard movie.posterUrl == imageURL || movie.backdropUrl == imageURL else { return true }
      found = id
      return false
    }
    return found
  }

  // MARK: Differences

  /// The favorites that were changed since a revision, in the order of the changes.
  struct ChangesSince {
    var stars: [StarredMovies.Star] = []
    /// Empty unless `isComplete`.
    var movies: [(favorite: Favorite, isNew: Bool)] = []
    var removed: [MovieID] = []
    /// Whether the changes fit into one message.
    var isComplete = true
  }

  /// - Parameter revision: not older than the removals that are remembered.
  func collectChanges(since revision: Int) throws -> ChangesSince {
    var result = ChangesSince()
    var bytes = 0
    try database.forEach(
      "SELECT id, movie, starred_at, added, film FROM favorite WHERE changed > ? ORDER BY changed", [.integer(revision)]
    ) { row in
      guard let id = MovieID(row.text(0)) else { return true }
      result.stars.append(StarredMovies.Star(id: id, film: IMDbID(number: row.int(4))))
      bytes += row.byteCount(1)
      if result.stars.count > MovieBatch.maximumCount || bytes > MovieBatch.maximumBytes { result.isComplete = false }
      if result.isComplete {
        let favorite = Favorite(movie: Self.movie(row.text(1), id), starredAt: Timestamp.iso8601(row.int(2)))
        result.movies.append((favorite, isNew: row.int(3) > revision))
      }
      return true
    }
    for index in result.stars.indices {
      result.stars[index].otherIDs = try otherIDs(of: result.stars[index].film)
      if result.isComplete { result.movies[index].favorite.ids = result.stars[index].allIDs(localIDs) }
    }
    result.removed = try removals(since: revision)
    if result.removed.count > MovieBatch.maximumCount { result.isComplete = false }
    if !result.isComplete { result.movies = [] }
    return result
  }

  func difference(since revision: Int) throws -> FavoritesDifference {
    if revision <= state.revision, try oldestRevision() <= revision, try isSmall(since: revision) {
      let changes = try collectChanges(since: revision)
      if changes.isComplete {
        let added = changes.movies.map(\.favorite)
        return FavoritesDifference(
          state: state, added: added, removed: try withLocalIDs(changes.removed), isFresh: false)
      }
    }
    let (favorites, hasMore) = try firstFavorites { _ in true }
    return FavoritesDifference(state: state, added: favorites, removed: [], isFresh: true, hasMore: hasMore)
  }

  /// Whether so few favorites have changed that it is worth reading them.
  private func isSmall(since revision: Int) throws -> Bool {
    try database.first(
      "SELECT 1 FROM favorite WHERE changed > ? ORDER BY changed LIMIT 1 OFFSET \(MovieBatch.maximumCount)",
      .integer(revision)
    ) { _ in } == nil
  }

  /// The favorites that fit into one message, in the order of the stars, and whether there are more.
  private func firstFavorites(
    where isWanted: (MovieID) -> Bool
  ) throws -> (favorites: [Favorite], hasMore: Bool) {
    var favorites: [Favorite] = []
    var hasMore = false
    var bytes = 0
    try database.forEach("SELECT id, movie, starred_at FROM favorite ORDER BY added", []) { row in
      guard let favorite = favorite(row), isWanted(favorite.movie.id) else { return true }
      bytes += row.byteCount(1)
      hasMore = favorites.count == MovieBatch.maximumCount || bytes > MovieBatch.maximumBytes && !favorites.isEmpty
      if hasMore { return false }
      favorites.append(favorite)
      return true
    }
    return (favorites, hasMore)
  }

  /// The change that takes clients from `before` to the current state. Their revision is unknown, so it lists
  /// everything. All stars must be in memory, unless there were none before.
  func changeAfterReplacement(of before: StarredMovies.Snapshot) -> FavoritesChange {
    let current = starred.snapshot
    var change = FavoritesChange(state: state, previousRevision: 0, origin: .other)
    guard before.isComplete else {
      change.isComplete = false
      return change
    }
    var removed: Set<MovieID> = []
    before.forEachStar { star in
      if !current.hasStar(under: star.id) { removed.insert(star.id) }
      removed.formUnion(star.otherIDs.filter { !current.contains($0) })
      if let film = star.film, !current.contains(film) { removed.formUnion(localIDs(film)) }
    }
    let added = try? firstFavorites { !before.hasStar(under: $0) }
    if let added, !added.hasMore, removed.count <= MovieBatch.maximumCount {
      change.added = added.favorites.map(\.movie)
      for favorite in added.favorites where !favorite.ids.isEmpty { change.ids[favorite.movie.id] = favorite.ids }
      change.removed = removed.sorted { $0.description < $1.description }
    } else {
      change.isComplete = false
    }
    return change
  }

  /// Differences are known from this revision on.
  func oldestRevision() throws -> Int { try database.first("SELECT oldest FROM state") { $0.int(0) } ?? 0 }

  private func removals(since revision: Int) throws -> [MovieID] {
    try database.all("SELECT id FROM removal WHERE revision > ? ORDER BY revision", .integer(revision)) {
      MovieID($0.text(0))
    }.compactMap(\.self)
  }

  // MARK: Rows

  /// Nil if the id has no valid form; such a row is not counted either.
  func favorite(_ row: Row) -> Favorite? {
    MovieID(row.text(0)).map { id in
      var favorite = Favorite(movie: Self.movie(row.text(1), id), starredAt: Timestamp.iso8601(row.int(2)))
      favorite.ids = ids(ofStar: id)
      return favorite
    }
  }

  /// As `favorite`, with the stored text.
  func listedFavorite(_ row: Row) -> ListedFavorite? {
    MovieID(row.text(0)).map { id in
      let text = row.text(1)
      return ListedFavorite(
        text: MovieText(json: text, id: id) ?? MovieText(Self.movie(text, id)),
        starredAt: Timestamp.iso8601(row.int(2)), ids: ids(ofStar: id))
    }
  }

  /// All known ids of a star's film; empty if there is only one.
  private func ids(ofStar id: MovieID) -> [MovieID] {
    // If that fails, so does the statement that reads the rows.
    try? loadStars(of: [id], [])
    return starred.star(of: id)?.allIDs(localIDs) ?? []
  }

  /// The stored movie. If its data is damaged, only the id is left, which `refreshFavorites` completes.
  private static func movie(_ text: String, _ id: MovieID) -> Movie {
    guard let json = try? JSON.parse(text), var movie = try? Movie(json: json, path: "movie") else {
      return Movie(id: id, title: id.native)
    }
    movie.id = id
    return movie
  }
}
