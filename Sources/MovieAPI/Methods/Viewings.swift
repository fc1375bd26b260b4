enum LogViewing {
  static let viewing = optional("viewing", .viewingID, "The id of the viewing to change, or of the new one.")
  static let date = Parameter(
    "date", .day, "The day, not in the future; today by default, and null for an unknown one."
  ).nullable
  static let rating = Parameter("rating", .userRating, "A rating, which becomes that of the film.").nullable
  static let note = Parameter("note", .note, "A text; null or an empty text removes it.").nullable
  static let rewatch = optional("rewatch", .boolean, "Log a rewatch; false logs a first viewing.")
  static let keepOnWatchlist = optional(
    "keepOnWatchlist", .boolean, "Keep the film on the watchlist; false, the default, takes it off.")

  static let method = Method(
    "logViewing", "Adds a viewing of a film, or changes one.",
    details: """
      With the id of a viewing that is there, it changes what is given; `id` and `movie` are then not needed. A new viewing \
      takes the film off the watchlist.
      """,
    [Star.id, Star.movie, viewing, date, rating, note, rewatch, keepOnWatchlist],
    errors: .ofCatalogs + .failures(.movieNotFound, .storageFailed)
  ) { call in
    var viewing = ViewingEdit(id: try call(viewing))
    viewing.date = try call.change(date)
    if case .set(let day)? = viewing.date, CalendarDay.isFuture(day) {
      throw RPCError.invalidParams("The day \(day) is in the future.", field: date.name)
    }
    viewing.ratingTenths = try call.change(rating) { UserRating.tenths($0) }
    viewing.note = try call.change(note)
    viewing.isRewatch = try call(rewatch)
    viewing.keepsOnWatchlist = try call(keepOnWatchlist) ?? false
    let target = try call.filmTarget()
    guard target != nil || viewing.id != nil else {
      throw RPCError.invalidParams("One of the members id, movie and viewing is required.", field: "id")
    }
    return ViewingResult(outcome: try await call.session.log(viewing, of: target))
  }
}

enum DeleteViewing {
  static let viewing = Parameter("viewing", .viewingID, "The id of the viewing.")

  static let method = Method(
    "deleteViewing", "Removes a viewing.",
    details: "`previous` has what the viewing was. It is answered when the change is on the disk.", [viewing],
    errors: .failures(.storageFailed)
  ) { call in
    DeletedViewingResult(outcome: try await call.session.deleteViewing(try call(viewing)))
  }
}

private struct ViewingResult: JSONObject {
  var outcome: ViewingOutcome

  static var schema: JSONSchema { shared("LoggedViewing", "The outcome of `logViewing`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.keptID { $0.outcome.entry.id }
    field.required("viewing", Viewing.schema, "The viewing.") { $0.outcome.viewing }
    field.include { EntryResult.Changed(outcome: $0.outcome.entry) }
  }
}

private struct DeletedViewingResult: JSONObject {
  var outcome: ViewingOutcome

  static var schema: JSONSchema { shared("DeletedViewing", "The outcome of `deleteViewing`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.keptID { $0.outcome.entry.id }
    field.include { EntryResult.Changed(outcome: $0.outcome.entry) }
    field.required("previous", Viewing.schema, "The viewing that was removed.") { $0.outcome.viewing }
  }
}

enum Diary {
  static let from = optional("from", .day, "The first day.")
  static let to = optional("to", .day, "The last day.")
  static let order = optional(
    "order", JSONType<LibraryQuery.Order>.choice, "The order; `desc`, last first, by default.")
  static let limit = Parameter(
    "limit", .integer(in: LibraryQuery.limits), "The maximum number of viewings in the result."
  ).default(100)
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

enum GetStatistics {
  static let method = Method(
    "statistics", "Counts what was viewed in a span of days.",
    details: """
      Without `from` and `to` it counts all viewings, also those without a date. Genres, and people that a local catalog \
      knows, count once, and have their names in the session's language, whatever that of their films is.
      """,
    [Diary.from, Diary.to], errors: .failures(.storageFailed)
  ) { call in
    try await call.session.statistics(from: try call(Diary.from), to: try call(Diary.to), context: call.context)
  }
}
