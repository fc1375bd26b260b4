/// The user's account at a catalog: a login by approval in the browser, ratings and favorites.
///
/// Every call but `state` may ask the service, and then fails as catalogs fail. What needs a login and finds none
/// fails with `notLoggedIn`, also where the service has ended the login meanwhile.
public protocol Account: Sendable {
  /// Who is logged in, as far as this machine knows; also when another process has logged in or out.
  var state: AccountState { get }

  /// Begins a login: the user opens the address and approves.
  func login() async throws -> LoginApproval

  /// Completes a login.
  ///
  /// - Throws: `notApproved` while the user has not approved it; the same token can be tried again.
  func completeLogin(requestToken: String) async throws -> AccountState

  /// Forgets the login here, and ends it at the service if that can be reached. Nothing where nobody is logged in.
  func logout() async throws -> AccountState

  /// - Parameter value: 0.5 to 10 in steps of 0.5.
  func rate(_ id: MovieID, _ value: Double) async throws
  func unrate(_ id: MovieID) async throws

  /// All the movies that are favorites of the account.
  func favorites(language: String?) async throws -> [Movie]
  func setFavorite(_ id: MovieID, _ isFavorite: Bool) async throws

  /// The ids that both sides had when they were last the same; nil where they never were, or for another user.
  func readSyncedFavorites() -> Set<MovieID>?
  func writeSyncedFavorites(_ ids: Set<MovieID>) throws
}

public struct AccountState: Hashable, Sendable {
  public struct User: Hashable, Sendable {
    public var id: String
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
