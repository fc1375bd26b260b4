import JSON
import MovieCore

/// `favorites`: the starred movies, or what has become different since a revision.
enum ListFavorites {
  static let sort = Parameter<FavoritesQuery.Sort>.optionalChoice("sort", "What to sort by; `starredAt` by default.")
  static let order = Parameter<FavoritesQuery.Order>.optionalChoice(
    "order", "By default `asc` for titles and `desc` (newest, best first) for everything else.")
  static let query = Parameter.optionalText("query", "Text that must stand in a title or a name.")
  static let limit = Parameter.integer("limit", "How many favorites to give.", in: 1...1000, default: 100)
  static let offset = Parameter.integer("offset", "How many to pass over.", in: 0...Int.max, default: 0)
  static let since = Parameter.optionalInteger(
    "since", "A revision: only what is different from then.", in: 0...Int.max)

  static let method = Method(
    "favorites", "Gives the starred movies, or what has become different since a revision.",
    [sort, order, query, limit, offset, since],
    errors: .failures(.storageFailed), result: result, examples: examples
  ) { call in
    let sort = try call(sort) ?? .starredAt
    let listing = FavoritesQuery(
      sort: sort, order: try call(order) ?? (sort == .title ? .asc : .desc),
      text: try call(query).map(TextFolding.fold), limit: try call(limit), offset: try call(offset))
    if let since = try call(since) {
      let difference = try await call.session.favorites(since: since)
      return Record { result in
        result.members(of: difference.state)
        result.name("added")
        result.array(difference.added.map(FavoriteResult.init))
        result.member("removed", difference.removed.map(\.description))
        result.member("fresh", difference.isFresh)
      }
    }
    let page = try await call.session.favorites(listing)
    return Record { result in
      result.members(of: page.state)
      result.name("items")
      result.array(page.items.map(FavoriteResult.init))
    }
  }

  private static var result: JSONSchema {
    let page = JSONSchema.shared(
      "FavoritesPage", "Favorites in the order asked for.",
      FavoritesState.members + [.required("items", .array(of: FavoriteResult.schema), "The favorites.")])
    let difference = JSONSchema.shared(
      "FavoritesDifference", "What has become different since a revision.",
      FavoritesState.members + [
        .required("added", .array(of: FavoriteResult.schema), "Favorites that are new or have newer data."),
        .required("removed", .array(of: .movieID), "What is no favorite any more."),
        .required("fresh", .boolean, "Whether `added` is everything, since the difference cannot be told."),
      ])
    return .anyOf(page, difference)
  }

  private static var examples: [Example] {
    let homeVideo: JSON = [
      "id": "mine:1", "title": "Home video", "genres": [], "directors": [], "cast": [], "isFavorite": true,
      "starredAt": "2026-01-31T12:00:01.000Z",
    ]
    return [
      Example(
        "By title", ["sort": "title"],
        result: ["epoch": "d192a0552e9e1fe7", "revision": 3, "total": 1, "items": [homeVideo]]),
      Example(
        "What is different since revision 1", ["since": 1],
        result: [
          "epoch": "d192a0552e9e1fe7", "revision": 3, "total": 1, "added": [homeVideo],
          "removed": ["builtin:tt0364569"], "fresh": false,
        ]),
    ]
  }
}

extension FavoritesState {
  static var members: [JSONSchema.Property] {
    [
      .required("epoch", .string, "The life of the favorites file; revisions of different epochs cannot be compared."),
      .required("revision", .count, "Grows by one with every change, by whichever process."),
      .required("total", .count, "How many favorites there are, or how many the query finds."),
    ]
  }

  static var schema: JSONSchema { .shared("FavoritesState", "Where the favorites stand.", members) }
}

extension JSONWriter {
  /// Those that `FavoritesState.members` tells of.
  mutating func members(of state: FavoritesState) {
    member("epoch", state.epoch)
    member("revision", state.revision)
    member("total", state.total)
  }
}
