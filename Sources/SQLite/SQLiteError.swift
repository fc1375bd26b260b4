import CSQLite

/// A failed call of SQLite.
public struct SQLiteError: Error, CustomStringConvertible, Sendable {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  public let code: Int32
  /// The English text of `sqlite3_errmsg`.
  public let message: String

  init(_ database: OpaquePointer?, code: Int32) {
    self.code = database.map { sqlite3_extended_errcode($0) } ?? code
    message = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
  }

  /// The primary result code, such as `SQLITE_IOERR` for every kind of I/O error.
  public var primaryCode: Int32 { code & 0xFF }

  /// Whether the file is not an SQLite database.
  public var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

  /// Whether the file is damaged or is not a database. Nothing more should be written to it.
  public var isCorruption: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// Whether the connection can only read, for example because the file was write-protected when it was opened.
  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

  /// Whether another process held a lock for too long. The same call may succeed later.
  public var isLockTimeout: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(primaryCode) }

  /// The message and the extended result code.
  public var description: String { "\(message) (SQLite error \(code))" }
}
