import SQLite

/// The form of the favorites file.
enum Schema {
  /// Marks the file as ours (`PRAGMA application_id`): "MovF".
  static let applicationID = 0x4D6F_7646

  /// Each step takes the file from the version of its index to the next; `PRAGMA user_version` counts them.
  /// Steps are only ever added: files of every older version exist somewhere.
  static let migrations: [String] = [
    """
    CREATE TABLE state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      epoch TEXT NOT NULL,        -- names this file's life
      revision INTEGER NOT NULL,  -- grows by one a change
      oldest INTEGER NOT NULL     -- differences can be told from this revision on
    ) STRICT;
    INSERT INTO state VALUES (1, lower(hex(randomblob(8))), 0, 0);

    CREATE TABLE favorite (
      id TEXT PRIMARY KEY,
      movie TEXT NOT NULL,        -- JSON, as it was when starred or refreshed
      starred_at INTEGER NOT NULL,-- milliseconds since 1970
      added INTEGER NOT NULL,     -- the revision that starred it
      changed INTEGER NOT NULL,   -- the revision that last touched it
      title_key TEXT NOT NULL,    -- folded, to sort by
      year INTEGER,
      rating REAL,
      search_key TEXT NOT NULL    -- folded titles and names, to look in
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX favorite_added ON favorite (added);
    CREATE INDEX favorite_changed ON favorite (changed);
    CREATE INDEX favorite_title ON favorite (title_key, added);
    CREATE INDEX favorite_year ON favorite (year, added);
    CREATE INDEX favorite_rating ON favorite (rating, added);

    CREATE TABLE removal (
      id TEXT PRIMARY KEY,
      revision INTEGER NOT NULL   -- the revision that unstarred it
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX removal_revision ON removal (revision);
    """
  ]

  /// Why a file is not used, and is left as it is.
  struct Refusal: Error {
    var message: String
  }

  /// The file's version; nil for a file without content.
  ///
  /// - Throws: `Refusal` for what is not ours to use.
  static func version(of database: Database, newest: Int = migrations.count) throws -> Int? {
    func number(_ pragma: String) throws -> Int { try database.first("PRAGMA \(pragma)") { $0.int(0) } ?? 0 }
    let version = try number("user_version")
    let objects = try database.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    // Last: who makes the file meanwhile commits all three at once, and must not seem to be another program.
    let application = try number("application_id")
    if application == 0, version == 0, objects == 0 { return nil }
    guard application == applicationID else {
      throw Refusal(message: "it is a database of another program")
    }
    guard version <= newest else {
      throw Refusal(message: "it was written by a newer version of this program (its schema is \(version))")
    }
    return version
  }

  /// Brings the file to the newest version, or makes it. What is not ours is not touched.
  static func prepare(_ database: Database, migrations: [String]) throws {
    func version() throws -> Int? { try Self.version(of: database, newest: migrations.count) }
    if try version() == nil { try database.execute("PRAGMA journal_mode = WAL") }
    // An answer to a star promises that it survives a power cut.
    try database.execute("PRAGMA synchronous = FULL")
    guard try version() != migrations.count else { return }
    try database.execute("BEGIN IMMEDIATE")
    do {
      // Another process may have been faster: what counts is the version under the lock.
      for (index, step) in migrations.enumerated().dropFirst(try version() ?? 0) {
        try database.execute(step)
        try database.execute("PRAGMA user_version = \(index + 1)")
      }
      try database.execute("PRAGMA application_id = \(applicationID)")
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }
}
