import CPQ
import Platform

/// A connection to a PostgreSQL server, for one thread. No call waits longer than its limit, even if the server is
/// stopped.
public final class PostgresConnection {
  private let library: PostgresLibrary
  private var connection: OpaquePointer
  private static let (connectNanoseconds, statementMilliseconds): (Int64, Int) = (10_000_000_000, 30_000)

  private var pq: pq_library { library.functions.pointee }

  public init(_ library: PostgresLibrary, _ parameters: [(keyword: String, value: String)]) throws(PostgresError) {
    self.library = library
    var keywords = parameters.map { strdup($0.keyword).map { UnsafePointer($0) } } + [nil]
    var values = parameters.map { strdup($0.value).map { UnsafePointer($0) } } + [nil]
    defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
    guard let connection = library.functions.pointee.PQconnectStartParams(&keywords, &values, 0) else {
      throw PostgresError(kind: .disconnected, message: "there is no memory for a connection")
    }
    self.connection = connection
    let deadline = monotonicNanoseconds() + Self.connectNanoseconds
    var state = PQ_POLLING_WRITING
    while state != PQ_POLLING_OK {
      // The socket changes when libpq tries the next host; there is none if it could not begin.
      let events = Int16(state == PQ_POLLING_READING ? POLLIN : POLLOUT)
      guard descriptor >= 0 else { throw connectError }
      guard wait(for: events, until: deadline) else { throw Self.late }
      state = Int(pq.PQconnectPoll(connection))
      if state == PQ_POLLING_FAILED { throw connectError }
    }
    _ = pq.PQsetnonblocking(connection, 1)
  }

  deinit { pq.PQfinish(connection) }

  /// The socket, on which a thread that waits for notifications can poll.
  public var descriptor: Int32 { pq.PQsocket(connection) }

  /// Runs one statement, and returns its rows as text; nil is NULL. Throws `refused` if the server answers with an
  /// error, after which the connection is still usable, and `disconnected` otherwise: it must then be closed.
  @discardableResult
  public func execute(_ statement: String, _ parameters: [String?] = []) throws(PostgresError) -> [[String?]] {
    let deadline = monotonicNanoseconds() + Int64(Self.statementMilliseconds) * 1_000_000
    var values = parameters.map { $0.flatMap { strdup($0) }.map { UnsafePointer($0) } }
    defer { for value in values { free(UnsafeMutablePointer(mutating: value)) } }
    guard pq.PQsendQueryParams(connection, statement, Int32(values.count), nil, &values, nil, nil, 0) == 1 else {
      throw connectionLost
    }
    try flush(until: deadline)
    var rows: [[String?]] = []
    var failure: PostgresError?
    while let result = try nextResult(until: deadline) {
      defer { pq.PQclear(result) }
      switch Int(pq.PQresultStatus(result)) {
      case PQ_TUPLES_OK: rows = self.rows(of: result)
      case PQ_COMMAND_OK: break
      default: failure = error(of: result)
      }
    }
    if let failure { throw failure }
    return rows
  }

  /// Takes the notifications that have come, without waiting.
  public func notifications() throws(PostgresError) -> [String] {
    guard pq.PQconsumeInput(connection) == 1 else { throw connectionLost }
    var channels: [String] = []
    while let notification = pq.PQnotifies(connection) {
      channels.append(String(cString: notification.pointee.relname))
      pq.PQfreemem(notification)
    }
    return channels
  }

  // MARK: Waiting

  private func flush(until deadline: Int64) throws(PostgresError) {
    while true {
      let remaining = pq.PQflush(connection)
      if remaining == 0 { return }
      // The server may wait for us to read before it reads on.
      guard remaining == 1, wait(for: Int16(POLLIN | POLLOUT), until: deadline), pq.PQconsumeInput(connection) == 1
      else { throw connectionLost }
    }
  }

  private func nextResult(until deadline: Int64) throws(PostgresError) -> OpaquePointer? {
    while pq.PQisBusy(connection) == 1 {
      guard wait(for: Int16(POLLIN), until: deadline) else { throw Self.late }
      guard pq.PQconsumeInput(connection) == 1 else { throw connectionLost }
    }
    return pq.PQgetResult(connection)
  }

  private func wait(for events: Int16, until deadline: Int64) -> Bool {
    while true {
      let remaining = deadline - monotonicNanoseconds()
      guard remaining > 0 else { return false }
      var request = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&request, 1, Int32(min(remaining / 1_000_000 + 1, Int64(Int32.max))))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  // MARK: Results

  private func rows(of result: OpaquePointer) -> [[String?]] {
    let columns = pq.PQnfields(result)
    return (0..<pq.PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard pq.PQgetisnull(result, row, column) == 0, let value = pq.PQgetvalue(result, row, column) else {
          return nil
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(pq.PQgetlength(result, row, column)))
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private func error(of result: OpaquePointer) -> PostgresError {
    func field(_ name: Int) -> String? { pq.PQresultErrorField(result, Int32(name)).map { String(cString: $0) } }
    let state = field(PQ_DIAGNOSTIC_SQLSTATE)
    // Classes 08, 53 and 57: the connection has failed, resources are exhausted, an operator has stopped the server.
    // 25006 and 40: a standby, and conflicts of transactions. All of them pass.
    let passes = state.map { ["08", "40", "53", "57"].contains($0.prefix(2)) || $0 == "25006" } ?? true
    return PostgresError(
      kind: passes ? .disconnected : .refused,
      message: Self.oneLine(field(PQ_DIAGNOSTIC_MESSAGE) ?? "the database has answered with an error"),
      state: state)
  }

  private var connectionLost: PostgresError {
    let text = pq.PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    return PostgresError(kind: .disconnected, message: text.isEmpty ? "the connection is lost" : Self.oneLine(text))
  }

  private static let late = PostgresError(kind: .disconnected, message: "the database did not answer in time")

  /// Why a connection could not be opened. libpq has no code for that, so its text decides whether waiting can help.
  private var connectError: PostgresError {
    var failure = connectionLost
    let isRefused = ["FATAL", "certificate", "SSL"].contains(where: failure.message.contains)
    let passes = ["starting up", "shutting down", "recovery", "too many"].contains(where: failure.message.contains)
    if isRefused && !passes { failure.kind = .refused }
    return failure
  }

  private static func oneLine(_ text: String) -> String {
    text.split { $0.isNewline }.map { line in String(line.drop { $0 == "\t" || $0 == " " }) }.joined(separator: " ")
  }
}
