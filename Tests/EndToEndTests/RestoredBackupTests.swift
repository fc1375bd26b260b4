import Foundation
import JSON
import Testing

@Suite("backups of the favorites file, restored after a crash")
struct RestoredBackupTests {
  private static let movies: [JSON] = [
    "builtin:tt6751668", "builtin:tt0468492", "builtin:tt0364569", "builtin:tt1216496",
  ]

  /// `cp` overwrites the file and keeps its inode; `mv` does not.
  @Test(arguments: ["cp", "mv"])
  func `a backup is not changed by the log that a killed server has left`(_ command: String) throws {
    try Sandbox.use { sandbox in
      let maker = try sandbox.launch()
      _ = try maker.ask("star", ["id": Self.movies[0]]).result
      #expect(try maker.finish() == .exited(0))
      let backup = sandbox.folder + "/backup.db"
      try FileManager.default.copyItem(atPath: sandbox.favoritesFile, toPath: backup)

      let second = try sandbox.launch()
      _ = try second.ask("star", ["id": Self.movies[1]]).result
      #expect(try second.finish() == .exited(0))
      let killed = try sandbox.launch()
      for id in Self.movies[2...] { _ = try killed.ask("star", ["id": id]).result }
      killed.signal(SIGKILL)
      _ = try killed.waitForExit()
      let folder = sandbox.folder + "/data/movie-server"
      #expect(try !sandbox.bytes("data/movie-server/favorites.db-wal").isEmpty)

      let copy = try sandbox.shell("\(command) backup.db '\(sandbox.favoritesFile)'")
      defer { copy.destroy() }
      #expect(try copy.waitForExit() == .exited(0))
      let server = try sandbox.launch()
      let page = try server.ask("favorites").result
      #expect(page["items"]?.array?.compactMap { $0["id"] } == [Self.movies[0]])
      #expect(page["revision"] == 1)
      #expect(try server.ask("star", ["id": Self.movies[3]]).result["revision"] == 2)
      // The log is not lost.
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).contains("favorites.db-wal.unused-1"))
      #expect(try server.finish() == .exited(0))
      let check = try sandbox.launch()
      #expect(try check.ask("favorites").result["total"] == 2)
      #expect(try check.finish() == .exited(0))
    }
  }

  @Test func `without a restored backup no star of a killed server is lost, and none of a copied folder`() throws {
    try Sandbox.use { sandbox in
      let killed = try sandbox.launch()
      for id in Self.movies { _ = try killed.ask("star", ["id": id]).result }
      killed.signal(SIGKILL)
      _ = try killed.waitForExit()
      try FileManager.default.copyItem(
        atPath: sandbox.folder + "/data/movie-server", toPath: sandbox.folder + "/copy")
      for server in [try sandbox.launch(), try sandbox.launch("--data-dir", sandbox.folder + "/copy")] {
        #expect(try server.ask("favorites").result["total"] == 4)
        #expect(try server.finish() == .exited(0))
      }
      #expect(!sandbox.exists("data/movie-server/favorites.db-wal.unused-1"))
    }
  }
}
