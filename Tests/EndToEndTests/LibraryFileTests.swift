import Foundation
import JSON
import Testing

/// Imports and exports of the library by the program, with its built-in films.
@Suite("library files")
struct LibraryFileTests {
  private static let diary = """
    Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\r
    2024-03-02,Parasite,2019,https://boxd.it/8fQx1z,4.5,,"cinema, 35mm",2024-03-01\r
    2024-03-09,Parasite,2019,https://boxd.it/8fQx2z,,Yes,,2024-03-08\r
    2024-03-09,No Such Film At All,1801,https://boxd.it/8fQx3z,,,,2024-03-08\r
    2024-03-09,No Such Film Either,1999,https://boxd.it/8fQx4z,,,,2024-03-08\r

    """
  private static let watchlist = """
    Date,Name,Year,Letterboxd URI\r
    2024-01-05,Oldboy,2003,https://boxd.it/1bbb\r

    """

  private func importFile(_ sandbox: Sandbox, _ path: String, _ options: String...) throws -> JSON {
    let output = try sandbox.run(["library", "import", path, "--json"] + options)
    #expect(output.status == .exited(0), "\(output.errors)")
    return try JSON.parse(output.text)
  }

  private func counts(_ result: JSON) -> [Int?] {
    ["read", "matched", "added", "changed", "unchanged"].map { result[$0]?.int }
  }

  private func entry(_ sandbox: Sandbox, _ id: String) throws -> JSON {
    try JSON.parse(try sandbox.run(["detail", id, "--json"]).text)
  }

  @Test func `an export of a service is imported once, and what the user changes stays`() throws {
    try Sandbox.use { sandbox in
      try sandbox.write(Self.diary, to: "me/diary.csv")
      try sandbox.write(Self.watchlist, to: "me/watchlist.csv")
      let folder = sandbox.folder + "/me"
      let trial = try importFile(sandbox, folder, "--dry-run")
      #expect(counts(trial) == [5, 2, 2, 0, 0])
      #expect(trial["unmatchedPath"] == nil)
      let first = try importFile(sandbox, folder)
      #expect(first["format"]?.string == "letterboxd")
      #expect(counts(first) == [5, 2, 2, 0, 0])
      #expect(first["revision"]?.int == 1)
      let unmatched = first["unmatched"]?.array ?? []
      #expect(unmatched.map { $0["line"]?.int } == [4, 5])
      #expect(unmatched.map { $0["reason"]?.string } == ["malformed", "noFilm"])
      let parasite = try entry(sandbox, "builtin:tt6751668")
      #expect(parasite["mark"]?["viewings"]?.int == 2)
      #expect(parasite["mark"]?["lastViewed"]?.string == "2024-03-08")
      #expect(parasite["mark"]?["tags"]?.array == ["35mm", "cinema"])
      #expect(parasite["mark"]?["rating"]?.double == 9)
      let oldboy = try entry(sandbox, "builtin:tt0364569")
      #expect(oldboy["mark"]?["watchlistedAt"]?.string == "2024-01-05T12:00:00.000Z")
      #expect(counts(try importFile(sandbox, folder)) == [5, 2, 0, 0, 2])
      _ = try sandbox.run(["mark", "builtin:tt6751668", "--rating", "5"])
      _ = try sandbox.run(["mark", "builtin:tt0364569", "--no-watchlist"])
      #expect(counts(try importFile(sandbox, folder)) == [5, 2, 0, 0, 2])
      #expect(try entry(sandbox, "builtin:tt6751668")["mark"]?["rating"]?.double == 5)
      _ = try importFile(sandbox, folder, "--overwrite")
      #expect(try entry(sandbox, "builtin:tt6751668")["mark"]?["rating"]?.double == 9)
    }
  }

