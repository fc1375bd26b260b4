import Concurrency
import MovieCore

/// The starred films with all their recorded ids, in memory, so that `isFavorite` costs no query. Any thread reads them;
/// only the store's thread changes them.
///
/// A large file is read in steps. Until all of it is read, these are some of the stars, among them all that were looked
/// up.
final class StarredMovies: Sendable {
  /// A star: the id under which it is stored, and what is recorded about its film.
  struct Star: Sendable {
    var id: MovieID
    var film: IMDbID?
    /// The film's other recorded ids.
    var otherIDs: [MovieID] = []

    /// All known ids of the film, that of the star first; empty if there is only one.
    ///
    /// - Parameter localIDs: the ids that catalogs give to a film.
    func allIDs(_ localIDs: (IMDbID) -> [MovieID]) -> [MovieID] {
      guard let film else { return [] }
      let all = ([id] + otherIDs).adding(localIDs(film))
      return all.count > 1 ? all : []
    }
  }

  /// One movie that was starred or unstarred.
  enum Change: Sendable {
    /// The movie is starred, with these ids and no others.
    case starred(Star)
    /// A movie is no longer starred, which had this id.
    case removed(MovieID)
  }

  /// The stars at one moment.
  struct Snapshot: Sendable {
    private static let unknownFilm: UInt32 = 0

    /// Whether these are all stars. Without a file there are none.
    var isComplete = true
    /// The ids under which the starred films are stored, by the numbers of the films.
    private var starsByFilm: [UInt32: MovieID] = [:]
    /// The films of all recorded ids of stars, except for ids that contain the film's IMDb id.
    private var filmsByID: [MovieID: UInt32] = [:]
    /// The other recorded ids of each film that has any.
    private var otherIDs: [UInt32: [MovieID]] = [:]
    /// The number of stars whose film is unknown.
    private var unidentified = 0

    /// The number of stars.
    var count: Int { starsByFilm.count + unidentified }

    func contains(_ film: IMDbID) -> Bool { starsByFilm[film.number] != nil }

    func contains(_ id: MovieID) -> Bool { id.film.map(contains) ?? (filmsByID[id] != nil) }

    /// Whether a star is stored under this id.
    func hasStar(under id: MovieID) -> Bool {
      guard let film = id.film?.number ?? filmsByID[id] else { return false }
      return film == Self.unknownFilm || starsByFilm[film] == id
    }

    /// The stored star of a movie; nil if there is none.
    func star(of id: MovieID) -> Star? {
      guard let film = id.film?.number ?? filmsByID[id] else { return nil }
      guard film != Self.unknownFilm else { return Star(id: id) }
      return starsByFilm[film].map { star($0, film) }
    }

    private func star(_ id: MovieID, _ film: UInt32) -> Star {
      Star(id: id, film: IMDbID(number: Int(film)), otherIDs: otherIDs[film] ?? [])
    }

    /// The stars in no particular order.
    func forEachStar(_ body: (Star) -> Void) {
      for (film, id) in starsByFilm { body(star(id, film)) }
      for (id, film) in filmsByID where film == Self.unknownFilm { body(Star(id: id)) }
    }

    mutating func apply(_ change: Change) {
      switch change {
      case .starred(let star): insert(star)
      case .removed(let id): remove(id)
      }
    }

    /// Prepares for a number of stars. Each is in one of the tables or in both; what is not used of them costs addresses,
    /// not memory.
    mutating func reserveCapacity(_ count: Int) {
      starsByFilm.reserveCapacity(count)
      filmsByID.reserveCapacity(count)
    }

    private mutating func insert(_ star: Star) {
      guard let film = star.film?.number else { return insertUnidentified(star.id) }
      if star.id.film == nil, let previous = filmsByID[star.id], previous != film, hasStar(under: star.id) {
        remove(star.id)
      }
      if starsByFilm[film] != nil { removeIDs(of: film) }
      starsByFilm[film] = star.id
      record(star.id, film)
      guard !star.otherIDs.isEmpty else { return }
      otherIDs[film] = star.otherIDs
      for id in star.otherIDs { record(id, film) }
    }

    private mutating func insertUnidentified(_ id: MovieID) {
      switch filmsByID.updateValue(Self.unknownFilm, forKey: id) {
      case nil: unidentified += 1
      case let film? where film != Self.unknownFilm && starsByFilm[film] == id:
        removeIDs(of: film)
        starsByFilm[film] = nil
        unidentified += 1
      default: break
      }
    }

    private mutating func record(_ id: MovieID, _ film: UInt32) {
      guard id.film == nil else { return }
      if filmsByID.updateValue(film, forKey: id) == Self.unknownFilm { unidentified -= 1 }
    }

    private mutating func remove(_ id: MovieID) {
      guard let film = id.film?.number ?? filmsByID[id] else { return }
      if film == Self.unknownFilm {
        filmsByID[id] = nil
        unidentified -= 1
      } else {
        removeIDs(of: film)
        starsByFilm[film] = nil
      }
    }

    /// Forgets the recorded ids of a film, but none that is recorded for another film by now.
    private mutating func removeIDs(of film: UInt32) {
      let ids = (starsByFilm[film].map { [$0] } ?? []) + (otherIDs.removeValue(forKey: film) ?? [])
      for id in ids where filmsByID[id] == film { filmsByID[id] = nil }
    }
  }

  private let state = Mutex(Snapshot())

  func contains(_ id: MovieID) -> Bool { state.withLock { $0.contains(id) } }

  func contains(_ film: IMDbID) -> Bool { state.withLock { $0.contains(film) } }

  /// The stored star of a movie; nil if there is none.
  func star(of id: MovieID) -> Star? { state.withLock { $0.star(of: id) } }

  var count: Int { state.withLock(\.count) }

  /// Whether these are all stars of the file.
  var isComplete: Bool { state.withLock(\.isComplete) }

  /// The stars that are in memory. They are shared and not copied until the next change.
  var snapshot: Snapshot { state.withLock(\.self) }

  func replace(with new: Snapshot) { state.withLock { $0 = new } }

  /// Applies the changes of one transaction, in order.
  func apply(_ changes: [Change]) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      for change in changes { state.apply(change) }
    }
  }

  /// Adds stars of the file.
  ///
  /// - Parameter isComplete: whether all are in memory now.
  func add(_ stars: [Star], isComplete: Bool) {
    state.withLock { state in
      for star in stars { state.apply(.starred(star)) }
      state.isComplete = isComplete
    }
  }
}

extension [MovieID] {
  /// These ids, then those of the others that are not among them.
  func adding(_ others: [MovieID]) -> [MovieID] { self + others.filter { !contains($0) } }
}
