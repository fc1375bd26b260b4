extension Schema {
  /// The file's version; nil if the file is empty.
  ///
  /// - Throws: `Rejection` if the file belongs to another program or has a newer version.
  static func version(of database: Database, newest: Int = migrations.count) throws -> Int? {
    func number(_ pragma: String) throws -> Int { try database.first("PRAGMA \(pragma)") { $0.int(0) } ?? 0 }
    let version = try number("user_version")
    let objects = try database.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    // Read last: a process that is creating the file commits all three at once, and must not look like another program.
    let application = try number("application_id")
    if application == 0, version == 0, objects == 0 { return nil }
    guard application == applicationID else { throw Rejection(message: "it is a database of another program") }
    guard version <= newest else {
      throw Rejection(message: "it was written by a newer version of this program (its schema is \(version))")
    }
    return version
  }

  /// Checks that a file has the tables and indexes of its version and nothing else: a trigger or a view that somebody
  /// has added could run anything with every star.
  ///
  /// - Throws: `Rejection` if the file has another schema.
  static func check(_ database: Database, migrations: [String]) throws {
    guard let version = try version(of: database, newest: migrations.count) else { return }
    let found = try objects(of: database)
    if version == Self.migrations.count, StableHash.word(found.utf8) == fingerprint { return }
    let model = try Database(.memory)
    for step in migrations.prefix(version) { try model.execute(step) }
    guard found == (try objects(of: model)) else {
      throw Rejection(message: "its tables are not those of this program")
    }
  }

  /// The statements that create the file's tables, indexes, triggers and views, with their types and names. SQLite's own
  /// tables, such as those of `ANALYZE`, are harmless.
  static func objects(of database: Database) throws -> String {
    try database.all(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name"
    ) { [$0.text(0), $0.text(1), $0.text(2)].joined(separator: "\n") }.joined(separator: "\n")
  }
}
