import Foundation
import JSON
import Testing

/// Disks that are full or cannot be written, made by the system itself.
@Suite("A disk that fails")
struct DiskFaultTests {
  @Test(
    "A full disk fails stars, keeps the earlier ones and everything else, and takes stars again when there is room",
    .enabled(if: MountedServer.isPossible, "No file system can be mounted here, not even in a namespace of one's own."))
  func full() throws {
    try Sandbox.use { sandbox in
      let mounted = try MountedServer(sandbox, mount: "mount -t tmpfs -o size=256k none data; mkdir data/movie-server")
      defer { mounted.end() }
      let server = mounted.server
      #expect(try star(server, "x:first").result["changed"] == true)
      let ballast = mounted.folder + "/ballast"
      let kept = try fill(server) {
        // What the favorites do not use up.
        try Data().write(to: URL(fileURLWithPath: ballast))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
        while (try? file.write(contentsOf: Data(count: 1_024))) != nil {}
        try? file.close()
      }
      try checkWorking(server, kept)
      try FileManager.default.removeItem(atPath: ballast)
      try checkMended(server, kept)
      #expect(try mounted.server.finish() == .exited(0))
    }
  }

  @Test(
    "A file that may not grow fails stars in the same way, and no signal of it ends the server",
    .disabled(if: Executable.isSanitized, "The sanitizer has files of its own that must grow."))
  func fileSizeLimit() throws {
    try Sandbox.use { sandbox in
      // The soft limit, which may be lifted again.
      let server = try sandbox.launch(through: "ulimit -S -f 200; exec \"$0\"")
      let kept = try fill(server) {}
      try checkWorking(server, kept)
      #if os(Linux)
        let lift = try sandbox.shell("exec prlimit --pid \(server.processID) --fsize=unlimited:")
        defer { lift.destroy() }
        try #require(try lift.waitForExit() == .exited(0))
        try checkMended(server, kept)
      #endif
      #expect(try server.finish() == .exited(0))
      // What was kept is there without the limit.
      let next = try sandbox.launch()
      #expect(try favorites(next).isSuperset(of: kept))
    }
  }

  @Test(
    "A folder that can only be read fails stars, and nothing else, until it can be written again",
    .enabled(if: MountedServer.isPossible, "No file system can be mounted here, not even in a namespace of one's own."))
  func readOnly() throws {
    try Sandbox.use { sandbox in
      let first = try sandbox.launch()
      #expect(try star(first, "x:first").result["changed"] == true)
      #expect(try first.finish() == .exited(0))
      let mounted = try MountedServer(sandbox, mount: "mount --bind data data; mount -o remount,bind,ro data")
      defer { mounted.end() }
      let server = mounted.server
      #expect(try star(server, "x:second").reason == "storageFailed")
      #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
      try mounted.run("mount -o remount,bind,rw data")
      try checkMended(server, ["x:first"])
      #expect(try server.finish() == .exited(0))
    }
  }

  // MARK: Steps

  private func star(_ server: ServerProcess, _ id: String) throws -> ServerProcess.Reply {
    try server.ask("star", ["movie": ["id": .string(id), "title": "A film", "overview": .string(Self.text)]])
  }

  /// So long that few of them fill what there is.
  private static let text = String(repeating: "word ", count: 1_000)

  /// Stars until a star fails; gives those that were answered, one at a time.
  private func fill(_ server: ServerProcess, before: () throws -> Void) throws -> Set<String> {
    try before()
    var kept = try favorites(server)
    for number in 0..<2_000 {
      let reply = try star(server, "x:\(number)")
      guard reply.message["error"] != nil else {
        kept.insert("x:\(number)")
        continue
      }
      #expect(reply.reason == "storageFailed")
      #expect(!reply.notifications.contains { $0["method"] == "favoritesChanged" })
      return kept
    }
    throw Failure("There is room for everything.")
  }

  private func checkWorking(_ server: ServerProcess, _ kept: Set<String>) throws {
    #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
    #expect(try server.ask("genres").message["error"] == nil)
    #expect(try favorites(server) == kept)
    // And again: no change of it is half done.
    #expect(try star(server, "x:again").reason == "storageFailed")
    #expect(try favorites(server) == kept)
  }

  private func checkMended(_ server: ServerProcess, _ kept: Set<String>) throws {
    #expect(try star(server, "x:mended").result["changed"] == true)
    #expect(try favorites(server) == kept.union(["x:mended"]))
    #expect(try server.ask("unstar", ["id": "x:mended"]).result["changed"] == true)
  }

  private func favorites(_ server: ServerProcess) throws -> Set<String> {
    let listing = try server.ask("favorites", ["limit": 1000]).result
    return Set((listing["items"]?.array ?? []).compactMap { $0["id"]?.string })
  }
}

/// A server that sees a file system of its own, in a mount namespace that ends with it.
private struct MountedServer {
  let server: ServerProcess
  /// The server's data folder, seen from outside.
  let folder: String
  private let sandbox: Sandbox

  /// A user who is not root may mount where the system gives a user a namespace.
  private static let unshare = geteuid() == 0 ? "unshare -m" : "unshare -Urm"
  private static let enter = geteuid() == 0 ? "nsenter -m" : "nsenter -U -m --preserve-credentials"

  static let isPossible: Bool = {
    guard
      let probe = try? ChildProcess(
        "/bin/sh", ["-c", "exec \(unshare) mount -t tmpfs none /mnt"],
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
    else { return false }
    defer { probe.destroy() }
    return (try? probe.waitForExit()) == .exited(0)
  }()

  init(_ sandbox: Sandbox, mount: String) throws {
    self.sandbox = sandbox
    try FileManager.default.createDirectory(atPath: sandbox.folder + "/data", withIntermediateDirectories: true)
    server = try sandbox.launch(
      through: "exec \(Self.unshare) sh -ec 'cd \"$HOME\"; \(mount); exec \"$0\"' \"$0\"")
    // What it answers, it answers with its own file system.
    _ = try server.ask("genres")
    folder = "/proc/\(server.processID)/root\(sandbox.folder)/data"
  }

  /// Runs a command where the server is.
  func run(_ command: String) throws {
    let shell = try sandbox.shell("exec \(Self.enter) -t \(server.processID) sh -ec 'cd \"$HOME\"; \(command)'")
    defer { shell.destroy() }
    guard try shell.waitForExit() == .exited(0) else { throw Failure("This has failed: \(command)") }
  }

  func end() { server.destroy() }
}
