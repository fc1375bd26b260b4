import Foundation
import JSON
import Testing

/// Full and read-only disks, provided by the operating system itself.
@Suite("disk failures")
struct DiskFaultTests {
  @Test(
    .enabled(if: MountNamespace.isPossible, "No file system can be mounted here, not even in an own namespace."))
  func `on a full disk stars fail and everything else works; stars succeed again when there is space`() throws {
    try Sandbox.use { sandbox in
      let mounted = try MountedServer(sandbox, mount: "mount -t tmpfs -o size=2m none data; mkdir data/movie-server")
      defer { mounted.end() }
      let server = mounted.server
      #expect(try star(server, "x:first").result["changed"] == true)
      let ballast = mounted.folder + "/ballast"
      var kept = try fill(server) {
        // Takes up the space, so that the favorites cannot.
        try Data().write(to: URL(fileURLWithPath: ballast))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
        while (try? file.write(contentsOf: Data(count: 1_024))) != nil {}
        try? file.close()
      }
      try checkWorking(server, &kept)
      try FileManager.default.removeItem(atPath: ballast)
      try checkRecovery(server, kept)
      #expect(try mounted.server.finish() == .exited(0))
    }
  }

  @Test(.disabled(if: Executable.isSanitized, "The sanitizer has files of its own that must grow."))
  func `at the file size limit stars fail in the same way, and the signal does not end the server`() throws {
    try Sandbox.use { sandbox in
      // The soft limit, which can be raised again.
      let server = try sandbox.launch(through: "ulimit -S -f 2000; exec \"$0\"")
      var kept = try fill(server) {}
      try checkWorking(server, &kept)
      #if os(Linux)
        let lift = try sandbox.shell("exec prlimit --pid \(server.processID) --fsize=unlimited:")
        defer { lift.destroy() }
        try #require(try lift.waitForExit() == .exited(0))
        try checkRecovery(server, kept)
      #endif
      #expect(try server.finish() == .exited(0))
      // The stored favorites are there without the limit.
      let next = try sandbox.launch()
      #expect(try favorites(next).isSuperset(of: kept))
    }
  }

  @Test(
    .enabled(if: MountNamespace.isPossible, "No file system can be mounted here, not even in an own namespace."),
    arguments: [false, true])
  func `in a read-only folder only stars fail, until it is writable again`(hasLog: Bool) throws {
    try Sandbox.use { sandbox in
      let first = try sandbox.launch()
      #expect(try star(first, "x:first").result["changed"] == true)
      // A server that is killed leaves its log.
      if hasLog { first.signal(SIGKILL) }
      #expect(try hasLog ? first.waitForExit() == .killed(signal: SIGKILL) : first.finish() == .exited(0))
      let mounted = try MountedServer(sandbox, mount: "mount --bind data data; mount -o remount,bind,ro data")
      defer { mounted.end() }
      let server = mounted.server
      #expect(try star(server, "x:second").reason == "storageFailed")
      #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
      try mounted.run("mount -o remount,bind,rw data")
      try checkRecovery(server, ["x:first"])
      #expect(try server.finish() == .exited(0))
    }
  }

  // MARK: Steps

  private func star(_ server: ServerProcess, _ id: String) throws -> ServerProcess.Reply {
    try server.ask("star", ["movie": ["id": .string(id), "title": "A film", "overview": .string(Self.text)]])
  }

  /// So long that a few of them fill the disk.
  private static let text = String(repeating: "word ", count: 1_000)

  /// Stars movies one at a time until a star fails; returns the acknowledged ones.
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
    throw Failure("The disk did not fill up.")
  }

  private func checkWorking(_ server: ServerProcess, _ kept: inout Set<String>) throws {
    #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
    #expect(try server.ask("genres").message["error"] == nil)
    #expect(try favorites(server) == kept)
    // And again: no change was left half done. There is room if the log has been emptied into the file meanwhile.
    let again = try star(server, "x:again")
    if again.message["error"] == nil { kept.insert("x:again") } else { #expect(again.reason == "storageFailed") }
    #expect(try favorites(server) == kept)
  }

  private func checkRecovery(_ server: ServerProcess, _ kept: Set<String>) throws {
    #expect(try star(server, "x:mended").result["changed"] == true)
    #expect(try favorites(server) == kept.union(["x:mended"]))
    #expect(try server.ask("unstar", ["id": "x:mended"]).result["changed"] == true)
  }

  private func favorites(_ server: ServerProcess) throws -> Set<String> {
    let listing = try server.ask("favorites", ["limit": 1000]).result
    return Set((listing["items"]?.array ?? []).compactMap { $0["id"]?.string })
  }
}

/// A server with a private file system, in a mount namespace that ends with it.
private struct MountedServer {
  let server: ServerProcess
  /// The server's data folder as seen from outside.
  let folder: String
  private let sandbox: Sandbox

  init(_ sandbox: Sandbox, mount: String) throws {
    self.sandbox = sandbox
    try FileManager.default.createDirectory(atPath: sandbox.folder + "/data", withIntermediateDirectories: true)
    server = try sandbox.launch(
      through: "exec \(MountNamespace.unshare) sh -ec 'cd \"$HOME\"; \(mount); exec \"$0\"' \"$0\"")
    // A response shows that the server runs in its own file system.
    _ = try server.ask("genres")
    folder = "/proc/\(server.processID)/root\(sandbox.folder)/data"
  }

  /// Runs a command in the server's namespace.
  func run(_ command: String) throws {
    let shell = try sandbox.shell(
      "exec \(MountNamespace.enter) -t \(server.processID) sh -ec 'cd \"$HOME\"; \(command)'")
    defer { shell.destroy() }
    guard try shell.waitForExit() == .exited(0) else { throw Failure("The command failed: \(command)") }
  }

  func end() { server.destroy() }
}
