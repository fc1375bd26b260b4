/// The user's account at a catalog: login by approval in a browser, and ratings.
///
/// Every call except `state` and `observe` may ask the service, and fails like a catalog's calls. A call that needs a
/// login fails with `notLoggedIn` if there is none. This includes a login that the service has ended meanwhile, which is
/// then deleted.
public protocol Account: Sendable {
  /// The user who is logged in, as far as this computer knows. Includes logins and logouts by other processes.
  var state: AccountState { get }

  /// The user's favorites at the service; nil if the catalog stores none.
  var favorites: (any RemoteFavorites)? { get }

  /// Reports every change of `state` from now on, once, whichever process makes it. A change is reported before the call
  /// that makes it returns. To be called once.
  ///
  /// - Parameter onChange: called on any thread, never concurrently. Must neither wait nor call the account.
  func observe(_ onChange: @escaping @Sendable (AccountState) -> Void)

  /// Begins a login: the user opens the URL and approves it.
  func login() async throws -> LoginApproval

  /// Completes a login. If this fails, nothing has changed.
  ///
  /// - Throws: `notApproved` until the user has approved the login; the same token can be tried again.
  func completeLogin(requestToken: String) async throws -> AccountState

  /// Deletes the login on this computer, and ends it at the service if the service can be reached. Does nothing if
  /// nobody is logged in.
  func logout() async throws -> AccountState

  /// - Parameter value: 0.5 to 10 in steps of 0.5.
  func rate(_ id: MovieID, _ value: Double) async throws
  /// Removes the user's rating.
  func unrate(_ id: MovieID) async throws
}

/// The login state of a catalog's account.
public struct AccountState: Hashable, Sendable {
  /// A user of the catalog.
  public struct User: Hashable, Sendable {
    /// The catalog's id of the user; the same at every login.
    public var id: String
    /// The display name.
    public var name: String

    public init(id: String, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// Nil if nobody is logged in.
  public var user: User?

  public init(user: User? = nil) { self.user = user }
}

/// A login that the user must approve.
public struct LoginApproval: Sendable {
  /// To be opened in a browser. Contains no key.
  public var url: String
  /// For `completeLogin`. Becomes a credential once it is approved, so it must not be logged.
  public var requestToken: String
  /// ISO 8601 in UTC.
  public var expiresAt: String?

  public init(url: String, requestToken: String, expiresAt: String? = nil) {
    self.url = url
    self.requestToken = requestToken
    self.expiresAt = expiresAt
  }
}
