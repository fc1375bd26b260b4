/// A search of OMDb, which has at most a hundred pages of ten rows. A cursor is a number of pages.
struct OMDbSearch: Sendable {
  let service: OMDbService
  let query: SearchQuery

  private static let rowsPerPage = 10
  private static let pages = 100
  /// The maximum number of rows of one page that are used, though the service sends no more than ten.
  private static let maximumRows = 100

  private struct Page: Sendable {
    var movies: [Movie] = []
    var rows = 0
    var total: Int?
    var isStale = false
  }

  /// Loads as many pages as are needed, all but the first concurrently. The batch ends before one that fails.
  func batch(at cursor: Int, count: Int) async throws -> MovieBatch {
    guard cursor < Self.pages else { return end(at: cursor) }
    let first: Page
    do {
      first = try await page(cursor)
    } catch let error as MovieError where error.reason == .queryTooBroad && cursor == 0 {
      return try await filmWithExactTitle(or: error)
    }
    guard first.rows > 0 else { return end(at: cursor) }
    let wanted = min(cursor + (count - 1) / Self.rowsPerPage + 1, Self.pages(of: first, at: cursor))
    let others = try await pages(from: cursor + 1, to: wanted)

    let pages = [first] + others.prefix { $0.rows > 0 }
    let next = cursor + pages.count
    var batch = MovieBatch(movies: pages.flatMap(\.movies), total: 0, next: nil)
    batch.isStale = pages.contains(where: \.isStale)
    if pages.count <= others.count {
      // OMDb has fewer rows than its total says.
      batch.total = next * Self.rowsPerPage
      batch.totalIsExact = false
    } else if let total = first.total {
      batch.total = min(total, Self.rowsPerPage * Self.pages)
      batch.totalIsExact = total == batch.total
      batch.next = next < Self.pages(of: first, at: cursor) ? next : nil
    } else {
      batch.total = cursor * Self.rowsPerPage + pages.reduce(0) { $0 + $1.rows }
      batch.totalIsExact = false
      batch.next = first.rows == Self.rowsPerPage && next < Self.pages ? next : nil
    }
    return batch
  }

  private func end(at cursor: Int) -> MovieBatch {
    var batch = MovieBatch(movies: [], total: cursor * Self.rowsPerPage, next: nil)
    batch.totalIsExact = cursor == 0
    return batch
  }

  /// The number of pages of the search, including those before this one.
  private static func pages(of page: Page, at cursor: Int) -> Int {
    guard let total = page.total else { return cursor + 1 }
    return min((total - 1) / rowsPerPage + 1, pages)
  }

  private func pages(from start: Int, to end: Int) async throws -> [Page] {
    guard start < end else { return [] }
    let results = await withTaskGroup(of: (Int, Page?).self) { group in
      for number in start..<end { group.addTask { (number, try? await page(number)) } }
      return await group.reduce(into: [Page?](repeating: nil, count: end - start)) { $0[$1.0 - start] = $1.1 }
    }
    try Task.checkCancellation()
    return results.prefix { $0 != nil }.compactMap(\.self)
  }

  private func page(_ cursor: Int) async throws -> Page {
    guard let (json, isStale) = try await service.search(query, page: cursor + 1) else { return Page() }
    guard let rows = json["Search"]?.array else {
      throw service.upstream.invalidResponse("the response to the search has no rows")
    }
    let titles = rows.prefix(Self.maximumRows).compactMap(OMDbTitle.init(row:))
    try service.upstream.checkRows(rows.count, readable: titles.count)
    // The request asks for films only, but a service that does not know the type sends others too.
    let films = titles.filter(\.mayBeFilm)
    let total = json["totalResults"]?.wholeNumber.flatMap { $0 > 0 ? $0 : nil }
    return Page(movies: films.map(\.movie), rows: rows.count, total: total, isStale: isStale)
  }

  /// Returns the film whose title is exactly the query, instead of the error of a search that finds too many.
  private func filmWithExactTitle(or error: MovieError) async throws -> MovieBatch {
    guard let (json, isStale) = try await service.film(titled: query), let title = OMDbTitle(row: json),
      title.name != nil, title.mayBeFilm
    else { throw error }
    var batch = MovieBatch(movies: [title.movie], total: 1, next: nil)
    batch.totalIsExact = false
    batch.isStale = isStale
    return batch
  }
}
