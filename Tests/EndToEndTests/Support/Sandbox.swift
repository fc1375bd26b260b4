import Concurrency
import Foundation
import Testing

/// A temporary home folder, and the processes that run in it. Both are gone when `use` returns.
final class Sandbox: Sendable {
  let folder: String
  private let servers = Mutex<[ServerProcess]>([])

  private init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/movie-server-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure("Cannot create a temporary folder.") }
    folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Runs a test in a fresh home, then checks that all output of the launched servers obeys the protocol.
  static func use(sourceLocation: SourceLocation = #_sourceLocation, _ body: (Sandbox) throws -> Void) throws {
    let sandbox = try Sandbox()
    defer { try? FileManager.default.removeItem(atPath: sandbox.folder) }
    defer { for server in sandbox.servers.withLock({ $0 }) { server.destroy() } }
    try body(sandbox)
    for server in sandbox.servers.withLock({ $0 }) {
      server.signal(SIGKILL)
      _ = try server.waitForExit()
      guard server.child.output.isRead else { continue }
      for fault in try server.faults() { Issue.record(Comment(rawValue: fault), sourceLocation: sourceLocation) }
    }
  }

  /// - Parameter readsOutput: false for a client that does not read, until `startReading` or `closeOutput`.
  func launch(
    _ arguments: String..., environment: [String: String] = [:], framing: Framing = .lines, readsOutput: Bool = true
  ) throws -> ServerProcess {
    try launch(arguments, environment: environment, framing: framing, readsOutput: readsOutput)
  }

  func launch(
    _ arguments: [String], environment: [String: String] = [:], framing: Framing = .lines, readsOutput: Bool = true
  ) throws -> ServerProcess {
    let child = try PipedProcess(
      try Executable.path(), arguments, environment: self.environment(environment), framing: framing,
      readsOutput: readsOutput)
    let server = ServerProcess(child)
    servers.withLock { $0.append(server) }
    return server
  }

  /// Runs a shell script in the home; `$0` is the server. The caller must `destroy` it.
  func shell(_ script: String, _ arguments: String...) throws -> PipedProcess { try shell(script, arguments) }

  /// Runs a shell script in the home; `$0` is the server. The caller must `destroy` it.
  func shell(
    _ script: String, _ arguments: [String], environment: [String: String] = [:], framing: Framing = .lines
  ) throws -> PipedProcess {
    try PipedProcess(
      "/bin/sh", ["-c", "cd '\(folder)'\n" + script, try Executable.path()] + arguments,
      environment: self.environment(environment), framing: framing)
  }

  /// Launches the server with a shell script that ends in `exec`; `$0` is the server.
  func launch(
    through script: String, environment: [String: String] = [:], framing: Framing = .lines
  ) throws -> ServerProcess {
    let server = ServerProcess(try shell(script, [], environment: environment, framing: framing))
    servers.withLock { $0.append(server) }
    return server
  }

  struct Output {
    var status: PipedProcess.Status
    var text: String
    var errors: String
  }

  /// Runs the program, or another installed one, to its end.
  func run(
    _ arguments: [String] = [], input: String = "", environment: [String: String] = [:], program: String? = nil
  ) throws -> Output {
    let path = try program.map { try Self.installed($0) } ?? Executable.path()
    let child = try PipedProcess(path, arguments, environment: self.environment(environment))
    defer { child.destroy() }
    // A program that exits at once may be gone before its input is written.
    try? child.write(Array(input.utf8))
    child.closeInput()
    func text(_ reader: LineReader) throws -> String {
      let contents = try reader.readToEnd()
      return contents.all.map { $0.text + "\n" }.joined() + String(decoding: contents.rest, as: UTF8.self)
    }
    return Output(status: try child.waitForExit(), text: try text(child.output), errors: try text(child.errors))
  }

  /// Only what a process needs to run, and none of the user's variables for the server.
  func environment(_ more: [String: String]) -> [String: String] {
    var variables = [
      "HOME": folder, "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
      "XDG_CACHE_HOME": folder + "/cache", "XDG_STATE_HOME": folder + "/state",
    ]
    for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", Executable.sanitizerOptions] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    return variables.merging(more) { $1 }
  }

  // MARK: Files

  var favoritesFile: String { folder + "/data/movie-server/favorites.db" }

  /// Writes a file below the home, and creates its folders.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>, to path: String) throws -> String {
    let url = url(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ text: String, to path: String) throws -> String { try write(text.utf8, to: path) }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

  func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

  func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url(path).path)[.posixPermissions] as? Int
  }

  /// The path of an installed program; nil if it is not installed.
  static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func installed(_ name: String) throws -> String {
    guard let path = program(name) else { throw Failure("\(name) is not installed; see Tests/setup --tests.") }
    return path
  }

  /// - Parameter path: absolute, or relative to the home.
  private func url(_ path: String) -> URL { URL(fileURLWithPath: path.hasPrefix("/") ? path : folder + "/" + path) }
}

extension Sandbox {
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.folder + "/" + folder).sorted()
  }

  /// Polls until a condition holds for which there is no notification; returns false after the time limit.
  func wait(until holds: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .milliseconds(PipedProcess.timeoutMilliseconds)
    while ContinuousClock.now < end {
      if try holds() { return true }
      usleep(5_000)
    }
    return false
  }
}

extension Sandbox {
  /// Imports films of one year, `imdb:tt1000001` and so on, and returns the path of the catalog.
  ///
  /// - Parameter data: the name of the data folder in the sandbox.
  func importFilms(_ count: Int, year: Int, into data: String) throws -> String {
    let header =
      "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
    let films = (1...count).map { "tt\(1_000_000 + $0)\tmovie\tFilm \($0)\tFilm \($0)\t0\t\(year)\t\\N\t90\tDrama\n" }
    try write(header + films.joined(), to: "files-\(data)/title.basics.tsv")
    let output = try run(
      ["import", "imdb", "\(folder)/files-\(data)", "--accept-imdb-terms", "--data-dir", "\(folder)/\(data)"])
    #expect(output.status == .exited(0), "\(output.errors)")
    return "\(folder)/\(data)/imdb.catalog"
  }
}
