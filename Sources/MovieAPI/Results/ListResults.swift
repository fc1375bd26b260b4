/// A list whose states, pages and differences are results.
public protocol PublishedList: SendableMetatype {
  /// The names and the summaries of its schemas.
  static var words: ListWords { get }
}

/// The names and the summaries of the schemas of a list.
public struct ListWords: Sendable {
  /// Whether its entries have the time of the star.
  var hasStarTime = false
  var name: String
  var state: String
  var revision: StaticString
  var total: StaticString
  var page: String
  var items: StaticString
  var difference: String
  var added: StaticString
  var removed: StaticString
  var fresh: StaticString
  var hasMore: StaticString
}

extension FavoritesList: PublishedList {
  public static let words = ListWords(
    hasStarTime: true, name: "Favorites", state: "The state of the favorites.",
    revision: "The revision, which every change by any process increases by one.",
    total: "The number of favorites, or of those that match the query.", page: "Favorites in the requested order.",
    items: "The favorites; `total` and `offset` tell where to go on.", difference: "The changes since a revision.",
    added: "Favorites that are new or have newer data.",
    removed: "All known ids of movies that are no longer favorites.",
    fresh: "Whether `added` lists all favorites because the changes are unknown or too many.",
    hasMore: "True if there are too many favorites for one message; `added` then lists the first ones.")
}

extension LibraryList: PublishedList {
  public static let words = ListWords(
    name: "Library", state: "The state of the library.",
    revision: "The revision, which every change of an entry increases by one.",
    total: "The number of entries, or of those that match the query.",
    page: "Entries of the library in the requested order.",
    items: "The entries; `total` and `offset` tell where to go on.",
    difference: "The changes of the library since a revision.", added: "Entries that are new or have changed.",
    removed: "All known ids of the films that are no longer in the library.",
    fresh: "Whether `added` lists all entries because the changes are unknown or too many.",
    hasMore: "True if there are too many entries for one message; `added` then lists the first ones.")
}

extension ListState: JSONEncodable, JSONResult, JSONObject where List: PublishedList {
  public static var schema: JSONSchema { shared(List.words.name + "State", List.words.state) }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.epoch { $0.epoch }
    field.required("revision", .count, List.words.revision, \.revision)
    field.required("total", .count, List.words.total) { $0.total }
  }
}

extension ListPage: JSONEncodable, JSONResult, JSONObject where List: PublishedList {
  public static var schema: JSONSchema { shared(List.words.name + "Page", List.words.page) }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required("items", .array(of: List.words.item), List.words.items) { page in
      ListedResults(entries: page.items, hasStarTime: List.words.hasStarTime)
    }
  }
}

extension ListDifference: JSONEncodable, JSONResult, JSONObject where List: PublishedList {
  public static var schema: JSONSchema { shared(List.words.name + "Difference", List.words.difference) }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required("added", .array(of: List.words.item), List.words.added) { difference in
      ListedResults(entries: difference.added, hasStarTime: List.words.hasStarTime)
    }
    field.required("removed", .array(of: .movieID), List.words.removed, \.removed)
    field.required("fresh", .boolean, List.words.fresh, \.isFresh)
    field.optional("hasMore", .boolean, List.words.hasMore) { $0.hasMore ? true : nil }
  }
}

extension FieldVisitor {
  mutating func epoch(_ epoch: (Object) -> String) {
    required("epoch", .string, "The id of the favorites file; revisions of different epochs cannot be compared.", epoch)
  }
}

extension ListWords {
  fileprivate var item: JSONSchema {
    guard hasStarTime else { return MovieResult.schema }
    return .shared(
      "Favorite", "A movie that is a favorite.",
      MovieResult.properties + [
        .init("starredAt", isRequired: true, .dateTime, "The time at which the movie was starred.")
      ])
  }
}

private struct ListedResults: JSONEncodable {
  var entries: [ListedEntry]
  var hasStarTime: Bool

  func encode(to writer: inout JSONWriter) {
    writer.array { writer in entries.forEachInPlace { writer.value($0, hasStarTime: hasStarTime) } }
  }
}

extension ListedEntry: JSONResult {
  public static var schema: JSONSchema { MovieResult.schema }

  public func encode(to writer: inout JSONWriter) {
    withUnsafePointer(to: self) { writer.value($0, hasStarTime: false) }
  }
}

extension JSONWriter {
  /// Writes the stored text with the other members of a `Movie`, or of a `Favorite`.
  fileprivate mutating func value(_ entry: UnsafePointer<ListedEntry>, hasStarTime: Bool) {
    object { object in
      object.members(ofText: entry.pointee.text.json)
      object.members(of: ShownMembers(shown: entry.pointee.shown))
      if hasStarTime { object.member("starredAt", Timestamp.iso8601(entry.pointee.shown.mark.starredAt ?? 0)) }
    }
  }
}
