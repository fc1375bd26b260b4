import JSON
import MovieCore
import PostgreSQL

/// A library in the database, over one connection.
///
/// Each transaction that changes it locks the library's row and takes the next numbers (`seq`) there. So the numbers grow
/// in the order of the commits, and a reader who has seen one has seen all before it.
struct LibraryDatabase {
  let connection: PostgresConnection
  /// The library's name.
  let name: String

  /// Registers this device and listens to changes.
  ///
  /// - Throws: `refused` if the tables are missing or newer than this program.
  func open(device: String, machine: String) throws(PostgresError) {
    do throws(PostgresError) {
      try connection.execute("LISTEN \(DatabaseSchema.channel)")
      try connection.execute(
        "INSERT INTO library (name, seq, schema) VALUES ($1, 0, \(DatabaseSchema.version)) ON CONFLICT DO NOTHING",
        [name])
      let version = try connection.execute("SELECT schema FROM library WHERE name = $1", [name]).first?.first ?? nil
      guard let version = version.flatMap({ Int($0) }), version <= DatabaseSchema.version else {
        throw PostgresError(
          kind: .refused, message: "the database was set up by a newer movie-server (schema \(version ?? "unknown"))")
      }
      try connection.execute(
        """
        INSERT INTO device (library, device, name, seen_at) VALUES ($1, $2, $3, now())
        ON CONFLICT (library, device) DO UPDATE SET name = excluded.name, seen_at = now()
        """, [name, device, machine])
    } catch {
      // Undefined tables and columns.
      guard let state = error.state, state == "42P01" || state == "42703" else { throw error }
      throw PostgresError(
        kind: .refused, message: "the database has no tables yet: run movie-server sync schema | psql DATABASE",
        state: state)
    }
  }

  /// The devices, that seen last first.
  func devices() throws(PostgresError) -> [ReplicationStatus.Device] {
    try connection.execute(
      """
      SELECT name, to_char(seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM device
      WHERE library = $1 ORDER BY seen_at DESC, device
      """, [name]
    ).map { ReplicationStatus.Device(name: $0[0] ?? "", seenAt: $0[1] ?? "") }
  }

  /// Removes the devices of this name or id.
  ///
  /// - Returns: how many there were.
  func forget(_ device: String) throws(PostgresError) -> Int {
    try connection.execute(
      "DELETE FROM device WHERE library = $1 AND (device = $2 OR name = $2) RETURNING 1", [name, device]
    ).count
  }

  // MARK: Sending

  /// Stores what is newer than what is there, in one transaction, and notifies the other machines.
  ///
  /// - Returns: the numbers before and after it.
  func push(_ records: [FieldRecord], _ films: [FilmData]) throws(PostgresError) -> (before: Int, after: Int) {
    let fieldRows = records.enumerated().map { index, record in
      let register = record.register
      return Self.row([
        ("number", .integer(index + 1)), ("film", .string(record.film.description)), ("field", .string(record.field)),
        ("value", register.value.map { .string($0) } ?? .null), ("clock", .integer(register.clock)),
        ("device", .string(register.device)), ("hash", .integer(Int64(bitPattern: FieldDigest.hash(of: record)))),
        ("bucket", .integer(FieldDigest.bucket(of: record.film))),
      ])
    }
    let filmRows = films.enumerated().map { index, film in
      Self.row([
        ("number", .integer(records.count + index + 1)), ("film", .string(film.film.description)),
        ("movie", .string(film.movie)), ("clock", .integer(film.clock)), ("device", .string(film.device)),
      ])
    }
    let rows = try connection.execute(
      """
      WITH changed AS (
        UPDATE library SET seq = seq + $2::bigint WHERE name = $1 RETURNING seq - $2::bigint AS base
      ), stored_fields AS (
        INSERT INTO field (library, film, field, value, clock, device, hash, bucket, seq)
        SELECT $1, film, field, value, clock, device, hash, bucket, base + number
        FROM changed, json_to_recordset($3::json) AS r(
          number bigint, film text, field text, value text, clock bigint, device text, hash bigint, bucket smallint)
        ON CONFLICT (library, film, field) DO UPDATE SET
          value = excluded.value, clock = excluded.clock, device = excluded.device, hash = excluded.hash,
          seq = excluded.seq
        WHERE (excluded.clock, excluded.device, coalesce(excluded.value, ''))
          > (field.clock, field.device, coalesce(field.value, ''))
      ), stored_films AS (
        INSERT INTO film (library, film, movie, clock, device, seq)
        SELECT $1, film, movie, clock, device, base + number
        FROM changed, json_to_recordset($4::json) AS r(number bigint, film text, movie text, clock bigint, device text)
        ON CONFLICT (library, film) DO UPDATE SET
          movie = excluded.movie, clock = excluded.clock, device = excluded.device, seq = excluded.seq
        WHERE (excluded.clock, excluded.device) > (film.clock, film.device)
      )
      SELECT base, pg_notify('\(DatabaseSchema.channel)', $1) FROM changed
      """,
      [
        name, "\(records.count + films.count)", JSON.array(fieldRows).jsonText, JSON.array(filmRows).jsonText,
      ])
    guard let base = rows.first?.first.flatMap({ $0.flatMap { Int($0) } }) else {
      throw PostgresError(kind: .disconnected, message: "the library is no longer in the database")
    }
    return (base, base + records.count + films.count)
  }