  @Test func `rows that are left out can be completed and imported`() throws {
    try Sandbox.use { sandbox in
      try sandbox.write(Self.diary, to: "diary.csv")
      let first = try importFile(sandbox, sandbox.folder + "/diary.csv")
      let path = try #require(first["unmatchedPath"]?.string)
      let table = try sandbox.text("movie-library-unmatched-letterboxd.csv")
      #expect(path == sandbox.folder + "/movie-library-unmatched-letterboxd.csv")
      let completed = table.replacingOccurrences(
        of: "\r\n,,No Such Film Either,", with: "\r\ntt0364569,,No Such Film Either,")
      try sandbox.write(completed, to: "completed.csv")
      let second = try importFile(sandbox, sandbox.folder + "/completed.csv")
      #expect(second["format"]?.string == "csv")
      #expect(counts(second) == [2, 1, 1, 0, 0])
      #expect(try entry(sandbox, "builtin:tt0364569")["mark"]?["lastViewed"]?.string == "2024-03-08")
      #expect(second["unmatchedPath"]?.string == sandbox.folder + "/movie-library-unmatched-csv.csv")
      // The next import of the same service replaces the file, and those of others do not.
      try sandbox.write(Self.diary.replacingOccurrences(of: "No Such Film Either", with: "Nor This"), to: "diary.csv")
      #expect(try importFile(sandbox, sandbox.folder + "/diary.csv")["unmatchedPath"]?.string == path)
      let replaced = try sandbox.text("movie-library-unmatched-letterboxd.csv")
      #expect(replaced.contains("Nor This") && !replaced.contains("No Such Film Either"))
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder)
      #expect(names.count { $0.hasPrefix("movie-library-unmatched") } == 2)
    }
  }

  @Test(arguments: ["json", "csv"])
  func `an export is imported elsewhere without a loss`(format: String) throws {
    try Sandbox.use { sandbox in
      let note = "It's \"great\",\nreally"
      for arguments in [
        ["mark", "builtin:tt6751668", "--starred", "--rating", "8.5", "--note", note, "--add-tag", "a, b"],
        ["log", "builtin:tt6751668", "--date", "2024-03-01", "--rating", "9", "--note", note, "--rewatch"],
        ["log", "builtin:tt6751668", "--date", "none"], ["mark", "builtin:tt0364569", "--watchlist"],
      ] { #expect(try sandbox.run(arguments).status == .exited(0), "\(arguments)") }
      let path = sandbox.folder + "/library." + format
      let report = try sandbox.run(["library", "export", path])
      #expect(report.text == "wrote 2 films with 2 viewings to \(path)\n", "\(report.errors)")
      try Sandbox.use { other in
        #expect(counts(try importFile(other, path)) == [format == "json" ? 2 : 4, 2, 2, 0, 0])
        let copy = other.folder + "/library." + format
        _ = try other.run(["library", "export", copy])
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == String(contentsOfFile: path, encoding: .utf8))
      }
    }
  }

  @Test func `import names the service, and progress is told`() throws {
    try Sandbox.use { sandbox in
      let path = try sandbox.write("Const,Your Rating,Title,Year\ntt6751668,9,Parasite,2019\n", to: "ratings.csv")
      let output = try sandbox.run(["import", "imdb-lists", path])
      #expect(output.text == "imdb: 1 row, 1 film: 1 new, 0 changed, 0 unchanged\n", "\(output.errors)")
      #expect(try sandbox.run(["import", "trakt", path]).status == .exited(3))
      #expect(try sandbox.run(["import", "letterboxd"]).status == .exited(2))
      let server = try sandbox.launch()
      let reply = try server.ask("importLibrary", ["path": .string(path), "overwrite": true])
      let loading = reply.notifications.filter { $0["method"]?.string == "loading" }.map { $0["params"] }
      #expect(loading.map { $0?["kind"]?.string } == Array(repeating: "library", count: loading.count))
      #expect(loading.first??["done"]?.int == 0)
      #expect(loading.last??["done"]?.int == 1)
      #expect(loading.last??["total"]?.int == 1)
      #expect(loading.last??["outcome"]?.string == "ok")
    }
  }
}
