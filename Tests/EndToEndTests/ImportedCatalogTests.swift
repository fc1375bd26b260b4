import Foundation
import JSON
import Testing

/// The catalog `imdb` in the real server, which imports put in place, replace and take away while it runs.
@Suite("imported catalog")
struct ImportedCatalogTests {
  @Test func `a FIFO in the place of the catalog is no catalog, and holds nobody up`() throws {
    try Sandbox.use { sandbox in
      let folder = "\(sandbox.folder)/store"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #expect(mkfifo(folder + "/imdb.catalog", 0o600) == 0)
      let server = try sandbox.launch("--data-dir", folder)
      #expect(try server.ask("search", ["query": "film", "catalog": "imdb"]).reason == "catalogNotConfigured")
      #expect(try server.ask("search", ["query": "parasite"]).result.ids.isEmpty == false)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a file that is cut while it is in use ends no server`() throws {
    try Sandbox.use { sandbox in
      let catalog = try sandbox.importFilms(5_000, year: 1999, into: "store")
      let server = try sandbox.launch("--data-dir", "\(sandbox.folder)/store")
      #expect(try server.ask("search", ["query": "film 7", "catalog": "imdb"]).result.ids.isEmpty == false)
      #expect(truncate(catalog, 0) == 0)
      for query in ["film 8", "film 4999", "f"] {
        _ = try server.ask("search", ["query": .string(query), "catalog": "imdb"])
      }
      #expect(try sandbox.wait { try server.ask("search", ["query": "film", "catalog": "imdb"]).reason != nil })
      #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result.ids.isEmpty == false)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a server notices an import and its removal`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch("--data-dir", "\(sandbox.folder)/store")
      #expect(try server.ask("initialize").result["catalogs"]?.array?.contains { $0["name"] == "imdb" } == false)
      let reply = try server.ask("search", ["query": "film 7", "catalog": "imdb"])
      #expect(reply.reason == "catalogNotConfigured")
      #expect(reply.message["error"]?["message"]?.string?.contains("movie-server import imdb DIR") == true)
      _ = try sandbox.importFilms(9, year: 1999, into: "store")
      let found = try server.ask("search", ["query": "film 7", "catalog": "imdb"]).result
      #expect(found["items"]?.array?.first?["id"] == "imdb:tt1000007")
      // The default is what it was when the server started.
      #expect(
        try server.ask("search", ["query": "parasite"]).result["items"]?.array?.first?["id"] == "builtin:tt6751668")
      #expect(try server.ask("star", ["id": "imdb:tt1000007"]).result["changed"] == true)
      let removal = try sandbox.run(["import", "imdb", "--remove", "--data-dir", "\(sandbox.folder)/store"])
      #expect(removal.status == .exited(0))
      #expect(try server.ask("search", ["query": "film 7", "catalog": "imdb"]).reason == "catalogNotConfigured")
      // What is stored with the star replaces the catalog.
      let detail = try server.ask("detail", ["id": "imdb:tt1000007"]).result
      #expect(detail["title"] == "Film 7" && detail["stale"] == true)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `the imported catalog is the default of a server without keys`() throws {
    try Sandbox.use { sandbox in
      _ = try sandbox.importFilms(9, year: 1999, into: "store")
      let server = try sandbox.launch("--data-dir", "\(sandbox.folder)/store")
      let start = try server.ask("initialize").result
      #expect(start["catalog"] == "imdb")
      let described = start["catalogs"]?.array?.first { $0["name"] == "imdb" }
      #expect(described?["attribution"]?.string?.hasPrefix("Information courtesy of IMDb") == true)
      #expect(try server.ask("home", ["sections": ["popular"]]).result["sections"]?.array?.first?["total"] == 9)
      #expect(try server.ask("genres").result["genres"] == [["id": "drama", "name": "Drama", "count": 9]])
      #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result["total"] == 1)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a damaged catalog is an error, and the other catalogs work`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.importFilms(9, year: 1999, into: "store")
      let whole = try #require(FileManager.default.contents(atPath: path))
      for bytes in [whole.prefix(whole.count / 2), Data("SQLite format 3".utf8), Data()] {
        try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
        let server = try sandbox.launch("--data-dir", "\(sandbox.folder)/store")
        #expect(try server.ask("search", ["query": "film", "catalog": "imdb"]).reason == "catalogNotConfigured")
        #expect(try server.ask("search", ["query": "parasite", "catalog": "builtin"]).result["total"] == 1)
        #expect(try server.finish() == .exited(0))
      }
    }
  }

  @Test func `of 1,000 searches while 20 imports replace the catalog none fails, and each is of one catalog`() throws {
    try Sandbox.use { sandbox in
      let catalogs = [
        (path: try sandbox.importFilms(30, year: 1999, into: "first"), total: 30, year: 1999),
        (path: try sandbox.importFilms(50, year: 2005, into: "second"), total: 50, year: 2005),
      ]
      let files = FileManager.default
      try files.createDirectory(atPath: "\(sandbox.folder)/store", withIntermediateDirectories: true)
      func install(_ catalog: Int) throws {
        try files.copyItem(atPath: catalogs[catalog].path, toPath: "\(sandbox.folder)/copy")
        #expect(rename("\(sandbox.folder)/copy", "\(sandbox.folder)/store/imdb.catalog") == 0)
      }
      func isAnswer(_ page: JSON, of catalog: Int) -> Bool {
        let years = page["items"]?.array?.map { $0["year"] } ?? []
        return page["total"] == .integer(catalogs[catalog].total) && years.count == 20
          && years.allSatisfy { $0 == .integer(catalogs[catalog].year) }
      }
      try install(0)
      let server = try sandbox.launch("--data-dir", "\(sandbox.folder)/store")
      for swap in 1...20 {
        let ids = try (0..<50).map { try server.send("search", ["query": "film", "list": .string("list \($0)")]) }
        try install(swap % 2)
        for id in ids {
          let page = try server.reply(to: id).result
          #expect(isAnswer(page, of: 0) || isAnswer(page, of: 1))
        }
        // A request that comes later than the swap is answered from the new file.
        var last = try server.ask("search", ["query": "film"]).result
        for _ in 0..<1_000 where !isAnswer(last, of: swap % 2) {
          last = try server.ask("search", ["query": "film"]).result
        }
        #expect(isAnswer(last, of: swap % 2))
      }
      #expect(try server.finish() == .exited(0))
    }
  }
}
