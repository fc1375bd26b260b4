import OperatingSystem

/// An account: login by approval on TMDB's website, ratings and lists.
/// Facts: https://developer.themoviedb.org/reference/authentication-how-do-i-generate-a-session-id
final class TMDBAccount: Account {
  let movies: TMDBMovieLoader
  var service: TMDBService { movies.service }
  private let website: String
  private let logins: LoginFile
  /// A session whose user could not be fetched yet, with its request token, which is used up by then.
  private let incompleteLogin = Mutex<(requestToken: String, sessionID: String)?>(nil)
  private let observation = Mutex<Observation?>(nil)

  private struct Observation {
    var lastReported: AccountState
    var onChange: @Sendable (AccountState) -> Void
    var watch: FolderWatch?
  }

  init(movies: TMDBMovieLoader, logins: LoginFile, website: String) {
    (self.movies, self.website, self.logins) = (movies, website, logins)
  }

  /// Between checks of the file if the system provides no file watch. A check is one `stat`.
  private static let pollMilliseconds = 1_000

  var state: AccountState { AccountState(user: logins.read().login?.user) }

  /// The session of the user who is logged in; nil if nobody is. A secret.
  var sessionID: String? { logins.read().login?.sessionID }

  func observe(_ onChange: @escaping @Sendable (AccountState) -> Void) {
    observation.withLock { $0 = Observation(lastReported: state, onChange: onChange) }
    reportChange()
  }

  /// Reports a change of the login state since the last report, whichever process made it.
  private func reportChange() {
    observation.withLock { observation in
      guard var current = observation else { return }
      if current.watch?.isCurrent != true {
        current.watch?.stop()
        // The folder may have been removed; without it, a login by another process would go unnoticed.
        makeDirectory(logins.folder)
        current.watch = FolderWatch(directory: logins.folder, pollMilliseconds: Self.pollMilliseconds) { [weak self] in
          self?.reportChange()
        }
      }
      // Read after the watch is in place, so that no change is missed.
      let state = state
      let isNew = state != current.lastReported
      current.lastReported = state
      observation = current
      if isNew { current.onChange(state) }
    }
  }

  deinit { observation.withLock { $0?.watch?.stop() } }

  func login() async throws -> LoginApproval {
    let json = try await service.send(.get, "/authentication/token/new", body: nil)
    guard let token = json["request_token"]?.string, Self.isToken(token) else {
      throw service.upstream.invalidResponse("the request token is missing")
    }
    return LoginApproval(
      url: "\(website)/authenticate/\(token)", requestToken: token,
      expiresAt: json["expires_at"]?.string.flatMap(ISO8601.seconds))
  }

  func completeLogin(requestToken: String) async throws -> AccountState {
    guard Self.isToken(requestToken) else {
      throw MovieError.invalidParams("The member requestToken must be a token from login.", field: "requestToken")
    }
    let kept = incompleteLogin.withLock { $0?.requestToken == requestToken ? $0?.sessionID : nil }
    let sessionID: String
    if let kept {
      sessionID = kept
    } else {
      sessionID = try await newSession(requestToken)
      incompleteLogin.withLock { $0 = (requestToken, sessionID) }
    }
    let json = try await service.get("/account", session: sessionID).json
    guard let id = json["id"]?.int, id >= 0 else { throw service.upstream.invalidResponse("the account id is missing") }
    let names = [json["name"], json["username"]].compactMap { $0?.text }
    let user = AccountState.User(id: String(id), name: names.first ?? String(id))
    try await logins.write(LoginFile.Login(sessionID: sessionID, user: user))
    incompleteLogin.withLock { if $0?.sessionID == sessionID { $0 = nil } }
    reportChange()
    return state
  }

  private func newSession(_ requestToken: String) async throws -> String {
    let body: JSON = ["request_token": .string(requestToken)]
    let json = try await service.send(.post, "/authentication/session/new", body: body, returnsLogin: true)
    guard let sessionID = json["session_id"]?.string, Self.isToken(sessionID) else {
      throw service.upstream.invalidResponse("the session id is missing")
    }
    return sessionID
  }

  func logout() async throws -> AccountState {
    guard let sessionID else { return AccountState() }
    try await deleteLogin(sessionID)
    // The login is deleted here in any case. Ending it at the service may fail.
    _ = try? await service.send(.delete, "/authentication/session", body: ["session_id": .string(sessionID)])
    return state
  }

  /// Deletes a login; does nothing if another one has replaced it.
  private func deleteLogin(_ sessionID: String) async throws(MovieError) {
    defer { reportChange() }
    try await logins.remove(sessionID)
  }

  func list(_ list: SyncedList) -> (any RemoteList)? { TMDBAccountList(account: self, list: list) }

  /// Runs a request with the session of the user who is logged in, who must be this one if there is one.
  func withSession<Value>(
    of user: AccountState.User? = nil, _ body: (LoginFile.Login) async throws -> Value
  ) async throws -> Value {
    let reading = logins.read()
    guard let login = reading.login, user == nil || user?.id == login.user.id else {
      throw MovieError(
        .notLoggedIn, "Nobody is logged in to TMDB. See the method login.", catalog: TMDBService.name,
        detail: reading.rejection)
    }
    do {
      return try await body(login)
    } catch let error as MovieError where error.httpStatus == 401 && ["3", "17"].contains(error.upstreamCode) {
      // The session is invalid. Without one in the request, it would mean the key.
      try? await deleteLogin(login.sessionID)
      var ended = MovieError(.notLoggedIn, "TMDB has ended the login. See the method login.", catalog: TMDBService.name)
      ended.httpStatus = error.httpStatus
      ended.upstreamCode = error.upstreamCode
      throw ended
    }
  }

  func rate(_ id: MovieID, _ value: Double?) async throws {
    try await withSession { login in try await setRating(service.number(of: id), value, of: id, login) }
  }

  /// - Parameter number: TMDB's id of the movie.
  func setRating(_ number: String, _ value: Double?, of id: MovieID, _ login: LoginFile.Login) async throws {
    let body = value.map { JSON.object([JSON.Member("value", .number($0.description))]) }
    _ = try await service.send(
      value == nil ? .delete : .post, "/movie/\(number)/rating", body: body, about: id, session: login.sessionID)
  }

  /// Whether the text is safe in a path and in a file. Tokens have 40 hexadecimal digits today.
  private static func isToken(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isBase64URL }
  }
}
