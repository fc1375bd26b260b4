/// The fields and the data of films as other machines need them.
extension LibraryFile {
  func device() throws -> String { try database.first("SELECT device FROM library") { $0.text(0) } ?? "" }

  func fields(after position: Int, limit: Int) throws -> (records: [FieldRecord], position: Int) {
    let rows = try database.all(
      "SELECT film, field, value, clock, device, position FROM field WHERE position > ? ORDER BY position LIMIT ?",
      .integer(position), .integer(limit)
    ) { (record: $0.fieldRecord, position: $0.int(5)) }
    return (rows.map(\.record), rows.last?.position ?? position)
  }

  func films(after position: Int, limit: Int) throws -> (films: [FilmData], position: Int) {
    let rows = try database.all(
      "SELECT key, movie, clock, device, position FROM film WHERE position > ? ORDER BY position LIMIT ?",
      .integer(position), .integer(limit)
    ) { (film: $0.filmData, position: $0.int(4)) }
    return (rows.map(\.film), rows.last?.position ?? position)
  }

  /// - Returns: the records that were refused, because their clock is too far ahead.
  func merge(_ records: [FieldRecord], _ films: [FilmData]) throws -> [FieldRecord] {
    try edit(.remote) { edit in
      let refused = try records.filter { try !edit.merge($0) }
      for film in films { try edit.merge(film) }
      return refused
    }
  }

  func position() throws -> Int { try database.first("SELECT position FROM library") { $0.int(0) } ?? 0 }

  func digests() throws -> [FieldDigest] {
    var digests = [FieldDigest](repeating: FieldDigest(), count: FieldDigest.bucketCount)
    try database.forEach("SELECT film, field, NULL, clock, device FROM field", []) { row in
      let record = row.fieldRecord
      digests[FieldDigest.bucket(of: record.film)].add(record)
      return true
    }
    return digests
  }

  func fields(inBuckets buckets: Set<Int>) throws -> [FieldRecord] {
    try database.all("SELECT film, field, value, clock, device FROM field") { row in
      buckets.contains(FieldDigest.bucket(of: FilmKey(row.text(0)))) ? row.fieldRecord : nil
    }
  }

  func films(of keys: Set<FilmKey>) throws -> [FilmData] {
    try keys.compactMap { key in
      try database.first("SELECT key, movie, clock, device FROM film WHERE key = ?", .text(key.description)) {
        $0.filmData
      }
    }
  }
}

extension Row {
  /// The data of the columns key, movie, clock and device.
  fileprivate var filmData: FilmData {
    FilmData(film: FilmKey(text(0)), movie: text(1), clock: int(2), device: text(3))
  }
}
