import JSON
import SQLite

/// Kept answers in an SQLite file that processes share. One thread at a time.
final class CacheFile {
  private let database: Database
  private let limit: Int

  /// Marks the file as ours (`PRAGMA application_id`): "MovC".
  private static let applicationID = 0x4D6F_7643
  /// The form of the table. A file of another form is emptied: it is only a cache.
  private static let version = 1
  /// How long answers may be kept at all: TMDB's terms allow six months.
  static let longestAge = 180 * 86_400

  /// The file is somebody else's, and is not touched.
  struct Foreign: Error {}

  /// - Parameters:
  ///   - limit: the bytes of all answers together.
  ///   - now: seconds since 1970.
  /// - Throws: `SQLiteError` or `Foreign`.
  init(path: String, limit: Int, now: Int) throws {
    // A cache that makes its user wait is worse than none.
    database = try Database(.file(path), busyMilliseconds: 500)
    self.limit = limit
    let objects = try number("SELECT count(*) FROM sqlite_schema")
    let application = try number("PRAGMA application_id")
    guard application == Self.applicationID || application == 0 && objects == 0 else { throw Foreign() }
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    if try number("PRAGMA user_version") != Self.version { try create() }
    try database.run("DELETE FROM answer WHERE confirmed_at < ?", .integer(now - Self.longestAge))
  }

  private func create() throws {
    try database.execute("BEGIN IMMEDIATE")
    do {
      // Another process may have been faster.
      if try number("PRAGMA user_version") != Self.version {
        try database.execute(
          """
          DROP TABLE IF EXISTS answer;
          CREATE TABLE answer (
            key TEXT PRIMARY KEY,
            used INTEGER NOT NULL,         -- grows with every use
            size INTEGER NOT NULL,         -- bytes of all that is kept of it
            confirmed_at INTEGER NOT NULL, -- seconds since 1970
            fresh_until INTEGER NOT NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,         -- JSON, [[name, value]]
            body BLOB NOT NULL
          ) STRICT;
          CREATE INDEX answer_used ON answer (used, size);
          PRAGMA user_version = \(Self.version);
          PRAGMA application_id = \(Self.applicationID);
          """)
      }
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// The answer kept under a key, which thereby is the one used last.
  func answer(_ key: String, now: Int) throws -> CachedResponse? {
    let found = try database.first(
      """
      SELECT confirmed_at, fresh_until, status, headers, body, used = (SELECT max(used) FROM answer)
      FROM answer WHERE key = ?
      """, .text(key)
    ) { row -> (CachedResponse, isLatest: Bool)? in
      guard let headers = Self.headers(row.text(3)) else { return nil }
      let response = HTTPResponse(status: row.int(2), headers: headers, body: row.bytes(4))
      return (CachedResponse(response: response, confirmedAt: row.int(0), freshUntil: row.int(1)), row.int(5) == 1)
    }
    guard let (answer, isLatest) = found ?? nil, answer.confirmedAt >= now - Self.longestAge else { return nil }
    if !isLatest {
      // An answer that is found counts for more than the order of use: a busy file is no failure.
      try? database.run("UPDATE answer SET used = (SELECT max(used) + 1 FROM answer) WHERE key = ?", .text(key))
    }
    return answer
  }

  func keep(_ answer: CachedResponse, _ key: String) throws {
    let headers = JSON.array(answer.response.headers.map { [.string($0.name), .string($0.value)] }).jsonText
    let size = key.utf8.count + headers.utf8.count + answer.response.body.count
    guard size <= limit else { return try remove(key) }
    try database.run(
      """
      INSERT OR REPLACE INTO answer (key, used, size, confirmed_at, fresh_until, status, headers, body)
      VALUES (?, (SELECT coalesce(max(used), 0) + 1 FROM answer), ?, ?, ?, ?, ?, ?)
      """,
      .text(key), .integer(size), .integer(answer.confirmedAt), .integer(answer.freshUntil),
      .integer(answer.response.status), .text(headers), .blob(answer.response.body))
    guard try number("SELECT sum(size) FROM answer") > limit else { return }
    // An eighth more than must go, so that not every answer that comes has to look for another to go.
    try database.run(
      """
      DELETE FROM answer WHERE key IN (
        SELECT key FROM (SELECT key, used, sum(size) OVER (ORDER BY used DESC) AS total FROM answer)
        WHERE total > ? AND used < (SELECT max(used) FROM answer))
      """, .integer(limit - limit / 8))
  }

  func remove(_ key: String) throws { try database.run("DELETE FROM answer WHERE key = ?", .text(key)) }

  /// Whether the whole file is sound.
  func check() throws -> Bool { try database.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok" }

  private func number(_ sql: String) throws -> Int { try database.first(sql) { $0.int(0) } ?? 0 }

  private static func headers(_ text: String) -> [HTTPRequest.Field]? {
    guard let fields = try? JSON.parse(text).array else { return nil }
    return fields.compactMap { field in
      guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        return nil
      }
      return HTTPRequest.Field(name, value)
    }
  }
}
