import JSON
import TestSupport
import Testing

/// `--http-record` and then `--http-replay`, with notifications, failures and every kind of key.
@Suite("recorded services")
struct RecordedServicesTests {
  static let keys = [
    Upstream.Service.tmdb.keys,
    ["TMDB_ACCESS_TOKEN": "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"],
  ]

  /// No service listens there.
  private static let elsewhere = [
    "TMDB_BASE_URL": "http://127.0.0.1:1/3", "OMDB_BASE_URL": "http://127.0.0.1:1/",
    "NAVER_BASE_URL": "http://127.0.0.1:1/v1/search",
  ]

  private static func requests(_ film: String, _ page: String, of catalog: String) -> [(String, JSON)] {
    [
      ("search", ["query": .string(page), "catalog": .string(catalog), "limit": 30]), ("nextPage", [:]),
      ("nextPage", [:]), ("search", ["query": "parasite", "catalog": .string(catalog)]),
      ("detail", ["id": .string(film)]), ("star", ["id": .string(film)]), ("favorites", ["sort": "title"]),
      ("search", ["query": "zzyzx", "catalog": .string(catalog)]),
    ]
  }

  /// Sends the client's requests, with every kind of response from the services.
  private func converse(_ server: ServerProcess, decide: (Upstream.Decision) throws -> Void) throws -> [String] {
    var answers: [JSON] = []
    func ask(_ method: String, _ params: JSON = [:]) throws {
      let reply = try server.ask(method, params)
      answers += reply.notifications + [reply.message]
    }
    func all(_ requests: [(String, JSON)]) throws { for (method, params) in requests { try ask(method, params) } }

    try all(Self.requests("tmdb:496243", "e", of: "tmdb"))
    try all([
      ("home", ["catalog": "tmdb"]), ("nextPage", ["list": "home:popular"]), ("genres", ["catalog": "tmdb"]),
      ("reviews", ["id": "tmdb:496243"]), ("reviews", ["id": "tmdb:496243", "page": 2]),
      ("home", ["sections": ["upcoming"]]), ("recommendations", ["id": "tmdb:496243"]),
      ("detail", ["id": "tmdb:tt0137523"]),
      ("poster", ["id": "tmdb:496243"]), ("poster", ["id": "tmdb:14160"]), ("detail", ["id": "tmdb:999999"]),
      ("star", ["id": "tmdb:tt0137523"]), ("search", ["query": "oldboy", "language": "ko"]),
    ])
    try all(Self.requests("omdb:tt6751668", "love", of: "omdb"))
    try all([("search", ["query": "the", "catalog": "omdb"])])
    try all(Self.requests("naver:161967", "이", of: "naver"))

    // The token to send is the one in the recording.
    let login = try server.ask("login", ["catalog": "tmdb"]).result
    let token = try #require(login["requestToken"]?.string)
    let complete: JSON = ["requestToken": .string(token)]
    try ask("completeLogin", complete)
    try decide(.approved)
    try all([
      ("completeLogin", complete), ("session", [:]), ("rate", ["id": "tmdb:496243", "value": .number("7.5")]),
      ("detail", ["id": "tmdb:496243"]), ("unrate", ["id": "tmdb:496243"]), ("detail", ["id": "tmdb:496243"]),
      ("logout", [:]),
    ])
    return answers.map { $0.jsonText.replacing(token, with: "TOKEN") }
  }

