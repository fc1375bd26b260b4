import CPQ
import Concurrency

/// libpq, opened on first use. A connection belongs to one thread; the functions may be called on any.
public struct PostgresLibrary: @unchecked Sendable {
  // Unchecked: the table of functions is written once, before it is shared, and never freed.
  let functions: UnsafePointer<pq_library>

  private static let loaded = Mutex<PostgresLibrary?>(nil)

  /// Returns the library, which the first call opens. After a failure the next call tries again.
  public static func load() throws(PostgresError) -> PostgresLibrary {
    try loaded.withLock { loaded throws(PostgresError) in
      if let loaded { return loaded }
      let table = UnsafeMutablePointer<pq_library>.allocate(capacity: 1)
      table.initialize(to: pq_library())
      var reason = [CChar](repeating: 0, count: 256)
      guard pq_library_open(table, &reason, reason.count) else {
        table.deallocate()
        let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw PostgresError(kind: .libraryMissing, message: "cannot load libpq: \(text)")
      }
      let library = PostgresLibrary(functions: UnsafePointer(table))
      loaded = library
      return library
    }
  }

  /// Reads a connection URL (PostgreSQL's manual, 34.1.1.2). Errors never contain it, because it may have a password.
  public func parameters(of url: String) throws(PostgresError) -> [(keyword: String, value: String)] {
    var failure: UnsafeMutablePointer<CChar>?
    guard let options = functions.pointee.PQconninfoParse(url, &failure) else {
      functions.pointee.PQfreemem(failure)
      throw PostgresError(kind: .refused, message: "the URL of the database is not valid")
    }
    defer { functions.pointee.PQconninfoFree(options) }
    var parameters: [(keyword: String, value: String)] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parameters.append((String(cString: keyword), String(cString: value))) }
      option += 1
    }
    return parameters
  }
}

public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    case libraryMissing
    /// There is no connection, or it has broken. A later attempt may succeed.
    case disconnected
    /// The server or libpq has refused what was asked, such as a login without its grants. A person must act.
    case refused
  }

  public var kind: Kind
  /// The reason, for people, on one line and without a period. Without secrets: libpq names hosts and users only.
  public var message: String
  /// The SQLSTATE code (appendix A of PostgreSQL's manual); nil unless the server has answered with one.
  public var state: String?

  public init(kind: Kind, message: String, state: String? = nil) {
    (self.kind, self.message, self.state) = (kind, message, state)
  }

  public var description: String { message }
}
