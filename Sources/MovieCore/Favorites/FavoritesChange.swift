/// One or more consecutive changes of the favorites.
public struct FavoritesChange: Sendable {
  /// Who made the changes. Raw values are wire names.
  public enum Origin: String, CaseIterable, Sendable {
    /// This process.
    case own = "self"
    /// Another process on the same data folder, also if this process made some of the changes.
    case other
    /// Another machine, or the user's account at a catalog.
    case remote
  }

  /// The state after the last of the changes.
  public var state: FavoritesState
  /// The revision of the change reported before this one, so that a client can detect a gap. 0 if the file was replaced
  /// or could not be used before.
  public var previousRevision: Int
  /// The movies that were starred.
  public var added: [Movie]
  /// The movies that were starred before and have new data.
  public var updated: [Movie]
  /// All known ids of the movies that are no longer starred, or not under this id. They are to be removed before the
  /// others are added: one of the ids may still name a film in `added` or `updated`.
  public var removed: [MovieID]
  /// All known ids of the movies in `added` and `updated`, by the id of the star; only of those that have several.
  public var ids: [MovieID: [MovieID]] = [:]
  /// What is kept about the movies in `added` and `updated`.
  public var marks: [MovieID: Mark] = [:]
  /// `own` only if this process made all of the changes, `remote` only if none was made on this machine.
  public var origin: Origin
  /// Whether the movies and ids are listed. They are not if there are too many for one message; clients then request
  /// the difference.
  public var isComplete = true

  /// - Parameter previousRevision: 0 after the file was replaced or unusable.
  public init(
    state: FavoritesState, previousRevision: Int, added: [Movie] = [], updated: [Movie] = [], removed: [MovieID] = [],
    origin: Origin
  ) {
    self.state = state
    self.previousRevision = previousRevision
    self.added = added
    self.updated = updated
    self.removed = removed
    self.origin = origin
  }
}
