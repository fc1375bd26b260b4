import SQLite

extension Schema {
  /// Checks that a file has the tables and indexes of its version and nothing else: a trigger or a view that somebody
  /// has added could run anything with every star.
  ///
  /// - Throws: `Rejection` if the file has another schema.
  static func check(_ database: Database, migrations: [String]) throws {
    guard let version = try version(of: database, newest: migrations.count) else { return }
    let found = try objects(of: database)
    // Running the migrations takes more instructions than all the rest of a start.
    if found == predictedObjects(migrations.prefix(version)) { return }
    let model = try Database(.memory)
    for step in migrations.prefix(version) { try model.execute(step) }
    guard found == (try objects(of: model)) else {
      throw Rejection(message: "its tables are not those of this program")
    }
  }

  /// The statements that create the file's tables, indexes, triggers and views, by type and name. SQLite's own tables,
  /// such as those of `ANALYZE`, are harmless.
  static func objects(of database: Database) throws -> Set<String> {
    Set(
      try database.all("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'") {
        [$0.text(0), $0.text(1), $0.text(2)].joined(separator: "\n")
      })
  }

  /// The objects of a file, as far as the text of the migrations shows: SQLite stores `CREATE` statements as they are,
  /// and puts an added column before the closing parenthesis.
  static func predictedObjects(_ migrations: some Sequence<String>) -> Set<String> {
    var objects: [Substring: (type: String, statement: String)] = [:]
    for statement in migrations.flatMap(statements) {
      let words = Substring(statement.prefix { $0 != "\n" }).split(separator: " ")
      if words.starts(with: ["CREATE", "TABLE"]) {
        objects[words[2]] = ("table", statement)
      } else if words.starts(with: ["CREATE", "INDEX"]) {
        objects[words[2]] = ("index", statement)
      } else if words.starts(with: ["CREATE", "UNIQUE", "INDEX"]) {
        objects[words[3]] = ("index", statement)
      } else if words.starts(with: ["DROP", "TABLE"]) {
        objects[words[2]] = nil
        objects = objects.filter { !($1.type == "index" && $1.statement.contains(" ON \(words[2]) ")) }
      } else if words.starts(with: ["ALTER", "TABLE"]), words.count > 5, let table = objects[words[2]],
        let end = table.statement.utf8.lastIndex(of: UInt8(ascii: ")"))
      {
        let column = ", " + words[5...].joined(separator: " ")
        objects[words[2]]?.statement = String(table.statement[..<end]) + column + String(table.statement[end...])
      }
    }
    return Set(objects.map { "\($1.type)\n\($0)\n\($1.statement)" })
  }

  /// The statements of a migration, without the semicolons. A semicolon ends a statement at the end of a line, or of an
  /// `ALTER` before a comment.
  private static func statements(_ migration: String) -> [String] {
    var (statements, statement) = ([String](), "")
    for line in migration.utf8.split(separator: UInt8(ascii: "\n")) {
      let isLast = line.last == UInt8(ascii: ";")
      let isAlter = !isLast && line.starts(with: "ALTER".utf8)
      let end = isLast ? line.index(before: line.endIndex) : isAlter ? line.firstIndex(of: UInt8(ascii: ";")) : nil
      statement += (statement.isEmpty ? "" : "\n") + String(Substring(line[..<(end ?? line.endIndex)]))
      guard end != nil else { continue }
      statements.append(statement)
      statement = ""
    }
    return statements
  }
}
