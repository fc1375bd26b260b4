import JSON
import Testing

/// Texts of which folding leaves nothing: punctuation, symbols and emoji.
@Suite("queries of symbols")
struct SymbolQueryTests {
  @Test(arguments: ["!!!", "★", "?", "🙂", "…", "-"])
  func `symbols are in no film, favorite, person or genre, in any local catalog`(text: String) throws {
    try Sandbox.use { sandbox in
      _ = try sandbox.importFilms(9, year: 1999, into: "store")
      let server = try sandbox.launch("--data-dir", "\(sandbox.folder)/store")
      for id in ["builtin:tt6751668", "imdb:tt1000007"] { _ = try server.ask("star", ["id": .string(id)]).result }
      let favorites = try server.ask("favorites", ["query": .string(text)]).result
      #expect(favorites["total"] == 0 && favorites.ids.isEmpty)
      for catalog: JSON in ["builtin", "imdb"] {
        let page = try server.ask("search", ["query": .string(text), "catalog": catalog]).result
        #expect(page["total"] == 0 && page.ids.isEmpty, "\(catalog)")
        let people = try server.ask("people", ["query": .string(text), "catalog": catalog]).result
        #expect(people["people"]?.array?.isEmpty == true, "\(catalog)")
        for criterion in ["genres", "excludeGenres"] {
          let reply = try server.ask("discover", [criterion: [.string(text)], "catalog": catalog])
          #expect(reply.reason == "invalidParams" && reply.field == criterion)
        }
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a blank text is invalid everywhere`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      for method in ["search", "people", "favorites"] {
        for text: JSON in ["", "   "] {
          let reply = try server.ask(method, ["query": text])
          #expect(reply.reason == "invalidParams" && reply.field == "query", "\(method)")
        }
      }
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test(
    arguments: [("sort", "title"), ("order", "asc"), ("query", "x"), ("limit", 1), ("offset", 1)] as [(String, JSON)])
  func `changes since a revision are no page`(name: String, value: JSON) throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      let reply = try server.ask("favorites", ["since": 0, name: value])
      #expect(reply.reason == "invalidParams" && reply.field == name)
      #expect(try server.ask("favorites", ["since": 0, name: .null]).reason == nil)
      #expect(try server.finish() == .exited(0))
    }
  }

  @Test func `a year is one from 1870 to 2200, also of a movie that is starred`() throws {
    try Sandbox.use { sandbox in
      let server = try sandbox.launch()
      func star(_ year: JSON) throws -> ServerProcess.Reply {
        try server.ask("star", ["movie": ["id": "mine:1", "title": "Home video", "year": year]])
      }
      for year: JSON in [1869, 2201, -1] {
        #expect(try star(year).field == "movie.year")
        #expect(try server.ask("search", ["query": "x", "year": year]).field == "year")
      }
      for year: JSON in [1870, 2200] { #expect(try star(year).reason == nil) }
      #expect(try server.finish() == .exited(0))
    }
  }
}
