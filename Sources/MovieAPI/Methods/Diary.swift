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
    [from, to, order, limit, offset], errors: .failures(.storageFailed),
    examples: [
      Example(
        "List the viewings of January", ["from": "2026-01-01", "to": "2026-01-31"],
        result: [
          "total": 1,
          "items": [
            [
              "viewing": "7f3c", "date": "2026-01-31", "rating": 9,
              "movie": Example.oldboy.adding([
                "mark": ["viewings": 1, "lastViewed": "2026-01-31", "rating": 9, "tags": ["rainy day"]]
              ]),
            ]
          ],
        ])
    ]
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
  private static var viewed: JSON {
    Example.oldboy.adding([
      "mark": ["viewings": 1, "lastViewed": "2026-01-31", "rating": 9, "tags": ["rainy day"]]
    ])
  }

  static let method = Method(
    "statistics", "Counts what was viewed in a span of days.",
    details: "Without `from` and `to` it counts all viewings, also those without a date.",
    [Diary.from, Diary.to], errors: .failures(.storageFailed),
    examples: [
      Example(
        "Count the viewings of a year", ["from": "2026-01-01", "to": "2026-12-31"],
        result: [
          "viewings": 1, "films": 1, "minutes": 120, "rewatches": 0,
          "byMonth": [["name": "2026-01", "viewings": 1, "films": 1]],
          "byWeekday": [["name": "saturday", "viewings": 1, "films": 1]],
          "byDecade": [["name": "2000s", "viewings": 1, "films": 1]],
          "byGenre": [
            ["name": "Action", "viewings": 1, "films": 1], ["name": "Drama", "viewings": 1, "films": 1],
            ["name": "Mystery", "viewings": 1, "films": 1],
          ], "byCountry": [], "byLanguage": [["name": "ko", "viewings": 1, "films": 1]],
          "directors": [["name": "Park Chan-wook", "films": 1, "meanRating": 9]],
          "actors": [["name": "Choi Min-sik", "films": 1, "meanRating": 9]],
          "ratings": [["rating": 9, "films": 1]], "first": viewed, "last": viewed,
        ], isAbridged: true)
    ]
  ) { call in
    try await call.session.statistics(from: try call(Diary.from), to: try call(Diary.to), context: call.context)
  }
}
