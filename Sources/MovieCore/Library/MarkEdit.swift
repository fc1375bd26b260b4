/// A change of what is kept about one film. What is nil stays as it is.
public struct MarkEdit: Sendable {
  /// A value to set or to remove.
  public enum Change<Value: Sendable>: Sendable {
    case set(Value)
    case remove

    /// The value to set; nil to remove what is there.
    public var value: Value? { if case .set(let value) = self { value } else { nil } }
  }

  /// Whether the film is a favorite.
  public var starred: Bool?
  /// The time of a new star, in milliseconds since 1970; nil for now.
  public var starredAt: Int?
  /// Whether the film is on the watchlist.
  public var watchlist: Bool?
  /// The time at which it was put there, in milliseconds since 1970; nil for now.
  public var watchlistedAt: Int?
  /// The user's rating in tenths.
  public var ratingTenths: Change<Int>?
  /// The note; an empty text removes it.
  public var note: Change<String>?
  /// The names of all tags; nil to leave those that are there.
  public var tags: [String]?
  /// The names of tags to add.
  public var addedTags: [String] = []
  /// The names of tags to remove.
  public var removedTags: [String] = []

  /// Changes nothing.
  public init() {}

  /// Sets or removes the star.
  public init(starred: Bool) { self.starred = starred }

  /// Whether it would make an entry of a film that has none.
  public var addsSomething: Bool {
    starred == true || watchlist == true || ratingTenths?.value != nil || note?.value != nil || tags?.isEmpty == false
      || !addedTags.isEmpty
  }
}

/// A viewing to add, or to change: what is nil stays as it is.
public struct ViewingEdit: Sendable {
  /// The id of the viewing to change, or of a new one; nil for a new one with a new id.
  public var id: String?
  /// The day.
  public var date: MarkEdit.Change<String>?
  /// The day of a new viewing if `date` is nil.
  public var today: String?
  /// The rating given with it in tenths, which becomes that of the film.
  public var ratingTenths: MarkEdit.Change<Int>?
  /// A text.
  public var note: MarkEdit.Change<String>?
  /// Whether the user had seen the film before.
  public var isRewatch: Bool?
  /// Whether the film stays on the watchlist.
  public var keepsOnWatchlist = false

  /// A new viewing without a date.
  public init(id: String? = nil) { self.id = id }
}

/// The result of a change of one entry.
public struct MarkOutcome: Sendable {
  /// The id under which the entry is kept; the requested one if there is none.
  public var id: MovieID
  /// `id` and the film's other recorded ids.
  public var ids: [MovieID]
  /// Whether anything has changed.
  public var changed: Bool
  /// The revision of the library after it.
  public var revision: Int
  /// The revision of the favorites after it.
  public var favoritesRevision: Int
  /// What is kept now.
  public var mark: Mark
  /// The note now.
  public var note: String?
  /// What was kept before.
  public var previous: Mark
  /// The note before.
  public var previousNote: String?

  /// An outcome that leaves the mark as it was.
  public init(id: MovieID, ids: [MovieID], revision: Int, favoritesRevision: Int, mark: Mark, note: String?) {
    (self.id, self.ids, changed) = (id, ids, false)
    (self.revision, self.favoritesRevision) = (revision, favoritesRevision)
    (self.mark, self.note, previous, previousNote) = (mark, note, mark, note)
  }
}

/// The result of a change of a viewing.
public struct ViewingOutcome: Sendable {
  /// The result for the entry.
  public var entry: MarkOutcome
  /// The viewing after the change; before it, if it was removed.
  public var viewing: Viewing

  /// A result.
  public init(entry: MarkOutcome, viewing: Viewing) { (self.entry, self.viewing) = (entry, viewing) }
}
