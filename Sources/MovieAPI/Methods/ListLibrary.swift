enum ListLibrary {
  static let filter = optional("filter", JSONType<LibraryQuery.Filter>.choice, "Which entries; `all` by default.")
  static let tag = optional("tag", .text, "A tag that they have.")
  static let genre = optional("genre", .text, "The name of a genre that they have, in any language.")
  static let sort = optional("sort", JSONType<LibraryQuery.Sort>.choice, "The sort key; `changedAt` by default.")

  static let method = Method(
    "library", "Returns the entries of the library, or the changes since a revision.",
    details: """
      An entry fulfils all conditions. With `since` it returns what was changed and removed after that revision, or \
      everything if it cannot tell.
      """,
    [
      filter, tag, genre, Discover.yearFrom, Discover.yearTo, Discover.runtimeTo, ListFavorites.query, sort,
      ListFavorites.order, Discover.seed, ListFavorites.limit, ListFavorites.offset, ListFavorites.since,
    ],
    errors: .failures(.storageFailed)
  ) { call -> PageOrChanges<LibraryPage, LibraryDifference> in
    if let since = try call(ListFavorites.since) {
      try call.refuseOthers(than: ListFavorites.since.name)
      return .changes(try await call.session.library(since: since, context: call.context))
    }
    return .page(try await call.session.library(query(call), context: call.context))
  }

  private static func query(_ call: Call) throws -> LibraryQuery {
    var query = try ListFavorites.query(call, sort: call(sort) ?? .changedAt)
    query.filter = try call(filter) ?? query.filter
    query.tag = try call(tag)
    query.genre = try call(genre)
    query.yearFrom = try call(Discover.yearFrom)
    query.yearTo = try call(Discover.yearTo)
    query.runtimeTo = try call(Discover.runtimeTo)
    query.seed = try call.seed(isRandom: query.sort == .random) ?? call.session.seed
    try MovieError.checkBounds(of: "year", query.yearFrom, query.yearTo)
    return query
  }
}

extension Call {
  /// - Throws: `invalidParams` if the request has another parameter of its method, which only pages have.
  func refuseOthers(than name: String) throws {
    let names = service.methods.byName[request.method]?.parameters.map(\.name) ?? []
    guard let other = names.first(where: { $0 != name && request.params[$0] != nil }) else { return }
    throw MovieError.invalidParams("With since, there is no member \(other): the changes are no page.", field: other)
  }
}

enum ListTags {
  static let method = Method(
    "tags", "Returns the tags of the library.", details: "They come in the order of their names.",
    errors: .failures(.storageFailed)
  ) { call in
    TagsResult(tags: try await call.session.tags())
  }

  private struct TagsResult: JSONObject {
    var tags: [Tag]

    static var schema: JSONSchema { shared("Tags", "The tags of the library.") }

    static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("tags", .array(of: Tag.schema), "The tags.") { $0.tags }
    }
  }
}
