extension ClientSession {
  /// An account with the name of its catalog.
  public struct NamedAccount: Sendable {
    public var catalog: String
    var account: any Account

    /// Who is logged in, as far as this machine knows.
    public var state: AccountState { account.state }
  }

  /// The account at the catalog of that name; without a name at the session's catalog, or else at the first that
  /// has any.
  ///
  /// - Throws: `unsupportedByCatalog` where there is none.
  public func account(_ name: String?) throws(MovieError) -> NamedAccount {
    let preferred = try catalog(name)
    let candidates = name == nil ? [preferred] + catalogs.all : [preferred]
    for catalog in candidates {
      if let account = catalog.account { return NamedAccount(catalog: catalog.info.name, account: account) }
    }
    throw .unsupported("accounts", by: preferred.info.name)
  }

  /// Begins a login (`Account.login`), under a spinner.
  public func login(_ account: NamedAccount, activity: Activity = Activity()) async throws -> LoginApproval {
    let spinner = spinner(.login, activity: activity)
    spinner.begin()
    return try await loading(spinner) { try await account.account.login() }
  }

  /// Completes a login (`Account.completeLogin`), under a spinner. Favorites that are synced are compared behind it.
  public func completeLogin(_ account: NamedAccount, requestToken: String, activity: Activity = Activity()) async throws
    -> AccountState
  {
    let spinner = spinner(.login, activity: activity)
    spinner.begin()
    let state = try await loading(spinner) { try await account.account.completeLogin(requestToken: requestToken) }
    favoritesSyncs[account.catalog]?.reconcile()
    return state
  }

  /// Forgets the login here, and ends it at the service if that can be reached.
  public func logout(_ account: NamedAccount) async throws -> AccountState { try await account.account.logout() }

  /// Rates a movie for the user who is logged in.
  ///
  /// - Parameter value: 0.5 to 10 in steps of 0.5; nil takes the rating back.
  public func rate(_ id: MovieID, _ value: Double?) async throws {
    let catalog = try catalogs.catalog(id.catalog)
    guard catalog.info.capabilities.contains(.rate), let account = catalog.account else {
      throw MovieError.unsupported("ratings by its users", by: catalog.info.name)
    }
    if let value { try await account.rate(id, value) } else { try await account.unrate(id) }
  }
}
