import MovieCore
import PostgreSQL

/// Makes a library and the database equal: compares their digests, and exchanges the buckets that differ.
struct Reconciliation {
  /// Up to where both sides have seen each other's changes.
  struct Positions {
    /// Of the fields of this machine.
    var fields: Int
    /// Of the data of films of this machine.
    var films: Int
    /// The number of the last change of the database.
    var sequence: Int
  }

  private let library: any ReplicatedLibrary
  private let database: LibraryDatabase
  private let log: @Sendable (String) -> Void

  /// Films have up to some hundred KB of data.
  private static let filmsPerMessage = 500

  init(_ library: any ReplicatedLibrary, _ database: LibraryDatabase, log: @escaping @Sendable (String) -> Void) {
    (self.library, self.database, self.log) = (library, database, log)
  }

  /// - Returns: the positions from which to go on.
  func run() async throws -> Positions {
    // Read first: what changes from here on is sent afterwards, twice at worst.
    let position = try await library.position().value()
    let local = try await library.digests().value()
    let remote = try database.digests()
    let differing = local.indices.filter { local[$0] != remote.digests[$0] }
    if !differing.isEmpty {
      let theirs = try await receive(differing, upTo: remote.upTo)
      try await send(Set(differing), except: theirs)
    }
    return Positions(fields: position, films: position, sequence: remote.upTo)
  }

  /// Merges the database's records of some buckets.
  ///
  /// - Returns: the records.
  private func receive(_ buckets: [Int], upTo seq: Int) async throws -> Set<FieldRecord> {
    var all: Set<FieldRecord> = []
    var last: FieldRecord?
    while true {
      let page = try database.records(inBuckets: buckets, upTo: seq, after: last, limit: Replicator.batchSize)
      guard let final = page.records.last else { return all }
      try await Self.merge(page.records, page.films, into: library, log: log)
      all.formUnion(page.records)
      last = final
    }
  }

  private func send(_ buckets: Set<Int>, except theirs: Set<FieldRecord>) async throws {
    let missing = try await library.fields(inBuckets: buckets).value().filter { !theirs.contains($0) }
    guard !missing.isEmpty else { return }
    var rest = missing[...]
    var sentFilms: Set<FilmKey> = []
    while !rest.isEmpty {
      var batch: [FieldRecord] = []
      var keys: Set<FilmKey> = []
      while let record = rest.first, batch.count < Replicator.batchSize, keys.count < Self.filmsPerMessage {
        batch.append(record)
        if sentFilms.insert(record.film).inserted { keys.insert(record.film) }
        rest = rest.dropFirst()
      }
      _ = try database.push(batch, try await library.films(of: keys).value())
    }
    log("sync: sent \(missing.count) fields and \(sentFilms.count) films")
  }

  /// Merges what others have changed.
  static func merge(
    _ records: [FieldRecord], _ films: [FilmData], into library: any ReplicatedLibrary,
    log: @Sendable (String) -> Void
  ) async throws {
    guard !records.isEmpty || !films.isEmpty else { return }
    let refused = try await library.merge(records, films).value()
    log("sync: received \(records.count) fields and \(films.count) films")
    for record in refused.prefix(5) {
      log(
        "sync: refused \(record.field) of \(record.film): the clock of device \(record.register.device) is more than an hour ahead"
      )
    }
  }
}
