/// What a user keeps about a film, as far as lists show it.
public struct Mark: Hashable, Sendable {
  /// The time of the star, in milliseconds since 1970.
  public var starredAt: Int?
  /// The time at which the film was put on the watchlist, in milliseconds since 1970.
  public var watchlistedAt: Int?
  /// The number of viewings.
  public var viewings = 0
  /// The day of the last viewing with a date, `YYYY-MM-DD`.
  public var lastViewed: String?
  /// The user's rating in tenths, 5 to 100.
  public var ratingTenths: Int?
  /// The names of the tags, as they were first written, in the order of their folded names.
  public var tags: [String] = []
  /// Whether there is a note.
  public var hasNote = false

  /// Nothing is kept.
  public init() {}

  /// Whether nothing is kept. Such an entry does not exist.
  public var isEmpty: Bool { self == Mark() }
  /// Whether the film is a favorite.
  public var isStarred: Bool { starredAt != nil }
  /// The user's rating, 0.5 to 10.
  public var rating: Double? { ratingTenths.map { Double($0) / 10 } }
}

/// One viewing of a film.
public struct Viewing: JSONObject, Hashable, Sendable {
  /// Identifies the viewing.
  public var id: String
  /// The day, `YYYY-MM-DD`; nil if it is unknown.
  public var date: String?
  /// The rating given with it in tenths, 5 to 100.
  public var ratingTenths: Int?
  /// A text.
  public var note: String?
  /// Whether the user had seen the film before.
  public var isRewatch = false

  /// A viewing without a date.
  public init(id: String) { self.id = id }

  /// The largest number of viewings of one film.
  public static let maximumCount = 1_000
  /// The rating given with it, 0.5 to 10.
  public var rating: Double? { ratingTenths.map { Double($0) / 10 } }

  public static var schema: JSONSchema { shared("Viewing", "One viewing of a film.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("viewing", .string, "The id of the viewing.") { $0.id }
    field.optional("date", .date, "The day; absent if it is unknown.") { $0.date }
    field.optional("rating", .userRating, "The rating given with it.") { $0.rating }
    field.optional("note", .string, "A text.") { $0.note }
    field.optional("rewatch", .constant(true), "Present if the user had seen the film before.") {
      $0.isRewatch ? true : nil
    }
  }

  /// The value of its field.
  public var fieldValue: String {
    JSON.members([
      "date": date.map { .string($0) }, "rating": ratingTenths.map { .integer($0) },
      "note": note.map { .string($0) }, "rewatch": isRewatch ? true : nil,
    ]).jsonText
  }

  /// Reads the value of a field. What has no valid form is left out.
  public init(id: String, fieldValue: String) {
    self.id = id
    guard let json = try? JSON.parse(fieldValue) else { return }
    date = json["date"]?.string.flatMap { CalendarDay.isDay($0) ? $0 : nil }
    ratingTenths = json["rating"]?.int.flatMap { UserRating.isValid($0) ? $0 : nil }
    note = json["note"]?.string.map(CleanText.note).flatMap { $0.isEmpty ? nil : $0 }
    isRewatch = json["rewatch"]?.bool == true
  }
}

/// The user's ratings: 0.5 to 10 in steps of 0.5, which files contain in tenths.
public enum UserRating {
  /// Whether the number of tenths is a rating.
  public static func isValid(_ tenths: Int) -> Bool { (5...100).contains(tenths) && tenths % 5 == 0 }
  /// A rating in tenths.
  public static func tenths(_ rating: Double) -> Int { Int((rating * 10).rounded()) }
}

/// A note about a film.
public enum Note {
  /// The largest size, in bytes of UTF-8.
  public static let maximumBytes = 64 << 10
}

/// A tag of films.
public struct Tag: Hashable, Sendable {
  /// The name as it was first written.
  public var name: String
  /// The number of films that have it.
  public var count: Int

  /// - Parameter count: the number of films that have it.
  public init(name: String, count: Int) { (self.name, self.count) = (name, count) }

  /// The largest number of characters of a name.
  public static let maximumLength = 100
  /// The largest number of tags of one film.
  public static let maximumCount = 100
  /// The largest size of the tags of one film, in bytes of JSON: every list shows them.
  public static let maximumBytes = 4 << 10

  /// The first of the names, as far as they have this number and this size.
  public static func fitting(_ names: [String]) -> [String] {
    var bytes = 0
    return Array(
      names.prefix(maximumCount).prefix { name in
        bytes += JSON.string(name).jsonText.utf8.count + 1
        return bytes <= maximumBytes
      })
  }

  /// The form by which names are compared. A name of symbols only is compared as it is.
  public static func fold(_ name: String) -> String {
    let folded = TextFolding.fold(name)
    return folded.isEmpty ? name.lowercased() : folded
  }
}
