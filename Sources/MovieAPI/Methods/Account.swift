import JSON
import MovieCore

/// `login`: begins a login, which the user approves in a browser.
enum Login {
  static let catalog = Parameter.optionalText("catalog", "The catalog; by default the first that has accounts.")

  static let method = Method(
    "login", "Begins a login: the user opens the address and approves.", [catalog],
    errors: .ofCatalogs, result: result,
    examples: [
      Example(
        "At the catalog that has accounts", [:],
        result: [
          "url": "https://www.themoviedb.org/authenticate/ff4a", "requestToken": "ff4a",
          "expiresAt": "2026-01-31T13:00:00.000Z",
        ], needs: "tmdb")
    ]
  ) { call in
    let account = try call.session.account(try call(catalog))
    let approval = try await call.session.login(account, activity: call.activity)
    return Record { result in
      result.member("url", approval.url)
      result.member("requestToken", approval.requestToken)
      result.member("expiresAt", approval.expiresAt)
    }
  }

  private static var result: JSONSchema {
    .shared(
      "Login", "What the user has to approve.",
      [
        .required("url", .uri, "To be opened in a browser."),
        .required("requestToken", .string, "For `completeLogin`."),
        .optional("expiresAt", .dateTime, "When it is too late."),
      ])
  }
}

/// `completeLogin`: makes a session of a login that the user has approved.
enum CompleteLogin {
  static let requestToken = Parameter.text("requestToken", "What `login` gave.")

  static let method = Method(
    "completeLogin", "Completes a login that the user has approved.", [requestToken, Login.catalog],
    errors: .ofCatalogs + .failures(.notApproved, .notLoggedIn, .storageFailed), result: AccountResult.schema,
    examples: [
      Example("Once it is approved", ["requestToken": "ff4a"], result: AccountResult.example, needs: "a login at tmdb")
    ]
  ) { call in
    let requestToken = try call(requestToken)
    let account = try call.session.account(try call(Login.catalog))
    let state = try await call.session.completeLogin(account, requestToken: requestToken, activity: call.activity)
    return AccountResult(catalog: account.catalog, state: state)
  }
}

/// `logout`: forgets the login, here and at the catalog.
enum Logout {
  static let method = Method(
    "logout", "Ends the session with a catalog's account.", [Login.catalog],
    errors: .ofCatalogs + .failures(.storageFailed), result: AccountResult.schema,
    examples: [Example("Good bye", [:], result: ["catalog": "tmdb", "loggedIn": false], needs: "a login at tmdb")]
  ) { call in
    let account = try call.session.account(try call(Login.catalog))
    return AccountResult(catalog: account.catalog, state: try await call.session.logout(account))
  }
}

/// `session`: who is logged in.
enum GetSession {
  static let method = Method(
    "session", "Tells whether the user is logged in.", [Login.catalog],
    errors: .failures(.catalogUnknown, .catalogNotConfigured, .unsupportedByCatalog, .catalogDiscontinued),
    result: AccountResult.schema,
    examples: [Example("Who am I?", [:], result: AccountResult.example, needs: "a login at tmdb")]
  ) { call in
    let account = try call.session.account(try call(Login.catalog))
    return AccountResult(catalog: account.catalog, state: account.state)
  }
}
