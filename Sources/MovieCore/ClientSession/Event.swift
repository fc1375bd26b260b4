/// What a session tells its client unasked.
public enum Event: Sendable {
  case loading(Loading)
  case favoritesChanged(FavoritesChange)
  /// Somebody has logged in or out at a catalog.
  case sessionChanged(catalog: String, AccountState)
}

/// Work that a spinner may show has begun or ended.
public struct Loading: Sendable {
  /// What the work is for: the raw value is what clients are told.
  public enum Kind: String, CaseIterable, Sendable {
    case search, page, home, detail, reviews, recommendations, favorites, poster, login
  }

  /// How it has ended: the raw value is what clients are told.
  public enum Outcome: String, CaseIterable, Sendable {
    case ok
    /// Nothing was found.
    case empty
    case error, cancelled, superseded
  }

  public var kind: Kind
  /// The list that it fills; nil where it is for none, or for several.
  public var list: String?
  /// The work, as whoever asked for it named it.
  public var activity = Activity()
  /// Which spinner of the session this is; its two ends have the same, and no others.
  public var spinner = 0
  /// Nil while the work goes on.
  public var outcome: Outcome?
}
