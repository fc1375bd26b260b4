enum Star {
  static let id = optional("id", .movieID, "The id of the movie; its catalog provides the data.")
  static let movie = optional("movie", .json(movieSchema), "The movie with its data, instead of `id`.")

  private static var movieSchema: JSONSchema {
    let properties = Movie.properties.map { member in
      JSONSchema.Property(
        member.name, isRequired: ["id", "title"].contains(member.name),
        member.name == "title" ? .string(minLength: 1) : member.schema, member.summary)
    }
    return .shared("MovieData", "The data of a movie that a client sends.", properties)
  }

  static let method = Method(
    "star", "Adds a movie to the favorites and stores its data.",
    details:
      "Give `id`, or `movie` with data of your own. It is answered when the change is on the disk; a repetition does nothing.",
    [id, movie], errors: .ofCatalogs + .failures(.movieNotFound, .storageFailed)
  ) { call in
    StarResult(isFavorite: true, outcome: try await call.session.star(call.requiredFilmTarget()))
  }
}

enum Unstar {
  static let method = Method(
    "unstar", "Removes a movie from the favorites.",
    details: "It is answered when the change is on the disk, and changes nothing if the movie is not a favorite.",
    [Detail.id], errors: .failures(.storageFailed)
  ) { call in
    let id = try call(Detail.id)
    return StarResult(isFavorite: false, outcome: try await call.session.unstar(id))
  }
}

private struct StarResult: JSONObject {
  var isFavorite: Bool
  var outcome: MarkOutcome

  static var schema: JSONSchema { shared("Star", "The outcome of `star` or `unstar`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required(
      "id", .movieID, "The id under which the movie is stored, which may differ from the requested id.", \.outcome.id)
    field.required("isFavorite", .boolean, "Whether the movie is a favorite now.") { $0.isFavorite }
    field.required("changed", .boolean, "Whether the request changed anything.") { $0.outcome.changed }
    field.required("revision", .count, "The revision of the favorites.") { $0.outcome.favoritesRevision }
    field.optional("starredAt", .dateTime, "The time of the star that is there, or was removed.") {
      ($0.outcome.mark.starredAt ?? $0.outcome.previous.starredAt).map(Timestamp.iso8601)
    }
  }
}

enum ListFavorites {
  /// Raw values are wire names.
  enum Sort: String, CaseIterable, Sendable { case starredAt, title, year, rating }

  static let sort = optional("sort", JSONType<Sort>.choice, "The sort key; `starredAt` by default.")
  static let order = optional(
    "order", JSONType<LibraryQuery.Order>.choice,
    "The sort order; by default `asc` for titles, else `desc` (newest or best first).")
  static let query = optional("query", .text, "Text that a title or a name must contain.")
  static let limit = Parameter(
    "limit", .integer(in: LibraryQuery.limits), "The maximum number of favorites in the result."
  ).default(100)
  static let offset = Parameter("offset", .integer(in: 0...Int.max), "The number of favorites to skip.").default(0)
  static let since = optional(
    "since", .integer(in: 0...Int.max), "A revision: only the changes since then are returned.")

  static let method = Method(
    "favorites", "Returns the favorites, or the changes since a revision.",
    details: "With `since` it returns what was added and removed after that revision, or everything if it cannot tell.",
    [sort, order, query, limit, offset, since], errors: .failures(.storageFailed)
  ) { call -> PageOrChanges<FavoritesPage, FavoritesDifference> in
    if let since = try call(since) {
      try call.refuseOthers(than: Self.since.name)
      return .changes(try await call.session.favorites(since: since, context: call.context))
    }
    let query = try query(call, sort: call(sort).flatMap { LibraryQuery.Sort(rawValue: $0.rawValue) } ?? .starredAt)
    return .page(try await call.session.favorites(query, context: call.context))
  }

  /// The part of a query that lists of the favorites and of all entries have in common.
  static func query(_ call: Call, sort: LibraryQuery.Sort) throws -> LibraryQuery {
    LibraryQuery(
      sort: sort, order: try call(order) ?? (sort == .title ? .asc : .desc),
      text: try call(query).map(TextFolding.fold), limit: try call(limit), offset: try call(offset))
  }
}

/// A page of what is stored, or the changes since a revision.
enum PageOrChanges<Page: JSONResult, Changes: JSONResult>: JSONResult {
  case page(Page)
  case changes(Changes)

  static var schema: JSONSchema { .anyOf(Page.schema, Changes.schema) }

  func encode(to writer: inout JSONWriter) {
    switch self {
    case .page(let page): page.encode(to: &writer)
    case .changes(let changes): changes.encode(to: &writer)
    }
  }
}

enum RefreshFavorites {
  static let method = Method(
    "refreshFavorites", "Fetches the data of all kept films again; data that cannot be fetched stays as it is.",
    details: "The result counts the movies that were fetched and lists those that failed, with the reason.",
    errors: .failures(.storageFailed)
  ) { call in try await call.session.refreshFavorites(context: call.context) }
}

extension ClientSession.RefreshOutcome: JSONObject {
  public static var schema: JSONSchema { shared("RefreshedFavorites", "The outcome of `refreshFavorites`.") }

  public static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("refreshed", .count, "The number of films whose data was fetched.") { $0.refreshed }
    field.required("failed", .array(of: FailedRefresh.schema), "The films whose data could not be fetched.") {
      $0.failed.map { FailedRefresh(id: $0.id, reason: RPCError(describing: $0.error).reason) }
    }
    field.required("revision", .count, "The revision of the favorites.") { $0.revision }
  }
}

struct FailedRefresh: JSONObject {
  var id: MovieID
  var reason: String

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.required("id", .movieID, "The id of the movie.") { $0.id }
    field.required("reason", .string, "The error reason.") { $0.reason }
  }
}
