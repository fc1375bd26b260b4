import JSON
import MovieCore

extension FavoritesState: JSONObject {
  public static var schema: JSONSchema { shared("FavoritesState", "The state of the favorites.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.epoch { $0.epoch }
    field.required("revision", .count, "The revision, which every change by any process increases by one.") {
      $0.revision
    }
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
    field.include { MovieResult(movie: $0.movie, isFavorite: true) }
    field.required("starredAt", .dateTime, "The time at which the movie was starred.") { $0.starredAt }
  }
}

extension FavoritesPage: JSONObject {
  public static var schema: JSONSchema { shared("FavoritesPage", "Favorites in the requested order.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required("items", .array(of: Favorite.schema), "The favorites.") { $0.items }
  }
}

extension FavoritesDifference: JSONObject {
  public static var schema: JSONSchema { shared("FavoritesDifference", "The changes since a revision.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.include { $0.state }
    field.required("added", .array(of: Favorite.schema), "Favorites that are new or have newer data.") { $0.added }
    field.required("removed", .array(of: .movieID), "The ids of movies that are no longer favorites.") { $0.removed }
    field.required("fresh", .boolean, "Whether `added` lists all favorites because the changes are unknown.") {
      $0.isFresh
    }
  }
}
