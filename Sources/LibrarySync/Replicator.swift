import Concurrency
import MovieCore
import OperatingSystem
import Platform
import PostgreSQL

/// Replicates a library through a PostgreSQL database, in the background.
///
/// Of the processes of a data folder one at a time has the connection: the others wait for its lock, which costs nothing,
/// and the next one takes over when it ends. They see the changes of other machines in the shared file.
///
/// After each connection the replicator compares digests and exchanges what differs, both ways. That one rule also heals
/// a restored backup, a promoted standby that lacks the last changes, and a machine that was off for a year. Then it
/// sends what is changed here and receives what others change, and otherwise waits without waking up.
public final class Replicator: Replication {
  /// What a replicator needs to know.
  public struct Configuration: Sendable {
    /// The address of the database.
    public var url: String
    /// The name of the library in it.
    public var library: String
    /// The data folder.
    public var folder: String
    /// Prints the password; nil if libpq finds it, or the URL has it. Blocks.
    public var password: (@Sendable () throws(PostgresError) -> String)?

    /// - Parameters:
    ///   - url: a URL of PostgreSQL.
    ///   - library: the name of the library in the database.
    ///   - folder: the data folder.
    public init(url: String, library: String, folder: String) {
      (self.url, self.library, self.folder) = (url, library, folder)
    }
  }

  private struct State {
    var status = ReplicationStatus(isEnabled: true)
    var onChange: (@Sendable (ReplicationStatus) -> Void)?
    /// The positions up to which the database has the changes of this machine; nil if unknown.
    var sent: (fields: Int, films: Int)?
    var isHolder = false
    /// What `set` was last called with.
    var reported: (state: ReplicationStatus.State, error: String?)?
  }

  private let configuration: Configuration
  private let library: any ReplicatedLibrary
  private let log: @Sendable (String) -> Void
  private let executor = SerialTaskExecutor(acceptsThreads: false)
  private let state = Mutex(State())
  private let shared: SharedStatus

  /// The most records of one message.
  static let batchSize = 2_000

  /// - Parameter log: writes a line that contains no secret.
  public init(
    _ configuration: Configuration, _ library: any ReplicatedLibrary, log: @escaping @Sendable (String) -> Void
  ) {
    (self.configuration, self.library, self.log) = (configuration, library, log)
    shared = SharedStatus(folder: configuration.folder)
  }

  /// Starts the thread of the connection.
  public func start(_ onChange: @escaping @Sendable (ReplicationStatus) -> Void) {
    state.withLock { $0.onChange = onChange }
    Task(executorPreference: executor) { [self] in await run() }
  }

  /// The state; of the process of this folder that has the connection.
  public func status() async -> ReplicationStatus {
    var (status, sent, isHolder) = state.withLock { ($0.status, $0.sent, $0.isHolder) }
    if !isHolder { status = shared.read() ?? status }
    status.device = try? await library.device().value()
    guard isHolder, let sent, let device = status.device else { return status }
    let fields = try? await library.fields(after: sent.fields, limit: 10_000).value().records
    status.pending = fields.map { $0.count { $0.register.device == device } }
    return status
  }

  /// Connects, exchanges what differs and disconnects, although another process of the folder may have a connection:
  /// merging twice does no harm.
  ///
  /// - Returns: the state after it.
  public func synchronizeOnce() async -> ReplicationStatus {
    do {
      let database = try await connect()
      _ = try await Reconciliation(library, database, log: log).run()
      try succeed(database)
    } catch {
      fail(error)
    }
    return state.withLock { $0.status }
  }

  /// Connects and compares, without changing anything.
  ///
  /// - Returns: `inSync` if the database has what this machine has, and otherwise `behind`.
  public func check() async -> ReplicationStatus {
    do {
      let database = try await connect()
      let isEqual = try await library.digests().value() == (try database.digests().digests)
      let devices = try database.devices()
      state.withLock { state in
        state.status.state = isEqual ? .inSync : .behind
        state.status.devices = devices
      }
    } catch {
      fail(error)
    }
    var status = state.withLock { $0.status }
    status.device = try? await library.device().value()
    return status
  }

  /// Removes a device from the list, by its name or id.
  ///
  /// - Returns: the number of devices that were removed.
  public func forget(_ device: String) async throws(PostgresError) -> Int {
    do {
      return try await connect().forget(device)
    } catch let error as PostgresError {
      throw error
    } catch {
      throw PostgresError(kind: .refused, message: "\(error)")
    }
  }

  // MARK: The thread of the connection

