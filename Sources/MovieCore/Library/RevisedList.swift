/// The favorites: the entries with a star. They have revisions of their own.
public enum FavoritesList {}
/// All entries of the library.
public enum LibraryList {}

/// The favorites at one moment.
public typealias FavoritesState = ListState<FavoritesList>
/// The library at one moment.
public typealias LibraryState = ListState<LibraryList>
/// One page of the favorites that match a query.
public typealias FavoritesPage = ListPage<FavoritesList>
/// One page of the entries that match a query.
public typealias LibraryPage = ListPage<LibraryList>
/// The difference between the favorites at an earlier revision and now.
public typealias FavoritesDifference = ListDifference<FavoritesList>
/// The difference between the library at an earlier revision and now.
public typealias LibraryDifference = ListDifference<LibraryList>
/// One or more consecutive changes of the favorites.
public typealias FavoritesChange = ListChange<FavoritesList>
/// One or more consecutive changes of the library.
public typealias LibraryChange = ListChange<LibraryList>

/// The state of a list at one moment.
public struct ListState<List>: Hashable, Sendable {
  /// Identifies the file: revisions of different epochs cannot be compared.
  public var epoch: String
  /// Grows by one with every change, whichever process makes it.
  public var revision: Int
  /// The number of entries, or of those that match a query.
  public var total: Int

  /// - Parameter revision: 0 for a new file.
  public init(epoch: String, revision: Int, total: Int) {
    (self.epoch, self.revision, self.total) = (epoch, revision, total)
  }
}

/// A mark with the known ids of its film.
public struct ShownMark: Hashable, Sendable {
  /// All known ids, first that of the entry; empty if there is only one.
  public var ids: [MovieID]
  /// What is kept.
  public var mark: Mark

  /// - Parameter ids: empty if there is only one.
  public init(ids: [MovieID], mark: Mark) { (self.ids, self.mark) = (ids, mark) }
}

/// An entry of a list, with its data as text.
public struct ListedEntry: Hashable, Sendable {
  /// The stored data.
  public var text: MovieText
  /// What is kept.
  public var shown: ShownMark

  /// An entry of a list.
  public init(text: MovieText, shown: ShownMark) { (self.text, self.shown) = (text, shown) }

  /// The id under which it is kept.
  public var id: MovieID { text.id }
  /// The stored data, which is read from the text.
  public var movie: Movie { text.movie }
}

/// One page of the entries that match a query.
public struct ListPage<List>: Sendable {
  /// The current state, except that `total` counts the matches.
  public var state: ListState<List>
  /// The matches from the query's offset on: up to its limit, and as many as fit into one message.
  public var items: [ListedEntry]

  /// - Parameter state: its `total` counts the matches.
  public init(state: ListState<List>, items: [ListedEntry]) { (self.state, self.items) = (state, items) }
}

/// The difference between a list at an earlier revision and now.
public struct ListDifference<List>: Sendable {
  /// The current state.
  public var state: ListState<List>
  /// The entries that are new or have changed, in the order of the changes.
  public var added: [ListedEntry] = []
  /// The ids of the entries that are gone; empty if `isFresh`.
  public var removed: [MovieID] = []
  /// Whether `added` lists all entries, because the difference from that revision is unknown or too large.
  public var isFresh = false
  /// Whether there are more entries than one message can contain. `added` then lists the first of them. Only if
  /// `isFresh`.
  public var hasMore = false

  /// An empty difference.
  public init(state: ListState<List>) { self.state = state }
}

/// Who made a change. Raw values are wire names.
public enum ChangeOrigin: String, CaseIterable, Sendable {
  /// This process.
  case own = "self"
  /// Another process on the same data folder, also if this process made some of the changes.
  case other
  /// Another machine, or the user's account at a catalog.
  case remote
}

/// One or more consecutive changes of a list.
public struct ListChange<List>: Event {
  /// The state after the last of the changes.
  public var state: ListState<List>
  /// The revision of the change reported before this one, so that a client can detect a gap. 0 if the file was replaced
  /// or could not be used before.
  public var previousRevision: Int
  /// The favorites that are new; empty for the library.
  public var added: [ListedEntry] = []
  /// The favorites that were there before and have new data; all changed entries of the library.
  public var updated: [ListedEntry] = []
  /// All known ids of the entries that are gone, or not under this id any more. They are to be removed before the others
  /// are added: one of the ids may still name a film in `added` or `updated`.
  public var removed: [MovieID] = []
  /// `own` only if this process made all of the changes, `remote` only if none was made on this machine.
  public var origin: ChangeOrigin
  /// Whether the entries and ids are listed. They are not if there are too many for one message; clients then request
  /// the difference.
  public var isComplete = true

  /// - Parameter previousRevision: 0 after the file was replaced or unusable.
  public init(state: ListState<List>, previousRevision: Int, origin: ChangeOrigin) {
    (self.state, self.previousRevision, self.origin) = (state, previousRevision, origin)
  }

  /// All entries that are listed.
  public var changed: [ListedEntry] { added + updated }
}