  private static func row(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { JSON.Member($0.0, $0.1.withoutNUL) })
  }

  // MARK: Receiving

  /// The number of the last change.
  func sequence() throws(PostgresError) -> Int {
    Int((try connection.execute("SELECT seq FROM library WHERE name = $1", [name]).first?.first ?? nil) ?? "") ?? 0
  }

  /// The changes with numbers in a range, in their order.
  ///
  /// - Returns: the changes, and the number up to which they are complete.
  func changes(
    after first: Int, upTo last: Int, limit: Int
  ) throws(PostgresError) -> (records: [FieldRecord], films: [FilmData], upTo: Int) {
    let fields = try connection.execute(
      """
      SELECT film, field, value, clock, device, seq FROM field
      WHERE library = $1 AND seq > $2::bigint AND seq <= $3::bigint ORDER BY seq LIMIT $4::bigint
      """, [name, "\(first)", "\(last)", "\(limit)"])
    let upTo = fields.count < limit ? last : fields.last?[5].flatMap { Int($0) } ?? last
    let films = try connection.execute(
      """
      SELECT film, movie, clock, device FROM film
      WHERE library = $1 AND seq > $2::bigint AND seq <= $3::bigint ORDER BY seq
      """, [name, "\(first)", "\(upTo)"])
    return (fields.compactMap(FieldRecord.init(row:)), films.compactMap(FilmData.init(row:)), upTo)
  }

  // MARK: Comparing

  /// The digests of all buckets, and the number of the last change that they contain.
  func digests() throws(PostgresError) -> (digests: [FieldDigest], upTo: Int) {
    var digests = [FieldDigest](repeating: FieldDigest(), count: FieldDigest.bucketCount)
    // One statement sees one state. The sums wrap around, as those of this program do.
    let rows = try connection.execute(
      """
      SELECT bucket, count(*), mod(mod(sum(hash::numeric), 18446744073709551616) + 18446744073709551616,
        18446744073709551616), NULL FROM field WHERE library = $1 GROUP BY bucket
      UNION ALL SELECT NULL, NULL, NULL, seq FROM library WHERE name = $1
      """, [name])
    var upTo = 0
    for row in rows {
      if let seq = row[3] {
        upTo = Int(seq) ?? 0
      } else if let bucket = row[0].flatMap({ Int($0) }), digests.indices.contains(bucket) {
        digests[bucket].count = row[1].flatMap { Int($0) } ?? 0
        digests[bucket].sum = row[2].flatMap { UInt64($0) } ?? 0
      }
    }
    return (digests, upTo)
  }

  /// The records of some buckets up to a number, in the order of their films and fields, with the data of their films.
  ///
  /// - Parameter last: the last record that was read before; nil for the first page.
  func records(
    inBuckets buckets: [Int], upTo seq: Int, after last: FieldRecord?, limit: Int
  ) throws(PostgresError) -> (records: [FieldRecord], films: [FilmData]) {
    let parameters = [
      name, "{\(buckets.map(String.init).joined(separator: ","))}", "\(seq)", last?.film.description ?? "",
      last?.field ?? "", "\(limit)",
    ]
    let fields = try connection.execute(
      """
      SELECT film, field, value, clock, device FROM field
      WHERE library = $1 AND bucket = ANY ($2::smallint[]) AND seq <= $3::bigint AND (film, field) > ($4, $5)
      ORDER BY film, field LIMIT $6::bigint
      """, parameters)
    let records = fields.compactMap(FieldRecord.init(row:))
    let keys = Set(records.map(\.film)).map { JSON.string($0.description).withoutNUL }
    let films = try connection.execute(
      """
      SELECT film.film, movie, clock, device FROM film JOIN json_array_elements_text($2::json) AS key ON film.film = key
      WHERE library = $1
      """, [name, JSON.array(keys).jsonText])
    return (records, films.compactMap(FilmData.init(row:)))
  }
}

extension FieldRecord {
  /// Reads the columns film, field, value, clock and device.
  fileprivate init?(row: [String?]) {
    guard let film = row[0], let field = row[1], let clock = row[3].flatMap({ Int($0) }), let device = row[4] else {
      return nil
    }
    self.init(film: FilmKey(film), field: field, register: FieldRegister(value: row[2], clock: clock, device: device))
  }
}

extension FilmData {
  /// Reads the columns film, movie, clock and device.
  fileprivate init?(row: [String?]) {
    guard let film = row[0], let movie = row[1], let clock = row[2].flatMap({ Int($0) }), let device = row[3] else {
      return nil
    }
    self.init(film: FilmKey(film), movie: movie, clock: clock, device: device)
  }
}

extension JSON {
  /// PostgreSQL's texts cannot contain the character U+0000.
  fileprivate var withoutNUL: JSON {
    guard case .string(let text) = self, text.utf8.contains(0) else { return self }
    return .string(text.filter { $0 != "\0" })
  }
}
