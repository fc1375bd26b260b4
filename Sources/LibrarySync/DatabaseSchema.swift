/// The tables of the database that machines share.
public enum DatabaseSchema {
  /// The version that this program reads and writes.
  static let version = 1
  /// The channel of `NOTIFY`. The payload is the library's name.
  static let channel = "movie_server"

  /// Creates the tables of an empty database, and changes nothing in one that has them. The comments say which grants a
  /// user needs who is not the owner.
  public static let statements = """
    -- The tables of movie-server, version \(version): movie-server sync schema | psql DATABASE
    -- A user who is not their owner needs, on each of them: GRANT SELECT, INSERT, UPDATE, DELETE.
    BEGIN;
    CREATE TABLE IF NOT EXISTS library (
      name text COLLATE "C" PRIMARY KEY,
      seq bigint NOT NULL,           -- of the last change; its row is locked by each change
      schema integer NOT NULL        -- the version of the tables
    );
    CREATE TABLE IF NOT EXISTS field (
      library text COLLATE "C" NOT NULL,
      film text COLLATE "C" NOT NULL,    -- an IMDb id, or an id such as tmdb:670
      field text COLLATE "C" NOT NULL,   -- starred, watchlist, rating, note, tag:NAME, viewing:ID, film
      value text COLLATE "C",            -- NULL: removed
      clock bigint NOT NULL,             -- a hybrid logical clock: milliseconds since 1970 * 65536 + a counter
      device text COLLATE "C" NOT NULL,  -- the data folder that made the change
      hash bigint NOT NULL,              -- of film, field, clock and device, for comparing
      bucket smallint NOT NULL,          -- of the film, for comparing
      seq bigint NOT NULL,               -- the order of the changes
      PRIMARY KEY (library, film, field)
    );
    CREATE INDEX IF NOT EXISTS field_seq ON field (library, seq);
    CREATE TABLE IF NOT EXISTS film (
      library text COLLATE "C" NOT NULL,
      film text COLLATE "C" NOT NULL,
      movie text COLLATE "C" NOT NULL,   -- the movie's data that lists show, as JSON
      clock bigint NOT NULL,
      device text COLLATE "C" NOT NULL,
      seq bigint NOT NULL,
      PRIMARY KEY (library, film)
    );
    CREATE INDEX IF NOT EXISTS film_seq ON film (library, seq);
    CREATE TABLE IF NOT EXISTS device (
      library text COLLATE "C" NOT NULL,
      device text COLLATE "C" NOT NULL,
      name text NOT NULL,                -- of the machine
      seen_at timestamptz NOT NULL,
      PRIMARY KEY (library, device)
    );
    COMMIT;

    """
}
