/// The schema of the library file.
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
    // A favorite becomes an entry of the library: the fields of all machines are the truth, and the columns of an entry are
    // derived from them. The stars get the clocks of their times.
    """
    CREATE TABLE library (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      revision INTEGER NOT NULL,  -- grows by one with every change of an entry
      oldest INTEGER NOT NULL,    -- differences are known from this revision on
      position INTEGER NOT NULL,  -- of the field or film that was written last
      clock INTEGER NOT NULL,     -- the last time of the hybrid logical clock
      device TEXT NOT NULL,       -- the id of this data folder
      inode INTEGER NOT NULL      -- of this file, to notice a copy
    ) STRICT;
    INSERT INTO library SELECT 1, count(*) > 0, 0, 2 * count(*), 0, lower(hex(randomblob(8))), 0 FROM favorite;

    CREATE TABLE field (
      film TEXT NOT NULL,         -- the IMDb id, or the id by which the film was named
      field TEXT NOT NULL,        -- see EntryField
      value TEXT,                 -- NULL: removed
      clock INTEGER NOT NULL,     -- a hybrid logical clock
      device TEXT NOT NULL,       -- the data folder in which it was changed
      position INTEGER NOT NULL,  -- the order in which this file got the fields
      PRIMARY KEY (film, field)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE film (
      key TEXT PRIMARY KEY,       -- as in the table field
      movie TEXT NOT NULL,        -- JSON, from when it was kept first, or refreshed
      clock INTEGER NOT NULL,
      device TEXT NOT NULL,
      position INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE entry (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,    -- under which it is kept
      key TEXT NOT NULL UNIQUE,   -- of its row in the table film
      film INTEGER,               -- the number of the IMDb id; NULL if it is unknown
      starred_at INTEGER,         -- milliseconds since 1970
      added INTEGER,              -- the revision that starred it
      changed INTEGER,            -- the revision that last changed it as a favorite
      updated INTEGER NOT NULL,   -- the revision of the library that last changed it
      title_key TEXT NOT NULL,    -- folded, to sort by
      year INTEGER,
      rating REAL,
      runtime INTEGER,            -- minutes
      search_key TEXT NOT NULL,   -- folded titles and names, to search
      facets TEXT NOT NULL,       -- see EntryFacets
      watchlisted_at INTEGER,
      my_rating INTEGER,          -- tenths
      viewings INTEGER NOT NULL DEFAULT 0,
      last_viewed TEXT,           -- a day
      tags TEXT,                  -- a JSON array of names
      has_note INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    INSERT INTO film
    SELECT CASE WHEN substr(id, instr(id, ':') + 1) = printf('tt%07d', film) THEN printf('tt%07d', film) ELSE id END,
      movie, min(max(starred_at, 0), 70368744177664) << 16, device, row_number() OVER (ORDER BY added)
    FROM favorite, library;
    INSERT INTO entry (id, key, film, starred_at, added, changed, updated, title_key, year, rating, search_key, facets)
    SELECT id, CASE WHEN substr(id, instr(id, ':') + 1) = printf('tt%07d', film) THEN printf('tt%07d', film) ELSE id END,
      film, starred_at, added, changed, 1, title_key, year, rating, search_key, ''
    FROM favorite ORDER BY added;
    UPDATE entry SET (runtime, facets) = (
      SELECT CASE json_type(movie, '$.runtimeMinutes') WHEN 'integer' THEN json_extract(movie, '$.runtimeMinutes') END,
        coalesce((SELECT group_concat(value, char(31)) FROM json_each(movie, '$.genres')), '') || char(30)
        || coalesce((SELECT group_concat(value, char(31)) FROM json_each(movie, '$.directors')), '') || char(30)
        || coalesce((SELECT group_concat(value, char(31)) FROM json_each(movie, '$.cast')), '') || char(30)
        || coalesce(json_extract(movie, '$.originalLanguage'), '')
      FROM (SELECT CASE WHEN json_valid(movie) THEN movie ELSE '{}' END AS movie FROM film WHERE film.key = entry.key));
    INSERT INTO field
    SELECT key, 'starred', CAST(starred_at AS TEXT), film.clock, film.device, film.position
    FROM entry JOIN film USING (key);
    INSERT INTO field
    SELECT key, 'film', printf('tt%07d', entry.film), film.clock, film.device, film.position + library.position / 2
    FROM entry JOIN film USING (key), library WHERE entry.film IS NOT NULL AND key LIKE '%:%';
    UPDATE library SET clock = (SELECT coalesce(max(clock), 0) FROM field);
    DROP TABLE favorite;

    CREATE UNIQUE INDEX field_position ON field (position);
    CREATE INDEX field_film ON field (value) WHERE field = 'film';
    CREATE UNIQUE INDEX film_position ON film (position);
    CREATE INDEX entry_film ON entry (film);
    CREATE INDEX entry_updated ON entry (updated);
    CREATE INDEX entry_title ON entry (title_key);
    CREATE INDEX entry_year ON entry (year);
    CREATE INDEX entry_rating ON entry (rating);
    CREATE INDEX entry_runtime ON entry (runtime);
    CREATE INDEX entry_my_rating ON entry (my_rating) WHERE my_rating IS NOT NULL;
    CREATE INDEX entry_last_viewed ON entry (last_viewed) WHERE last_viewed IS NOT NULL;
    CREATE INDEX entry_watchlisted_at ON entry (watchlisted_at) WHERE watchlisted_at IS NOT NULL;
    CREATE INDEX favorite_added ON entry (added) WHERE starred_at IS NOT NULL;
    CREATE INDEX favorite_changed ON entry (changed) WHERE starred_at IS NOT NULL;
    CREATE INDEX favorite_title ON entry (title_key, added) WHERE starred_at IS NOT NULL;
    CREATE INDEX favorite_year ON entry (year, added) WHERE starred_at IS NOT NULL;
    CREATE INDEX favorite_rating ON entry (rating, added) WHERE starred_at IS NOT NULL;

    CREATE TABLE viewing (
      id TEXT PRIMARY KEY,
      entry INTEGER NOT NULL,     -- its number
      date TEXT,                  -- a day
      rating INTEGER,             -- tenths
      rewatch INTEGER NOT NULL,
      clock INTEGER NOT NULL,     -- of its last change
      value TEXT NOT NULL         -- as in the table field
    ) STRICT;
    CREATE INDEX viewing_entry ON viewing (entry);
    CREATE INDEX viewing_date ON viewing (date, clock);

    CREATE TABLE tag (
      tag TEXT NOT NULL,          -- folded
      entry INTEGER NOT NULL,     -- its number
      name TEXT NOT NULL,         -- as it was first written
      PRIMARY KEY (tag, entry)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tag_entry ON tag (entry);

    CREATE TABLE library_removal (
      id TEXT PRIMARY KEY,
      revision INTEGER NOT NULL   -- the revision of the library that removed it
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX library_removal_revision ON library_removal (revision);

    DROP TABLE search_block;
    CREATE TABLE search_block (
      block INTEGER PRIMARY KEY,  -- the numbers of its entries, divided by 64
      keys BLOB NOT NULL          -- their search keys, see SearchBlock
    ) STRICT;

    CREATE TABLE synced_value (
      account TEXT NOT NULL,      -- with the list
      id TEXT NOT NULL,           -- a film that was on both sides when they last agreed
      value INTEGER NOT NULL,     -- see SyncedList
      PRIMARY KEY (account, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO synced_value SELECT account, id, 1 FROM sync_base;
    DROP TABLE sync_base;
    """,
    // A filter reads all search keys from one index.
    """
    DROP TABLE search_block;
    CREATE INDEX entry_search_key ON entry (search_key, id);
    """,
    // Lists of all entries are sorted by what some of them have.
    """
    DROP INDEX entry_my_rating;
    DROP INDEX entry_last_viewed;
    DROP INDEX entry_watchlisted_at;
    CREATE INDEX entry_my_rating ON entry (my_rating);
    CREATE INDEX entry_last_viewed ON entry (last_viewed);
    CREATE INDEX entry_watchlisted_at ON entry (watchlisted_at);
    CREATE INDEX entry_added ON entry (added);
    """,
    // The favorites are those entries of the library's indexes that have a place among them: a star writes four pages less.
    """
    DROP INDEX favorite_added; DROP INDEX favorite_changed;
    DROP INDEX favorite_title; DROP INDEX favorite_year; DROP INDEX favorite_rating;
    DROP INDEX entry_title; DROP INDEX entry_year; DROP INDEX entry_rating;
    CREATE INDEX entry_changed ON entry (changed);
    CREATE INDEX entry_title ON entry (title_key, added);
    CREATE INDEX entry_year ON entry (year, added);
    CREATE INDEX entry_rating ON entry (rating, added);
    """,
    // Favorites are sorted by the times of their stars, which an import, an undo and other machines give.
    "DROP INDEX entry_added; CREATE INDEX entry_starred_at ON entry (starred_at, added)",
  ]

  /// The fingerprint of the objects that all migrations make. A file that has it needs no comparison with the
  /// migrations, which would take longer than all the rest of a start.
  static let fingerprint: UInt64 = 0x4316_2135_45c5_693d

  /// The reason for not using a file, which is then not changed.
  struct Rejection: Error { var message: String }

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
    try database.inTransaction(.immediate) {
      try check(database, migrations: migrations)
      // Another process may have migrated the file meanwhile, so the version is read again under the lock.
      for (index, step) in migrations.enumerated().dropFirst(try version() ?? 0) {
        try database.execute(step)
        try database.execute("PRAGMA user_version = \(index + 1)")
      }
      try database.execute("PRAGMA application_id = \(applicationID)")
    }
  }
}
