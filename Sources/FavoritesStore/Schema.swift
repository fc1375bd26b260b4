import SQLite

/// The schema of the favorites file.
enum Schema {
  /// Marks the file as ours (`PRAGMA application_id`): “MovF”.
  static let applicationID = 0x4D6F_7646

  /// The step at index n migrates a file from version n to n + 1; `PRAGMA user_version` is the file's version. Never
  /// change or remove a step: files of every older version exist somewhere.
  static let migrations: [String] = [
    """
    CREATE TABLE state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      epoch TEXT NOT NULL,        -- identifies this file
      revision INTEGER NOT NULL,  -- grows by one with every change
      oldest INTEGER NOT NULL     -- differences are known from this revision on
    ) STRICT;
    INSERT INTO state VALUES (1, lower(hex(randomblob(8))), 0, 0);

    CREATE TABLE favorite (
      id TEXT PRIMARY KEY,
      movie TEXT NOT NULL,        -- JSON, from when it was starred or refreshed
      starred_at INTEGER NOT NULL,-- milliseconds since 1970
      added INTEGER NOT NULL,     -- the revision that starred it
      changed INTEGER NOT NULL,   -- the revision that last changed it
      title_key TEXT NOT NULL,    -- folded, to sort by
      year INTEGER,
      rating REAL,
      search_key TEXT NOT NULL    -- folded titles and names, to search
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
    """,
    """
    CREATE TABLE synced_account (
      account TEXT PRIMARY KEY    -- catalog and user: tmdb:548
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_base (
      account TEXT NOT NULL,
      id TEXT NOT NULL,           -- a favorite on both sides when they last agreed
      PRIMARY KEY (account, id)
    ) STRICT, WITHOUT ROWID;
    """,
    // One film, one star. The films of older stars come from their ids and their data. Of several stars of one film the
    // earliest stays; the others become a change, as if they had been unstarred.
    """
    ALTER TABLE favorite ADD COLUMN film INTEGER; -- the number of the film's IMDb id; NULL if it is unknown
    UPDATE favorite SET film = (
      SELECT CAST(substr(name, 3) AS INTEGER) FROM (
        SELECT substr(id, instr(id, ':') + 1) AS name
        UNION ALL SELECT json_extract(movie, '$.imdbId') WHERE json_valid(movie))
      WHERE name GLOB 'tt[0-9][0-9][0-9][0-9][0-9][0-9][0-9]*' AND substr(name, 3) NOT GLOB '*[^0-9]*'
        AND (length(name) = 9 OR length(name) <= 12 AND substr(name, 3, 1) <> '0')
        AND CAST(substr(name, 3) AS INTEGER) BETWEEN 1 AND 4294967295
      LIMIT 1)
    WHERE id LIKE '%:tt%' OR movie LIKE '%"imdbId"%';

    CREATE TABLE known_id (       -- the films of other ids than those of the favorites
      number INTEGER PRIMARY KEY, -- grows with every new id
      id TEXT NOT NULL UNIQUE,
      film INTEGER NOT NULL
    ) STRICT;

    UPDATE state SET revision = revision + 1
    WHERE EXISTS (SELECT 1 FROM favorite WHERE film IS NOT NULL GROUP BY film HAVING count(*) > 1);
    INSERT OR REPLACE INTO removal
    SELECT id, (SELECT revision FROM state) FROM (
      SELECT id, row_number() OVER (PARTITION BY film ORDER BY starred_at, added) AS place
      FROM favorite WHERE film IS NOT NULL)
    WHERE place > 1;
    INSERT OR IGNORE INTO known_id (id, film)
    SELECT id, film FROM favorite WHERE id NOT GLOB '*:tt[0-9][0-9][0-9][0-9][0-9][0-9][0-9]*'
      AND id IN (SELECT id FROM removal WHERE revision = (SELECT revision FROM state));
    UPDATE favorite SET changed = (SELECT revision FROM state) WHERE film IN (
      SELECT film FROM favorite
      WHERE id IN (SELECT id FROM removal WHERE revision = (SELECT revision FROM state)));
    DELETE FROM favorite WHERE id IN (SELECT id FROM removal WHERE revision = (SELECT revision FROM state));

    CREATE UNIQUE INDEX favorite_film ON favorite (film);
    CREATE INDEX known_id_film ON known_id (film);

    CREATE TABLE fruitless_lookup (
      id TEXT NOT NULL,           -- of a favorite
      catalog TEXT NOT NULL,      -- that was asked, without a result
      retry_at INTEGER NOT NULL,  -- milliseconds since 1970
      PRIMARY KEY (id, catalog)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE search_block (
      block INTEGER PRIMARY KEY,  -- the revisions that starred its favorites, divided by 64
      keys BLOB NOT NULL          -- the search keys of these favorites, see SearchBlock
    ) STRICT;
    """,
  ]

  /// The reason for not using a file, which is then not changed.
  struct Rejection: Error {
    var message: String
  }

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
    guard application == applicationID else {
      throw Rejection(message: "it is a database of another program")
    }
    guard version <= newest else {
      throw Rejection(message: "it was written by a newer version of this program (its schema is \(version))")
    }
    return version
  }

  /// Creates the schema in an empty file, or migrates the file to the newest version. Other files are not touched.
  static func prepare(_ database: Database, migrations: [String]) throws {
    func version() throws -> Int? { try Self.version(of: database, newest: migrations.count) }
    if try version() == nil { try database.execute("PRAGMA journal_mode = WAL") }
    try check(database, migrations: migrations)
    // A backup has the mode in which it was written. Until the mode can be changed, it works as well.
    try? database.execute("PRAGMA journal_mode = WAL")
    // A response to `star` promises that the star survives a power failure.
    try database.execute("PRAGMA synchronous = FULL")
    guard try version() != migrations.count else { return }
    try database.execute("BEGIN IMMEDIATE")
    do {
      try check(database, migrations: migrations)
      // Another process may have migrated the file meanwhile, so the version is read again under the lock.
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
