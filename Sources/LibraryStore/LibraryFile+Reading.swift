extension LibraryFile {
  /// The stored movie of an entry.
  func kept(_ id: MovieID) throws -> Movie? {
    guard let entry = try storedEntry(of: id) else { return nil }
    var movie = try movie(entry.key, entry.id)
    movie.id = entry.id
    return movie
  }

  func removed(from list: SyncedList, among ids: [MovieID]) throws -> Set<MovieID> {
    Set(
      try ids.filter { id in
        switch list {
        case .favorites: try database.first("SELECT 1 FROM removal WHERE id = ?", .text(id.description)) { _ in } != nil
        case .watchlist, .ratings:
          try keys(of: filmKey(of: FilmKey(id))).contains { key in
            try register(list == .ratings ? .rating : .watchlist, of: key).map { $0.value == nil } == true
          }
        }
      })
  }

  func values(on list: SyncedList, in catalog: String) throws -> [(id: MovieID, value: Int)] {
    while !entries.isComplete { try continueLoading() }
    let entries = entries.snapshot
    let rows =
      switch list {
      case .favorites: "1 FROM entry WHERE \(FavoritesList.condition) ORDER BY \(FavoritesList.order)"
      case .watchlist: "1 FROM entry WHERE watchlisted_at IS NOT NULL ORDER BY watchlisted_at"
      case .ratings: "my_rating FROM entry WHERE my_rating IS NOT NULL ORDER BY updated"
      }
    return try database.all("SELECT id, \(rows)") { (MovieID($0.text(0)), $0.int(1)) }.compactMap { id, value in
      guard let id else { return nil }
      if id.catalog == catalog { return (id, value) }
      return entries.entry(of: id)?.otherIDs.first { $0.catalog == catalog }.map { ($0, value) }
    }
  }

  /// Searches the stored text, which costs much less than parsing it.
  func kept(imageURL: String) throws -> MovieID? {
    // As `jsonText` writes it. Any member can have the value, so the movie is parsed.
    let needle = JSON.string(imageURL).jsonText
    var found: MovieID?
    try database.forEach(
      "SELECT id, movie FROM entry JOIN film USING (key) WHERE instr(movie, ?1) > 0", [.text(needle)]
    ) { row in
      guard let id = MovieID(row.text(0)) else { return true }
      let movie = Movie(storedText: row.text(1), id: id)
      if movie.posterUrl == imageURL || movie.backdropUrl == imageURL { found = id }
      return found == nil
    }
    return found
  }
}
