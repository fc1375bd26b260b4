import Foundation
import SQLite
import TestSupport
import Testing

struct DatabaseTests {
  private let folder = TemporaryFolder()

  private func database() throws -> Database { try Database(.file(folder.file("test.db"))) }

  @Test(arguments: [
    "", " ", "plain", "기생충 🎬", "e\u{301}", "it's \"quoted\"", "a\nb", "a\u{0}b", String(repeating: "길", count: 100_000),
  ])
  func `text is read as it was bound`(text: String) throws {
    let database = try database()
    let back = try database.first("SELECT ?1, typeof(?1)", .text(text)) { ($0.text(0), $0.text(1)) }
    #expect(back?.0.utf8.elementsEqual(text.utf8) == true)
    #expect(back?.1 == "text")
    let bytes = try database.first("SELECT ?1", .text(text)) { $0.withBytes(0) { Array($0) } }
    #expect(bytes == Array(text.utf8))
  }

  @Test func `an empty text is not NULL`() throws {
    #expect(try database().first("SELECT ?1 IS NULL", .text("")) { $0.int(0) } == 0)
  }

  @Test(arguments: [0, 1, -1, Int.max, Int.min])
  func `integers are read as they were bound`(number: Int) throws {
    #expect(try database().first("SELECT ?1", .integer(number)) { $0.int(0) } == number)
  }

  @Test func `nil binds NULL, and NULL reads as empty`() throws {
    let database = try database()
    for value in [Value.null, Value(nil as Int?), Value(nil as Double?), Value(nil as String?)] {
      let row = try database.first("SELECT ?1, typeof(?1)", value) { ($0.text(1), $0.text(0), $0.int(0)) }
      #expect(row?.0 == "null")
      #expect(row?.1 == "")
      #expect(row?.2 == 0)
    }
    let types = try database.first("SELECT typeof(?1), typeof(?2)", Value(7), Value(1.5)) { [$0.text(0), $0.text(1)] }
    #expect(types == ["integer", "real"])
  }

  @Test func `a statement that runs again does not keep its values`() throws {
    let database = try database()
    let statement = try database.statement("SELECT ?1, typeof(?2)")
    _ = try statement.all([.integer(1), .integer(2)]) { $0.int(0) }
    #expect(try statement.first([.integer(3)]) { $0.text(1) } == "null")
  }

  @Test func `a query without rows returns nil, and rows are returned in order`() throws {
    let database = try database()
    try database.execute("CREATE TABLE t (x); INSERT INTO t VALUES (2), (1), (3)")
    #expect(try database.first("SELECT x FROM t WHERE x > 9") { $0.int(0) } == nil)
    #expect(try database.all("SELECT x FROM t ORDER BY x") { $0.int(0) } == [1, 2, 3])
    try database.run("DELETE FROM t WHERE x > ?", .integer(1))
    #expect(database.changes == 2)
  }

  @Test func `errors have SQLite's codes and messages`() throws {
    let database = try database()
    let syntax = #expect(throws: SQLiteError.self) { try database.execute("SELEKT") }
    #expect(syntax?.code == 1)
    #expect(syntax?.message.contains("SELEKT") == true)
    try database.execute("CREATE TABLE t (x TEXT PRIMARY KEY) WITHOUT ROWID")
    try database.run("INSERT INTO t VALUES (?)", .text("a"))
    let constraint = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (?)", .text("a")) }
    #expect(constraint?.primaryCode == 19)
    #expect(constraint?.code == 1555)
    #expect(constraint?.isCorruption == false)
  }

  @Test func `a statement can be used again after an error, and leaves no lock behind`() throws {
    let database = try database()
    try database.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
    try database.run("INSERT INTO t VALUES (?)", .integer(1))
    #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (?)", .integer(1)) }
    try database.run("INSERT INTO t VALUES (?)", .integer(2))
    // If the reader still held its lock after the first row, this writer would block.
    _ = try database.first("SELECT x FROM t") { $0.int(0) }
    let other = try Database(.file(folder.file("test.db")), busyMilliseconds: 0)
    try other.run("INSERT INTO t VALUES (?)", .integer(3))
    #expect(try database.all("SELECT x FROM t") { $0.int(0) } == [1, 2, 3])
  }

  @Test func `a lock that another connection holds fails as busy`() throws {
    let database = try database()
    let other = try Database(.file(folder.file("test.db")), busyMilliseconds: 0)
    try database.execute("CREATE TABLE t (x); BEGIN IMMEDIATE")
    let busy = #expect(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
    #expect(busy?.primaryCode == 5)
    try database.execute("COMMIT")
    try other.execute("BEGIN IMMEDIATE; COMMIT")
  }

  @Test func `a file that is not a database is corrupt, and a file in a missing folder cannot be opened`() throws {
    let path = folder.file("no.db")
    try Data(String(repeating: "not a database ", count: 100).utf8).write(to: URL(filePath: path))
    let database = try Database(.file(path))
    let error = #expect(throws: SQLiteError.self) { try database.first("PRAGMA user_version") { $0.int(0) } }
    #expect(error?.isCorruption == true)
    let missing = #expect(throws: SQLiteError.self) { try Database(.file(folder.file("none/x.db"))) }
    #expect(missing?.primaryCode == 14)
  }
}
