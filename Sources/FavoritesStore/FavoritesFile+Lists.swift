import MovieCore
import SQLite

extension FavoritesFile {
  /// The favorites that match a query, and how many there are in all.
  func list(_ query: FavoritesQuery) throws -> FavoritesPage {
    guard let text = query.text, !text.isEmpty else {
      return FavoritesPage(state: state, items: try page(query, of: "favorite", .null))
    }
    let stars = try stars(containing: text)
    var state = state
    state.total = stars.count
    return FavoritesPage(state: state, items: try page(query, among: stars, containing: text))
  }

  /// The columns by which a page is sorted. Each order matches an index. Movies without a year or rating come last in
  /// either direction.
  private static func order(_ query: FavoritesQuery, of table: String) -> String {
    let direction = query.order == .asc ? "ASC" : "DESC"
    let first =
      switch query.sort {
      case .starredAt: ""
      case .title: "\(table).title_key \(direction), "
      case .year: "\(table).year \(direction) NULLS LAST, "
      case .rating: "\(table).rating \(direction) NULLS LAST, "
      }
    return "ORDER BY \(first)\(table).added \(direction)"
  }

  /// Skips in an index, which has the ids too, and reads only the rows of the page.
  ///
  /// - Parameter favorites: the favorites of all pages: what follows `FROM`, with `value` as its first parameter.
  private func page(_ query: FavoritesQuery, of favorites: String, _ value: Value) throws -> [ListedFavorite] {
    try database.all(
      """
      SELECT movie.id, movie.movie, movie.starred_at
      FROM (SELECT favorite.id FROM \(favorites) \(Self.order(query, of: "favorite")) LIMIT ?2 OFFSET ?3)
      CROSS JOIN favorite AS movie USING (id) \(Self.order(query, of: "movie"))
      """, value, .integer(query.limit), .integer(query.offset), read: listedFavorite
    ).compactMap(\.self)
  }

  /// - Parameter stars: the revisions that starred the favorites that contain the text, in ascending order.
  private func page(
    _ query: FavoritesQuery, among stars: [Int], containing text: String
  ) throws -> [ListedFavorite] {
    var query = query
    query.offset = min(query.offset, stars.count)
    query.limit = min(query.limit, stars.count - query.offset)
    guard query.limit > 0 else { return [] }
    var stars = stars[...]
    if query.sort == .starredAt {
      stars =
        query.order == .asc
        ? stars.dropFirst(query.offset).prefix(query.limit) : stars.dropLast(query.offset).suffix(query.limit)
      query.offset = 0
    } else if 2 * stars.count * stars.count > (query.offset + query.limit) * state.total {
      // Going through the favorites in order up to the end of the page costs less than sorting all matches, each of
      // which costs as much as two rows.
      return try page(query, of: "favorite WHERE instr(search_key, ?1) > 0", .text(text))
    }
    return try page(
      query, of: "json_each(?1) CROSS JOIN favorite ON favorite.added = json_each.value",
      .text("[" + stars.map { "\($0)" }.joined(separator: ",") + "]"))
  }
}
