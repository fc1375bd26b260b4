import JSON
import MovieCore

/// `diary`: the viewings by date.
enum Diary {
  static let from = Parameter("from", .calendarDay, "The first day.").optional
  static let to = Parameter("to", .calendarDay, "The last day.").optional
  static let order = Parameter<FavoritesQuery.Order>("order", .choice, "The order; `desc`, last first, by default.")
    .optional
  static let limit = Parameter("limit", .integer(in: 1...1000), "The maximum number of viewings in the result.")
    .default(100)
  static let offset = Parameter("offset", .integer(in: 0...Int.max), "The number of viewings to skip.").default(0)

  static let method = Method(
    "diary", "Returns the viewings by date.",
    details: "Viewings without a date come last; with `from` or `to` they are left out.",
    [from, to, order, limit, offset], errors: .failures(.storageFailed)
  ) { call in
    var query = DiaryQuery()
    query.from = try call(from)
    query.to = try call(to)
    query.order = try call(order) ?? .desc
    query.limit = try call(limit)
    query.offset = try call(offset)
    return try await call.session.diary(query, context: call.context)
  }
}

/// `statistics`: the counts of what was viewed.
enum GetStatistics {
  /// The film of the example's viewing.

  static let method = Method(
    "statistics", "Counts what was viewed in a span of days.",
    details: "Without `from` and `to` it counts all viewings, also those without a date.",
    [Diary.from, Diary.to], errors: .failures(.storageFailed)
  ) { call in
    try await call.session.statistics(from: try call(Diary.from), to: try call(Diary.to), context: call.context)
  }
}
