/// A list of the file with revisions of its own: the favorites, or all entries.
protocol StoredList: SendableMetatype {
  /// Its state as this process last read it.
  static var state: ReferenceWritableKeyPath<LibraryFile, ListState<Self>> { get }
  /// The table with its revision.
  static var stateTable: String { get }
  /// The table of the ids that were removed.
  static var removals: String { get }
  /// The rows that it has, in SQL.
  static var condition: String { get }
  /// The column with the revision that last changed an entry.
  static var changed: String { get }
  /// The column with the order in which entries came onto the list.
  static var order: String { get }
  /// Whether changes tell new entries apart.
  static var hasAdded: Bool { get }
  /// The largest number of entries that a notification lists.
  static var maximumChanged: Int { get }

  static func contains(_ mark: Mark) -> Bool
}

extension FavoritesList: StoredList {
  static var state: ReferenceWritableKeyPath<LibraryFile, FavoritesState> { \.state }
  static let stateTable = "state"
  static let removals = "removal"
  static let condition = "added IS NOT NULL"
  static let changed = "changed"
  static let order = "starred_at, added"
  static let hasAdded = true
  static let maximumChanged = ChangeLimits.count

  static func contains(_ mark: Mark) -> Bool { mark.isStarred }
}

extension LibraryList: StoredList {
  static var state: ReferenceWritableKeyPath<LibraryFile, LibraryState> { \.libraryState }
  static let stateTable = "library"
  static let removals = "library_removal"
  static let condition = "TRUE"
  static let changed = "updated"
  static let order = "number"
  static let hasAdded = false
  static let maximumChanged = 1_000

  static func contains(_ mark: Mark) -> Bool { true }
}

/// The limits of one change or difference, so that it fits into one message.
enum ChangeLimits {
  /// The largest number of movies, and of ids.
  static let count = 10_000
  /// The largest size of the movies' data.
  static let bytes = LibraryQuery.largestPage
}
