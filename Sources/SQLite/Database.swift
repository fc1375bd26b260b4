import CSQLite
import Platform

/// A connection to an SQLite database. It is not Sendable: it is opened with `SQLITE_OPEN_NOMUTEX`, so only one thread
/// may use it at a time.
public final class Database {
  /// The storage of a database.
  public enum Location {
    /// In memory, until the connection closes.
    case memory
    /// A file, which is created if it is missing.
    case file(String)
    /// A file without its write-ahead log, to read. Nobody may change it meanwhile: locks are ignored.
    case fileAlone(String)
  }

  private let handle: OpaquePointer
  /// Nil in memory, where nobody else holds locks. Lives longer than the connection.
  private let lockTimeout: LockTimeout?
  private var statements: [String: Statement] = [:]

  private static let configuration: Void = csqlite_omit_memory_statistics()

  /// - Parameter busyMilliseconds: how long one statement waits for locks that other processes hold.
  public init(_ location: Location, busyMilliseconds: Int32 = 5_000) throws(SQLiteError) {
    Self.configuration
    let path: String
    switch location {
    case .memory: (path, lockTimeout) = (":memory:", nil)
    case .file(let file): (path, lockTimeout) = (file, LockTimeout(milliseconds: busyMilliseconds))
    case .fileAlone(let file):
      let encoded = PercentEncoding.encode(file.utf8) { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "/") }
      (path, lockTimeout) = ("file:\(encoded)?immutable=1", nil)
    }
    var flags = SQLITE_OPEN_NOMUTEX
    if case .fileAlone = location {
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    } else {
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags, lockTimeout?.vfsName)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    csqlite_distrust_file(handle)
    lockTimeout?.attach(to: handle)
  }

  /// The end of all waits for locks, on the monotonic clock in nanoseconds. Limits the sum of the waits of several
  /// statements.
  public var lockDeadline: Int64 {
    get { lockTimeout?.deadline ?? .max }
    set { lockTimeout?.deadline = newValue }
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs statements without parameters and without rows.
  public func execute(_ sql: String) throws(SQLiteError) {
    lockTimeout?.startStatement()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code) }
  }

  /// The lock that a transaction takes when it begins.
  public enum TransactionKind: String {
    /// None. The first statement takes a snapshot of the file.
    case deferred = "BEGIN DEFERRED"
    /// The lock for writing.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` in a transaction, which is rolled back if `body` or the commit fails.
  public func inTransaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
    try run(kind.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Texts that a client can vary, such as the seed of an order, are forgotten with all others.
  private static let maximumStatements = 500

  /// Prepares a statement, or returns the cached one.
  public func statement(_ sql: String) throws(SQLiteError) -> Statement {
    lockTimeout?.startStatement()
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, handle)
    if statements.count >= Self.maximumStatements { statements = [:] }
    statements[sql] = statement
    return statement
  }

  /// Runs a statement to its end.
  public func run(_ sql: String, _ values: Value...) throws(SQLiteError) { try statement(sql).run(values) }

  /// Runs a statement and returns the result of `read` for the first row. Returns nil if there is no row.
  public func first<Result>(_ sql: String, _ values: Value..., read: (Row) -> Result) throws(SQLiteError) -> Result? {
    try statement(sql).first(values, read: read)
  }

  /// Runs a statement and returns the results of `read` for all rows but those for which it returns nil.
  public func all<Result>(_ sql: String, _ values: Value..., read: (Row) -> Result?) throws(SQLiteError) -> [Result] {
    try statement(sql).all(values, read: read)
  }

  /// Runs a statement and calls `body` for each row until it returns false.
  public func forEach(_ sql: String, _ values: [Value], _ body: (Row) -> Bool) throws(SQLiteError) {
    try statement(sql).forEach(values, body)
  }

  /// The number of rows that the last statement changed.
  public var changes: Int { Int(sqlite3_changes(handle)) }

  /// The number of the row that was inserted last. A `RETURNING` clause would say it too, but makes SQLite copy each page
  /// that the statement changes, to a file if they are many.
  public var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }
}
