/// The user's account at a catalog: a login by approval in the browser, ratings and favorites.
///
/// Every call but `state`, `observe` and those about what was synced may ask the service, and then fails as catalogs
/// fail. What needs a login and finds none fails with `notLoggedIn`, also where the service has ended the login
/// meanwhile: it is forgotten then.
public protocol Account: Sendable {
  /// Who is logged in, as far as this machine knows; also when another process has logged in or out.
  var state: AccountState { get }

  /// Tells of every change of `state` from now on, once, whoever made it; before the call that made it returns.
  /// To be called once.
  ///
  /// - Parameter onChange: called on any thread, one change after the other. Must not wait, nor ask the account.
  func observe(_ onChange: @escaping @Sendable (AccountState) -> Void)

  /// Begins a login: the user opens the address and approves.
  func login() async throws -> LoginApproval

  /// Completes a login. A failure leaves everything as it was.
  ///
  /// - Throws: `notApproved` while the user has not approved it; the same token can be tried again.
  func completeLogin(requestToken: String) async throws -> AccountState

  /// Forgets the login here, and ends it at the service if that can be reached. Nothing where nobody is logged in.
  func logout() async throws -> AccountState

  /// - Parameter value: 0.5 to 10 in steps of 0.5.
  func rate(_ id: MovieID, _ value: Double) async throws
  /// Takes the user's rating back.
  func unrate(_ id: MovieID) async throws

  // MARK: Favorites of one user; `notLoggedIn` where another one is logged in meanwhile.

  /// The movies that are favorites of the account.
  ///
  /// - Parameter known: what they were last. Nil is returned where they are the same as far as their number and the
  ///   newest of them tell, which costs one question instead of hundreds.
  func favorites(of user: AccountState.User, language: String?, known: Set<MovieID>) async throws -> AccountFavorites?

  /// Whether the movie is a favorite of the account at this moment: a listing may lag behind, or miss what moves from
  /// one of its pages to another while it is read.
  ///
  /// - Throws: `movieNotFound` where the catalog has no such movie (any more).
  func isFavorite(_ id: MovieID, of user: AccountState.User) async throws -> Bool

  /// - Throws: `movieNotFound` where the catalog has no such movie (any more).
  func setFavorite(_ id: MovieID, _ isFavorite: Bool, of user: AccountState.User) async throws

  /// What the account and this machine both had when they last agreed. Kept durably, for all processes.
  ///
  /// - Parameter epoch: of the favorites on this machine (`FavoritesState`). Empty for another one than it was kept
  ///   for: with a file that was lost, nothing was removed by the user.
  func syncedFavorites(of user: AccountState.User, epoch: String) -> Set<MovieID>

  /// Changes what `syncedFavorites` gives; what other processes have changed meanwhile stays.
  func updateSyncedFavorites(
    of user: AccountState.User, epoch: String, adding: Set<MovieID>, removing: Set<MovieID>
  ) throws
}

/// A listing of an account's favorites.
public struct AccountFavorites: Sendable {
  /// All that the listing has.
  public var ids: Set<MovieID>
  /// Those that are not known already and whose data can be read, the newest first.
  public var movies: [Movie]
  /// False where the service does not give all: what is not there may be a favorite all the same.
  public var isComplete: Bool

  public init(ids: Set<MovieID>, movies: [Movie], isComplete: Bool) {
    self.ids = ids
    self.movies = movies
    self.isComplete = isComplete
  }
}

/// Who is logged in at a catalog.
public struct AccountState: Hashable, Sendable {
  /// A user of the catalog.
  public struct User: Hashable, Sendable {
    /// What the catalog calls them: the same at every login.
    public var id: String
    /// For people.
    public var name: String

    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// Nil where nobody is logged in.
  public var user: User?

  public init(user: User? = nil) { self.user = user }
}

/// What a user has to approve.
public struct LoginApproval: Sendable {
  /// For the browser. Carries no key.
  public var url: String
  /// For `completeLogin`. Worth nothing before it is approved, and a session afterwards: not for logs.
  public var requestToken: String
  /// ISO 8601 in UTC.
  public var expiresAt: String?

  public init(url: String, requestToken: String, expiresAt: String? = nil) {
    self.url = url
    self.requestToken = requestToken
    self.expiresAt = expiresAt
  }
}
