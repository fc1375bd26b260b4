extension ClientSession {
  /// Stars a movie durably (`mark`).
  public func star(_ target: FilmTarget) async throws -> MarkOutcome { try await mark(target, MarkEdit(starred: true)) }

  /// Unstars a movie durably (`mark`).
  public func unstar(_ id: MovieID) async throws -> MarkOutcome { try await mark(.id(id), MarkEdit(starred: false)) }

  /// The favorites that match the query, after the stars and unstars that were requested before. While there is no
  /// memory for the result, later stars and unstars overtake it.
  public func favorites(_ query: LibraryQuery, context: RequestContext = .none) async throws -> FavoritesPage {
    let page = try await page(query, context, favorites.list)
    knownImages.add(page.items)
    return page
  }

  /// The changes since a revision of this epoch, after the stars and unstars that were requested before. While there is
  /// no memory for the result, later stars and unstars overtake it.
  public func favorites(since revision: Int, context: RequestContext = .none) async throws -> FavoritesDifference {
    try await difference(context) { favorites.changes(since: revision) }
  }

  /// The current state of the favorites. Does not wait for stars whose movies are still being fetched.
  public func favoritesState() async throws -> FavoritesState { try await favorites.state().uncancellableValue() }

  /// Reads a page after the changes that were requested before.
  func page<Query: PagedQuery, Page>(
    _ query: Query, _ context: RequestContext, _ read: (Query) -> SharedTask<Page>
  ) async throws -> Page {
    var query = query
    query.maximumBytes = min(query.maximumBytes, try await context.reserve(entries: query.limit, of: favorites))
    return try await runInOrder { [query] in read(query) }
  }

  /// Reads a difference after the changes that were requested before.
  func difference<List>(
    _ context: RequestContext, _ read: () -> SharedTask<ListDifference<List>>
  ) async throws -> ListDifference<List> {
    _ = try await context.reserve(entries: .max, of: favorites)
    let difference = try await runInOrder(read)
    knownImages.add(difference.added)
    return difference
  }

  /// Passes operations to the store in the input's order, then waits until this one is durable. Once the store has it,
  /// it cannot be cancelled, so that its response reports what happened.
  func runInOrder<Value>(_ operation: () async throws -> SharedTask<Value>) async throws -> Value {
    try await favoritesLock.lock()
    let task: SharedTask<Value>
    do {
      defer { favoritesLock.unlock() }
      task = try await operation()
    }
    return try await task.uncancellableValue()
  }
}

/// A query whose result is a page.
protocol PagedQuery: Sendable {
  var limit: Int { get }
  var maximumBytes: Int { get set }
}

extension LibraryQuery: PagedQuery {}
extension DiaryQuery: PagedQuery {}
