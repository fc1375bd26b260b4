import CSQLite

/// A connection to an SQLite database. It is not Sendable: it is opened with `SQLITE_OPEN_NOMUTEX`, so only one thread
/// may use it at a time.
public final class Database {
  /// The storage of a database.
  public enum Location {
    /// In memory, until the connection closes.
    case memory
    /// A file, which is created if it is missing.
    case file(String)
  }

  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// - Parameter busyMilliseconds: how long to wait for a lock that another process holds.
  public init(_ location: Location, busyMilliseconds: Int32 = 5_000) throws(SQLiteError) {
    let path =
      switch location {
      case .memory: ":memory:"
      case .file(let path): path
      }
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busyMilliseconds)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs statements without parameters and without rows.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code) }
  }

  /// Prepares a statement, or returns the cached one.
  public func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, handle)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement to its end.
  public func run(_ sql: String, _ values: Value...) throws(SQLiteError) {
    try statement(sql).run(values)
  }

  /// Runs a statement and returns the result of `read` for the first row. Returns nil if there is no row.
  public func first<Result>(_ sql: String, _ values: Value..., read: (Row) -> Result) throws(SQLiteError) -> Result? {
    try statement(sql).first(values, read: read)
  }

  /// Runs a statement and returns the results of `read` for all rows.
  public func all<Result>(_ sql: String, _ values: Value..., read: (Row) -> Result) throws(SQLiteError) -> [Result] {
    try statement(sql).all(values, read: read)
  }

  /// The number of rows that the last statement changed.
  public var changes: Int { Int(sqlite3_changes(handle)) }
}
