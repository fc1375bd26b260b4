import Foundation
import JSON
import SQLite
import Testing

@Suite("an unusable favorites file")
struct DamagedFavoritesTests {
  enum Damage: CaseIterable {
    case garbage, shortGarbage, truncated, garbledPages, onePage, foreign, newer
  }

  @Test(arguments: Damage.allCases)
  func `the file is left unchanged; favorites fail, and everything else works`(_ damage: Damage) throws {
    try Sandbox.use { sandbox in
      try make(damage, in: sandbox)
      let before = try sandbox.bytes(sandbox.favoritesFile)

      // The second server must find the same file as the first, and not something that the first left beside it.
      for _ in 1...2 {
        let server = try sandbox.launch()
        let start = try server.ask("initialize").result
        #expect(start["protocolVersion"] == "1.0")
        // A damaged page is noticed when it is read; after that the server writes nothing.
        for (method, params): (String, JSON) in [
          ("favorites", [:]), ("star", ["id": "builtin:tt0468492"]),
          ("star", ["movie": ["id": "x:new", "title": "New"]]),
          ("unstar", ["id": "x:1"]), ("favorites", ["since": 0]), ("refreshFavorites", [:]),
        ] {
          let reply = try server.ask(method, params)
          #expect(reply.reason == "storageFailed", "\(method)")
          let message = reply.message["error"]?["message"]?.string ?? ""
          #expect(message.contains(sandbox.favoritesFile), "The message must name the file: \(message)")
        }
        let page = try server.ask("search", ["query": "parasite"]).result
        #expect(page["items"]?.array?.first?["title"] == "Parasite")
        #expect(page["items"]?.array?.first?["isFavorite"] == false)
        #expect(try server.ask("detail", ["id": "builtin:tt6751668"]).result["isFavorite"] == false)
        #expect(try server.finish() == .exited(0))
        #expect(try sandbox.bytes(sandbox.favoritesFile) == before)
      }
    }
  }

  @Test func `after the file is repaired or moved away, the same server stores favorites again`() throws {
    try Sandbox.use { sandbox in
      try make(.garbage, in: sandbox)
      let server = try sandbox.launch()
      #expect(try server.ask("star", ["id": "builtin:tt6751668"]).reason == "storageFailed")
      try FileManager.default.moveItem(atPath: sandbox.favoritesFile, toPath: sandbox.folder + "/aside")
      #expect(try server.ask("star", ["id": "builtin:tt6751668"]).result["changed"] == true)
      #expect(try server.ask("favorites").result["total"] == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a folder that cannot be created fails in the same way`() throws {
    try Sandbox.use { sandbox in
      try sandbox.write("a file", to: "data")
      let server = try sandbox.launch()
      #expect(try server.ask("star", ["id": "builtin:tt6751668"]).reason == "storageFailed")
      #expect(try server.ask("search", ["query": "parasite"]).result["total"] == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  private func make(_ damage: Damage, in sandbox: Sandbox) throws {
    let path = sandbox.favoritesFile
    switch damage {
    case .garbage:
      // More than a page, and the same in every run.
      try sandbox.write((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, to: path)
    case .shortGarbage:
      try sandbox.write("These are my favorites.\n", to: path)
    case .truncated:
      try makeIntactFile(in: sandbox)
      let bytes = try sandbox.bytes(path)
      try sandbox.write(bytes.prefix(bytes.count / 2), to: path)
    case .garbledPages:
      try makeIntactFile(in: sandbox)
      var bytes = try sandbox.bytes(path)
      for index in bytes.indices.dropFirst(100) { bytes[index] = 0xA5 }
      try sandbox.write(bytes, to: path)
    case .onePage:
      try makeIntactFile(in: sandbox)
      var bytes = try sandbox.bytes(path)
      // The page with the movie starred last, which comes first in the list.
      let page = try #require(bytes.firstRange(of: Array("\"x:399\"".utf8))).lowerBound / 4_096 * 4_096
      bytes.replaceSubrange(page..<page + 4_096, with: repeatElement(0xA5, count: 4_096))
      try sandbox.write(bytes, to: path)
    case .foreign:
      try sandbox.write([UInt8](), to: path)
      try FileManager.default.removeItem(atPath: path)
      try Database(.file(path)).execute("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('Ram-don')")
    case .newer:
      try makeIntactFile(in: sandbox)
      try Database(.file(path)).execute("PRAGMA user_version = 99")
    }
  }

  /// A file of this program with several pages.
  private func makeIntactFile(in sandbox: Sandbox) throws {
    let server = try sandbox.launch()
    _ = try server.ask("star", ["id": "builtin:tt6751668"]).result
    let overview = String(repeating: "It rains. ", count: 30)
    for number in 0..<400 {
      let movie: JSON = [
        "id": .string("x:\(number)"), "title": .string("Film \(number)"), "overview": .string(overview),
      ]
      try server.send("star", ["movie": movie])
    }
    #expect(try server.ask("favorites").result["total"] == 401)
    #expect(try server.finish() == .exited(0))
    #expect(!sandbox.exists(sandbox.favoritesFile + "-wal"), "The file must be complete without its WAL.")
  }
}
