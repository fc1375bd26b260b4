/// Merges what several machines have kept about one film under several keys. Its result depends only on the set of
/// registers, so merging is commutative, associative and idempotent.
///
/// - The greater `(clock, device)` of a field of a key wins. A value that is removed under one key stays under another:
///   whoever removes it removes it under all keys that are known to be the film.
/// - Of the values of several keys that of the greater `(clock, device)` counts. A star stays what it was first: the
///   earliest time counts. The same holds for the watchlist.
/// - The movie of the key with the earliest star is shown; without stars that of the first key in the order of their
///   texts.
public struct MergedFilm: Sendable {
  /// What lists show.
  public private(set) var mark = Mark()
  /// The note.
  public private(set) var note: String?
  /// The folded and the written names of the tags, in order.
  public private(set) var tags: [(folded: String, name: String)] = []
  /// The viewings in the order in which they were logged or last changed, with the clocks of these changes.
  public private(set) var viewings: [(viewing: Viewing, clock: Int)] = []
  /// The fields that were ever set, also those that were removed.
  public private(set) var fields: Set<EntryField> = []
  /// The keys under which a field has a value.
  public private(set) var holders: [EntryField: [FilmKey]] = [:]
  /// The keys, that whose movie is shown first.
  public private(set) var keys: [FilmKey] = []

  private typealias Kept = (key: FilmKey, register: FieldRegister)

  /// - Parameter records: all that are kept under the keys of the film, each field of a key once. Fields of newer
  ///   versions are ignored.
  public init(_ records: some Sequence<FieldRecord>) {
    var fields: [EntryField: [Kept]] = [:]
    var all: Set<FilmKey> = []
    for record in records {
      all.insert(record.film)
      guard let field = EntryField(record.field) else { continue }
      fields[field, default: []].append((record.film, record.register))
    }
    for (field, kept) in fields { add(field, kept) }
    self.fields = Set(fields.keys)
    tags.sort { $0.folded < $1.folded }
    viewings.sort { ($0.clock, $0.viewing.id) < ($1.clock, $1.viewing.id) }
    mark.tags = Tag.fitting(tags.map(\.name))
    tags.removeLast(tags.count - mark.tags.count)
    mark.hasNote = note != nil
    mark.viewings = viewings.count
    mark.lastViewed = viewings.compactMap(\.viewing.date).max()
    let stars = Self.earliest(fields[.starred] ?? [])
    keys = stars.map(\.key) + all.subtracting(stars.map(\.key)).sorted { $0.description < $1.description }
  }

  private mutating func add(_ field: EntryField, _ kept: [Kept]) {
    let kept = kept.filter { $0.register.value != nil }
    guard let newest = Self.newest(kept), let value = newest.value else { return }
    holders[field] = kept.map(\.key)
    switch field {
    case .film: break
    case .starred: mark.starredAt = Self.earliest(kept).first.flatMap { Int($0.register.value ?? "") }
    case .watchlist: mark.watchlistedAt = Self.earliest(kept).first.flatMap { Int($0.register.value ?? "") }
    case .rating: mark.ratingTenths = Int(value).flatMap { UserRating.isValid($0) ? $0 : nil }
    // Another program may have written them.
    case .note: note = value.isEmpty ? nil : CleanText.note(value)
    case .tag(let folded): tags.append((folded, CleanText.line(value) ?? folded))
    case .viewing(let id): viewings.append((Viewing(id: id, fieldValue: value), newest.clock))
    }
  }

  private static func newest(_ kept: [Kept]) -> FieldRegister? {
    kept.reduce(nil) { newest, kept in kept.register.isNewer(than: newest) ? kept.register : newest }
  }

  /// The registers with a time, the earliest first.
  private static func earliest(_ kept: [Kept]) -> [Kept] {
    func time(_ kept: Kept) -> Int? { kept.register.value.flatMap { Int($0) } }
    func order(_ kept: Kept) -> (Int, Int, String) { (time(kept) ?? 0, kept.register.clock, kept.key.description) }
    return kept.filter { time($0) != nil }.sorted { order($0) < order($1) }
  }
}
