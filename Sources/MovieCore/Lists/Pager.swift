/// Makes pages of the requested size from a catalog's batches: joins and splits the batches, drops movies that an
/// earlier page already had (catalogs repeat rows across their pages), and determines whether there may be more.
struct Pager: Sendable {
  let list: String
  let listing: Listing
  let limit: Int

  /// The movies that were fetched but are not yet on a page. After a page, they are of the last batch.
  private var pending: [Movie] = []
  /// Whether one of them is from an earlier answer.
  private var pendingIsStale = false
  private var seen: Set<MovieID> = []
  private var cursor: Int? = 0
  private var page = 0
  private var offset = 0
  private var total = 0
  private var totalIsExact = true
  private var correctedQuery: String?
  /// Whether the last batch is from an earlier answer.
  private var isStale = false

  init(list: String, listing: Listing, limit: Int) { (self.list, self.listing, self.limit) = (list, listing, limit) }

  /// The number of batches in a row without a new movie after which the list ends. A service may repeat its pages
  /// without an end.
  private static let maximumRepeats = 2
  /// The bytes of fetched movies that a list keeps for its next page. Services decide how long their rows are, and a
  /// session has hundreds of lists.
  private static let maximumPendingBytes = 64 << 10
  /// The number of batches after which a page is complete, even if it is short.
  private static let maximumBatches = 10

  private var hasMore: Bool { !pending.isEmpty || cursor != nil }

  /// The empty page after the last one, always with the same number; nil if there may be more movies.
  var pageAfterEnd: Page? {
    guard page > 0, !hasMore else { return nil }
    return Page(
      list: list, query: query, correctedQuery: correctedQuery, page: page + 1, offset: offset, total: total,
      totalIsExact: totalIsExact, hasMore: false, items: [], isStale: isStale)
  }

  /// The next page. Past the end it is empty and costs no call to the catalog. If a batch fails, the batches before it
  /// are kept, and the page can be requested again. At the deadline, the movies that are there become the page.
  mutating func next(from catalog: any Catalog, until deadline: Deadline) async throws -> Page {
    if let pageAfterEnd { return pageAfterEnd }
    var batches = 0
    var repeats = 0
    var lastPosition: Int?
    while pending.count < limit, batches < Self.maximumBatches, let position = cursor {
      let batch: MovieBatch
      do {
        batch = try await deadline.run { [listing, missing = limit - pending.count] in
          try await catalog.batch(of: listing, at: position, count: missing)
        }
      } catch  where deadline.hasPassed && !pending.isEmpty && !Task.isCancelled { break }
      // A copy of a movie costs half as much as its encoding.
      let places = batch.movies.indices.filter { seen.insert(batch.movies[$0].id).inserted }
      let new = places.count == batch.movies.count ? batch.movies : places.map { batch.movies[$0] }
      if pending.isEmpty { pending = new } else { pending += new }
      if batch.isStale, !new.isEmpty { pendingIsStale = true }
      batches += 1
      repeats = new.isEmpty ? repeats + 1 : 0
      lastPosition = position
      cursor = repeats < Self.maximumRepeats ? batch.next : nil
      total = batch.total
      totalIsExact = batch.totalIsExact
      correctedQuery = batch.correctedQuery
      isStale = batch.isStale
    }
    // The catalog's total includes duplicates and unreadable rows; at the end the exact number is known.
    if cursor == nil, totalIsExact { total = offset + pending.count }
    var items: [Movie] = []
    swap(&items, &pending)
    if items.count > limit {
      pending = Array(items[limit...])
      items.removeLast(pending.count)
    }
    // One stale movie makes the whole page stale, even if a later batch was current.
    let pageIsStale = items.isEmpty ? isStale : pendingIsStale
    if lastPosition != nil || pending.isEmpty { pendingIsStale = isStale && !pending.isEmpty }
    if let lastPosition { forgetPending(since: lastPosition) }
    defer { offset += items.count }
    page += 1
    return Page(
      list: list, query: query, correctedQuery: correctedQuery, page: page, offset: offset, total: total,
      totalIsExact: totalIsExact, hasMore: hasMore, items: items, isStale: pageIsStale)
  }

  /// Forgets the pending movies if they are too large to keep. They are all of the last batch, which is fetched again.
  private mutating func forgetPending(since position: Int) {
    guard pending.reduce(0, { $0 + $1.estimatedBytes }) > Self.maximumPendingBytes else { return }
    for movie in pending { seen.remove(movie.id) }
    pending = []
    cursor = position
  }

  private var query: String? { if case .search(let query) = listing { query.text } else { nil } }
}
