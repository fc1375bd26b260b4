import Foundation
import JSON
import TestSupport
import Testing

@testable import MovieCore
@testable import OnlineCatalogs

/// Synchronization of one computer with its user's account, which another computer of the user changes.
@Suite(.timeLimit(.minutes(20)))
struct FavoritesSyncTests {
  private let upstream: TMDBUpstream
  private let machine: Machine
  /// Another computer, which changes the account.
  private let elsewhere: Machine
  /// Movies that the service has.
  private static let films = [496243, 670, 11423, 290098, 396535, 491584, 705996, 293670, 110415, 1255, 30018, 11344]

  init() async throws {
    upstream = try TMDBUpstream(.tmdb)
    machine = try Machine(upstream, syncsFavorites: true)
    elsewhere = try Machine(upstream)
    try await elsewhere.logIn()
  }

  /// The requests of this computer that changed the account's favorites.
  private func pushes() throws -> [String] {
    let session = machine.account.sessionID
    return try upstream.log().requests
      .filter { $0.method == "POST" && $0.path.hasSuffix("/favorite") && $0.query["session_id"] == session }.map(\.body)
  }

  /// The paths of all requests but those that look up films in the background.
  private func requests() throws -> [String] {
    try upstream.log().requests.map(\.path).filter { !$0.hasSuffix("/external_ids") }
  }

