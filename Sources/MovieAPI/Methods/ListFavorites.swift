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
    [sort, order, query, limit, offset, since]
  ) { call in
    let sort = try call(sort) ?? .starredAt
    let listing = FavoritesQuery(
      sort: sort, order: try call(order) ?? (sort == .title ? .asc : .desc),
      text: try call(query).map(TextFolding.fold), limit: try call(limit), offset: try call(offset))
    if let since = try call(since) {
      let difference = try await call.session.favorites(since: since)
      return Record { result in
        result.state(difference.state)
        result.name("added")
        result.array(difference.added.map(FavoriteResult.init))
        result.member("removed", difference.removed.map(\.description))
        result.member("fresh", difference.isFresh)
      }
    }
    let page = try await call.session.favorites(listing)
    return Record { result in
      result.state(page.state)
      result.name("items")
      result.array(page.items.map(FavoriteResult.init))
    }
  }
}

extension JSONWriter {
  fileprivate mutating func state(_ state: FavoritesState) {
    member("epoch", state.epoch)
    member("revision", state.revision)
    member("total", state.total)
  }
}
