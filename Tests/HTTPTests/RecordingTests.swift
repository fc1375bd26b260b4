import Foundation
import HTTP
import JSON
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RecordingTests {
  let server: Server
  private let folder = TemporaryFolder()

  init() async throws { server = try await Server() }

  private func client(_ exchanges: HTTPClient.Configuration.Exchanges) -> HTTPClient {
    var configuration = HTTPClient.Configuration.patient
    configuration.exchanges = exchanges
    configuration.cacheFolder = folder.file("cache")
    configuration.clock = HTTPClock(SkippingClock())
    configuration.rates = ["test": 1_000]
    return HTTPClient(configuration)
  }

  private var recording: HTTPClient { client(.recorded(into: folder.file("recording"))) }
  private var replay: HTTPClient { client(.replayed(from: folder.file("recording"))) }

  private func files() throws -> [(name: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("recording")).sorted()
    return try names.map { name in
      (
        name,
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file("recording/\(name)"))), as: UTF8.self)
      )
    }
  }

  @Test func `a file is readable and contains the exchange`() async throws {
    var request = server.request("/answer", ["h": "ETag:\"x\"", "body": "{\"a\":[1.50,{}],\"나\":null}"], method: .post)
    request.body = Array("{\"value\":8.5}".utf8)
    _ = try await recording.response(to: request)
    let (name, text) = try #require(try files().first)
    #expect(name == "0001-test-post.json")
    #expect(
      text == """
        {
          "service": "test",
          "request": {
            "method": "POST",
            "url": "/answer?h=ETag%3A%22x%22&body=%7B%22a%22%3A%5B1.50%2C%7B%7D%5D%2C%22%EB%82%98%22%3Anull%7D",
            "json": {
              "value": 8.5
            }
          },
          "response": {
            "status": 200,
            "headers": {
              "etag": "\\"x\\""
            },
            "json": {
              "a": [
                1.50,
                {}
              ],
              "나": null
            }
          }
        }

        """)
  }

  @Test(
    arguments: [
      ("/answer", ["body": "{\"a\":1}", "h": "Content-Type:application/json"]), ("/answer", ["body": "plain\n텍스트"]),
      ("/answer", ["status": "404", "body": "{}"]), ("/answer", ["status": "204"]), ("/binary", [:]),
      ("/gzip", ["body": "{\"zipped\":true}"]), ("/chunked", [:]),
    ] as [(String, [String: String])])
  func `a replay responds as recorded`(path: String, query: [String: String]) async throws {
    var request = server.request(path)
    for (name, value) in query.sorted(by: <) {
      request.url = PercentEncoding.appending([.init(name, value)], to: request.url)
    }
    let recorded = try await recording.response(to: request)
    // With another base URL.
    let other = "http://127.0.0.1:1/other/base"
    request.url = other + request.url.dropFirst(server.base.count)
    request.base = other
    let replayed = try await replay.response(to: request)
    #expect(replayed.status == recorded.status)
    #expect(replayed.body == recorded.body)
    #expect(replayed["content-type"] == recorded["content-type"])
    #expect(!replayed.isStale)
  }

  @Test func `responses to the same request are replayed in order, and the last is repeated`() async throws {
    let request = server.request("/answer", ["body": "{count}", "h": "Cache-Control:max-age=60"])
    let recording = recording
    for _ in 0..<12 { _ = try await recording.response(to: request) }
    #expect(try files().count == 12)
    let replay = replay
    for count in 1...12 { #expect(try await replay.response(to: request).text == String(count)) }
    for _ in 0..<3 { #expect(try await replay.response(to: request).text == "12") }
    #expect(try await server.requests("/answer") == 12)
  }

  @Test func `every attempt is recorded, and replayed without waiting`() async throws {
    let request = server.request("/fail", ["status": "503", "times": "2", "h": "Retry-After:2"])
    #expect(try await recording.response(to: request).status == 200)
    #expect(try files().count == 3)
    #expect(try await replay.response(to: request).status == 200)
  }

  @Test func `a network failure is replayed`() async throws {
    let request = server.request("/garbage")
    let recorded = await failure(recording, request)
    #expect(recorded?.reason == .malformed)
    #expect(await failure(replay, request) == recorded)
  }

  @Test func `a cancelled request gets no response in the replay, unless it got one another time`() async throws {
    let request = server.request("/stall")
    let asked = Task { [recording] in try await recording.response(to: request) }
    try await server.wait(for: "/stall", count: 1)
    asked.cancel()
    await #expect(throws: CancellationError.self) { try await asked.value }
    #expect(try files().map(\.text).first?.contains("\"cancelled\": true") == true)
    // With a clock that skips waits it times out; with a real one it waits until it is cancelled.
    #expect(await failure(replay, request)?.reason == .timeout)
    var configuration = HTTPClient.Configuration.patient
    configuration.exchanges = .replayed(from: folder.file("recording"))
    let again = Task.immediate { [configuration] in try await HTTPClient(configuration).response(to: request) }
    again.cancel()
    await #expect(throws: CancellationError.self) { try await again.value }

    let other = server.request("/answer", ["body": "{count}"])
    _ = try await recording.response(to: other)
    let files = try files().map(\.name)
    let path = folder.file("recording/\(try #require(files.last))")
    let answered = try String(contentsOfFile: path, encoding: .utf8)
    let cancelled = answered.replacing(/"response": (?s:.)*/, with: "\"cancelled\": true\n}\n")
    try cancelled.write(toFile: folder.file("recording/0000-test-get.json"), atomically: true, encoding: .utf8)
    #expect(try await replay.response(to: other).text == "1")
  }

  @Test func `a later recording continues an earlier one`() async throws {
    for body in ["1", "2", "3"] { _ = try await recording.response(to: server.request("/answer", ["body": body])) }
    #expect(try files().map(\.name) == ["0001-test-get.json", "0002-test-get.json", "0003-test-get.json"])
  }

  @Test func `a login is replayed, and none of its secrets is recorded`() async throws {
    var secrets: [String] = ["topsecretkey", "topsecrettoken"]
    /// Runs a login, and returns its token and its session.
    func login(_ client: HTTPClient) async throws -> (token: String, session: String, echo: String) {
      func request(_ path: String, _ method: HTTPRequest.Method = .get, body: JSON? = nil) -> HTTPRequest {
        var request = server.request(path, method: method)
        request.isPrivate = true
        request.secrets.query = [.init("api_key", "topsecretkey")]
        request.secrets.headers = [.init("Authorization", "Bearer topsecrettoken")]
        request.body = body?.jsonBytes ?? []
        return request
      }
      let token = try #require(try await client.response(to: request("/token")).json["request_token"]?.string)
      let session = try await client.response(to: request("/session", .post, body: ["request_token": .string(token)]))
      let id = try #require(session.json["session_id"]?.string)
      // The path contains it, as that of a guest's account does.
      var account = request("/account/\(id)")
      account.secrets.query.append(.init("session_id", id))
      let answer = try await client.response(to: account)
      #expect(answer.status == 200)
      return (token, id, answer.json["echo"]?.string ?? "")
    }
    let recorded = try await login(recording)
    secrets += [recorded.token, recorded.session]
    #expect(recorded.echo.contains("topsecretkey"))
    let replayed = try await login(replay)
    #expect(replayed.token == "redacted_request_token")
    #expect(replayed.session == "redacted_session_id")
    #expect(replayed.echo.contains("api_key=redacted_api_key"))
    #expect(try files().count == 3)
    for (name, text) in try files() {
      for secret in secrets { #expect(!text.contains(secret), "\(name)") }
    }
    // A second replay gives the same session.
    let other = try await login(replay)
    #expect(other.session == replayed.session)
  }

  @Test func `a secret in a URL or in a text body is redacted`() async throws {
    var request = server.request("/answer", ["session_id": "abcdef0123", "body": "text with s3cr&t in it"])
    request.secrets.query = [.init("apikey", "s3cr&t")]
    _ = try await recording.response(to: request)
    let text = try #require(try files().first?.text)
    for secret in ["abcdef0123", "s3cr&t", "s3cr%26t"] { #expect(!text.contains(secret)) }
    #expect(text.contains("text with redacted_apikey in it"))
    #expect(try await replay.response(to: request).text == "text with redacted_apikey in it")
  }

  @Test func `a request that is not recorded is reported`() async throws {
    _ = try await recording.response(to: server.request("/answer", ["body": "1"]))
    var request = server.request("/answer", ["body": "2"])
    request.secrets.query = [.init("api_key", "topsecretkey")]
    let error = try #require(await failure(replay, request))
    #expect(error.reason == .notRecorded)
    #expect(!error.message.contains("127.0.0.1") && !error.message.contains("topsecretkey"))
    request = server.request("/answer", ["body": "1"])
    request.service = "other"
    #expect(await failure(replay, request)?.reason == .notRecorded)
    request = server.request("/answer", ["body": "1"], method: .post)
    #expect(await failure(replay, request)?.reason == .notRecorded)
    #expect(try await server.requests("/answer") == 1)
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "{\"service\":\"test\"}",
    "{\"service\":\"test\",\"request\":{\"method\":\"GET\",\"url\":\"/\"}}",
    "{\"service\":\"test\",\"request\":{\"method\":\"GET\",\"url\":\"/\"},\"response\":{\"status\":7,\"headers\":{}}}",
    "{\"service\":\"test\",\"request\":{\"method\":\"GET\",\"url\":\"/\"},\"response\":{\"status\":200,\"headers\":{},\"base64\":\"?\"}}",
    "{\"service\":\"test\",\"request\":{\"method\":\"GET\",\"url\":\"/\"},\"error\":{\"reason\":\"bad luck\",\"message\":\"\"}}",
  ])
  func `an invalid file is named`(contents: String) async throws {
    _ = try await recording.response(to: server.request("/echo"))
    try Data(contents.utf8).write(to: URL(fileURLWithPath: folder.file("recording/0002-edited.json")))
    let error = await failure(replay, server.request("/echo"))
    #expect(error?.reason == .notRecorded)
    #expect(error?.message.contains("recording/0002-edited.json") == true)
  }

  @Test(arguments: ["pipe", "folder", "/dev/zero", "large file"])
  func `what is not a regular file of a sensible size is named, without a wait`(kind: String) async throws {
    _ = try await recording.response(to: server.request("/echo"))
    let path = folder.file("recording/0002-edited.json")
    switch kind {
    case "pipe": mkfifo(path, 0o600)
    case "folder": mkdir(path, 0o700)
    case "large file":
      try Data().write(to: URL(fileURLWithPath: path))
      truncate(path, 65 << 20)
    default: symlink(kind, path)
    }
    let error = await failure(replay, server.request("/echo"))
    #expect(error?.reason == .notRecorded)
    let reason = kind == "large file" ? "it has more than 67108864 bytes" : "it is not a regular file"
    #expect(error?.message == "\(path): \(reason)")
  }

  @Test(arguments: ["9223372036854775807-x.json", "9223372036854775808-x.json", "1000000000-x.json", "١-x.json"])
  func `a file with an extreme number does not prevent a recording`(name: String) async throws {
    mkdir(folder.file("recording"), 0o700)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder.file("recording/\(name)")))
    _ = try await recording.response(to: server.request("/echo"))
    #expect(try files().map(\.name).contains("0001-test-get.json"))
  }

  @Test func `a folder whose last number is in use is named`() async throws {
    mkdir(folder.file("recording"), 0o700)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder.file("recording/999999999-x.json")))
    let error = await failure(recording, server.request("/echo"))
    #expect(error?.reason == .unavailable)
    #expect(error?.message.contains("last number") == true)
  }

  @Test func `a missing recording is named`() async throws {
    let error = await failure(replay, server.request("/echo"))
    #expect(error?.message.contains(folder.file("recording")) == true)
  }

  @Test func `a recording that cannot be written fails the request`() async throws {
    let error = await failure(client(.recorded(into: "/dev/null/recording")), server.request("/echo"))
    #expect(error?.reason == .unavailable)
    #expect(error?.message.contains("/dev/null/recording") == true)
  }

  @Test func `neither recording nor replay uses the cache`() async throws {
    let request = server.request("/answer", ["body": "{count}", "h": "Cache-Control:max-age=60"])
    let live = client(.live)
    #expect(try await live.response(to: request).text == "1")
    #expect(try await recording.response(to: request).text == "2")
    #expect(try await live.response(to: request).text == "1")
    #expect(try await replay.response(to: request).text == "2")
    #expect(try await server.requests("/answer") == 2)
  }
}
