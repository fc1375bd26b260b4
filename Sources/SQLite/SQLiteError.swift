import CSQLite

/// What SQLite said, with its extended result code (https://www.sqlite.org/rescode.html).
public struct SQLiteError: Error, CustomStringConvertible, Sendable {
  public let code: Int32
  /// English text of SQLite's, as `sqlite3_errmsg` gives it.
  public let message: String

  init(_ database: OpaquePointer?, code: Int32) {
    self.code = database.map { sqlite3_extended_errcode($0) } ?? code
    message = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
  }

  /// The code without its extension: `SQLITE_IOERR` for all kinds of it.
  public var primaryCode: Int32 { code & 0xFF }

  /// The file is damaged, or no database at all; nothing should be written to it any more.
  public var isCorruption: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  public var description: String { "\(message) (SQLite error \(code))" }
}
