import JSON
import SQLite
import Testing

@Suite("very many favorites")
struct LargeFavoritesTests {
  private static let oldboy: JSON = "builtin:tt0364569"

  /// Makes a file with 100,000 favorites of which Oldboy is read last.
  private func makeFile(in sandbox: Sandbox) throws {
    let maker = try sandbox.launch()
    #expect(try maker.ask("star", ["id": Self.oldboy]).result["changed"] == true)
    #expect(try maker.finish() == .exited(0))
    try Database(.file(sandbox.favoritesFile)).execute(
      """
      BEGIN;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
      INSERT INTO entry (number, id, key, film, starred_at, added, changed, updated, title_key, search_key, facets)
      SELECT i + 1, 'x:' || i, 'x:' || i, i, 1, i + 1, i + 1, 2, 'n' || i, '', '' FROM n;
      INSERT INTO film
      SELECT id, json_object('id', id, 'title', title_key), 1, '', number + 2 FROM entry WHERE number > 1;
      UPDATE entry SET number = 200000, starred_at = 0 WHERE number = 1;
      UPDATE state SET revision = 100000;
      UPDATE library SET revision = 2, position = 200000;
      COMMIT
      """)
  }

  /// The marks of all movies with the id that a result contains.
  private static func marks(_ json: JSON) -> [JSON?] {
    if let array = json.array { return array.flatMap(marks) }
    guard case .object(let members) = json else { return [] }
    return (json["id"] == oldboy ? [json["isFavorite"]] : []) + members.flatMap { marks($0.value) }
  }

  @Test func `the first response of a process has the right marks, whatever it is`() throws {
    try Sandbox.use { sandbox in
      try makeFile(in: sandbox)
      for (method, params): (String, JSON) in [
        ("search", ["query": "oldboy"]), ("detail", ["id": Self.oldboy]),
        ("person", ["id": "builtin:park-chan-wook"]), ("favorites", ["order": "asc", "limit": 1]),
        ("discover", ["person": "builtin:park-chan-wook"]), ("star", ["id": Self.oldboy]),
      ] {
        let server = try sandbox.launch()
        let result = try server.ask(method, params).result
        let marks = Self.marks(result)
        #expect(!marks.isEmpty && marks.allSatisfy { $0 == true }, "\(method): \(marks)")
        if method == "star" { #expect(result["changed"] == false) }
        #expect(try server.ask("favorites", ["limit": 1]).result["total"] == 100_000)
        #expect(try server.finish() == .exited(0))
      }
    }
  }
}
