/// What is kept about one film, without the film.
public struct EntryFields: Hashable, Sendable {
  /// The time of the star, in milliseconds since 1970; `unknownTime` if a file does not tell it.
  public var starredAt: Int?
  /// The time at which the film was put on the watchlist, as `starredAt`.
  public var watchlistedAt: Int?
  /// The user's rating in tenths, 5 to 100.
  public var ratingTenths: Int?
  /// The note.
  public var note: String?
  /// The names of the tags as written.
  public var tags: [String] = []
  /// The viewings; those without a date first, then by date, and as they were logged. A viewing to be added may have an
  /// empty id.
  public var viewings: [Viewing] = []

  /// Nothing is kept.
  public init() {}

  /// What lists show of it.
  public var mark: Mark {
    var mark = Mark()
    (mark.starredAt, mark.watchlistedAt, mark.ratingTenths) = (starredAt, watchlistedAt, ratingTenths)
    (mark.tags, mark.hasNote, mark.viewings) = (tags, note != nil, viewings.count)
    mark.lastViewed = viewings.compactMap(\.date).max()
    return mark
  }

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

  /// Gives a time to what has an unknown one.
  mutating func setUnknownTimes(to now: Int) {
    if starredAt == Self.unknownTime { starredAt = now }
    if watchlistedAt == Self.unknownTime { watchlistedAt = now }
  }
}
