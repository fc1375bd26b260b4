import JSON
import OperatingSystem
import Platform
import SQLite

/// The cached responses, in an SQLite file that processes share. Must be used by one thread at a time.
///
/// The file takes at most twice `maximumBytes` on the disk, and its write-ahead log `maximumLogBytes` and one response.
final class CacheFile {
  private let path: String
  private let database: Database
  private let maximumBytes: Int
  private let pageSize: Int
  private let maximumPages: Int

  /// Marks the file as this cache (`PRAGMA application_id`): "MovC".
  private static let applicationID: UInt32 = 0x4D6F_7643
  /// The version of the schema. A file with another version is replaced: it is only a cache.
  private static let schemaVersion = 1
  /// The schema, as `sqlite_schema` contains it.
  private static let schema = [
    """
    CREATE TABLE answer (
      key TEXT PRIMARY KEY,
      used INTEGER NOT NULL,         -- a counter, increased with every use
      size INTEGER NOT NULL,         -- bytes of key, headers and body
      confirmed_at INTEGER NOT NULL, -- seconds since 1970
      fresh_until INTEGER NOT NULL,
      status INTEGER NOT NULL,
      headers TEXT NOT NULL,         -- JSON, [[name, value]]
      body BLOB NOT NULL
    ) STRICT
    """,
    "CREATE INDEX answer_used ON answer (used, size)",
  ]
  /// The size of the log from which nothing is stored until the log has been copied into the file, which a process that
  /// is stopped while it reads prevents.
  private static let maximumLogBytes = 16 << 20
  /// The largest counter of uses. A process that stores a response each microsecond needs 285 years to reach it.
  private static let maximumUse = 1 << 53
  /// The number of seconds by which the clock of the process that stored a response may have been ahead.
  private static let maximumClockDifference = 86_400

  /// The file is another program's database, which must not be changed.
  struct NotACache: Error {}
  /// The file is a cache of another version, or a program has changed its schema.
  struct UnknownSchema: Error {}
  /// The log has reached its limit, so that nothing can be changed at the moment.
  struct LogIsFull: Error {}

