import JSON
import TestSupport
import Testing

@Suite("Exchanges with services that are recorded")
struct ExchangeTests {
  /// Everything that a service is asked for, with the answers.
  private func converse(_ server: ServerProcess, approve: () throws -> Void) throws -> [JSON] {
    var answers: [JSON] = []
    func ask(_ method: String, _ params: JSON = [:]) throws {
      let message = try server.ask(method, params).message
      answers.append(["result": message["result"] ?? .null, "error": message["error"] ?? .null])
    }
    try ask("search", ["query": "e", "limit": 30])
    try ask("nextPage")
    try ask("nextPage")
    try ask("detail", ["id": "tmdb:496243"])
    try ask("detail", ["id": "tmdb:tt0137523"])
    try ask("detail", ["id": "tmdb:1"])
    try ask("reviews", ["id": "tmdb:496243", "page": 2])
    try ask("recommendations", ["id": "tmdb:496243"])
    try ask("genres")
    try ask("home", ["sections": ["popular", "upcoming"]])
    try ask("poster", ["id": "tmdb:496243"])
    let login = try server.ask("login").result
    let token = try #require(login["requestToken"])
    #expect(try server.ask("completeLogin", ["requestToken": token]).reason == "notApproved")
    try approve()
    try ask("completeLogin", ["requestToken": token])
    try ask("rate", ["id": "tmdb:496243", "value": 8])
    try ask("detail", ["id": "tmdb:496243"])
    try ask("logout")
    try ask("search", ["query": "godfather", "catalog": "omdb"])
    try ask("detail", ["id": "omdb:tt0068646"])
    return answers
  }

  @Test("They answer again without the services and without their keys, wherever those were")
  func replay() throws {
    let tmdb = try Upstream(.tmdb)
    let omdb = try Upstream(.omdb)
    let services = tmdb.environment.merging(omdb.environment) { $1 }
    try Sandbox.use { sandbox in
      let folder = sandbox.folder + "/exchanges"
      let recorder = try sandbox.launch("--http-record", folder, "--catalog", "tmdb", environment: services)
      let recorded = try converse(recorder) { try tmdb.decide(.approved) }
      #expect(try recorder.finish() == .exited(0))
      #expect(recorded.filter { $0["error"] != .null }.count == 1)
      tmdb.stop()
      omdb.stop()
      let files = try sandbox.names(in: "exchanges")
      #expect(files.count > 20)

      // Nothing of the first process is left but the recording.
      try Sandbox.use { elsewhere in
        let replayer = try elsewhere.launch(
          "--http-replay", folder, "--catalog", "tmdb",
          environment: ["TMDB_BASE_URL": "http://127.0.0.1:9/3", "OMDB_BASE_URL": "http://127.0.0.1:9/"])
        let replayed = try converse(replayer) {}
        #expect(replayed.count == recorded.count)
        for (before, after) in zip(recorded, replayed) {
          #expect(self.text(after, below: elsewhere) == text(before, below: sandbox))
        }
        // What was not recorded is not there, and is not waited for.
        #expect(try replayer.ask("search", ["query": "never asked"]).reason == "upstreamUnreachable")
        #expect(try replayer.finish() == .exited(0))
        #expect(!elsewhere.exists("cache/movie-server/http.db"))
      }
      #expect(try sandbox.names(in: "exchanges") == files)
    }
  }

  /// Posters lie in each home's own cache.
  private func text(_ answer: JSON, below sandbox: Sandbox) -> String {
    answer.jsonText.replacing(sandbox.folder, with: "~")
  }
}