  private func run() async {
    // The store creates the folder.
    guard (try? await library.device().value()) != nil,
      let lock = FileLock.wait(configuration.folder + "/sync.lock")
    else {
      return fail(PostgresError(kind: .refused, message: "the folder \(configuration.folder) cannot be used"))
    }
    defer { lock.release() }
    state.withLock { $0.isHolder = true }
    guard let wakeup = try? PrivatePipe() else {
      return fail(PostgresError(kind: .disconnected, message: "this process has no descriptor left"))
    }
    _ = fcntl(wakeup.read, F_SETFL, O_NONBLOCK)
    _ = fcntl(wakeup.write, F_SETFL, O_NONBLOCK)
    library.observeFields { [wakeup] in
      // A full pipe has a wake-up already.
      var byte: UInt8 = 0
      _ = write(wakeup.write, &byte, 1)
    }
    var backoff = Backoff()
    while true {
      do {
        let database = try await connect()
        set(.behind, nil)
        let start = try await Reconciliation(library, database, log: log).run()
        backoff = Backoff()
        try await follow(database, from: start, wakeup)
      } catch {
        fail(error)
        let isRefused = (error as? PostgresError)?.kind != .disconnected
        backoff.wait(isRefused ? Backoff.longestMilliseconds : nil)
      }
    }
  }

  /// Sends and receives changes until the connection fails.
  private func follow(
    _ database: LibraryDatabase, from start: Reconciliation.Positions, _ wakeup: PrivatePipe
  ) async throws {
    var positions = start
    var mustSend = true
    var mustReceive = true
    while true {
      if mustSend { try await send(database, &positions) }
      if mustReceive { try await receive(database, &positions) }
      state.withLock { $0.sent = (positions.fields, positions.films) }
      try succeed(database)
      var requests = [wakeup.read, database.connection.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // Between two statements libpq may already have read a notification.
      mustReceive = !(try database.connection.notifications().isEmpty)
      while poll(&requests, 2, mustReceive ? 0 : -1) < 0, errno == EINTR {}
      mustSend = requests[0].revents != 0
      if mustSend { while readBytes(of: wakeup.read, atMost: 4_096)?.count == 4_096 {} }
      if requests[1].revents != 0 { mustReceive = try !database.connection.notifications().isEmpty || mustReceive }
      if mustSend || mustReceive { state.withLock { $0.status.state = .behind } }
    }
  }

  private func send(_ database: LibraryDatabase, _ positions: inout Reconciliation.Positions) async throws {
    let device = try await library.device().value()
    while true {
      let fields = try await library.fields(after: positions.fields, limit: Self.batchSize).value()
      let films = try await library.films(after: positions.films, limit: Self.batchSize).value()
      // What others have changed is in the database, or comes there by the digests.
      let ownFields = fields.records.filter { $0.register.device == device }
      let ownFilms = films.films.filter { $0.device == device }
      if !ownFields.isEmpty || !ownFilms.isEmpty {
        let numbers = try database.push(ownFields, ownFilms)
        log("sync: sent \(ownFields.count) fields and \(ownFilms.count) films")
        // If nothing of others came in between, there is nothing to receive.
        if numbers.before == positions.sequence { positions.sequence = numbers.after }
      }
      (positions.fields, positions.films) = (fields.position, films.position)
      if fields.records.count < Self.batchSize, films.films.count < Self.batchSize { return }
    }
  }

  private func receive(_ database: LibraryDatabase, _ positions: inout Reconciliation.Positions) async throws {
    let last = try database.sequence()
    while positions.sequence < last {
      let changes = try database.changes(after: positions.sequence, upTo: last, limit: Self.batchSize)
      try await Reconciliation.merge(changes.records, changes.films, into: library, log: log)
      positions.sequence = changes.upTo
    }
  }

  private func connect() async throws -> LibraryDatabase {
    let pq = try PostgresLibrary.load()
    let url = try DatabaseURL(configuration.url, pq)
    var parameters = url.parameters
    if let password = try url.password ?? configuration.password?() { parameters.append(("password", password)) }
    let connection = try PostgresConnection(pq, parameters)
    let database = LibraryDatabase(connection: connection, name: configuration.library)
    try database.open(device: try await library.device().value(), machine: hostName())
    return database
  }

  // MARK: State

  private func succeed(_ database: LibraryDatabase) throws {
    let isNew = state.withLock { $0.status.state != .inSync }
    let devices = isNew ? try database.devices() : nil
    state.withLock { state in
      state.status.lastSyncedAt = Timestamp.now()
      if let devices { state.status.devices = devices }
    }
    set(.inSync, nil)
  }

  private func fail(_ error: any Error) {
    let failure = error as? PostgresError
    let message = failure?.message ?? (error as? MovieError)?.message ?? "\(error)"
    log("sync: \(message)")
    set(failure?.kind == .disconnected ? .offline : .failed, message)
  }

  /// Reports a state if it is another one than the last that was reported.
  private func set(_ new: ReplicationStatus.State, _ error: String?) {
    let changed: State? = state.withLock { state in
      state.status.state = new
      state.status.error = error
      if let last = state.reported, last == (new, error) { return nil }
      state.reported = (new, error)
      return state
    }
    guard let changed else { return }
    if changed.isHolder { shared.write(changed.status) }
    changed.onChange?(changed.status)
  }
}
