import CSQLite

/// A value to bind to a parameter.
public enum Value: Sendable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  /// An integer; NULL for nil.
  public init(_ number: Int?) { self = number.map(Value.integer) ?? .null }
  /// A real number; NULL for nil.
  public init(_ number: Double?) { self = number.map(Value.real) ?? .null }
  /// A text; NULL for nil.
  public init(_ text: String?) { self = text.map(Value.text) ?? .null }
}

/// A prepared statement. Each run binds its values and resets the statement afterwards.
public final class Statement {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  init(_ sql: String, _ database: OpaquePointer) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteError(database, code: code) }
    (self.handle, self.database) = (handle, database)
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement to its end and ignores its rows.
  public func run(_ values: [Value]) throws(SQLiteError) { try forEach(values) { _ in true } }

  /// Runs the statement up to the first row and returns the result of `read` for it. Returns nil if there is no row.
  public func first<Result>(_ values: [Value], read: (Row) -> Result) throws(SQLiteError) -> Result? {
    var result: Result?
    try forEach(values) { row in
      result = read(row)
      return false
    }
    return result
  }

  /// Runs the statement and returns the results of `read` for all rows but those for which it returns nil.
  public func all<Result>(_ values: [Value], read: (Row) -> Result?) throws(SQLiteError) -> [Result] {
    var results: [Result] = []
    try forEach(values) { row in
      if let result = read(row) { results.append(result) }
      return true
    }
    return results
  }

  /// Runs the statement and calls `body` for each row until it returns false.
  public func forEach(_ values: [Value], _ body: (Row) -> Bool) throws(SQLiteError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: if !body(Row(handle: handle)) { return }
      case SQLITE_DONE: return
      case let code: throw SQLiteError(database, code: code)
      }
    }
  }

  /// SQLITE_TRANSIENT: SQLite copies the text before the call returns.
  private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  private func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(let text):
        sqlite3_bind_text64(handle, index, text, UInt64(text.utf8.count), Self.transient, UInt8(SQLITE_UTF8))
      }
    guard code == SQLITE_OK else { throw SQLiteError(database, code: code) }
  }
}

/// The current row of a statement; valid until the next step.
public struct Row {
  fileprivate let handle: OpaquePointer

  /// Whether the column is NULL.
  public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The column's integer; SQLite converts other types, and NULL is 0. Columns count from 0.
  public func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  /// The column's text; empty for NULL.
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
  }

  /// Calls `body` with the column's blob, or its text in UTF-8, which is valid until it returns; empty for NULL.
  public func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The number of bytes of the column's text or blob.
  public func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }
}
