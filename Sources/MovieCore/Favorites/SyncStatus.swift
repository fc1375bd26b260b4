/// A list of films that an account has too. Raw values are part of the names of bases.
public enum SyncedList: String, CaseIterable, Sendable {
  case favorites, watchlist, ratings

  /// What a list says of a film: the rating in tenths, or 1 for a film that is on it; nil if it is not on it.
  public func value(_ mark: Mark) -> Int? {
    switch self {
    case .favorites: mark.starredAt.map { _ in 1 }
    case .watchlist: mark.watchlistedAt.map { _ in 1 }
    case .ratings: mark.ratingTenths
    }
  }

  /// The change that gives a film this value, or takes it off the list.
  func edit(_ value: Int?) -> MarkEdit {
    var edit = MarkEdit()
    switch self {
    case .favorites: edit.starred = value != nil
    case .watchlist: edit.watchlist = value != nil
    case .ratings: edit.ratingTenths = value.map { .set($0) } ?? .remove
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
    (self.catalog, self.user, self.list) = (catalog, user, list)
  }
}

/// The base of the three-way merge: the films that this computer and an account had in common on a list when they last
/// agreed, and their values.
public struct SyncBase: Sendable {
  /// The epoch of the favorites on this computer (`FavoritesState`). A base never outlives its file: after a loss of
  /// the file, missing favorites must not count as removed by the user.
  public var epoch: String
  /// The values of the movies that were on the list on both sides (`SyncedList.value`).
  public var values: [MovieID: Int]

  /// - Parameter values: empty before the first synchronization.
  public init(epoch: String, values: [MovieID: Int]) { (self.epoch, self.values) = (epoch, values) }
}

/// The relation of a change of an entry to synchronized accounts. It is recorded in the same transaction as the change.
public enum SyncStatus: Sendable {
  /// The user made the change; the accounts do not have it yet. Recorded for those whose catalogs know the film.
  case pending([SyncedAccount])
  /// The change was made to match the account. Not recorded if the favorites have another epoch by now.
  case agreed(SyncedAccount, epoch: String)
}
