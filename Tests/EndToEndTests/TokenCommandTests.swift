import Foundation
import JSON
import MovieCore
import OnlineCatalogs
import TestSupport
import Testing
import Threads

@testable import movie_server

@Suite("Keys that commands print")
struct TokenCommandTests {
  private let folder = TemporaryFolder()
  private let complaints = Locked<[String]>([])

  /// The credentials with a shell script as the command of a catalog; `$0` is the test's folder.
  private func credentials(_ catalog: KeyedCatalog, _ script: String) -> Credentials {
    var configuration = Configuration(environment: ["HOME": folder.path])
    configuration.tokenCommands[catalog] = TokenCommand(
      catalog: catalog, words: ["/bin/sh", "-c", script, folder.path, "argument"])
    return CatalogKeys(configuration, environment: [:]) { [complaints] line in
      complaints.withLock { $0.append(line) }
    }.credentials
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }

  @Test("A command is run when its key is first needed, once, whoever asks for it")
  func lazy() async throws {
    let credentials = credentials(.tmdb, "echo run >> $0/runs; echo '  the-key '; echo more")
    #expect(credentials.omdb == nil)
    let secret = try #require(credentials.tmdb)
    #expect(text("runs").isEmpty)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await secret.value() } }
      for try await value in group { #expect(value == "the-key") }
    }
    #expect(try await secret.value() == "the-key")
    #expect(text("runs") == "run\n")
    #expect(!"\(credentials) \(secret)".contains("the-key"))
    #expect(!String(reflecting: credentials).contains("the-key"))
  }

  @Test("Naver’s ID and secret are two lines", arguments: ["\\n", "\\r\\n"])
  func twoLines(end: String) async throws {
    let secret = try #require(credentials(.naver, "printf 'id\(end)secret\(end)'").naver)
    let client = try await secret.value()
    #expect(client.id == "id")
    #expect(client.secret == "secret")
    #expect(!"\(client) \(String(reflecting: client))".contains("id\""))
  }

  struct Fault: CustomTestStringConvertible {
    var script: String
    var message: String

    var testDescription: String { script }
  }

  @Test(
    "A failure says which program failed and how, and nothing of what it printed",
    arguments: [
      Fault(script: "echo the-key; exit 3", message: "sh has ended with status 3."),
      Fault(script: "echo the-key; kill -9 $$", message: "sh was ended by signal 9."),
      Fault(script: ":", message: "sh has printed no line with a key."),
      Fault(script: "echo; echo the-key", message: "sh has printed no line with a key."),
      Fault(script: "yes the-key | head -c 100000 | tr -d '\\n'", message: "a line that is too long for a key."),
    ])
  func failing(_ fault: Fault) async throws {
    let secret = try #require(credentials(.omdb, fault.script).omdb)
    let error = await #expect(throws: MovieError.self) { try await secret.value() }
    #expect(error?.reason == .catalogNotConfigured)
    #expect(error?.catalog == "omdb")
    #expect(error?.message.contains(fault.message) == true, "\(error?.message ?? "")")
    #expect(!"\(String(describing: error))".contains("the-key"))
    #expect(!"\(String(describing: error))".contains("argument"))
    #expect(complaints.withLock { $0 }.isEmpty)
  }

  @Test("A program that is not there is told by its name")
  func absent() async throws {
    let command = TokenCommand(catalog: .tmdb, words: ["/nonexistent/keyring", "show"])
    #expect(command.program == "keyring")
    let error = #expect(throws: TokenCommand.Failure.self) { try command.run() }
    #expect(error?.description.contains("cannot be started: No such file") == true)
  }

