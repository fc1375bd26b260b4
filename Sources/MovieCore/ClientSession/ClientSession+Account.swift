extension ClientSession {
  /// An account and the name of its catalog.
  public struct NamedAccount: Sendable {
    var catalog: String
    var account: any Account

    /// The user who is logged in, as far as this computer knows.
    public var session: SessionChange { SessionChange(catalog: catalog, state: account.state) }
  }

  /// The account at the named catalog. If `name` is nil: the account at the session's catalog, or else at the first
  /// catalog that has accounts. Throws `unsupportedByCatalog` if there is none.
  public func account(_ name: String?) throws(MovieError) -> NamedAccount {
    let preferred = Result { () throws(MovieError) in try catalog(name) }
    let candidates = ((try? preferred.get()).map { [$0] } ?? []) + (name == nil ? catalogs.all : [])
    for catalog in candidates {
      if let account = catalog.account { return NamedAccount(catalog: catalog.info.name, account: account) }
    }
    throw .unsupported("accounts", by: try preferred.get().info.name)
  }

  /// Begins a login (`Account.login`).
  public func login(_ account: NamedAccount, context: RequestContext = .none) async throws -> LoginApproval {
    let catalog = try catalogs.catalog(account.catalog)
    return try await loading(.login, context) {
      try await timeLimit.run(in: catalog) { try await account.account.login() }
    }
  }

  /// Completes a login (`Account.completeLogin`), then starts to synchronize the favorites if that is configured.
  public func completeLogin(
    _ account: NamedAccount, requestToken: String, context: RequestContext = .none
  ) async throws -> SessionChange {
    let catalog = try catalogs.catalog(account.catalog)
    let state = try await loading(.login, context) {
      try await timeLimit.run(in: catalog) { try await account.account.completeLogin(requestToken: requestToken) }
    }
    for sync in favoritesSyncs[account.catalog] ?? [] { sync.reconcile() }
    return SessionChange(catalog: account.catalog, state: state)
  }

  /// Deletes the login on this computer, and ends it at the service if the service can be reached.
  public func logout(_ account: NamedAccount) async throws -> SessionChange {
    SessionChange(catalog: account.catalog, state: try await account.account.logout())
  }

  /// Sets the logged-in user's rating of a movie, 0.5 to 10 in steps of 0.5, or removes it: first at the service, then
  /// in the library.
  public func rate(_ id: MovieID, _ value: Double?) async throws {
    let catalog = try catalogs.catalog(id.catalog)
    guard catalog.info.capabilities.contains(.rate), let account = catalog.account else {
      throw MovieError.unsupported("user ratings", by: catalog.info.name)
    }
    try await timeLimit.run(in: catalog) { try await account.rate(id, value) }
    // The service has the rating, whether or not the library gets it.
    _ = try? await mark(.id(id), SyncedList.ratings.edit(value.map(UserRating.tenths)), ratedAt: id.catalog)
  }
}

extension SessionChange: JSONObject {
  public static var schema: JSONSchema { shared("Session", "The login state of a catalog's account.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("catalog", .string, "The name of the catalog.") { $0.catalog }
    field.required("loggedIn", .boolean, "Whether a user is logged in.") { $0.state.user != nil }
    field.optional("user", AccountState.User.schema, "The user who is logged in.") { $0.state.user }
  }
}
