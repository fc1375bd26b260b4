/// Makes pages of the asked size out of the batches a catalog gives: joins and splits them, drops movies that an
/// earlier page gave already (catalogs repeat rows across their pages), and tells whether there may be more.
struct Pager: Sendable {
  let list: String
  let listing: Listing
  let limit: Int

  /// Fetched, and not yet on a page.
  private var pending: [(movie: Movie, isStale: Bool)] = []
  private var seen: Set<MovieID> = []
  /// Where the next batch begins; nil at the end.
  private var cursor: Int? = 0
  private var page = 0
  private var offset = 0
  private var total = 0
  private var totalIsExact = true
  /// Whether the newest batch is from an earlier time.
  private var isStale = false

  init(list: String, listing: Listing, limit: Int) {
    self.list = list
    self.listing = listing
    self.limit = limit
  }

  private var hasMore: Bool { !pending.isEmpty || cursor != nil }

  /// The next page; an empty one, without a call to the catalog, past the end.
  ///
  /// When a batch fails, those before it are kept, and the page can be asked for again.
  mutating func next(from catalog: any Catalog) async throws -> Page {
    while pending.count < limit, let position = cursor {
      let batch = try await catalog.batch(of: listing, at: position, count: limit - pending.count)
      for movie in batch.movies where seen.insert(movie.id).inserted { pending.append((movie, batch.isStale)) }
      cursor = batch.next
      total = batch.total
      totalIsExact = batch.totalIsExact
      isStale = batch.isStale
    }
    // What came twice or could not be read has been counted: at the end it is known how many there are.
    if cursor == nil, totalIsExact { total = offset + pending.count }
    let rows = pending.prefix(limit)
    // A page with one movie from an earlier time is of that time, whatever came behind it.
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