  @Test("What a command that fails has to say is told; a failure is not kept")
  func complaining() async throws {
    let secret = try #require(
      credentials(.tmdb, "if [ -e $0/unlocked ]; then echo noise >&2; echo the-key; else echo locked >&2; exit 1; fi")
        .tmdb)
    await #expect(throws: MovieError.self) { try await secret.value() }
    #expect(complaints.withLock { $0 } == ["tokenCommand of tmdb: sh: locked"])
    try "".write(toFile: folder.file("unlocked"), atomically: true, encoding: .utf8)
    #expect(try await secret.value() == "the-key")
    #expect(complaints.withLock { $0 }.count == 1)
  }

  @Test("A search that is given up does not end the command")
  func cancelled() async throws {
    mkfifo(folder.file("begun"), 0o600)
    mkfifo(folder.file("go"), 0o600)
    let secret = try #require(
      credentials(.tmdb, "echo run >> $0/runs; echo > $0/begun; read line < $0/go; echo the-key").tmdb)
    let asking = Task { try await secret.value() }
    _ = try await inThread { [folder] in
      try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("begun"))).readToEnd()
    }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    async let value = secret.value()
    try await inThread { [folder] in
      let go = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("go")))
      try go.write(contentsOf: Data("\n".utf8))
      try go.close()
    }
    #expect(try await value == "the-key")
    #expect(text("runs") == "run\n")
  }

  @Test("A command that takes too long is killed with all that it has started")
  func deadline() async throws {
    mkfifo(folder.file("open"), 0o600)
    let end = open(folder.file("open"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(end) }
    let command = TokenCommand(
      catalog: .tmdb,
      words: ["/bin/sh", "-c", "exec 3> $0/open; echo up >&3; echo the-key; sleep 1000 & wait", folder.path])
    let error = await #expect(throws: TokenCommand.Failure.self) {
      try await inThread { try command.run(patienceMilliseconds: 1_000) }
    }
    #expect(error?.description == "has not ended within 1 s")
    // The pipe's end comes when nobody holds it open any more.
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 100)
    while true {
      var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      try #require(poll(&request, 1, 30_000) > 0)
      let count = read(end, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk.prefix(count)
    }
    #expect(bytes == Array("up\n".utf8))
  }

  @Test("What a command leaves running in the background keeps nobody waiting")
  func background() async throws {
    let command = TokenCommand(
      catalog: .tmdb, words: ["/bin/sh", "-c", "echo the-key; sleep 5 & exit 0"])
    #expect(try await inThread { try command.run(patienceMilliseconds: 4_000) } == ["the-key"])
  }

  @Test("A command gets an empty input and its own words, and no shell reads them")
  func input() async throws {
    #expect(try ChildCommand.run(["cat"], patienceMilliseconds: 30_000).bytes.isEmpty)
    let words = ["printf", "%s,", "a b", "$HOME", "*", "'"]
    #expect(try ChildCommand.run(words, patienceMilliseconds: 30_000).bytes == Array("a b,$HOME,*,',".utf8))
  }

  @Test("Output without an end is neither kept nor waited for")
  func endless() async throws {
    let output = try await inThread {
      try ChildCommand.run(["/bin/sh", "-c", "yes; true"], patienceMilliseconds: 500)
    }
    #expect(output.bytes.count == ChildCommand.outputBytes)
    #expect(output.failure != nil)
  }

  @Test(
    "A command that the configuration file has wrong is a mistake",
    arguments: [
      (#""pass""#, "not an object"), (#"{"tmbd": ["x"]}"#, "did you mean tmdb?"),
      (#"{"tmdb": "pass show"}"#, "not an array"),
      (#"{"tmdb": []}"#, "not an array"), (#"{"tmdb": [""]}"#, "not an array"),
      (#"{"tmdb": ["a", 1]}"#, "not an array"),
    ])
  func mistakes(json: String, complaint: String) throws {
    try Sandbox.use { sandbox in
      try sandbox.write(#"{"tokenCommand": \#(json)}"#, to: "config/movie-server/config.json")
      let output = try sandbox.run(["auth"])
      #expect(output.status == .exited(2))
      #expect(output.errors.contains(complaint), "\(output.errors)")
    }
  }

  /// Does what blocks on a thread of its own.
  private func inThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      startThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
