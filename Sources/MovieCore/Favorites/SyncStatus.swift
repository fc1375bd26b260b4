/// A list of films that an account has too. Raw values are part of the names of bases.
public enum SyncedList: String, CaseIterable, Sendable {
  case favorites, watchlist

  /// Whether a film is on the list.
  public func has(_ mark: Mark) -> Bool {
    switch self {
    case .favorites: mark.isStarred
    case .watchlist: mark.watchlistedAt != nil
    }
  }

  /// The change that puts a film on the list, or takes it off.
  func edit(_ isOn: Bool) -> MarkEdit {
    var edit = MarkEdit()
    switch self {
    case .favorites: edit.starred = isOn
    case .watchlist: edit.watchlist = isOn
    }
    return edit
  }
}

/// A list of a user's account that one here is synchronized with.
public struct SyncedAccount: Hashable, Sendable {
  /// The name of the catalog, whose favorites are the only ones synchronized with the account.
  public var catalog: String
  /// The user's id in the catalog.
  public var user: String
  /// The list.
  public var list: SyncedList

  /// - Parameter user: the user's id in the catalog, not the display name.
  public init(catalog: String, user: String, list: SyncedList = .favorites) {
    self.catalog = catalog
    self.user = user
    self.list = list
  }
}

/// The base of the three-way merge: the films that this computer and an account had in common on a list when they last
/// agreed.
public struct SyncBase: Sendable {
  /// The epoch of the favorites on this computer (`FavoritesState`). A base never outlives its file: after a loss of
  /// the file, missing favorites must not count as removed by the user.
  public var epoch: String
  /// The movies that were on the list on both sides.
  public var ids: Set<MovieID>

  /// - Parameter ids: empty before the first synchronization.
  public init(epoch: String, ids: Set<MovieID>) {
    self.epoch = epoch
    self.ids = ids
  }
}

/// The relation of a change of an entry to synchronized accounts. It is recorded in the same transaction as the change.
public enum SyncStatus: Sendable {
  /// The user made the change; the accounts do not have it yet. Recorded for those whose catalogs know the film.
  case pending([SyncedAccount])
  /// The change was made to match the account. Not recorded if the favorites have another epoch by now.
  case agreed(SyncedAccount, epoch: String)
}
