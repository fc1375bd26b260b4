import Concurrency
import HTTP
import JSON
import MovieCore
import OperatingSystem
import Platform

/// A user's account at TMDB: a login approved on its site, ratings, favorites.
/// Facts: https://developer.themoviedb.org/reference/authentication-how-do-i-generate-a-session-id
final class TMDBAccount: Account, TMDBSessionSource {
  let service: TMDBService
  let folder: String
  private let website: String
  /// Makes movies of a list's rows, in a language.
  let movies: @Sendable (_ rows: [JSON], _ language: String?) async -> [Movie]
  private let sessions: LoginFile
  /// A session that the service has given and whose user is not known yet, with its request token: the token is used
  /// up, so that a second try has to go on from here.
  private let unfinished = Mutex<(requestToken: String, sessionID: String)?>(nil)
  private let observation = Mutex<Observation?>(nil)

  private struct Observation {
    var told: AccountState
    var onChange: @Sendable (AccountState) -> Void
    var watch: FolderWatch?
  }

  /// - Parameters:
  ///   - folder: the data folder; made where it is missing once somebody observes, or logs in.
  ///   - website: where users approve logins.
  ///   - movies: makes movies of a list's rows, in a language; leaves out what cannot be read.
  init(
    service: TMDBService, folder: String, website: String,
    movies: @escaping @Sendable (_ rows: [JSON], _ language: String?) async -> [Movie]
  ) {
    self.service = service
    self.folder = folder
    self.website = website
    self.movies = movies
    sessions = LoginFile(folder: folder, catalog: TMDBService.name, keyFingerprint: service.keyFingerprint)
  }

  // MARK: Who is logged in

  var state: AccountState { AccountState(user: sessions.read().login?.user) }

  var sessionID: String? { sessions.read().login?.sessionID }

  func observe(_ onChange: @escaping @Sendable (AccountState) -> Void) {
    observation.withLock { $0 = Observation(told: state, onChange: onChange) }
    look()
  }

  /// Tells of a change, whoever made it.
  private func look() {
    observation.withLock { observation in
      guard var current = observation else { return }
      if current.watch?.isCurrent != true {
        current.watch?.stop()
        // It may be gone, and another process is to be heard when it logs in.
        makeDirectory(folder)
        current.watch = FolderWatch(directory: folder) { [weak self] in self?.look() }
      }
      // Read with the watch in place, so that nothing falls between the two.
      let state = state
      let isNew = state != current.told
      current.told = state
      observation = current
      if isNew { current.onChange(state) }
    }
  }

  deinit { observation.withLock { $0?.watch?.stop() } }

  // MARK: Login

  func login() async throws -> LoginApproval {
    let json = try await service.about(nil) { try await service.fresh("/authentication/token/new") }
    guard let token = json["request_token"]?.string, Self.isToken(token) else {
      throw service.upstream.invalidResponse("there is no request token")
    }
    return LoginApproval(
      url: "\(website)/authenticate/\(token)", requestToken: token,
      expiresAt: json["expires_at"]?.string.flatMap(Self.iso8601))
  }

  func completeLogin(requestToken: String) async throws -> AccountState {
    guard Self.isToken(requestToken) else {
      throw MovieError.invalidParams("The member requestToken must be what login has given.", field: "requestToken")
    }
    let kept = unfinished.withLock { $0?.requestToken == requestToken ? $0?.sessionID : nil }
    let sessionID: String
    if let kept {
      sessionID = kept
    } else {
      sessionID = try await newSession(requestToken)
      unfinished.withLock { $0 = (requestToken, sessionID) }
    }
    let json = try await service.about(nil) { try await service.fresh("/account", session: sessionID) }
    guard let id = json["id"]?.int, id >= 0 else { throw service.upstream.invalidResponse("there is no account id") }
    let names = [json["name"], json["username"]].compactMap { $0?.text }
    let user = AccountState.User(id: String(id), name: names.first ?? String(id))
    try sessions.write(LoginFile.Login(sessionID: sessionID, user: user))
    unfinished.withLock { if $0?.sessionID == sessionID { $0 = nil } }
    look()
    return state
  }

  private func newSession(_ requestToken: String) async throws -> String {
    let body: JSON = ["request_token": .string(requestToken)]
    let json = try await service.about(nil) {
      try await service.send(.post, "/authentication/session/new", body: body)
    }
    guard let sessionID = json["session_id"]?.string, Self.isToken(sessionID) else {
      throw service.upstream.invalidResponse("there is no session id")
    }
    return sessionID
  }

  func logout() async throws -> AccountState {
    guard let sessionID else { return AccountState() }
    try forget(sessionID)
    // The login is over here in any case; at the service it ends if that can be told so.
    _ = try? await service.send(.delete, "/authentication/session", body: ["session_id": .string(sessionID)])
    return state
  }

  /// Forgets a login that the service has ended, or that is to end; nothing where another one has taken its place.
  func forget(_ sessionID: String) throws(MovieError) {
    defer { look() }
    try sessions.remove(sessionID)
  }

  // MARK: What needs a login

  /// Runs a request of the user who is logged in.
  ///
  /// - Parameter user: who has to be logged in; nil for anybody.
  func withSession<Value>(
    of user: AccountState.User? = nil, _ body: (LoginFile.Login) async throws -> Value
  ) async throws -> Value {
    let reading = sessions.read()
    guard let login = reading.login, user == nil || user?.id == login.user.id else {
      throw MovieError(
        .notLoggedIn, "Nobody is logged in to TMDB. See the method login.", catalog: TMDBService.name,
        detail: reading.refusal)
    }
    do {
      return try await body(login)
    } catch let error as MovieError where Self.isEndOfSession(error) {
      failed(error, withSession: login.sessionID)
      var ended = MovieError(
        .notLoggedIn, "TMDB has ended the login. See the method login.", catalog: TMDBService.name)
      ended.httpStatus = error.httpStatus
      ended.upstreamCode = error.upstreamCode
      throw ended
    }
  }

  /// Of a request with a session only: the key is as good as before.
  private static func isEndOfSession(_ error: MovieError) -> Bool {
    error.httpStatus == 401 && (error.upstreamCode == "3" || error.upstreamCode == "17")
  }

  func failed(_ error: any Error, withSession sessionID: String) {
    if let error = error as? MovieError, Self.isEndOfSession(error) { try? forget(sessionID) }
  }

  func rate(_ id: MovieID, _ value: Double) async throws {
    let body: JSON = ["value": .number(value.description)]
    try await rating(.post, id, body)
  }

  func unrate(_ id: MovieID) async throws { try await rating(.delete, id, nil) }

  private func rating(_ method: HTTPRequest.Method, _ id: MovieID, _ body: JSON?) async throws {
    try await withSession { login in
      let number = try await service.number(of: id)
      try await service.about(id) {
        _ = try await service.send(method, "/movie/\(number)/rating", body: body, session: login.sessionID)
      }
    }
  }

  // MARK: What comes and goes in paths

  /// What may stand in a path and in a file: 40 hexadecimal digits today.
  private static func isToken(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isBase64URL }
  }

  /// `2024-01-22 20:49:56 UTC` as ISO 8601; nil for anything else.
  static func iso8601(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let pattern = Array("0000-00-00 00:00:00 UTC".utf8)
    guard bytes.count == pattern.count,
      zip(bytes, pattern).allSatisfy({ $1 == 0x30 ? $0.isASCIIDigit : $0 == $1 })
    else { return nil }
    return "\(text.prefix(10))T\(text.dropFirst(11).prefix(8))Z"
  }
}
