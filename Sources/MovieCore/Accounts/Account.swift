/// The user's account at a catalog: login by approval in a browser, and ratings.
///
/// Every call except `state` and `observe` may ask the service, and fails like a catalog's calls. A call that needs a
/// login fails with `notLoggedIn` if there is none. If the service has ended the login, the call fails in the
/// same way, and the login is deleted.
public protocol Account: Sendable {
  /// The user who is logged in, as far as this computer knows. Includes logins and logouts by other processes.
  var state: AccountState { get }

  /// A list of the user's at the service; nil if the catalog stores none.
  func list(_ list: SyncedList) -> (any RemoteList)?

  /// Reports every change of `state` from now on, once, whichever process makes it, before the call that makes it
  /// returns. To be called once. `onChange` is called on any thread, never concurrently, and must neither wait nor call
  /// the account.
  func observe(_ onChange: @escaping @Sendable (AccountState) -> Void)

  /// Begins a login: the user opens the URL and approves it.
  func login() async throws -> LoginApproval

  /// Completes a login. If this fails, nothing has changed. Throws `notApproved` until the user has approved the login;
  /// the same token can be tried again.
  func completeLogin(requestToken: String) async throws -> AccountState

  /// Deletes the login on this computer, and ends it at the service if the service can be reached. Does nothing if
  /// no user is logged in.
  func logout() async throws -> AccountState

  /// Sets the user's rating of a movie, 0.5 to 10 in steps of 0.5, or removes it.
  func rate(_ id: MovieID, _ value: Double?) async throws
}

/// The login state of a catalog's account.
public struct AccountState: Hashable, Sendable {
  /// A user of the catalog.
  public struct User: JSONObject, Hashable, Sendable {
    /// The user's id in the catalog; the same at every login.
    public var id: String
    /// The display name.
    public var name: String

    /// - Parameter name: the display name; the id if the service has none.
    public init(id: String, name: String) { (self.id, self.name) = (id, name) }

    public static var schema: JSONSchema { shared("User", "A user of a catalog.") }

    public static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("id", .string, "The user's id in the catalog.") { $0.id }
      field.required("name", .string, "The user's display name.") { $0.name }
    }
  }

  /// The user who is logged in; nil if no user is.
  public var user: User?

  /// - Parameter user: nil if no user is logged in.
  public init(user: User? = nil) { self.user = user }
}

/// A login that the user must approve.
public struct LoginApproval: JSONObject, Sendable {
  /// The URL of the page on which the user approves the login. Contains no key.
  public var url: String
  /// Identifies the login in `completeLogin`. Becomes a credential once it is approved, so it must not be logged.
  public var requestToken: String
  /// The time at which the token expires, in ISO 8601 and UTC; nil if the service does not say.
  public var expiresAt: String?

  /// - Parameter expiresAt: in ISO 8601 and UTC; nil if the service does not say.
  public init(url: String, requestToken: String, expiresAt: String? = nil) {
    (self.url, self.requestToken, self.expiresAt) = (url, requestToken, expiresAt)
  }

  public static var schema: JSONSchema { shared("Login", "A login that the user must approve.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("url", .uri, "The URL to open in a browser.") { $0.url }
    field.required("requestToken", .string, "The token to pass to `completeLogin`.") { $0.requestToken }
    field.optional("expiresAt", .dateTime, "The time at which the token expires.") { $0.expiresAt }
  }
}