  @Test(arguments: keys)
  func `a recorded session gets the same responses without service, key or cache`(_ key: [String: String]) throws {
    let upstreams = try Upstream.Service.allCases.map { try Upstream($0) }
    let environment = upstreams.reduce(into: [:]) { $0.merge($1.address) { $1 } }
      .merging(Upstream.Service.omdb.keys) { $1 }.merging(Upstream.Service.naver.keys) { $1 }.merging(key) { $1 }
    // Failures are recorded too, with their retries.
    try upstreams[0].setFault("status", ["status": 503], match: "query=oldboy")
    try Sandbox.use { recorded in
      let folder = recorded.folder + "/exchanges"
      let first = try recorded.launch(["--http-record", folder], environment: environment)
      let answers = try converse(first) { try upstreams[0].decide($0) }
      #expect(try first.finish() == .exited(0))
      #expect(answers.contains { $0.contains("notApproved") })
      #expect(answers.contains { $0.contains("upstreamFailed") })
      #expect(answers.contains { $0.contains("queryTooBroad") })
      #expect(answers.contains { $0.contains(#""myRating":7.5"#) })
      for upstream in upstreams { upstream.stop() }
      let files = try recorded.names(in: "exchanges")
      #expect(files.count > 40)

      try Sandbox.use { sandbox in
        let second = try sandbox.launch(["--http-replay", folder], environment: Self.elsewhere)
        let again = try converse(second) { _ in }
        #expect(again.count == answers.count)
        for (before, after) in zip(answers, again) {
          #expect(Self.comparable(after, sandbox) == Self.comparable(before, recorded))
        }
        // No network, and no stored files but the images that clients get as files.
        if ProcessStatistics.isAvailable {
          #expect(try !ProcessStatistics(of: second.processID).mappedFiles().contains { $0.contains("/libcurl") })
        }
        #expect(try sandbox.names(in: "cache/movie-server") == ["posters"])
        // A request without a recording fails, with no other effect.
        #expect(try second.ask("search", ["query": "dune"]).reason == "upstreamUnreachable")
        #expect(try second.ask("search", ["query": "parasite"]).result["total"] == 1)
        #expect(try second.finish() == .exited(0))
      }
      #expect(try recorded.names(in: "exchanges") == files)
    }
  }

  @Test func `searches superseded during their request are superseded in the replay too`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let folder = sandbox.folder + "/exchanges"
      /// Types a word, letter by letter.
      func type(_ server: ServerProcess, wait: (String) throws -> Void = { _ in }) throws -> [String] {
        let ids = try ["par", "paras", "parasite"].map { word in
          let id = try server.send("search", ["query": .string(word)])
          try wait(word)
          return id
        }
        let replies = try ids.map { try server.reply(to: $0) }
        #expect(try server.finish() == .exited(0))
        return try replies.map { try $0.reason ?? $0.result.jsonText }
      }
      for word in ["par", "paras"] { try upstream.setFault("stall", [:], match: "query=\(word)&") }
      let server = try sandbox.launch(upstream, "--http-record", folder, "--http-timeout-ms", "60000")
      let answers = try type(server) { try upstream.wait(for: "query=\($0)&") }
      #expect(answers.prefix(2) == ["superseded", "superseded"])
      upstream.stop()
      #expect(try type(try sandbox.launch(["--http-replay", folder], environment: Self.elsewhere)) == answers)
    }
  }

  @Test func `the retry delay of a service is reported, given in seconds or as a date, in the replay too`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let folder = sandbox.folder + "/exchanges"
      let waits: [JSON] = [3_600, ["in": 3_600]]
      func retryDelays(_ server: ServerProcess, _ prepare: (JSON) throws -> Void) throws -> [Int] {
        let delays = try waits.enumerated().map { index, wait in
          try prepare(wait)
          let error = try server.ask("search", ["query": .string("parasite \(index)")]).message["error"]
          return try #require(error?["data"]?["retryAfterMs"]?.int)
        }
        #expect(try server.finish() == .exited(0))
        return delays
      }
      let recorded = try retryDelays(try sandbox.launch(upstream, "--http-record", folder)) { wait in
        try upstream.clearFaults()
        try upstream.setFault("status", ["status": 429, "retry_after": wait])
      }
      for milliseconds in recorded { #expect((3_598_000...3_602_000).contains(milliseconds)) }
      upstream.stop()
      let replayed = try retryDelays(try sandbox.launch(["--http-replay", folder], environment: Self.elsewhere)) { _ in
      }
      #expect(replayed == recorded)
    }
  }

  /// Removes the differences between times and places: when something was starred, and the home folder.
  private static func comparable(_ answer: String, _ sandbox: Sandbox) -> String {
    answer.replacing(sandbox.folder, with: "HOME")
      .replacing(/"(starredAt|epoch)":"[^"]*"/) { "\"\($0.output.1)\":\"…\"" }
  }

  @Test func `a missing recording is reported as missing, and no service is asked instead`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try sandbox.launch(upstream, "--http-replay", sandbox.folder + "/no-such")
      let reply = try server.ask("search", ["query": "parasite"])
      #expect(reply.reason == "upstreamUnreachable")
      #expect(reply.message["error"]?.jsonText.contains(sandbox.folder + "/no-such") == true)
      #expect(try upstream.log().connections.accepted == 0)
      #expect(try server.finish() == .exited(0))
    }
  }
}
