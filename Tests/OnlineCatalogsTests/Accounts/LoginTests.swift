import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@testable import MovieCore
@testable import OnlineCatalogs

@Suite(.timeLimit(.minutes(20)))
struct LoginTests {
  private let upstream: TMDBUpstream
  private let machine: Machine

  init() throws {
    upstream = try TMDBUpstream(.tmdb)
    machine = try Machine(upstream)
  }

  @Test func `a login returns a URL without a key, and its expiry`() async throws {
    let approval = try await machine.account.login()
    #expect(approval.url == "https://site.test/authenticate/\(approval.requestToken)")
    #expect(approval.requestToken.count == 40)
    #expect(try #require(approval.expiresAt).wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
  }

  @Test(arguments: [
    ("2024-01-22 20:49:56 UTC", "2024-01-22T20:49:56Z"), ("2024-01-22 20:49:56", "2024-01-22T20:49:56Z"),
    ("2024-01-2२ 20:49:56 UTC", nil), ("", nil),
  ])
  func `the expiry is in ISO 8601 or absent`(text: String, expected: String?) {
    #expect(ISO8601.seconds(text) == expected)
  }

  @Test func `a login that is not approved yet can be completed later with the same token`() async throws {
    let approval = try await machine.account.login()
    let early = await failure { try await machine.account.completeLogin(requestToken: approval.requestToken) }
    #expect((early?.reason, early?.reason.isRetryable) == (.notApproved, true))
    #expect(machine.account.state == AccountState())
    try upstream.decide(.approved, token: approval.requestToken)
    let state = try await machine.account.completeLogin(requestToken: approval.requestToken)
    #expect(state.user == AccountState.User(id: "548", name: "moviegoer"))
    #expect(machine.account.state == state)
  }

  @Test func `an expired token has its own error`() async throws {
    let approval = try await machine.account.login()
    try upstream.decide(.expired, token: approval.requestToken)
    let error = await failure { try await machine.account.completeLogin(requestToken: approval.requestToken) }
    #expect((error?.reason, error?.upstreamCode) == (.notLoggedIn, "33"))
  }

  @Test(arguments: ["", "../account", "a b", "token?x=1", "é", String(repeating: "a", count: 129)])
  func `an invalid token is not sent`(token: String) async throws {
    let error = await failure { try await machine.account.completeLogin(requestToken: token) }
    #expect((error?.reason, error?.field) == (.invalidParams, "requestToken"))
    #expect(try upstream.log().requests.isEmpty)
  }

  @Test func `a login whose user could not be fetched continues from there, though its token is used up`() async throws
  {
    let approval = try await machine.account.login()
    try upstream.decide(.approved, token: approval.requestToken)
    try upstream.setFault("status", ["status": 503], match: "GET /3/account")
    let error = await failure { try await machine.account.completeLogin(requestToken: approval.requestToken) }
    #expect(error?.reason == .upstreamFailed)
    #expect(machine.account.state == AccountState())
    try upstream.clearFaults()
    #expect(try await machine.account.completeLogin(requestToken: approval.requestToken).user?.id == "548")
  }

  @Test func `a failed login leaves the login before it unchanged`() async throws {
    let state = try await machine.logIn()
    let approval = try await machine.account.login()
    let error = await failure { try await machine.account.completeLogin(requestToken: approval.requestToken) }
    #expect(error?.reason == .notApproved)
    #expect(machine.account.state == state)
    try await machine.account.rate(movie(550).id, 8.5)
  }

  @Test func `a logout also ends the session at the service`() async throws {
    try await machine.logIn()
    let sessionID = try #require(machine.account.sessionID)
    #expect(try await machine.account.logout() == AccountState())
    #expect(!FileManager.default.fileExists(atPath: machine.folder.file("sessions.json")))
    let last = try #require(try upstream.log().requests.last)
    #expect((last.method, last.path, last.status) == ("DELETE", "/3/authentication/session", 200))
    #expect(try JSON.parse(last.body)["session_id"]?.string == sessionID)
  }

  @Test func `a logout works without the service`() async throws {
    try await machine.logIn()
    upstream.stop()
    #expect(try await machine.account.logout() == AccountState())
    #expect(machine.account.state == AccountState())
  }

  @Test func `ratings can be set and removed, and are part of the movie's detail`() async throws {
    try await machine.logIn()
    try await machine.session.rate(movie(496243).id, 8.5)
    #expect(try await machine.session.detail(movie(496243).id, reviews: 0).myRating == 8.5)
    try await machine.session.rate(movie(496243).id, 10)
    #expect(try await machine.session.detail(movie(496243).id, reviews: 0).myRating == 10)
    try await machine.session.rate(movie(496243).id, nil)
    #expect(try await machine.session.detail(movie(496243).id, reviews: 0).myRating == nil)
  }

  @Test(arguments: ["1/../../account", "abc", "0", "0550", "-1", "999999999"])
  func `a movie that does not exist cannot be rated`(native: String) async throws {
    try await machine.logIn()
    let id = MovieID(catalog: "tmdb", native: native)
    let error = await failure { try await machine.account.rate(id, 5) }
    #expect(error?.reason == .movieNotFound)
    #expect(error?.message == MovieError.movieNotFound(id).message)
    #expect(try upstream.log().requests.allSatisfy { !$0.path.contains("..") })
  }

  @Test func `rating needs a login`() async throws {
    #expect(await failure { try await machine.account.rate(movie(550).id, 5) }?.reason == .notLoggedIn)
    #expect(try upstream.log().requests.isEmpty)
  }

  @Test(arguments: [3, 17])
  func `a session that the service has ended is deleted and reported`(code: Int) async throws {
    machine.session.prepare()
    try await machine.logIn()
    try upstream.setFault("error", ["code": .integer(code)], match: "/rating")
    let error = await failure { try await machine.account.rate(movie(550).id, 5) }
    #expect((error?.reason, error?.httpStatus) == (.notLoggedIn, 401))
    #expect(machine.account.state == AccountState())
    #expect(machine.told == ["moviegoer", nil])
  }

  @Test func `a detail also notices that the session has ended`() async throws {
    try await machine.logIn()
    try upstream.setFault("error", ["code": 3], match: "/account_states")
    _ = try await machine.session.detail(movie(496243).id, reviews: 0)
    #expect(machine.account.state == AccountState())
  }

  @Test(arguments: [(7, FailureReason.upstreamUnauthorized), (25, .upstreamRateLimited), (11, .upstreamFailed)])
  func `other failures do not end the session`(code: Int, reason: FailureReason) async throws {
    let state = try await machine.logIn()
    try upstream.setFault("error", ["code": .integer(code)], match: "/rating")
    #expect(await failure { try await machine.account.rate(movie(550).id, 5) }?.reason == reason)
    #expect(machine.account.state == state)
  }

  @Test func `errors contain neither the key nor the session`() async throws {
    try await machine.logIn()
    let sessionID = try #require(machine.account.sessionID)
    upstream.stop()
    let error = try #require(await failure { try await machine.account.rate(movie(550).id, 5) })
    #expect(error.reason == .upstreamUnreachable)
    #expect(!"\(error)".contains(sessionID) && !"\(error)".contains(Machine.key))
  }
}
