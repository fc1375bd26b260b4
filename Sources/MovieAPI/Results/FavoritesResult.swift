import JSON
import MovieCore

extension FavoritesState: JSONObject {
  public static var schema: JSONSchema { shared("FavoritesState", "The state of the favorites.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.epoch { $0.epoch }
    field.required("revision", .count, "The revision, which every change by any process increases by one.", \.revision)
    field.required("total", .count, "The number of favorites, or of those that match the query.") { $0.total }
  }
}

extension FieldVisitor {
  mutating func epoch(_ epoch: (Object) -> String) {
    required(
      "epoch", .string, "The id of the favorites file; revisions of different epochs cannot be compared.", epoch)
  }
}

extension Favorite: JSONObject {
  public static var schema: JSONSchema { shared("Favorite", "A movie that is a favorite.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { MovieResult(movie: $0.movie, shown: ShownMark(ids: $0.ids, mark: $0.mark)) }
    field.starredAt { $0.starredAt }
  }
}

extension FieldVisitor {
  fileprivate mutating func starredAt(_ starredAt: (Object) -> String) {
    required("starredAt", .dateTime, "The time at which the movie was starred.", starredAt)
  }
}

extension ListedFavorite: JSONResult {
  public static var schema: JSONSchema { Favorite.schema }

  /// Writes the stored text with the other members of a `Favorite`.
  public func encode(to writer: inout JSONWriter) {
    writer.object { object in
      object.members(ofText: text.json)
      object.members(of: Shown(shown: ShownMark(ids: ids, mark: mark), starredAt: starredAt))
    }
  }

  private struct Shown: JSONObject {
    var shown: ShownMark
    var starredAt: String

    static var schema: JSONSchema { Favorite.schema }

    static func fields(_ field: inout some FieldVisitor<Self>) {
      field.shown { $0.shown }
      field.starredAt { $0.starredAt }
    }
  }
}

extension FavoritesPage: JSONObject {
  public static var schema: JSONSchema { shared("FavoritesPage", "Favorites in the requested order.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required(
      "items", .array(of: Favorite.schema), "The favorites; `total` and `offset` tell where to go on.", \.items)
  }
}

extension FavoritesDifference: JSONObject {
  public static var schema: JSONSchema { shared("FavoritesDifference", "The changes since a revision.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required("added", .array(of: Favorite.schema), "Favorites that are new or have newer data.") { $0.added }
    field.required("removed", .array(of: .movieID), "All known ids of movies that are no longer favorites.", \.removed)
    field.required(
      "fresh", .boolean, "Whether `added` lists all favorites because the changes are unknown or too many.", \.isFresh)
    field.optional(
      "hasMore", .boolean, "True if there are too many favorites for one message; `added` then lists the first ones."
    ) { $0.hasMore ? true : nil }
  }
}
