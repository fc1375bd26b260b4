enum Login {
  static let catalog = optional("catalog", .text, "The name of the catalog; by default the first that has accounts.")

  static let method = Method(
    "login", "Starts a login, which the user approves on the catalog's site.",
    details: "The user opens `url` and approves; then call `completeLogin` with `requestToken`.", [catalog],
    errors: .ofCatalogs
  ) { call in
    try await call.session.login(call.session.account(call(catalog)), context: call.context)
  }
}

enum CompleteLogin {
  static let requestToken = Parameter("requestToken", .text, "The token that `login` returned.")

  static let method = Method(
    "completeLogin", "Completes a login that the user has approved.",
    details: "Fails with `notApproved` until the user has approved the login; the client may ask again.",
    [requestToken, Login.catalog], errors: .ofCatalogs + .failures(.notApproved, .notLoggedIn, .storageFailed)
  ) { call in
    let requestToken = try call(requestToken)
    let account = try call.session.account(try call(Login.catalog))
    return try await call.session.completeLogin(account, requestToken: requestToken, context: call.context)
  }
}

enum Logout {
  static let method = Method(
    "logout", "Logs the user out, here and at the catalog.",
    details: "The stored login is deleted even if the catalog cannot be reached.", [Login.catalog],
    errors: .ofCatalogs + .failures(.storageFailed)
  ) { call in
    try await call.session.logout(call.session.account(call(Login.catalog)))
  }
}

enum GetSession {
  static let method = Method(
    "session", "Returns the login state of a catalog's account.",
    details: "The answer comes from memory; no request goes to the catalog.", [Login.catalog],
    errors: .failures(.catalogUnknown, .catalogNotConfigured, .unsupportedByCatalog, .catalogDiscontinued)
  ) { call in
    try call.session.account(call(Login.catalog)).session
  }
}
