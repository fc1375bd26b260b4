import Foundation
import JSON
import Testing

@Suite("a favorites file deleted or replaced under running servers")
struct ReplacedFavoritesTests {
  @Test(arguments: [[""], ["", "-wal", "-shm"]])
  func `after a deletion the servers create a new file and agree on it`(_ suffixes: [String]) throws {
    try Sandbox.use { sandbox in
      let (one, two) = (try sandbox.launch(), try sandbox.launch())
      for server in [one, two] { _ = try server.ask("initialize").result }
      let old = try one.ask("star", ["id": "builtin:tt6751668"]).result
      _ = try two.notifications { $0["method"] == "favoritesChanged" }
      let epoch = try one.ask("favorites").result["epoch"]
      for suffix in suffixes { try? FileManager.default.removeItem(atPath: sandbox.favoritesFile + suffix) }

      // Both notify that all favorites are gone, without a request.
      for server in [one, two] {
        let change = try server.notifications { $0["method"] == "favoritesChanged" }.last?["params"]
        #expect(change?["removed"] == ["builtin:tt6751668"])
        #expect(change?["total"] == 0)
        #expect(change?["epoch"] != epoch)
      }
      #expect(try one.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["isFavorite"] == false)
      let star = try one.ask("star", ["id": "builtin:tt0468492"]).result
      #expect(star["changed"] == true)
      #expect(star["revision"] == old["revision"])
      try expectAgreement([one, two], on: ["builtin:tt0468492"], in: sandbox)
    }
  }

  @Test func `after a replacement the servers switch to the new file`() throws {
    try Sandbox.use { sandbox in
      // The other file, made by this program in another folder, like a backup.
      let maker = try sandbox.launch("--data-dir", sandbox.folder + "/backup")
      for id in ["builtin:tt0468492", "builtin:tt0364569"] { _ = try maker.ask("star", ["id": .string(id)]).result }
      #expect(try maker.finish() == .exited(0))

      let (one, two) = (try sandbox.launch(), try sandbox.launch())
      for server in [one, two] { _ = try server.ask("initialize").result }
      _ = try one.ask("star", ["id": "builtin:tt6751668"]).result
      _ = try two.notifications { $0["method"] == "favoritesChanged" }
      #expect(rename(sandbox.folder + "/backup/favorites.db", sandbox.favoritesFile) == 0)

      for server in [one, two] {
        let change = try server.notifications { $0["method"] == "favoritesChanged" }.last?["params"]
        #expect(change?["removed"] == ["builtin:tt6751668"])
        #expect(change?["added"]?.array?.compactMap { $0["id"] } == ["builtin:tt0468492", "builtin:tt0364569"])
        #expect(change?["total"] == 2)
      }
      _ = try two.ask("unstar", ["id": "builtin:tt0364569"]).result
      _ = try two.ask("star", ["id": "builtin:tt1216496"]).result
      try expectAgreement([one, two], on: ["builtin:tt0468492", "builtin:tt1216496"], in: sandbox)
    }
  }

  @Test func `while another kind of file replaces it stars fail, and the restored file is reported`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for id in ["builtin:tt6751668", "builtin:tt0468492"] { _ = try server.ask("star", ["id": .string(id)]).result }
      let epoch = try server.ask("favorites").result["epoch"]
      func isFavorite() throws -> Bool? {
        try server.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["isFavorite"]?.bool
      }
      #expect(try isFavorite() == true)
      try FileManager.default.moveItem(atPath: sandbox.favoritesFile, toPath: sandbox.folder + "/aside")
      try sandbox.write("These are my favorites.\n", to: sandbox.favoritesFile)
      #expect(try server.ask("favorites").reason == "storageFailed")
      #expect(try isFavorite() == false)
      #expect(try server.ask("detail", ["id": "builtin:tt6751668"]).result["isFavorite"] == false)

      #expect(rename(sandbox.folder + "/aside", sandbox.favoritesFile) == 0)
      let change = try server.notifications { $0["method"] == "favoritesChanged" }.last?["params"]
      #expect(change?["epoch"] == epoch)
      #expect(change?["total"] == 2)
      #expect(change?["added"] == [])
      #expect(change?["removed"] == [])
      #expect(try isFavorite() == true)
      try expectAgreement([server], on: ["builtin:tt6751668", "builtin:tt0468492"], in: sandbox)
    }
  }

  /// All servers, and one that starts afterwards, have the same favorites.
  private func expectAgreement(_ servers: [ServerProcess], on ids: Set<String>, in sandbox: Sandbox) throws {
    func listing(_ server: ServerProcess) throws -> JSON {
      let listing = try server.ask("favorites").result
      #expect(Set((listing["items"]?.array ?? []).compactMap { $0["id"]?.string }) == ids)
      return listing
    }
    let listings = try servers.map(listing)
    #expect(Set(listings.map { $0["epoch"] }).count == 1)
    #expect(Set(listings.map { $0["revision"] }).count == 1)
    for server in servers { #expect(try server.finish() == .exited(0)) }
    #expect(try listing(try sandbox.launch())["epoch"] == listings[0]["epoch"])
  }
}
