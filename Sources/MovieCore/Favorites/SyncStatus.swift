/// A user's account that favorites are synchronized with.
public struct SyncedAccount: Hashable, Sendable {
  /// The name of the catalog, whose favorites are the only ones synchronized with the account.
  public var catalog: String
  /// The user's id in the catalog.
  public var user: String

  /// - Parameter user: the user's id in the catalog, not the display name.
  public init(catalog: String, user: String) {
    self.catalog = catalog
    self.user = user
  }
}

/// The base of the three-way merge: the favorites that this computer and an account had in common when they last
/// agreed.
public struct SyncBase: Sendable {
  /// The epoch of the favorites on this computer (`FavoritesState`). A base never outlives its file: after a loss of
  /// the file, missing favorites must not count as removed by the user.
  public var epoch: String
  /// The movies that were favorites on both sides.
  public var ids: Set<MovieID>

  /// - Parameter ids: empty before the first synchronization.
  public init(epoch: String, ids: Set<MovieID>) {
    self.epoch = epoch
    self.ids = ids
  }
}

/// The relation of a star or unstar to a synchronized account. It is recorded in the same transaction as the change.
public enum SyncStatus: Sendable {
  /// The user made the change; the accounts do not have it yet. Recorded for those whose catalogs know the film.
  case pending([SyncedAccount])
  /// The change was made to match the account. Not recorded if the favorites have another epoch by now.
  case agreed(SyncedAccount, epoch: String)
}
