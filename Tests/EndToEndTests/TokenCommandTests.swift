import Concurrency
import Foundation
import JSON
import MovieCore
import TestSupport
import Testing

@testable import OnlineCatalogs
@testable import movie_server

@Suite("keys printed by commands")
struct TokenCommandTests {
  private let folder = TemporaryFolder()
  private let complaints = Mutex<[String]>([])

  /// The keys when a shell script is the command of a catalog; `$0` is the test's folder.
  private func keys(_ provider: CatalogProvider, _ script: String) -> CatalogKeys {
    var configuration = Configuration(paths: FilePaths(home: folder.path), environment: [:])
    configuration.tokenCommands[provider.name] = TokenCommand(
      provider: provider, words: ["/bin/sh", "-c", script, folder.path, "argument"])
    return CatalogKeys(configuration, environment: [:]) { [complaints] line in
      complaints.withLock { $0.append(line) }
    }
  }

  private func secret(_ provider: CatalogProvider, _ script: String) throws -> Secret<[String]> {
    try #require(keys(provider, script).secrets[provider.name])
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }

  @Test func `a command runs once, when its key is first needed, however many requests need it`() async throws {
    let keys = keys(.tmdb, "echo run >> $0/runs; echo '  the-key '; echo more")
    #expect(keys.secrets["omdb"] == nil)
    let secret = try #require(keys.secrets["tmdb"])
    #expect(text("runs").isEmpty)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<20 { group.addTask { try await secret.value() } }
      for try await value in group { #expect(value == ["the-key"]) }
    }
    #expect(try await secret.value() == ["the-key"])
    #expect(text("runs") == "run\n")
    #expect(!"\(keys.secrets) \(secret)".contains("the-key"))
    #expect(!String(reflecting: keys.secrets).contains("the-key"))
  }

  @Test(arguments: ["\\n", "\\r\\n"])
  func `Naver's ID and secret are two lines`(end: String) async throws {
    #expect(try await secret(.naver, "printf 'id\(end)secret\(end)'").value() == ["id", "secret"])
  }

  struct Fault: CustomTestStringConvertible {
    var script: String
    var message: String

    var testDescription: String { script }
  }

  @Test(arguments: [
    Fault(script: "echo the-key; exit 3", message: "sh has exited with status 3."),
    Fault(script: "echo the-key; kill -9 $$", message: "sh was killed by signal 9."),
    Fault(script: ":", message: "sh has not printed a line with a key."),
    Fault(script: "echo; echo the-key", message: "sh has not printed a line with a key."),
    Fault(script: "yes the-key | head -c 100000 | tr -d '\\n'", message: "a line that is too long for a key."),
  ])
  func `a failure names the program and the cause, but none of its output`(_ fault: Fault) async throws {
    let secret = try secret(.omdb, fault.script)
    let error = await #expect(throws: MovieError.self) { try await secret.value() }
    #expect(error?.reason == .catalogNotConfigured)
    #expect(error?.catalog == "omdb")
    #expect(error?.message.contains(fault.message) == true, "\(error?.message ?? "")")
    #expect(!"\(String(describing: error))".contains("the-key"))
    #expect(!"\(String(describing: error))".contains("argument"))
    #expect(complaints.withLock { $0 }.isEmpty)
  }

  @Test func `a missing program is reported by name`() async throws {
    let command = TokenCommand(provider: .tmdb, words: ["/nonexistent/keyring", "show"])
    #expect(command.program == "keyring")
    let error = #expect(throws: TokenCommand.Failure.self) { try command.run() }
    #expect(error?.description.contains("cannot be started: No such file") == true)
  }

  @Test func `a failed command's stderr is reported; the failure is not cached`() async throws {
    let secret = try secret(
      .tmdb, "if [ -e $0/unlocked ]; then echo noise >&2; echo the-key; else echo locked >&2; exit 1; fi")
    await #expect(throws: MovieError.self) { try await secret.value() }
    #expect(complaints.withLock { $0 } == ["tokenCommand of tmdb: sh: locked"])
    try "".write(toFile: folder.file("unlocked"), atomically: true, encoding: .utf8)
    #expect(try await secret.value() == ["the-key"])
    #expect(complaints.withLock { $0 }.count == 1)
  }

