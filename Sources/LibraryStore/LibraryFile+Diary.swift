/// The viewings by date, and what they add up to.
extension LibraryFile {
  func diary(_ query: DiaryQuery) throws -> DiaryPage {
    let (condition, values) = Self.span(query.from, query.to)
    let total = try database.statement("SELECT count(*) FROM viewing \(condition)").first(values) { $0.int(0) } ?? 0
    let direction = query.order == .asc ? "ASC" : "DESC"
    let viewings = try database.statement(
      """
      SELECT id, value, entry FROM viewing \(condition) ORDER BY date \(direction) NULLS LAST, clock \(direction)
      LIMIT ? OFFSET ?
      """
    ).all(values + [.integer(query.limit), .integer(query.offset)]) {
      (viewing: Viewing(id: $0.text(0), fieldValue: $0.text(1)), bytes: $0.byteCount(1), entry: $0.int(2))
    }
    var page = DiaryPage(total: total, items: [])
    var bytes = 0
    for (viewing, size, number) in viewings {
      guard let (entry, movieSize) = try listed(number) else { continue }
      bytes += size + movieSize
      if bytes > query.maximumBytes, !page.items.isEmpty { break }
      page.items.append(DiaryPage.Item(viewing: viewing, entry: entry))
    }
    return page
  }

  private static func span(_ from: String?, _ to: String?) -> (condition: String, values: [Value]) {
    let parts = [from.map { ("date >= ?", $0) }, to.map { ("date <= ?", $0) }].compactMap(\.self)
    guard !parts.isEmpty else { return ("", []) }
    return ("WHERE " + parts.map(\.0).joined(separator: " AND "), parts.map { .text($0.1) })
  }

  private func listed(_ number: Int) throws -> (entry: ListedEntry, bytes: Int)? {
    try database.first(
      "SELECT \(Self.listColumns) FROM entry LEFT JOIN film USING (key) WHERE number = ?", .integer(number)
    ) { row in listedEntry(row).map { ($0, listedBytes(row)) } } ?? nil
  }

  /// - Parameters:
  ///   - from: the first day; nil for all viewings, also those without a date.
  ///   - to: the last day.
  func statistics(
    from: String?, to: String?, countries: (IMDbID) -> [String], englishName: (String) -> String?
  ) throws -> Statistics {
    let (condition, values) = Self.span(from, to)
    var counter = StatisticsCounter()
    try database.forEach(
      """
      SELECT seen, seen_again, year, runtime, my_rating, facets, film FROM entry JOIN (
        SELECT entry, count(*) AS seen, max(sum(rewatch), count(*) - 1) AS seen_again FROM viewing \(condition) GROUP BY +entry
      ) ON number = entry
      """, values
    ) { row in
      let countries = row.optionalInt(6).flatMap(IMDbID.init(number:)).map(countries) ?? []
      row.withBytes(5) { facets in
        counter.add(
          viewings: (row.int(0), row.int(1)), year: row.optionalInt(2), runtime: row.optionalInt(3),
          ratingTenths: row.optionalInt(4), facets: facets, countries: countries)
      }
      return true
    }
    var statistics = counter.statistics(englishName: englishName)
    let dated = (condition.isEmpty ? "WHERE " : condition + " AND ") + "date IS NOT NULL"
    func groups(_ name: String) throws -> [Statistics.Group] {
      try database.statement(
        """
        SELECT \(name), count(*), count(DISTINCT entry) FROM viewing \(dated) GROUP BY 1 ORDER BY 1
        """
      ).all(values) { Statistics.Group(name: $0.text(0), viewings: $0.int(1), films: $0.int(2)) }
    }
    statistics.byMonth = try groups("substr(date, 1, 7)")
    let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    statistics.byWeekday = try groups("(strftime('%w', date) + 6) % 7").compactMap { group in
      Int(group.name).map { Statistics.Group(name: weekdays[$0], viewings: group.viewings, films: group.films) }
    }
    func end(_ direction: String) throws -> ListedEntry? {
      try database.statement(
        "SELECT entry FROM viewing \(dated) ORDER BY date \(direction), clock \(direction) LIMIT 1"
      ).first(values) { $0.int(0) }.flatMap(listed)?.entry
    }
    (statistics.first, statistics.last) = (try end("ASC"), try end("DESC"))
    return statistics
  }

  /// Everything that is kept, from the entry after a number on.
  func allEntries(after number: Int, limit: Int) throws -> (entries: [LibraryEntry], next: Int?) {
    let stored = try storedEntries(
      "FROM entry WHERE number > ? ORDER BY number LIMIT ?", .integer(number), .integer(limit))
    return (try stored.map(libraryEntry), stored.count == limit ? stored.last?.number : nil)
  }

  func libraryEntry(_ stored: StoredEntry) throws -> LibraryEntry {
    let merged = try merged(stored)
    var movie = try movie(stored.key, stored.id)
    movie.id = stored.id
    var entry = LibraryEntry(movie: movie)
    entry.ids = try tableEntry(stored).allIDs(context.localIDs)
    (entry.starredAt, entry.watchlistedAt) = (merged.mark.starredAt, merged.mark.watchlistedAt)
    (entry.ratingTenths, entry.note, entry.tags) = (merged.mark.ratingTenths, merged.note, merged.mark.tags)
    entry.viewings = merged.viewings.sorted { ($0.viewing.date ?? "", $0.clock) < ($1.viewing.date ?? "", $1.clock) }
      .map(\.viewing)
    return entry
  }
}