  /// Disconnects only this computer.
  private func cutOff() throws { try upstream.setFault("reset", match: try #require(machine.account.sessionID)) }

  @Test func `the first login unites both sides`() async throws {
    try await machine.star(496243)
    try await elsewhere.setFavorite(670, true)
    try await machine.logIn()
    try await machine.sync()
    #expect(try await machine.starred() == [496243, 670])
    #expect(try await elsewhere.favorites() == [496243, 670])
    let taken = try await machine.store.kept(movie(670).id).uncancellableValue()
    #expect((taken?.title, taken?.year) == ("Oldboy", 2003))
    #expect(taken?.posterUrl != nil)
  }

  @Test func `a watchlist goes both ways by the same merge, apart from the favorites`() async throws {
    try await machine.watch(496243, true)
    try await machine.star(496243)
    try await elsewhere.setFavorite(670, true, on: .watchlist)
    try await machine.logIn()
    try await machine.sync()
    #expect(try await machine.watchlist() == [496243, 670])
    #expect(try await elsewhere.favorites(.watchlist) == [496243, 670])
    #expect(try await elsewhere.favorites() == [496243])
    // A viewing takes the film off both watchlists, and what is taken off there is taken off here.
    _ = try await machine.session.log(ViewingEdit(), of: .movie(movie(496243)))
    try await elsewhere.setFavorite(670, false, on: .watchlist)
    try await machine.sync()
    #expect(try await machine.watchlist() == [])
    #expect(try await elsewhere.favorites(.watchlist) == [])
    #expect(try await machine.starred() == [496243])
  }

  @Test func `ratings go both ways, and of two different changes that of this computer stays`() async throws {
    try await machine.rate(496243, 85)
    try await machine.rate(603, 60)
    try await elsewhere.set(670, 90, on: .ratings)
    try await elsewhere.set(603, 40, on: .ratings)
    try await machine.logIn()
    try await machine.sync()
    #expect(try await machine.ratings() == [496243: 85, 670: 90, 603: 60])
    #expect(try await elsewhere.values(.ratings) == [496243: 85, 670: 90, 603: 60])
    // Changes of one side each, a removal among them.
    try await machine.rate(496243, nil)
    try await elsewhere.set(670, 10, on: .ratings)
    try await elsewhere.set(603, nil, on: .ratings)
    try await machine.sync()
    #expect(try await machine.ratings() == [670: 10])
    #expect(try await elsewhere.values(.ratings) == [670: 10])
    #expect(try await machine.starred() == [])
  }

  @Test func `a rating by rate is sent once`() async throws {
    try await machine.logIn()
    try await machine.sync()
    try upstream.clearLog()
    try await machine.session.rate(movie(496243).id, 8.5)
    try await machine.sync()
    #expect(try await elsewhere.values(.ratings) == [496243: 85])
    #expect(try await machine.ratings() == [496243: 85])
    #expect(try upstream.log().requests.filter { $0.method == "POST" }.count == 1)
  }

  @Test func `an account whose pages repeat is not read forever, and unstars nothing here`() async throws {
    try await machine.star(496243)
    try await elsewhere.setFavorite(670, true)
    try upstream.setFault("repeated_page", match: "/favorite/movies")
    try await machine.logIn()
    try await machine.sync()
    #expect(try upstream.log().requests.filter { $0.path.hasSuffix("/favorite/movies") }.count <= 6)
    #expect(try await machine.starred() == [496243, 670])
  }

  @Test func `movies from the account have English texts if there are none in the language`() async throws {
    for film in [346, 670] { try await elsewhere.setFavorite(film, true) }
    machine.session.configure { $0.language = "ko-KR" }
    try await machine.logIn()
    try await machine.sync()
    let samurai = try await machine.store.kept(movie(346).id).uncancellableValue()
    #expect((samurai?.title, samurai?.overview) == ("7인의 사무라이", "A village pays seven swordsmen in rice."))
    #expect(try await machine.store.kept(movie(670).id).uncancellableValue()?.title == "올드보이")
    // Movies with complete data, and known ones, are not fetched individually.
    let asked = { try requests().filter { $0.hasPrefix("/3/movie/") } }
    #expect(try asked() == ["/3/movie/346"])
    try await elsewhere.setFavorite(550, true)
    try await machine.sync()
    #expect(try asked() == ["/3/movie/346"])
  }

  @Test func `stars and unstars are mirrored in the background, in order`() async throws {
    try await machine.logIn()
    try await machine.sync()
    for film in Self.films { try await machine.star(film) }
    try await machine.unstar(Self.films[3])
    try await machine.sync()
    let rest = Self.films.filter { $0 != Self.films[3] }
    #expect(try await elsewhere.favorites() == Set(rest))
    let order = try pushes().filter { $0.contains("true") }.compactMap { body in
      Self.films.firstIndex { body.contains("\"media_id\":\($0),") }
    }
    #expect(order == order.sorted())
  }

  @Test func `the last of several quick changes wins`() async throws {
    try await machine.logIn()
    for _ in 0..<5 {
      try await machine.star(550)
      try await machine.unstar(550)
    }
    try await machine.star(27205)
    try await machine.unstar(27205)
    try await machine.star(27205)
    try await machine.sync()
    #expect(try await elsewhere.favorites() == [27205])
  }

  @Test func `changes made elsewhere arrive with the next refresh and are not sent back`() async throws {
    try await machine.star(496243)
    try await machine.logIn()
    try await machine.sync()
    let before = try pushes().count
    try await elsewhere.setFavorite(496243, false)
    try await elsewhere.setFavorite(27205, true)
    _ = try await machine.session.refreshFavorites()
    #expect(try await machine.starred() == [27205])
    try await machine.sync()
    #expect(try pushes().count == before)
    #expect(try await elsewhere.favorites() == [27205])
  }

  @Test func `without the setting nothing is sent`() async throws {
    let other = try Machine(upstream)
    try await other.logIn()
    try await elsewhere.setFavorite(670, true)
    try await other.star(496243)
    _ = try await other.session.refreshFavorites()
    #expect(try await other.starred() == [496243])
    #expect(try await elsewhere.favorites() == [670])
  }

  @Test func `the first request of a session that is logged in syncs`() async throws {
    try await machine.logIn()
    try await machine.sync()
    try await elsewhere.setFavorite(670, true)
    let next = try Machine(upstream, folder: machine.folder, syncsFavorites: true)
    next.session.prepare()
    try await next.events.wait { events in
      events.contains { ($0 as? FavoritesChange)?.added.count == 1 }
    }
    #expect(try await next.starred() == [670])
  }

  // MARK: Failures

  @Test func `changes made during an outage are applied to the other side afterwards`() async throws {
    for film in Self.films.prefix(4) { try await machine.star(film) }
    try await machine.logIn()
    try await machine.sync()
    try cutOff()
    try await machine.unstar(Self.films[0])
    try await machine.star(Self.films[5])
    try await elsewhere.setFavorite(Self.films[1], false)
    try await elsewhere.setFavorite(Self.films[6], true)
    try await machine.sync()
    #expect(try await machine.starred() == Set(Self.films[1...3] + [Self.films[5]]))
    try upstream.clearFaults()
    try await machine.sync()
    let expected = Set(Self.films[2...3] + Self.films[5...6])
    #expect(try await machine.starred() == expected)
    #expect(try await elsewhere.favorites() == expected)
  }

  @Test func `changes that could not be mirrored follow the first one that can`() async throws {
    try await machine.logIn()
    try await machine.sync()
    try cutOff()
    try await machine.star(670)
    try await upstream.wait(for: "POST /3/account/548/favorite")
    try upstream.clearFaults()
    try await machine.star(496243)
    try await upstream.wait(for: "POST /3/account/548/favorite", count: 3)
    // It runs after the current job.
    try await machine.sync()
    #expect(try await elsewhere.favorites() == [670, 496243])
  }

  @Test func `while the account cannot be reached, only the last of the waiting changes is tried`() async throws {
    try await machine.logIn()
    try await machine.sync()
    try upstream.setFault("reset", ["delay_ms": 10_000], match: "POST /3/account/548/favorite", times: 1)
    try cutOff()
    for film in Self.films { try await machine.star(film) }
    try #require(try upstream.log().requests.last { !$0.path.hasSuffix("/external_ids") }?.state == .open)
    let last = machine.session.favoritesSyncs["tmdb"]?.first?.reconcile()
    try await last?.uncancellableValue()
    // A reconciliation, which fails too, follows them. libcurl tries again if a connection is reset.
    #expect(Set(try pushes()).count <= 2)
    try upstream.clearFaults()
    try await machine.star(27205)
    try await machine.sync()
    try await machine.sync()
    #expect(try await elsewhere.favorites() == Set(Self.films + [27205]))
  }

  @Test func `an unstar before the first sync is not undone by it`() async throws {
    try await elsewhere.setFavorite(670, true)
    try await machine.star(670)
    try upstream.setFault("reset", match: "favorite")
    try await machine.logIn()
    try await machine.unstar(670)
    try await machine.sync()
    try upstream.clearFaults()
    try await machine.sync()
    #expect(try await machine.starred() == [])
    #expect(try await elsewhere.favorites() == [])
  }

  @Test func `a new star wins against the removal of the old one elsewhere`() async throws {
    try await machine.star(670)
    try await machine.logIn()
    try await machine.sync()
    try cutOff()
    try await elsewhere.setFavorite(670, false)
    try await machine.unstar(670)
    try await machine.star(670)
    try await machine.sync()
    try upstream.clearFaults()
    try await machine.sync()
    #expect(try await machine.starred() == [670])
    #expect(try await elsewhere.favorites() == [670])
  }

  @Test(arguments: ["reset", "html", "cut", "garbage", "empty"])
  func `a listing that fails in the middle removes nothing`(fault: String) async throws {
    let many = try await fill(30)
    try await elsewhere.setFavorite(many[29], false)
    try upstream.setFault(fault, match: "favorite/movies.*page=2")
    try await machine.sync()
    #expect(try await machine.starred() == Set(many))
    try upstream.clearFaults()
    try await machine.sync()
    #expect(try await machine.starred() == Set(many.dropLast()))
  }

  @Test func `an outdated listing neither removes favorites nor restores removed ones`() async throws {
    try await machine.star(670)
    try await machine.logIn()
    try await machine.sync()
    let empty: JSONPage = .init(ids: [])
    try upstream.setFault("json", ["value": empty.json], match: "favorite/movies", times: 1)
    try await machine.sync()
    #expect(try await machine.starred() == [670])
    try await machine.unstar(670)
    try await machine.sync()
    try upstream.setFault("json", ["value": JSONPage(ids: [670]).json], match: "favorite/movies", times: 1)
    try await machine.sync()
    #expect(try await machine.starred() == [])
  }

  @Test func `an outdated listing restores nothing in another process unless the account has it`()
    async throws
  {
    try await machine.star(670)
    try await machine.star(550)
    try await machine.logIn()
    try await machine.sync()
    try await machine.unstar(670)
    try await machine.sync()
    machine.session.end()
    let next = try Machine(upstream, folder: machine.folder, syncsFavorites: true)
    try upstream.setFault("json", ["value": JSONPage(ids: [670, 550]).json], match: "favorite/movies", times: 1)
    try await next.sync()
    #expect(try await next.starred() == [550])
    #expect(try await elsewhere.favorites() == [550])
    try await elsewhere.setFavorite(670, true)
    try await next.sync()
    #expect(try await next.starred() == [670, 550])
  }

  @Test func `an incomplete listing removes nothing`() async throws {
    try await machine.star(670)
    try await machine.logIn()
    try await machine.sync()
    try await elsewhere.setFavorite(670, false)
    // The pages that can be read end soon, so that the test does too.
    try upstream.setFault("json", ["value": JSONPage(ids: [550], pages: 501).json], match: "favorite/movies")
    try await machine.sync()
    #expect(try await machine.starred() == [670, 550])
  }

  @Test func `a lost favorites file removes nothing from the account`() async throws {
    for film in Self.films { try await machine.star(film) }
    try await machine.logIn()
    try await machine.sync()
    machine.session.end()
    machine.store.close(milliseconds: 5_000)
    for name in try FileManager.default.contentsOfDirectory(atPath: machine.folder.path)
    where name.hasPrefix("favorites.db") {
      try FileManager.default.removeItem(atPath: machine.folder.file(name))
    }
    let next = try Machine(upstream, folder: machine.folder, syncsFavorites: true)
    try await next.sync()
    #expect(try await next.starred() == Set(Self.films))
    #expect(try await elsewhere.favorites() == Set(Self.films))
  }

  @Test func `a movie that the service does not have stays a favorite here and blocks nothing`() async throws {
    try await machine.star(999_999_999)
    _ = try await machine.session.star(
      .movie(Movie(id: MovieID(catalog: "tmdb", native: "tt0068646"), title: "By IMDb id")))
    try await machine.star(670)
    try await machine.logIn()
    try await machine.sync()
    try await machine.sync()
    #expect(try await machine.store.state().uncancellableValue().total == 3)
    #expect(try await elsewhere.favorites() == [670])
  }

  @Test func `a movie that the service has lost stays a favorite here`() async throws {
    try await machine.star(670)
    try await machine.logIn()
    try await machine.sync()
    try upstream.setFault("json", ["value": JSONPage(ids: []).json], match: "favorite/movies")
    try upstream.setFault("error", ["code": 34], match: "account_states|POST /3/account/548/favorite")
    for _ in 1...2 {
      try await machine.sync()
      #expect(try await machine.starred() == [670])
    }
  }

  // MARK: Costs

  @Test func `without changes one request for each list is enough, however long the lists are`() async throws {
    _ = try await fill(45)
    try upstream.clearLog()
    try await machine.sync()
    #expect(
      try requests() == [
        "/3/account/548/favorite/movies", "/3/account/548/watchlist/movies", "/3/account/548/rated/movies",
      ])
  }

  @Test func `what both sides have in common is stored with the favorites, in no other file`() async throws {
    let films = try await fill(3)
    let base = try await machine.store.syncBase(of: SyncedAccount(catalog: "tmdb", user: "548")).uncancellableValue()
    #expect(Set(base.values.keys) == Set(films.map { movie($0).id }))
    let names = try FileManager.default.contentsOfDirectory(atPath: machine.folder.path)
    #expect(!names.contains { $0.contains("synced") })
  }

  // MARK: Ends, and others

  @Test func `ending the session cancels the running job`() async throws {
    try await machine.logIn()
    try await machine.sync()
    try upstream.setFault("stall", match: "POST /3/account/548/favorite")
    try await machine.star(670)
    try await upstream.wait(for: "POST /3/account/548/favorite")
    let waiting = machine.session.favoritesSyncs["tmdb"]?.first?.reconcile()
    machine.session.end()
    try await waiting?.uncancellableValue()
    try await upstream.wait(for: "POST /3/account/548/favorite", state: .gone)
    try upstream.clearFaults()
    let next = try Machine(upstream, folder: machine.folder, syncsFavorites: true)
    try await next.sync()
    #expect(try await elsewhere.favorites() == [670])
  }

  @Test func `a logout in the middle sends nothing more`() async throws {
    try await machine.logIn()
    try await machine.sync()
    _ = try await machine.account.logout()
    try await machine.star(670)
    try await machine.sync()
    #expect(try await elsewhere.favorites() == [])
    try await machine.logIn()
    try await machine.sync()
    #expect(try await elsewhere.favorites() == [670])
  }

  @Test func `two processes can synchronize concurrently`() async throws {
    try await machine.logIn()
    let other = try Machine(upstream, folder: machine.folder, syncsFavorites: true)
    for film in Self.films.prefix(6) { try await elsewhere.setFavorite(film, true) }
    async let first: Void = machine.sync()
    async let second: Void = other.sync()
    for film in Self.films.suffix(6) { try await other.star(film) }
    _ = try await (first, second)
    for film in Self.films.prefix(2) { try await machine.unstar(film) }
    for film in Self.films.suffix(2) { try await other.unstar(film) }
    try await machine.sync()
    try await other.sync()
    let expected = Set(Self.films.dropFirst(2).dropLast(2))
    #expect(try await machine.starred() == expected)
    #expect(try await elsewhere.favorites() == expected)
  }

  /// Rounds of changes on both sides, to different movies, with this computer disconnected in every other round.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `whatever changes on either side, both end up equal`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    try await machine.logIn()
    var expected: Set<Int> = []
    for round in 0..<6 {
      let films = Self.films.shuffled(using: &random)
      if round % 2 == 1 { try cutOff() }
      for film in films.prefix(4) {
        if expected.remove(film) != nil {
          try await machine.unstar(film)
        } else {
          expected.insert(film)
          try await machine.star(film)
        }
      }
      for film in films.suffix(4) {
        let isFavorite = expected.remove(film) == nil
        if isFavorite { expected.insert(film) }
        try await elsewhere.setFavorite(film, isFavorite)
      }
      try await machine.sync()
      try upstream.clearFaults()
      try await machine.sync()
      #expect(try await machine.starred() == expected)
      #expect(try await elsewhere.favorites() == expected)
    }
  }

  // MARK: Support

  /// Makes this many favorites on both sides.
  private func fill(_ count: Int) async throws -> [Int] {
    let films = Array(9_000_001..<(9_000_001 + count))
    for film in films { try await machine.star(film) }
    try await machine.logIn()
    try await machine.sync()
    #expect(try await elsewhere.favorites() == Set(films))
    return films
  }
}

/// A page of a listing, as the service would send it.
private struct JSONPage {
  var ids: [Int]
  var pages = 1

  var json: JSON {
    let rows = ids.map { JSON.object([.init("id", .integer($0)), .init("title", .string("Movie \($0)"))]) }
    return [
      "page": 1, "results": .array(rows), "total_pages": .integer(pages),
      "total_results": .integer(ids.count + pages - 1),
    ]
  }
}
