/// Makes pages of the requested size from a catalog's batches: joins and splits the batches, drops movies that an
/// earlier page already had (catalogs repeat rows across their pages), and determines whether there may be more.
struct Pager: Sendable {
  let list: String
  let listing: Listing
  let limit: Int

  /// The movies that were fetched but are not yet on a page.
  private var pending: [(movie: Movie, isStale: Bool)] = []
  private var seen: Set<MovieID> = []
  /// The cursor of the next batch; nil at the end.
  private var cursor: Int? = 0
  private var page = 0
  private var offset = 0
  private var total = 0
  private var totalIsExact = true
  /// Whether the last batch is from an earlier answer.
  private var isStale = false

  init(list: String, listing: Listing, limit: Int) {
    self.list = list
    self.listing = listing
    self.limit = limit
  }

  private var hasMore: Bool { !pending.isEmpty || cursor != nil }

  /// The next page. Past the end it is empty and costs no call to the catalog.
  ///
  /// If a batch fails, the batches before it are kept, and the page can be requested again.
  mutating func next(from catalog: any Catalog) async throws -> Page {
    while pending.count < limit, let position = cursor {
      let batch = try await catalog.batch(of: listing, at: position, count: limit - pending.count)
      for movie in batch.movies where seen.insert(movie.id).inserted { pending.append((movie, batch.isStale)) }
      cursor = batch.next
      total = batch.total
      totalIsExact = batch.totalIsExact
      isStale = batch.isStale
    }
    // The catalog's total includes duplicates and unreadable rows; at the end the exact number is known.
    if cursor == nil, totalIsExact { total = offset + pending.count }
    let rows = pending.prefix(limit)
    // One stale movie makes the whole page stale, even if a later batch was current.
    let isStale = rows.isEmpty ? isStale : rows.contains(where: \.isStale)
    let items = rows.map(\.movie)
    pending.removeFirst(items.count)
    defer { offset += items.count }
    page += 1
    return Page(
      list: list, query: query, page: page, offset: offset, total: total, totalIsExact: totalIsExact,
      hasMore: hasMore, items: items, isStale: isStale)
  }

  private var query: String? {
    if case .search(let query) = listing { query.text } else { nil }
  }
}
