import JSON

/// What selects rows of `entry`, in SQL, with the values of its parameters.
struct EntryCondition {
  private(set) var parts: [String] = []
  private(set) var values: [Value] = []

  mutating func add(_ part: String, _ values: Value...) {
    parts.append(part)
    self.values += values
  }

  var sql: String { "WHERE " + parts.joined(separator: " AND ") }

  /// The conditions of a list and of a query, except for its text.
  init<List: StoredList>(_ query: LibraryQuery, of _: List.Type) {
    add(List.condition)
    switch query.filter {
    case .all: break
    case .starred: add(FavoritesList.condition)
    case .watchlist: add("watchlisted_at IS NOT NULL")
    case .viewed: add("viewings > 0")
    case .unviewed: add("viewings = 0")
    case .rated: add("my_rating IS NOT NULL")
    case .tagged: add("tags IS NOT NULL")
    }
    if let tag = query.tag { add("number IN (SELECT entry FROM tag WHERE tag = ?)", .text(Tag.fold(tag))) }
    if let genre = query.genre {
      // In any language: a movie has the names of the one in which it was found.
      let names = [genre] + (NameTable.genres.key(of: genre).map(NameTable.genres.searchWords) ?? [])
      let place = """
        instr(char(31) || lower(substr(facets, 1, instr(facets, char(30)) - 1)) || char(31), char(31) || ? || char(31))
        """
      parts.append(names.map { _ in place }.joined(separator: " + ") + " > 0")
      values += names.map { .text($0.lowercased()) }
    }
    if let year = query.yearFrom { add("year >= ?", .integer(year)) }
    if let year = query.yearTo { add("year <= ?", .integer(year)) }
    if let runtime = query.runtimeTo { add("runtime <= ?", .integer(runtime)) }
  }
}

/// The order of a page: SQL expressions that an index has, from the first.
struct EntryOrder {
  /// Without direction.
  var columns: [String]
  var order: LibraryQuery.Order

  init(_ query: LibraryQuery) {
    order = query.order
    columns =
      switch query.sort {
      case .changedAt: ["updated"]
      case .title: ["title_key", "added"]
      case .year: ["year", "added"]
      case .rating: ["rating", "added"]
      case .myRating: ["my_rating"]
      case .lastViewed: ["last_viewed"]
      case .watchlistedAt: ["watchlisted_at"]
      case .starredAt: ["starred_at", "added"]
      case .runtime: ["runtime"]
      case .random: [Self.random(seed: query.seed)]
      }
    columns.append("number")
  }

  /// - Parameter isReversed: whether the list is read from its end.
  func sql(isReversed: Bool) -> String {
    let direction = (order == .asc) != isReversed ? "ASC" : "DESC"
    // Only the first column can be missing; an index has the order of NULLs only of one.
    let nulls = columns.count > 1 ? " NULLS \(isReversed ? "FIRST" : "LAST")" : ""
    return "ORDER BY \(columns[0]) \(direction)\(nulls)" + columns.dropFirst().map { ", \($0) \(direction)" }.joined()
  }

  /// A number that depends on the entry's number and the seed in no simple way, in integers of 64 bits.
  private static func random(seed: Int) -> String {
    let offset = (UInt32(truncatingIfNeeded: seed) &+ 1) &* 2_246_822_519
    let mixed = "((number * 2654435769 + \(offset)) & 2147483647)"
    return "(\(mixed) * (\(mixed) | 1) >> 15 & 2147483647)"
  }
}

extension LibraryFile {
  /// The entries of a list that match a query, and how many there are in all.
  func list<List: StoredList>(_ query: LibraryQuery) throws -> ListPage<List> {
    var page = ListPage<List>(state: self[keyPath: List.state], items: [])
    var condition = EntryCondition(query, of: List.self)
    var total = condition.parts == [List.condition] ? page.state.total : nil
    if let text = query.text {
      let found = try select(containing: text, &condition)
      // If all entries fulfil the condition, so do those.
      total = total == libraryState.total ? found : nil
    }
    page.state.total =
      try total
      ?? database.statement("SELECT count(*) FROM entry \(condition.sql)").first(condition.values) { $0.int(0) } ?? 0
    page.items = try items(condition, query, page.state.total)
    return page
  }

  /// Skips in an index, from the nearer end, and reads only the rows of the page.
  private func items(
    _ condition: EntryCondition, _ query: LibraryQuery, _ total: Int
  ) throws -> [ListedEntry] {
    let count = min(query.limit, total - min(query.offset, total))
    guard count > 0 else { return [] }
    // Rows without a valid id count only until all are read, so the end is not exact before.
    let isReversed = entries.isComplete && query.offset > total - query.offset - count
    let offset = isReversed ? total - query.offset - count : query.offset
    // SQLite reads the left side of a cross join in its order, and the rows come so.
    let reading = try database.statement(
      """
      SELECT \(Self.listColumns)
      FROM (SELECT number FROM entry \(condition.sql) \(EntryOrder(query).sql(isReversed: isReversed)) LIMIT ? OFFSET ?)
        CROSS JOIN entry USING (number) LEFT JOIN film USING (key)
      """)
    var items: [ListedEntry] = []
    items.reserveCapacity(count)
    var sizes: [Int] = []
    var bytes = 0
    let values = condition.values + [.integer(isReversed ? count : query.limit), .integer(offset)]
    try reading.forEach(values) { row in
      guard let item = listedEntry(row) else { return true }
      let size = listedBytes(row)
      bytes += size
      if bytes > query.maximumBytes, !items.isEmpty {
        guard isReversed else { return false }
        // The end of the page comes first.
        while bytes > query.maximumBytes, !items.isEmpty {
          bytes -= sizes.removeFirst()
          items.removeFirst()
        }
      }
      items.append(item)
      if isReversed { sizes.append(size) }
      return true
    }
    return isReversed ? items.reversed() : items
  }

  /// All tags, in the order of their folded names.
  func tags() throws -> [Tag] {
    try database.all("SELECT min(name), count(*) FROM tag GROUP BY tag ORDER BY tag") {
      Tag(name: $0.text(0), count: $0.int(1))
    }
  }
}
