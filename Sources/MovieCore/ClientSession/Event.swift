/// A message that a session sends to its client without a request.
public enum Event: Sendable {
  /// Work has begun or ended.
  case loading(Loading)
  /// This process or another one has changed the favorites.
  case favoritesChanged(FavoritesChange)
  /// A user has logged in or out at a catalog.
  case sessionChanged(catalog: String, AccountState)
}

/// The beginning or the end of work that a user interface can show a spinner for.
public struct Loading: Sendable {
  /// The kind of work. Raw values are wire names.
  public enum Kind: String, CaseIterable, Sendable {
    case search, page, home, discover, detail, reviews, recommendations, people, person, collection
    case favorites, poster, login
  }

  /// The outcome of the work. Raw values are wire names.
  public enum Outcome: String, CaseIterable, Sendable {
    case ok
    /// Nothing was found.
    case empty
    case error, cancelled, superseded
  }

  /// Distinguishes the work in a user interface with several spinners.
  public var kind: Kind
  /// The list that the work fills; nil if it fills none or several.
  public var list: String?
  /// Identifies the request that causes the work.
  public var activity = Activity()
  /// Pairs the beginning with its end; unique within the session.
  public var spinner = 0
  /// Nil while the work is running.
  public var outcome: Outcome?
}
