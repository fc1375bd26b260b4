import JSON
import MovieCore
import SQLite

extension FavoritesFile {
  /// The favorites that match a query, and how many there are in all.
  func list(_ query: FavoritesQuery) throws -> FavoritesPage {
    guard let text = query.text, !text.isEmpty else {
      return FavoritesPage(state: state, items: try page(query, where: "", .null))
    }
    var state = state
    let items: [ListedFavorite]
    if let ids = try ids(containing: text) {
      state.total = ids.count
      // Sorting a few costs less than going through all in order.
      items = ids.count > Self.fewMatches ? try page(query, where: Self.containsText, .text(text)) : try few(ids, query)
    } else {
      state.total = try count(where: Self.containsText, .text(text))
      items = try page(query, where: Self.containsText, .text(text))
    }
    return FavoritesPage(state: state, items: items)
  }

  private static let containsText = "WHERE instr(search_key, ?1) > 0"
  private static let fewMatches = 500

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
  private func page(_ query: FavoritesQuery, where filter: String, _ text: Value) throws -> [ListedFavorite] {
    try database.all(
      """
      SELECT movie.id, movie.movie, movie.starred_at
      FROM (SELECT id FROM favorite \(filter) \(Self.order(query, of: "favorite")) LIMIT ?2 OFFSET ?3)
      CROSS JOIN favorite AS movie USING (id) \(Self.order(query, of: "movie"))
      """, text, .integer(query.limit), .integer(query.offset), read: listedFavorite
    ).compactMap(\.self)
  }

  private func few(_ ids: [String], _ query: FavoritesQuery) throws -> [ListedFavorite] {
    try database.all(
      """
      SELECT movie.id, movie.movie, movie.starred_at
      FROM json_each(?1) CROSS JOIN favorite AS movie ON movie.id = json_each.value
      \(Self.order(query, of: "movie")) LIMIT ?2 OFFSET ?3
      """, .text(JSON.array(ids.map(JSON.string)).jsonText), .integer(query.limit), .integer(query.offset),
      read: listedFavorite
    ).compactMap(\.self)
  }

  /// The ids of the favorites whose titles or names contain a text; nil if there are too many favorites to keep their
  /// keys in memory.
  private func ids(containing text: String) throws -> [String]? {
    guard state.total <= SearchKeys.maximumCount else {
      searchKeys = nil
      return nil
    }
    if searchKeys?.revision != state.revision {
      var keys = SearchKeys(revision: state.revision)
      try database.forEach("SELECT id, search_key FROM favorite", []) { row in
        let id = row.text(0)
        if MovieID(id) != nil { row.withUTF8(1) { keys.append($0, of: id) } }
        return true
      }
      searchKeys = keys
    }
    return searchKeys?.ids(containing: text)
  }

  private func count(where filter: String, _ text: Value) throws -> Int {
    if hasUnreadableIDs {
      return try database.all("SELECT id FROM favorite \(filter)", text) { MovieID($0.text(0)) }.count { $0 != nil }
    }
    return try database.first("SELECT count(*) FROM favorite \(filter)", text) { $0.int(0) } ?? 0
  }
}