  /// Opens the file, or creates it with access for the owner only.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum total size of the responses.
  ///   - now: seconds since 1970.
  /// - Throws: `SQLiteError`, `NotACache`, or `UnknownSchema`.
  init(path: String, maximumBytes: Int, now: Int) throws {
    self.path = path
    self.maximumBytes = maximumBytes
    // SQLite gives the log the permissions of the file. If the file exists, this fails.
    try? createFile(path, [], isDurable: false)
    // A short timeout: a cache that makes its user wait is worse than none.
    let database = try Database(.file(path), busyMilliseconds: 500)
    self.database = database
    pageSize = max(try Self.number("PRAGMA page_size", database), 512)
    maximumPages = max(maximumBytes, 1 << 20) / pageSize * 2
    let objects = try number("SELECT count(*) FROM sqlite_schema")
    let application = try number("PRAGMA application_id")
    guard application == Self.applicationID || application == 0 && objects == 0 else { throw NotACache() }
    for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) }
    // Outside of the log, so that `isCache` finds it.
    if application == 0 { try database.execute("PRAGMA application_id = \(Self.applicationID)") }
    try database.execute(
      """
      PRAGMA trusted_schema = OFF; PRAGMA max_page_count = \(maximumPages); PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = \(Self.maximumLogBytes / 2)
      """)
    if objects == 0 { try create() }
    guard try number("PRAGMA user_version") == Self.schemaVersion,
      try database.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", read: { $0.text(0) })
        == Self.schema
    else { throw UnknownSchema() }
    try removeUnusableRows(now: now)
  }

  private func create() throws {
    try database.inTransaction(.immediate) {
      // Another process may have created it.
      guard try number("SELECT count(*) FROM sqlite_schema") == 0 else { return }
      let statements = Self.schema + ["PRAGMA user_version = \(Self.schemaVersion)"]
      try database.execute(statements.joined(separator: ";\n"))
    }
  }

  /// Removes the expired responses, and rows with numbers that this program does not write, on which its statements
  /// could fail.
  private func removeUnusableRows(now: Int) throws {
    try database.run(
      """
      DELETE FROM answer
      WHERE confirmed_at NOT BETWEEN ? AND ? OR used NOT BETWEEN 0 AND ? OR size NOT BETWEEN 0 AND ?
      """, .integer(now - CachePolicy.maximumAge), .integer(now + Self.maximumClockDifference),
      .integer(Self.maximumUse), .integer(maximumBytes))
  }

  /// Whether the file at a path is a cache of this program, even if it is damaged: whether it begins with the header of
  /// SQLite and has the application's id in it (https://www.sqlite.org/fileformat.html, 1.3).
  static func isCache(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let header = readBytes(of: descriptor, atMost: 72), header.count == 72 else { return false }
    let application = header[68...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return header.starts(with: "SQLite format 3\0".utf8) && application == applicationID
  }

  /// Returns the response for a key, and whether it is the last one used.
  func response(for key: String, now: Int) throws -> (cached: CachedResponse, isLatest: Bool)? {
    let found = try database.first(
      """
      SELECT confirmed_at, fresh_until, status, headers, body, used = (SELECT max(used) FROM answer)
      FROM answer WHERE key = ? AND length(body) <= ?
      """, .text(key), .integer(maximumBytes)
    ) { row -> (CachedResponse, isLatest: Bool)? in
      // Only such responses are stored; anything else is damage.
      let confirmedAt = row.int(0)
      guard confirmedAt >= now - CachePolicy.maximumAge, confirmedAt <= now + Self.maximumClockDifference,
        row.int(2) == 200, let headers = Self.headers(row.text(3))
      else { return nil }
      let response = HTTPResponse(status: 200, headers: headers, body: row.bytes(4))
      let freshUntil = min(row.int(1), confirmedAt + CachePolicy.maximumLifetime)
      return (CachedResponse(response: response, confirmedAt: confirmedAt, freshUntil: freshUntil), row.int(5) == 1)
    }
    return found ?? nil
  }

  /// Marks a response as the last one used.
  func markUsed(_ key: String) throws {
    try checkLog()
    try database.run("UPDATE answer SET used = (SELECT max(used) + 1 FROM answer) WHERE key = ?", .text(key))
  }

  /// Stores a response, and removes the least recently used ones if the file exceeds its limit. A response that alone
  /// exceeds the limit is not stored.
  func add(_ cached: CachedResponse, for key: String) throws {
    let response = cached.response
    let fields = response.headers.filter(CachePolicy.isStored)
    let headers = JSON.array(fields.map { [.string($0.name), .string($0.value)] }).jsonText
    let size = key.utf8.count + headers.utf8.count + response.body.count
    guard size <= maximumBytes else { return try remove(key) }
    try checkLog()
    do {
      try database.run(
        """
        INSERT OR REPLACE INTO answer (key, used, size, confirmed_at, fresh_until, status, headers, body)
        VALUES (?, (SELECT coalesce(max(used), 0) + 1 FROM answer), ?, ?, ?, ?, ?, ?)
        """,
        .text(key), .integer(size), .integer(cached.confirmedAt), .integer(cached.freshUntil),
        .integer(response.status), .text(headers), .blob(response.body))
    } catch {
      if error.isFull { try makeRoom(for: size) }
      throw error
    }
    // Removes an eighth more than necessary, so that not every new response causes a removal.
    if try number("SELECT sum(size) FROM answer") > maximumBytes {
      try removeLeastUsed(keeping: maximumBytes - maximumBytes / 8)
    }
  }

  /// Removes half of the responses if the file has reached its limit: small ones take more space than their size, so
  /// that their sum may be far from its own. If the disk is full instead, they are worth more than the new one.
  private func makeRoom(for size: Int) throws {
    let freeBytes = (maximumPages - (try number("PRAGMA page_count"))) * pageSize
    guard freeBytes < 2 * size + 16 * pageSize else { return }
    try removeLeastUsed(keeping: try number("SELECT sum(size) FROM answer") / 2)
  }

  private func removeLeastUsed(keeping bytes: Int) throws {
    try database.run(
      """
      DELETE FROM answer WHERE key IN (
        SELECT key FROM (SELECT key, used, sum(size) OVER (ORDER BY used DESC) AS total FROM answer)
        WHERE total > ? AND used < (SELECT max(used) FROM answer))
      """, .integer(bytes))
  }

  func remove(_ key: String) throws {
    try checkLog()
    try database.run("DELETE FROM answer WHERE key = ?", .text(key))
  }

  /// - Throws: `LogIsFull`
  private func checkLog() throws {
    var status = stat()
    guard stat(path + "-wal", &status) == 0, status.st_size > Self.maximumLogBytes else { return }
    // Waits for nobody. If everything has been copied, the next change starts the log again and shortens it.
    let isCopied = try database.first("PRAGMA wal_checkpoint(PASSIVE)") { $0.int(1) == $0.int(2) }
    if isCopied != true { throw LogIsFull() }
  }

  /// Whether the file is undamaged.
  func passesCheck() throws -> Bool { try database.first("PRAGMA quick_check(1)") { $0.text(0) } == "ok" }

  private func number(_ sql: String) throws -> Int { try Self.number(sql, database) }

  private static func number(_ sql: String, _ database: Database) throws -> Int {
    try database.first(sql) { $0.int(0) } ?? 0
  }

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
