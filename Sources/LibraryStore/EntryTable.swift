/// The kept films, with all their recorded ids and marks, in memory, so that results need no query.
/// Any thread reads them; only the store's thread changes them.
///
/// A large file is read in steps. Until all of it is read, these are some of the entries, among them all that were looked
/// up.
final class EntryTable: Sendable {
  /// An entry: the id under which it is kept, and what is recorded about its film.
  struct Entry: Sendable {
    var id: MovieID
    var film: IMDbID?
    /// The film's other recorded ids.
    var otherIDs: [MovieID] = []
    var mark = Mark()

    /// All known ids of the film, that of the entry first; empty if there is only one.
    ///
    /// - Parameter localIDs: the ids that catalogs give to a film.
    func allIDs(_ localIDs: (IMDbID) -> [MovieID]) -> [MovieID] { film.map { id.allIDs($0, otherIDs, localIDs) } ?? [] }
  }

  /// The effect of a transaction on one entry.
  enum Change: Sendable {
    /// The entry is kept, with these ids and no others.
    case kept(Entry)
    /// Nothing is kept under an id any more.
    case removed(MovieID)
  }

  /// The entries at one moment.
  struct Snapshot: Sendable {
    /// Whether these are all entries. Without a file there are none.
    var isComplete = true
    /// Nil where an entry was removed.
    private var entries: [Entry?] = []
    private var free: [Int32] = []
    /// The places of the entries by their films.
    private var byFilm: [UInt32: Int32] = [:]
    /// The places by all recorded ids, except for ids that contain the film's IMDb id.
    private var byID: [MovieID: Int32] = [:]
    /// The number of entries with a star.
    private(set) var starCount = 0

    /// The number of entries.
    var count: Int { entries.count - free.count }

    /// The entry of a film; nil if nothing is kept of it.
    func entry(of film: IMDbID) -> Entry? { byFilm[film.number].flatMap { entries[Int($0)] } }

    func otherIDs(of film: IMDbID) -> [MovieID]? { byFilm[film.number].flatMap { entries[Int($0)]?.otherIDs } }

    /// The entry of the film that an id names; nil if nothing is kept of it.
    func entry(of id: MovieID) -> Entry? {
      if let film = id.film { return entry(of: film) }
      return byID[id].flatMap { entries[Int($0)] }
    }

    /// The entry that is kept under this id.
    func entry(under id: MovieID) -> Entry? { entry(of: id).flatMap { $0.id == id ? $0 : nil } }

    /// The entries in no particular order.
    func forEach(_ body: (Entry) -> Void) { for case let entry? in entries { body(entry) } }

    /// Prepares for a number of entries.
    mutating func reserveCapacity(_ count: Int) {
      entries.reserveCapacity(count)
      byFilm.reserveCapacity(count)
    }

    mutating func apply(_ change: Change) {
      switch change {
      case .kept(let entry): insert(entry)
      case .removed(let id): remove(id)
      }
    }

    private mutating func insert(_ entry: Entry) {
      // The id, or the film, may have had another entry.
      if self.entry(under: entry.id) != nil { remove(entry.id) }
      if let film = entry.film, let other = self.entry(of: film) { remove(other.id) }
      let place = free.popLast() ?? Int32(entries.count)
      if Int(place) == entries.count { entries.append(entry) } else { entries[Int(place)] = entry }
      if let film = entry.film { byFilm[film.number] = place }
      for id in [entry.id] + entry.otherIDs where id.film == nil { byID[id] = place }
      if entry.mark.isStarred { starCount += 1 }
    }

    private mutating func remove(_ id: MovieID) {
      guard let place = id.film.map({ byFilm[$0.number] }) ?? byID[id], let entry = entries[Int(place)], entry.id == id
      else { return }
      entries[Int(place)] = nil
      free.append(place)
      // An id may belong to another film by now.
      if let film = entry.film, byFilm[film.number] == place { byFilm[film.number] = nil }
      for id in [entry.id] + entry.otherIDs where id.film == nil && byID[id] == place { byID[id] = nil }
      if entry.mark.isStarred { starCount -= 1 }
    }
  }

  private let state = Mutex(Snapshot())

  /// The entry of the film that an id names; nil if nothing is kept of it.
  func entry(of id: MovieID) -> Entry? { state.withLock { $0.entry(of: id) } }

  /// The entry of a film; nil if nothing is kept of it.
  func entry(of film: IMDbID) -> Entry? { state.withLock { $0.entry(of: film) } }

  /// The other recorded ids of a film, without a copy of its entry; nil if nothing is kept of it.
  func otherIDs(of film: IMDbID) -> [MovieID]? { state.withLock { $0.otherIDs(of: film) } }

  /// The number of entries.
  var count: Int { state.withLock(\.count) }

  /// The number of entries with a star.
  var starCount: Int { state.withLock(\.starCount) }

  /// Whether these are all entries of the file.
  var isComplete: Bool { state.withLock(\.isComplete) }

  /// The entries that are in memory. They are shared and not copied until the next change.
  var snapshot: Snapshot { state.withLock(\.self) }

  func replace(with new: Snapshot) { state.withLock { $0 = new } }

  /// Applies the changes of one transaction, in order.
  func apply(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      for change in changes { state.apply(change) }
    }
  }

  /// Adds entries of the file.
  ///
  /// - Parameter isComplete: whether all are in memory now.
  func add(_ entries: [Entry], isComplete: Bool) {
    state.withLock { state in
      for entry in entries { state.apply(.kept(entry)) }
      state.isComplete = isComplete
    }
  }
}

extension [MovieID] {
  /// These ids, then those of the others that are not among them.
  func adding(_ others: [MovieID]) -> [MovieID] { self + others.filter { !contains($0) } }
}

extension MovieID {
  /// All known ids of a film, this one first; empty if there is only one.
  func allIDs(_ film: IMDbID, _ others: [MovieID], _ localIDs: (IMDbID) -> [MovieID]) -> [MovieID] {
    let local = localIDs(film)
    return others.isEmpty && local.allSatisfy { $0 == self } ? [] : ([self] + others).adding(local)
  }
}
