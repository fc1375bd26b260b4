/// What a user keeps about a film, one field for each thing that can be changed alone. A field is a last-writer-wins
/// register, so that several machines agree without talking to each other in any order (`FieldRecord`).
///
/// The description is the field's name in files and in databases.
public enum EntryField: Hashable, Sendable, CustomStringConvertible {
  /// The film that an id names, such as `tt0364569`, where the id does not say it itself.
  case film
  /// The time of the star, in milliseconds since 1970.
  case starred
  /// The time at which the film was put on the watchlist, in milliseconds since 1970.
  case watchlist
  /// The user's rating in tenths, 5 to 100.
  case rating
  /// A text.
  case note
  /// A tag, by its folded name (`Tag.fold`). The value is the name as it was written.
  case tag(String)
  /// A viewing, by its id. The value is its JSON (`Viewing`).
  case viewing(String)

  /// Reads a name; nil for a field of a newer version.
  public init?(_ name: String) {
    switch name {
    case "film": self = .film
    case "starred": self = .starred
    case "watchlist": self = .watchlist
    case "rating": self = .rating
    case "note": self = .note
    default:
      guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let rest = String(name[name.utf8.index(after: colon)...])
      switch name[..<colon] {
      case "tag" where !rest.isEmpty: self = .tag(rest)
      case "viewing" where !rest.isEmpty: self = .viewing(rest)
      default: return nil
      }
    }
  }

  /// The name, such as `rating` or `tag:rainy day`.
  public var description: String {
    switch self {
    case .film: "film"
    case .starred: "starred"
    case .watchlist: "watchlist"
    case .rating: "rating"
    case .note: "note"
    case .tag(let folded): "tag:\(folded)"
    case .viewing(let id): "viewing:\(id)"
    }
  }

  /// Whether a change of the field changes the rows of viewings or tags.
  public var isPart: Bool {
    switch self {
    case .tag, .viewing: true
    default: false
    }
  }
}

/// Identifies a film in files and databases of several machines: its IMDb id, or else the id by which it was named.
/// Two keys are one film if the field `film` of one says so (`MergedFilm`).
public struct FilmKey: Hashable, Sendable, CustomStringConvertible {
  /// `tt0364569`, or an id such as `tmdb:670`.
  public let description: String

  /// A key as a file or a database contains it.
  public init(_ description: String) { self.description = description }
  /// The key of what is kept under an id.
  public init(_ id: MovieID) { description = id.film?.description ?? id.description }
  /// The key of a film.
  public init(_ film: IMDbID) { description = film.description }

  /// The film, if the key is an IMDb id.
  public var film: IMDbID? { IMDbID(description) }
  /// The id of a movie without data; nil if the key has no valid form.
  public var id: MovieID? { film.map { MovieID(catalog: "imdb", native: $0.description) } ?? MovieID(description) }
}

/// The value of a field with the time of its last change.
public struct FieldRegister: Hashable, Sendable {
  /// Nil if the user has removed it.
  public var value: String?
  /// The time of the change on a hybrid logical clock (`HybridClock`).
  public var clock: Int
  /// The id of the data folder in which it was changed.
  public var device: String

  /// - Parameter value: nil if the user has removed it.
  public init(value: String?, clock: Int, device: String) {
    (self.value, self.clock, self.device) = (value, clock, device)
  }

  /// Whether this register replaces the other one, on every machine.
  public func isNewer(than other: FieldRegister?) -> Bool {
    guard let other else { return true }
    if clock != other.clock { return clock > other.clock }
    // One device gives a clock to one value. If a copy of its folder breaks that, all machines must choose the same.
    return [other.device, other.value ?? ""].lexicographicallyPrecedes([device, value ?? ""]) {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}

/// A field of a film with its register, as machines exchange it.
public struct FieldRecord: Hashable, Sendable {
  /// The film.
  public var film: FilmKey
  /// The name of the field, which a newer version may have defined.
  public var field: String
  /// The value and its time.
  public var register: FieldRegister

  /// - Parameter field: the name (`EntryField`).
  public init(film: FilmKey, field: String, register: FieldRegister) {
    (self.film, self.field, self.register) = (film, field, register)
  }
}

/// A hybrid logical clock (Kulkarni et al. 2014): milliseconds since 1970 shifted left by 16 bits, plus a counter. It is
/// never behind the wall clock, nor behind any time that it has seen.
public struct HybridClock: Sendable {
  /// The last time that was given or seen.
  public private(set) var last: Int

  /// How far the clock of another machine may be ahead, in milliseconds. Otherwise one machine with a wrong year would
  /// win for ever.
  public static let tolerance = 3_600_000

  /// - Parameter last: the last time that was given or seen; 0 for a new clock.
  public init(last: Int = 0) { self.last = last }

  /// The time of the wall clock in milliseconds as a time of this clock; negative times become 0.
  public static func time(_ milliseconds: Int) -> Int { min(max(milliseconds, 0), 1 << 46) << 16 }

  /// A time after all that were given or seen, and not before `now`, in milliseconds since 1970.
  public mutating func next(_ now: Int) -> Int {
    last = max(last + 1, Self.time(now))
    return last
  }

  /// Advances to the time of another machine. Returns false, and stays, if that time is too far ahead.
  public mutating func see(_ other: Int, _ now: Int) -> Bool {
    guard other >= 0, other <= Self.time(now + Self.tolerance) else { return false }
    last = max(last, other)
    return true
  }
}
