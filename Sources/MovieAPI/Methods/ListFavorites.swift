import JSON
import MovieCore

/// `favorites`: the favorites, or the changes since a revision.
enum ListFavorites {
  static let sort = Parameter<FavoritesQuery.Sort>("sort", .choice, "The sort key; `starredAt` by default.").optional
  static let order = Parameter<FavoritesQuery.Order>(
    "order", .choice, "The sort order; by default `asc` for titles, else `desc` (newest or best first)."
  ).optional
  static let query = Parameter("query", .text, "Text that a title or a name must contain.").optional
  static let limit = Parameter("limit", .integer(in: 1...1000), "The maximum number of favorites in the result.")
    .default(100)
  static let offset = Parameter("offset", .integer(in: 0...Int.max), "The number of favorites to skip.").default(0)
  static let since = Parameter(
    "since", .integer(in: 0...Int.max), "A revision: only the changes since then are returned."
  ).optional

  static let method = Method(
    "favorites", "Returns the favorites, or the changes since a revision.",
    details: "With `since` it returns what was added and removed after that revision, or everything if it cannot tell.",
    [sort, order, query, limit, offset, since],
    errors: .failures(.storageFailed)
  ) { call in
    let sort = try call(sort) ?? .starredAt
    let query = FavoritesQuery(
      sort: sort, order: try call(order) ?? (sort == .title ? .asc : .desc),
      text: try call(query).map(TextFolding.fold),
      limit: try call(limit), offset: try call(offset))
    if let since = try call(since) {
      try call.refuseOthers(than: Self.since.name)
      return FavoritesResult.difference(try await call.session.favorites(since: since, context: call.context))
    }
    return FavoritesResult.page(try await call.session.favorites(query, context: call.context))
  }
}

private enum FavoritesResult: JSONResult {
  case page(FavoritesPage)
  case difference(FavoritesDifference)

  static var schema: JSONSchema { .anyOf(FavoritesPage.schema, FavoritesDifference.schema) }

  func encode(to writer: inout JSONWriter) {
    switch self {
    case .page(let page): page.encode(to: &writer)
    case .difference(let difference): difference.encode(to: &writer)
    }
  }
}
