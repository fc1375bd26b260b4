import Foundation
import JSON
import TestSupport
import Testing

/// No file or output of a server contains a key, an account session or a login token.
@Suite("secrets")
struct SecretTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"

  /// Enables everything that writes files.
  private static let writers = [
    "--log-level", "debug", "--log-file", "LOG", "--record", "TRANSCRIPT", "--http-timeout-ms", "600",
  ]

  private func launch(
    _ sandbox: Sandbox, _ environment: [String: String], _ arguments: [String]
  ) throws -> ServerProcess {
    let writers = Self.writers.map { ["LOG", "TRANSCRIPT"].contains($0) ? "\(sandbox.folder)/\($0)-%p" : $0 }
    return try sandbox.launch(writers + arguments, environment: environment)
  }

  /// Causes successful responses, and errors of every kind.
  ///
  /// - Parameter secrets: the secrets that each service receives.
  private func converse(
    _ server: ServerProcess, _ upstreams: [Upstream], secrets: [Upstream.Service: [String]]
  ) throws {
    for upstream in upstreams {
      let name = JSON.string(upstream.service.rawValue)
      _ = try server.ask("initialize", ["catalog": name])
      let page = try server.ask("search", ["query": "parasite", "catalog": name])
      if let id = page.message["result"]?["items"]?.array?.first?["id"] {
        _ = try server.ask("detail", ["id": id])
        _ = try server.ask("star", ["id": id])
        _ = try server.ask("poster", ["id": id])
      }
      for (number, (kind, parameters)) in Self.faults.enumerated() {
        try upstream.setFault(kind, parameters)
        #expect(try server.ask("search", ["query": .string("fault \(number)"), "catalog": name]).reason != nil)
        try upstream.clearFaults()
      }
      // A service that echoes the secret.
      try upstream.setFault("echo")
      let echo = try server.askPatiently("search", ["query": "parasite", "year": 2019, "catalog": name])
      // The other one if the service rejects the key.
      #expect(["upstreamInvalidResponse", "upstreamUnauthorized"].contains(echo.reason))
      try upstream.clearFaults()
      for secret in secrets[upstream.service] ?? [] {
        let message = JSON.string("Invalid key: \(secret)")
        let rejection: JSON = [
          "status_message": message, "Error": message, "errorMessage": message, "errorCode": "024",
        ]
        for status in [200, 401] {
          try upstream.setFault("json", ["status": .integer(status), "value": rejection])
          #expect(try server.ask("search", ["query": "echo", "catalog": name]).reason != nil)
          try upstream.clearFaults()
        }
      }
    }
  }

  private static let faults: [(String, JSON)] = [
    ("status", ["status": 401]), ("status", ["status": 500, "body": "html"]), ("reset", [:]), ("garbage", [:]),
    ("redirect", ["to": "http://127.0.0.1:1/elsewhere"]), ("redirect", ["to": "self"]), ("stall", [:]),
  ]

  /// The process's output, without the responses to `login`, which return a token, also in the transcript.
  private func printed(_ server: ServerProcess) throws -> String {
    #expect(try server.finish() == .exited(0))
    #expect(try server.errorText() == "")
    return try server.allLines().map(\.text)
      .filter { line in !(line.contains("\"requestToken\"") && line.contains("\"url\"")) }.joined(separator: "\n")
  }

  /// All files below the home folder.
  private func files(_ sandbox: Sandbox) throws -> [String] {
    let paths = FileManager.default.enumerator(atPath: sandbox.folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      let type = try? FileManager.default.attributesOfItem(atPath: sandbox.folder + "/" + path)[.type]
      return type as? FileAttributeType == .typeRegular
    }
  }

  private func expectNone(
    of secrets: [String], in sandbox: Sandbox, printed: [String], but exceptions: Set<String> = []
  ) throws {
    #expect(secrets.allSatisfy { $0.utf8.count >= 8 })
    let files = try files(sandbox)
    for name in ["cache/movie-server/", "data/movie-server/", "LOG-", "TRANSCRIPT-", "exchanges/"] {
      let isThere = files.contains { $0.hasPrefix(name) }
      // Without an answer nothing is cached.
      let mayBeMissing = ["cache/movie-server/", "exchanges/"].contains(name)
      #expect(isThere || mayBeMissing && !sandbox.exists(String(name.prefix { $0 != "/" })), "\(name)")
    }
    for secret in secrets {
      for text in printed { #expect(!text.contains(secret), "printed") }
      for file in files where !exceptions.contains(file) {
        #expect(try sandbox.bytes(file).firstRange(of: Data(secret.utf8)) == nil, "\(secret) in \(file)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `keys appear nowhere`(areGood: Bool) throws {
    let upstreams = try Upstream.Service.allCases.map { service in
      try Upstream(service, keys: areGood ? [] : [["another-key", "another:key"][service == .naver ? 1 : 0]])
    }
    let environment = upstreams.reduce(into: [:]) { $0.merge($1.environment) { $1 } }
    try Sandbox.use { sandbox in
      var printed: [String] = []
      for (key, arguments) in [
        (Self.token, []), (environment["TMDB_API_KEY"], ["--http-record", sandbox.folder + "/exchanges"]),
      ] {
        let server = try launch(sandbox, environment.merging(["TMDB_API_KEY": key ?? ""]) { $1 }, arguments)
        try converse(
          server, upstreams, secrets: [.tmdb: [key ?? ""], .omdb: ["0badcafe"], .naver: ["secret-of-tests"]])
        if ProcessStatistics.isAvailable { printed.append(try ProcessStatistics(of: server.processID).commandLine()) }
        printed.append(try self.printed(server))
      }
      // The files to search in do exist.
      #expect(sandbox.exists("cache/movie-server/responses") == areGood)
      #expect(try sandbox.names(in: "exchanges").count > 20)
      #expect(try sandbox.names(in: "").filter { $0.hasPrefix("TRANSCRIPT-") }.count == 2)
      // Naver's client ID is not a secret.
      let secrets = environment.filter { $0.key.hasSuffix("_KEY") || $0.key.hasSuffix("_SECRET") }.map(\.value)
      try expectNone(of: secrets + [Self.token], in: sandbox, printed: printed)
    }
  }

  @Test(arguments: [false, true])
  func `logins are only in their own file, which only its owner can read`(isRecorded: Bool) throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try launch(
        sandbox, upstream.environment,
        ["--sync-favorites"] + (isRecorded ? ["--http-record", sandbox.folder + "/exchanges"] : []))
      let login = try server.askPatiently("login").result
      let token = try #require(login["requestToken"]?.string)
      #expect(try server.askPatiently("completeLogin", ["requestToken": .string(token)]).reason == "notApproved")
      try upstream.decide(.approved)
      #expect(try server.askPatiently("completeLogin", ["requestToken": .string(token)]).result["loggedIn"] == true)
      #expect(try server.ask("completeLogin", ["requestToken": .string(token)]).reason != nil)
      _ = try server.ask("rate", ["id": "tmdb:496243", "value": 8])
      _ = try server.ask("session")
      let session = try #require(
        try JSON.parse(try sandbox.text("data/movie-server/sessions.json"))["tmdb"]?["session"]?.string)
      try converse(server, [upstream], secrets: [.tmdb: Array(Upstream.Service.tmdb.keys.values)])
      #expect(try sandbox.permissions("data/movie-server/sessions.json") == 0o600)
      var printed: [String] = []
      if ProcessStatistics.isAvailable { printed.append(try ProcessStatistics(of: server.processID).commandLine()) }
      printed.append(try self.printed(server))
      let secrets = [session, token] + Upstream.Service.tmdb.keys.values
      try expectNone(of: secrets, in: sandbox, printed: printed, but: ["data/movie-server/sessions.json"])
      // The file does not contain the key either.
      #expect(try !sandbox.text("data/movie-server/sessions.json").contains(secrets[2]))
    }
  }

  @Test func `a key in the refusal of a login and a login made by another process are found in responses`() throws {
    let upstream = try Upstream(.tmdb)
    let key = try #require(upstream.environment["TMDB_API_KEY"])
    try Sandbox.use { sandbox in
      let server = try launch(sandbox, upstream.environment, [])
      let token = try #require(try server.askPatiently("login", ["catalog": "tmdb"]).result["requestToken"])
      for status in [200, 401, 500] {
        let refusal: JSON = ["success": false, "status_code": 17, "status_message": .string("denied \(key)")]
        try upstream.setFault("json", ["status": .integer(status), "value": refusal], match: "/session/new")
        #expect(try server.ask("completeLogin", ["catalog": "tmdb", "requestToken": token]).reason != nil)
        try upstream.clearFaults()
      }
      try upstream.decide(.approved)
      let login = try server.askPatiently("completeLogin", ["catalog": "tmdb", "requestToken": token])
      #expect(try login.result["loggedIn"] == true)
      let sessions = try JSON.parse(try sandbox.text("data/movie-server/sessions.json"))
      let session = try #require(sessions["tmdb"]?["session"])

      let others = try [[], ["--http-record", sandbox.folder + "/exchanges"]].map {
        try launch(sandbox, upstream.environment, $0)
      }
      let page: JSON = ["page": 1, "total_pages": 1, "total_results": 1, "results": [["id": 1, "title": session]]]
      try upstream.setFault("json", ["value": page], match: "/search/movie")
      for other in others {
        let echo = try other.askPatiently("search", ["query": "echo", "catalog": "tmdb"])
        #expect(echo.reason == "upstreamInvalidResponse")
      }
      try upstream.clearFaults()
      for other in others { _ = try other.askPatiently("search", ["query": "parasite", "catalog": "tmdb"]).result }
      let printed = try ([server] + others).map(printed)
      try expectNone(
        of: [key, session.string ?? "", token.string ?? ""], in: sandbox, printed: printed,
        but: ["data/movie-server/sessions.json"])
    }
  }

  @Test func `a token that a client sends in the place of a method is in no log and no transcript`() throws {
    let upstream = try Upstream(.tmdb)
    try Sandbox.use { sandbox in
      let server = try launch(sandbox, upstream.environment, [])
      let token = try #require(try server.askPatiently("login", ["catalog": "tmdb"]).result["requestToken"]?.string)
      #expect(try server.ask("nope.\(token)").reason == "methodNotFound")
      try server.send(line: #"{"jsonrpc":"\#(token)","id":"version","method":"genres"}"#)
      #expect(try server.reply(to: "version").reason == "invalidRequest")
      _ = try server.askPatiently("search", ["query": "parasite", "catalog": "tmdb"]).result
      #expect(try server.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)
      _ = try printed(server)
      try expectNone(of: [token], in: sandbox, printed: [])
    }
  }
}
