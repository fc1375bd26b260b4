/// What a user keeps about films: stars, a watchlist, viewings, ratings, notes and tags. Favorites are the entries with a
/// star.
///
/// Operations run in the order of the calls, together with those of `Favorites`. Each returns immediately with a task
/// that completes when the operation is durable. Every operation fails with `storageFailed` if the store cannot be used.
public protocol Library: Sendable {
  /// Reports every change from now on, in order and without gaps, whichever process made it, after the change of the
  /// favorites that belongs to it. To be called once, before any other method.
  ///
  /// - Parameter onChange: called on any thread, never concurrently; must not wait.
  func observeLibrary(_ onChange: @escaping @Sendable (LibraryChange) -> Void)

  /// The state after all operations called before.
  func libraryState() -> SharedTask<LibraryState>

  /// What is kept about the film that the id names; nil if that is nothing, as far as this process knows. Answers without
  /// waiting; to be asked after `load`.
  func shown(_ id: MovieID) -> ShownMark?
  /// What is kept about the film, as `shown` with an id.
  func shown(_ film: IMDbID) -> ShownMark?

  /// Everything that is kept about a film; nil if that is nothing.
  func entry(of id: MovieID) -> SharedTask<LibraryEntry?>

  /// Sets what the edit names, and leaves the rest. A film without an entry gets one with the movie's data.
  ///
  /// - Parameters:
  ///   - movie: may have an id only if the film has an entry, or if the edit would add nothing.
  ///   - sync: how the change relates to synchronized accounts; nil if there are none.
  /// - Throws: `invalidParams` if there would be more tags or viewings than are allowed.
  func mark(_ movie: Movie, _ edit: MarkEdit, _ sync: SyncStatus?) -> SharedTask<MarkOutcome>
  /// Adds or replaces a viewing.
  ///
  /// - Parameters:
  ///   - movie: nil for the film that has the viewing.
  ///   - sync: as in `mark`.
  /// - Throws: `invalidParams` if `movie` is nil and there is no such viewing, or if it is one of another film.
  func log(_ viewing: ViewingEdit, of movie: Movie?, _ sync: SyncStatus?) -> SharedTask<ViewingOutcome>
  /// Removes a viewing. Throws `invalidParams` if there is none with this id.
  func deleteViewing(_ id: String) -> SharedTask<ViewingOutcome>

  /// One page of the entries that match a query.
  func entries(_ query: LibraryQuery) -> SharedTask<LibraryPage>
  /// The difference between an earlier revision of the library and now.
  func libraryChanges(since revision: Int) -> SharedTask<LibraryDifference>
  /// All tags with the numbers of their films, in the order of their folded names.
  func tags() -> SharedTask<[Tag]>
  /// One page of the viewings by date.
  func diary(_ query: DiaryQuery) -> SharedTask<DiaryPage>
  /// The counts of a span of days.
  ///
  /// - Parameters:
  ///   - countries: the countries of a film, which are not stored.
  ///   - englishName: the name under which a person is counted, by the name in any language.
  func statistics(
    from: String?, to: String?, countries: @escaping @Sendable (IMDbID) -> [String],
    englishName: @escaping @Sendable (String) -> String?
  ) -> SharedTask<Statistics>

  /// Adds many entries as one revision, all or nothing. What has been set before is kept, also if the user has removed it
  /// since: a second import of the same entries changes nothing. A viewing without an id is the same as one of that day.
  ///
  /// - Parameters:
  ///   - entries: each with the data of its movie, which is used if the film has no entry.
  ///   - overwrite: whether what the entries name replaces what was set before.
  ///   - dryRun: whether only to count.
  /// - Throws: `invalidParams` if an entry would have more tags or viewings than are allowed.
  func add(_ entries: [LibraryEntry], overwrite: Bool, dryRun: Bool) -> SharedTask<ImportOutcome>
  /// Reads everything, in the order in which the entries were made.
  ///
  /// - Parameters:
  ///   - number: 0 for the first entries; then `next` of the result.
  ///   - limit: the largest number of entries.
  func allEntries(after number: Int, limit: Int) -> SharedTask<(entries: [LibraryEntry], next: Int?)>
}

extension Library {
  /// What is kept about the movie's film. Its data may name the film although its id is unknown.
  public func shown(_ movie: Movie) -> ShownMark? {
    shown(movie.id) ?? (movie.id.film == nil ? movie.film.flatMap { shown($0) } : nil)
  }
}

/// What the session needs of a store.
public typealias UserLibrary = Favorites & FilmIdentities & Library & ReplicatedLibrary

/// Everything that is kept about one film.
@dynamicMemberLookup
public struct LibraryEntry: Sendable {
  /// The movie under whose id it is kept, with its stored data.
  public var movie: Movie
  /// All known ids of the film, first that of the movie; empty if there is only one.
  public var ids: [MovieID] = []
  /// What is kept.
  public var fields = EntryFields()

  /// Nothing is kept about the movie.
  public init(movie: Movie) { self.movie = movie }

  /// A member of `fields`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<EntryFields, Value>) -> Value {
    get { fields[keyPath: path] }
    set { fields[keyPath: path] = newValue }
  }

  /// What lists show of it.
  public var mark: Mark { fields.mark }
}

/// The result of adding entries.
public struct ImportOutcome: Sendable {
  /// The number of entries that are new.
  public var added = 0
  /// The number of entries that were there and have changed.
  public var changed = 0
  /// The number of entries that already were as they should be.
  public var unchanged = 0
  /// The revision of the library after it.
  public var revision = 0

  /// Nothing was added.
  public init() {}
}
