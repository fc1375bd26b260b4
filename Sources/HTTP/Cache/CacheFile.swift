import JSON
import SQLite

/// The cached responses, in an SQLite file that processes share. Must be used by one thread at a time.
final class CacheFile {
  private let database: Database
  private let maximumBytes: Int

  /// Marks the file as this cache (`PRAGMA application_id`): "MovC".
  private static let applicationID = 0x4D6F_7643
  /// The version of the schema. A file with another version is emptied: it is only a cache.
  private static let schemaVersion = 1

  /// The file is another program's database, which must not be changed.
  struct NotACache: Error {}

  /// Opens the file, or creates it.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum total size of the responses.
  ///   - now: seconds since 1970.
  /// - Throws: `SQLiteError` or `NotACache`.
  init(path: String, maximumBytes: Int, now: Int) throws {
    // A short timeout: a cache that makes its user wait is worse than none.
    database = try Database(.file(path), busyMilliseconds: 500)
    self.maximumBytes = maximumBytes
    let objects = try number("SELECT count(*) FROM sqlite_schema")
    let application = try number("PRAGMA application_id")
    guard application == Self.applicationID || application == 0 && objects == 0 else { throw NotACache() }
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    if try number("PRAGMA user_version") != Self.schemaVersion { try create() }
    try database.run("DELETE FROM answer WHERE confirmed_at < ?", .integer(now - CachePolicy.maximumAge))
  }

  private func create() throws {
    try database.execute("BEGIN IMMEDIATE")
    do {
      // Another process may have created it.
      if try number("PRAGMA user_version") != Self.schemaVersion {
        try database.execute(
          """
          DROP TABLE IF EXISTS answer;
          CREATE TABLE answer (
            key TEXT PRIMARY KEY,
            used INTEGER NOT NULL,         -- a counter, increased with every use
            size INTEGER NOT NULL,         -- bytes of key, headers and body
            confirmed_at INTEGER NOT NULL, -- seconds since 1970
            fresh_until INTEGER NOT NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,         -- JSON, [[name, value]]
            body BLOB NOT NULL
          ) STRICT;
          CREATE INDEX answer_used ON answer (used, size);
          PRAGMA user_version = \(Self.schemaVersion);
          PRAGMA application_id = \(Self.applicationID);
          """)
      }
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// Returns the response for a key, and marks it as the last one used.
  func response(for key: String, now: Int) throws -> CachedResponse? {
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
    guard let (cached, isLatest) = found ?? nil, cached.confirmedAt >= now - CachePolicy.maximumAge else { return nil }
    if !isLatest {
      // The response matters more than the order of use, so a busy file is not an error.
      try? database.run("UPDATE answer SET used = (SELECT max(used) + 1 FROM answer) WHERE key = ?", .text(key))
    }
    return cached
  }

  /// Stores a response, and removes the least recently used ones if the file exceeds its limit. A response that alone
  /// exceeds the limit is not stored.
  func add(_ cached: CachedResponse, for key: String) throws {
    let response = cached.response
    let fields = response.headers.filter(CachePolicy.isStored)
    let headers = JSON.array(fields.map { [.string($0.name), .string($0.value)] }).jsonText
    let size = key.utf8.count + headers.utf8.count + response.body.count
    guard size <= maximumBytes else { return try remove(key) }
    try database.run(
      """
      INSERT OR REPLACE INTO answer (key, used, size, confirmed_at, fresh_until, status, headers, body)
      VALUES (?, (SELECT coalesce(max(used), 0) + 1 FROM answer), ?, ?, ?, ?, ?, ?)
      """,
      .text(key), .integer(size), .integer(cached.confirmedAt), .integer(cached.freshUntil),
      .integer(response.status), .text(headers), .blob(response.body))
    guard try number("SELECT sum(size) FROM answer") > maximumBytes else { return }
    // Removes an eighth more than necessary, so that not every new response causes a removal.
    try database.run(
      """
      DELETE FROM answer WHERE key IN (
        SELECT key FROM (SELECT key, used, sum(size) OVER (ORDER BY used DESC) AS total FROM answer)
        WHERE total > ? AND used < (SELECT max(used) FROM answer))
      """, .integer(maximumBytes - maximumBytes / 8))
  }

  func remove(_ key: String) throws { try database.run("DELETE FROM answer WHERE key = ?", .text(key)) }

  /// Whether the file is undamaged.
  func passesCheck() throws -> Bool { try database.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok" }

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