  @Test func `cancelling a search does not end the command`() async throws {
    mkfifo(folder.file("begun"), 0o600)
    mkfifo(folder.file("go"), 0o600)
    // Opened before the command runs, so that neither side waits for the other.
    let begun = open(folder.file("begun"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let go = open(folder.file("go"), O_RDWR | O_CLOEXEC)
    defer {
      close(begun)
      close(go)
    }
    let secret = try secret(.tmdb, "echo run >> $0/runs; echo up > $0/begun; read line < $0/go; echo the-key")
    // Waits for nothing until the command can end: other tests may delay this one beyond the command's time limit.
    let asking = Task.immediate { try await secret.value() }
    #expect(try Self.text(of: begun, until: { $0.hasSuffix("\n") }) == "up\n")
    asking.cancel()
    let next = Task.immediate { try await secret.value() }
    #expect(write(go, "\n", 1) == 1)
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(try await next.value == ["the-key"])
    #expect(text("runs") == "run\n")
  }

  @Test func `a command that takes too long is killed with all its children`() async throws {
    mkfifo(folder.file("open"), 0o600)
    let end = open(folder.file("open"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(end) }
    let command = TokenCommand(
      provider: .tmdb,
      words: ["/bin/sh", "-c", "exec 3> $0/open; echo up >&3; echo the-key; sleep 1000 & wait", folder.path])
    let error = await #expect(throws: TokenCommand.Failure.self) {
      try await inThread { try command.run(timeoutMilliseconds: 5_000) }
    }
    #expect(error?.description == "has not exited within 5 s")
    // The pipe ends when no process holds it open any more.
    #expect(try Self.text(of: end, until: { _ in false }) == "up\n")
  }

  @Test func `a command's background process does not delay the key`() async throws {
    let command = TokenCommand(
      provider: .tmdb, words: ["/bin/sh", "-c", "echo the-key; sleep 20 & exit 0"])
    #expect(try await inThread { try command.run(timeoutMilliseconds: 15_000) } == ["the-key"])
  }

  @Test func `concurrent commands do not inherit each other's pipes`() async throws {
    // Each leaves a process running, which would delay the end of another's output.
    let words = ["/bin/sh", "-c", "sleep 60 & echo $!"]
    let agents = Mutex<[pid_t]>([])
    defer { for agent in agents.withLock({ $0 }) { kill(agent, SIGKILL) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await inThread {
            for _ in 0..<50 {
              let output = ChildCommand.run(words, timeoutMilliseconds: 20_000)
              #expect(output.failure == nil)
              let agent = pid_t(String(decoding: output.bytes, as: UTF8.self).trimmingCharacters(in: .newlines))
              agents.withLock { $0 += agent.map { [$0] } ?? [] }
              if output.failure != nil { break }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a command gets an empty input and its exact arguments, without a shell`() async throws {
    #expect(ChildCommand.run(["cat"], timeoutMilliseconds: 30_000).bytes.isEmpty)
    let words = ["printf", "%s,", "a b", "$HOME", "*", "'"]
    #expect(ChildCommand.run(words, timeoutMilliseconds: 30_000).bytes == Array("a b,$HOME,*,',".utf8))
  }

  @Test func `endless output is neither stored nor waited for`() async throws {
    let output = try await inThread {
      ChildCommand.run(["/bin/sh", "-c", "yes; true"], timeoutMilliseconds: 3_000)
    }
    #expect(output.bytes.count == ChildCommand.outputBytes)
    #expect(output.failure != nil)
  }

  @Test(arguments: [
    (#""pass""#, "not an object"), (#"{"tmbd": ["x"]}"#, "did you mean tmdb?"),
    (#"{"tmdb": "pass show"}"#, "not an array"),
    (#"{"tmdb": []}"#, "not an array"), (#"{"tmdb": [""]}"#, "not an array"),
    (#"{"tmdb": ["a", 1]}"#, "not an array"),
  ])
  func `a malformed command in the configuration file is a usage error`(json: String, complaint: String) throws {
    try Sandbox.use { sandbox in
      try sandbox.write(#"{"tokenCommand": \#(json)}"#, to: "config/movie-server/config.json")
      let output = try sandbox.run(["auth"])
      #expect(output.status == .exited(2))
      #expect(output.errors.contains(complaint), "\(output.errors)")
    }
  }

  @Test(arguments: [mode_t(0o620), 0o602, 0o666])
  func `commands of a file that others can change are refused`(mode: mode_t) throws {
    try Sandbox.use { sandbox in
      try configure(sandbox, "echo run > $0/runs")
      let path = sandbox.folder + "/config/movie-server/config.json"
      chmod(path, mode)
      for arguments in [[], ["auth"], ["search", "okja"]] {
        let output = try sandbox.run(arguments)
        #expect(output.status == .exited(2))
        #expect(output.errors.contains("chmod go-w \(path)"), "\(output.errors)")
      }
      #expect(!sandbox.exists("runs"))
      try sandbox.write(#"{"logLevel": "error"}"#, to: "config/movie-server/config.json")
      chmod(path, mode)
      #expect(try sandbox.run(["auth"]).status == .exited(0))
    }
  }

  // MARK: Served

  @Test func `a command does not see the keys of services`() throws {
    try Sandbox.use { sandbox in
      try configure(sandbox, "env > $0/environment; echo 0badcafe0badcafe0badcafe0badcafe")
      let upstream = try Upstream(.tmdb)
      _ = try sandbox.run(
        input: ServerProcess.request(1, "search", ["query": "okja"]) + "\n",
        environment: [
          "TMDB_BASE_URL": upstream.baseURL, "OMDB_API_KEY": "0badcafe", "NAVER_CLIENT_ID": "the-client",
          "NAVER_CLIENT_SECRET": "the-secret", "LANG": "C.UTF-8", "PGPASSWORD": "the-password",
        ])
      let environment = try sandbox.text("environment")
      #expect(environment.contains("LANG=C.UTF-8") && environment.contains("HOME=" + sandbox.folder))
      for text in ["0badcafe", "the-client", "the-secret", "the-password"] { #expect(!environment.contains(text)) }
    }
  }

  @Test func `a server fetches the key at the first request, and sends it to the service only`() throws {
    try Sandbox.use { sandbox in
      let key = "fedcba9876543210fedcba9876543210"
      let upstream = try Upstream(.tmdb, keys: [key])
      try sandbox.write(key + "\n", to: "vault")
      // A background process that outlives the test's time limit must not hold the server's output open.
      try configure(sandbox, "cd $0; echo run >> runs; sleep 60 & echo $! > agent; echo noise >&2; cat vault")
      let server = try sandbox.launch(
        "--log-level", "debug", "--log-file", sandbox.folder + "/log", "--record", sandbox.folder + "/record",
        environment: ["TMDB_BASE_URL": upstream.baseURL])
      let catalogs = try server.ask("initialize").result["catalogs"]?.array
      #expect(catalogs?.first?["name"] == "tmdb")
      #expect(!sandbox.exists("runs"))
      for query in ["okja", "parasite"] {
        #expect(try server.ask("search", ["query": .string(query)]).result["items"] != nil)
      }
      #expect(try sandbox.text("runs") == "run\n")
      defer {
        if let agent = (try? sandbox.text("agent")).flatMap({ pid_t($0.trimmingCharacters(in: .newlines)) }) {
          kill(agent, SIGKILL)
        }
      }
      #if os(Linux)
        for file in ["cmdline", "environ"] {
          let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(server.processID)/\(file)"))
          #expect(!String(decoding: bytes, as: UTF8.self).contains(key))
        }
      #endif
      #expect(try server.finish() == .exited(0))
      #expect(try upstream.log().requests.allSatisfy { $0.query["api_key"] == key })
      #expect(try !server.allLines().contains { $0.text.contains(key) })
      #expect(try !sandbox.text("log").contains(key))
      #expect(try !sandbox.text("record").contains(key))
      let cache = sandbox.folder + "/cache/movie-server"
      for file in (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? [] {
        #expect((try? sandbox.bytes("\(cache)/\(file)"))?.range(of: Data(key.utf8)) == nil, "\(file)")
      }
    }
  }

  @Test func `a failed command is reported in the response, and its stderr in the log`() throws {
    try Sandbox.use { sandbox in
      try configure(sandbox, "echo the-key; echo it is locked >&2; exit 4")
      let request = ServerProcess.request(1, "search", ["query": "okja"]) + "\n"
      let output = try sandbox.run(input: request, environment: ["TMDB_BASE_URL": "http://127.0.0.1:1"])
      #expect(output.text.contains("catalogNotConfigured"))
      #expect(output.text.contains("sh has exited with status 4"))
      #expect(output.errors.wholeMatch(of: /\S+Z movie-server: tokenCommand of tmdb: sh: it is locked\n/) != nil)
      #expect(!(output.text + output.errors).contains("the-key"))
    }
  }

  @Test func `a running command ends with the server`() throws {
    try Sandbox.use { sandbox in
      mkfifo(sandbox.folder + "/open", 0o600)
      let end = open(sandbox.folder + "/open", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(end) }
      try configure(sandbox, "exec 3> $0/open; echo up >&3; sleep 1000 & wait")
      let server = try sandbox.launch(
        "--drain-ms", "0", "--no-notifications", environment: ["TMDB_BASE_URL": "http://127.0.0.1:1"])
      try server.send("search", ["query": "okja"])
      #expect(try Self.text(of: end, until: { $0.hasSuffix("\n") }) == "up\n")
      #expect(try server.finish() == .exited(0))
      #expect(try Self.text(of: end, until: { _ in false }).isEmpty)
    }
  }

  /// Configures a shell script that prints TMDB's key; `$0` is the home.
  private func configure(_ sandbox: Sandbox, _ script: String) throws {
    let words: JSON = ["/bin/sh", "-c", .string(script), .string(sandbox.folder)]
    let json: JSON = ["tokenCommand": ["tmdb": words]]
    chmod(try sandbox.write(json.jsonText, to: "config/movie-server/config.json"), 0o600)
  }

  /// Reads a pipe until no process holds it open any more, or until there is enough.
  private static func text(of descriptor: Int32, until isEnough: (String) -> Bool) throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 100)
    while !isEnough(String(decoding: bytes, as: UTF8.self)) {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&request, 1, Int32(PipedProcess.timeoutMilliseconds)) > 0)
      let count = read(descriptor, &chunk, chunk.count)
      if count <= 0 { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Runs blocking work on its own thread.
  private func inThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
