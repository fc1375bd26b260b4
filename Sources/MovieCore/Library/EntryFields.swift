/// What files tell of one film: what is kept about it, without the film.
public struct EntryFields: Hashable, Sendable {
  /// Milliseconds since 1970; `unknownTime` for a star without a time.
  public var starredAt: Int?
  /// As `starredAt`.
  public var watchlistedAt: Int?
  /// In tenths, 5 to 100.
  public var ratingTenths: Int?
  public var note: String?
  public var tags: [String] = []
  /// Those without an id are to get one.
  public var viewings: [Viewing] = []

  public init() {}

  /// A time that a file does not tell.
  public static let unknownTime = 0

  /// Adds what another row says about the same film: the earlier star, the later rating, both notes and all tags.
  public mutating func merge(_ other: EntryFields) {
    starredAt = Self.earlier(starredAt, other.starredAt)
    watchlistedAt = Self.earlier(watchlistedAt, other.watchlistedAt)
    ratingTenths = other.ratingTenths ?? ratingTenths
    if let added = other.note, added != note { note = note.map { $0 + "\n\n" + added } ?? added }
    for tag in other.tags where !tags.contains(where: { Tag.fold($0) == Tag.fold(tag) }) { tags.append(tag) }
    let known = Set(viewings.map(\.id)).subtracting([""])
    viewings += other.viewings.filter { !known.contains($0.id) }
  }

  private static func earlier(_ one: Int?, _ other: Int?) -> Int? {
    guard let one, one != unknownTime, let other, other != unknownTime else {
      return [one, other].compactMap(\.self).max()
    }
    return min(one, other)
  }
}

extension LibraryEntry {
  /// What is kept, without the film. A time that is unknown becomes `now`.
  init(movie: Movie, ids: [MovieID], _ fields: EntryFields, now: Int) {
    self.init(movie: movie)
    self.ids = ids
    starredAt = fields.starredAt.map { $0 == EntryFields.unknownTime ? now : $0 }
    watchlistedAt = fields.watchlistedAt.map { $0 == EntryFields.unknownTime ? now : $0 }
    (ratingTenths, note, tags, viewings) = (fields.ratingTenths, fields.note, fields.tags, fields.viewings)
  }
}
