import Platform

/// What synchronizing several machines needs of a library: its fields in the order in which this machine got them, and
/// merging those of others.
///
/// To push, read `fields(after:)` and `films(after:)` from the position up to which all was pushed. To pull, `merge`
/// what others have changed, in any order, as often as it comes: merging is commutative, associative and idempotent.
/// After a merge `fields(after:)` lists what was merged too, with a later position; a record that came from elsewhere is
/// not newer there, so sending it back changes nothing. To heal, compare `digests` and exchange the buckets that differ.
public protocol ReplicatedLibrary: Sendable {
  /// The id of this data folder, which is another one in a copy of the folder.
  func device() -> SharedTask<String>
  /// Calls `onChange` after every change of this library that is durable, whoever made it, on any thread; it must not
  /// wait. To be called once.
  func observeFields(_ onChange: @escaping @Sendable () -> Void)

  /// At most so many of the fields that were changed or merged here after a position, in that order, and the position
  /// after them, which is the given one if there are none.
  func fields(after position: Int, limit: Int) -> SharedTask<(records: [FieldRecord], position: Int)>
  /// The data of films that was changed or merged here after a position, in that order; as `fields(after:)`, whose
  /// positions it shares.
  func films(after position: Int, limit: Int) -> SharedTask<(films: [FilmData], position: Int)>

  /// Merges fields and data of other machines as one change, durably. What is not newer than what is here changes
  /// nothing. Returns the records that were refused, because their clock is more than an hour ahead.
  func merge(_ records: [FieldRecord], _ films: [FilmData]) -> SharedTask<[FieldRecord]>

  /// The position of the last change or merge.
  func position() -> SharedTask<Int>
  /// The digests of the 256 buckets of records (`FieldDigest.bucket`).
  func digests() -> SharedTask<[FieldDigest]>
  /// The records of some buckets.
  func fields(inBuckets buckets: Set<Int>) -> SharedTask<[FieldRecord]>
  /// The data of films that is here, of those.
  func films(of keys: Set<FilmKey>) -> SharedTask<[FilmData]>
}

/// The data of a movie that lists show, as machines exchange it.
public struct FilmData: Hashable, Sendable {
  /// The film.
  public var film: FilmKey
  /// The movie as JSON text, whose `id` is that under which it is kept.
  public var movie: String
  /// The time of its last change (`HybridClock`); the greater `(clock, device)` wins.
  public var clock: Int
  /// The data folder in which it was changed.
  public var device: String

  /// - Parameter movie: as JSON text.
  public init(film: FilmKey, movie: String, clock: Int, device: String) {
    (self.film, self.movie, self.clock, self.device) = (film, movie, clock, device)
  }
}

/// The digest of a bucket of records: two machines with the same digests have, in all likelihood, the same records.
public struct FieldDigest: Hashable, Sendable {
  /// The number of records.
  public var count = 0
  /// The sum of the hashes of the records' film, field, clock and device.
  public var sum: UInt64 = 0

  /// The digest of an empty bucket.
  public init() {}

  /// The number of buckets.
  public static let bucketCount = 256

  /// The bucket of a film's records.
  public static func bucket(of film: FilmKey) -> Int { Int(StableHash.word(film.description.utf8) % 256) }

  /// Adds a record.
  public mutating func add(_ record: FieldRecord) {
    count += 1
    sum &+= Self.hash(of: record)
  }

  /// The hash of a record's film, field, clock and device.
  public static func hash(of record: FieldRecord) -> UInt64 {
    let register = record.register
    return StableHash.word("\(record.film)\n\(record.field)\n\(register.clock)\n\(register.device)".utf8)
  }
}
