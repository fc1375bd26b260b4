/// A user's account that favorites are synchronized with.
public struct SyncedAccount: Hashable, Sendable {
  public var catalog: String
  /// The catalog's id of the user.
  public var user: String

  public init(catalog: String, user: String) {
    self.catalog = catalog
    self.user = user
  }
}

/// The favorites that this computer and an account had in common when they last agreed: the base of the three-way merge.
public struct SyncBase: Sendable {
  /// Of the favorites on this computer (`FavoritesState`). A base never outlives its file: after a loss of the file,
  /// missing favorites must not count as removed by the user.
  public var epoch: String
  public var ids: Set<MovieID>

  public init(epoch: String, ids: Set<MovieID>) {
    self.epoch = epoch
    self.ids = ids
  }
}

/// How a star or unstar relates to a synchronized account. It is recorded in the same transaction as the change.
public enum SyncStatus: Sendable {
  /// The user made the change; the account does not have it yet.
  case pending(SyncedAccount)
  /// The change was made to match the account. Not recorded if the favorites have another epoch by now.
  case agreed(SyncedAccount, epoch: String)
}
