/// A message that a session sends to its client without a request, such as `Loading` and `FavoritesChange`.
public protocol Event: Sendable {}

/// A user has logged in or out at a catalog.
public struct SessionChange: Event {
  /// The name of the catalog.
  public var catalog: String
  /// The login state from now on.
  public var state: AccountState
}

/// The beginning or the end of work that a user interface can show a spinner for.
public struct Loading: Event {
  /// The kind of work. Raw values are wire names.
  public enum Kind: String, CaseIterable, Sendable {
    case search, page, home, discover, detail, reviews, recommendations, people, person, collection
    case favorites, library, poster, login
  }

  /// The outcome of the work. Raw values are wire names.
  public enum Outcome: String, CaseIterable, Sendable {
    case ok
    /// Nothing was found.
    case empty
    case error, cancelled, superseded
  }

  /// How much of the work is done.
  public struct Progress: Hashable, Sendable {
    public var done: Int
    public var total: Int
  }

  /// Distinguishes the work in a user interface with several spinners.
  public var kind: Kind
  /// The list that the work fills; nil if it fills none or several.
  public var list: String?
  /// The id of the request that causes the work; nil if it has none.
  public var request: JSON?
  /// Pairs the beginning with its end; unique within the session.
  public var spinner = 0
  /// Nil for work that is not counted.
  public var progress: Progress?
  /// Nil while the work is running.
  public var outcome: Outcome?
}
