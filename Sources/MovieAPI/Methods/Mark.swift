enum MarkMovie {
  static let starred = optional("starred", .boolean, "Star the film; false removes the star.")
  static let watchlist = optional("watchlist", .boolean, "Put the film on the watchlist; false takes it off.")
  static let starredAt = Parameter("starredAt", .dateTime, "Star the film as of then; null removes the star.").nullable
  static let watchlistedAt = Parameter(
    "watchlistedAt", .dateTime, "Put the film on the watchlist as of then; null takes it off."
  ).nullable
  static let rating = Parameter("rating", .userRating, "A rating; null removes it.").nullable
  static let note = Parameter("note", .note, "A note; null or an empty text removes it.").nullable
  static let tags = optional("tags", .tags, "All tags of the film.")
  static let addTags = optional("addTags", .tags, "Tags to add.")
  static let removeTags = optional("removeTags", .tags, "Tags to remove.")

  static let method = Method(
    "mark", "Changes what the user keeps about a film.",
    details: """
      It sets what is given and leaves the rest. `previous` has the values before: sending them, and null or an empty \
      list for those that it lacks, undoes the change. It is answered when the change is on the disk.
      """,
    [Star.id, Star.movie, starred, starredAt, watchlist, watchlistedAt, rating, note, tags, addTags, removeTags],
    errors: .ofCatalogs + .failures(.movieNotFound, .storageFailed)
  ) { call in
    var edit = MarkEdit()
    (edit.starred, edit.starredAt) = try call.flag(starred, starredAt)
    (edit.watchlist, edit.watchlistedAt) = try call.flag(watchlist, watchlistedAt)
    edit.ratingTenths = try call.change(rating) { UserRating.tenths($0) }
    edit.note = try call.change(note)
    edit.tags = try call(tags)
    edit.addedTags = try call(addTags) ?? []
    edit.removedTags = try call(removeTags) ?? []
    return EntryResult(outcome: try await call.session.mark(call.requiredFilmTarget(), edit))
  }
}

extension Call {
  /// The film that the parameters `id` and `movie` name; nil if both are missing.
  func filmTarget() throws -> ClientSession.FilmTarget? {
    let id = try self(Star.id)
    if let json = try self(Star.movie) { return .movie(try Movie(json: json, path: "movie", isStrict: true)) }
    return id.map { .id($0) }
  }

  func requiredFilmTarget() throws -> ClientSession.FilmTarget {
    if let target = try filmTarget() { return target }
    throw RPCError.invalidParams("One of the members id and movie is required.", field: "id")
  }

  /// Reads a flag and its time. If the time is given, the flag is ignored.
  fileprivate func flag(_ flag: Parameter<Bool?>, _ time: Parameter<Int?>) throws(RPCError) -> (Bool?, Int?) {
    if let change = try change(time) { return (change.value != nil, change.value) }
    return (try self(flag), nil)
  }

  func change<Value>(_ parameter: Parameter<Value?>) throws(RPCError) -> MarkEdit.Change<Value>? {
    try change(parameter) { $0 }
  }

  func change<Value, Stored>(
    _ parameter: Parameter<Value?>, _ stored: (Value) -> Stored
  ) throws(RPCError) -> MarkEdit.Change<Stored>? {
    if let value = try self(parameter) { return .set(stored(value)) }
    return request.params.isNull(parameter.name) ? .remove : nil
  }
}

extension JSONType<String> {
  static var note: JSONType {
    JSONType(.string, "a text of at most \(Note.maximumBytes) bytes") { json in
      json.string.flatMap { $0.utf8.count <= Note.maximumBytes ? CleanText.note($0) : nil }
    }
  }

  static var viewingID: JSONType {
    JSONType(.text, "a clean text of at most 100 bytes") { json in
      json.string.flatMap { (1...100).contains($0.utf8.count) && CleanText.line($0) == $0 ? $0 : nil }
    }
  }

  /// A name of a tag, without the white space around it.
  fileprivate static var tag: JSONType {
    JSONType(.text, "a text of 1 to \(Tag.maximumLength) characters") { json in
      json.string.flatMap { CleanText.line($0) }.flatMap { $0.count <= Tag.maximumLength ? $0 : nil }
    }
  }
}

extension JSONType<Int> {
  /// A time, in milliseconds since 1970; one in the future is now.
  fileprivate static var dateTime: JSONType {
    JSONType(.dateTime, "a time of ISO 8601 with its zone") { json in
      json.string.flatMap(Timestamp.milliseconds).map { min($0, Timestamp.now()) }
    }
  }
}

extension JSONType<[String]> {
  static var tags: JSONType {
    JSONType(.strings, "at most \(Tag.maximumCount) texts of 1 to \(Tag.maximumLength) characters") { json in
      guard let values = json.array, values.count <= Tag.maximumCount else { return nil }
      let names = values.compactMap { JSONType<String>.tag.read($0) }
      return names.count == values.count ? names : nil
    }
  }
}

extension FieldVisitor {
  mutating func keptID(_ id: (Object) -> MovieID) {
    required("id", .movieID, "The id under which the film is kept, which may differ from the requested id.", id)
  }
}

struct EntryResult: JSONObject {
  var outcome: MarkOutcome

  static var schema: JSONSchema { shared("Marked", "The outcome of `mark`.") }

  static func fields(_ field: inout some FieldVisitor<Self>) {
    field.keptID { $0.outcome.id }
    field.include { Changed(outcome: $0.outcome) }
    field.required("previous", MarkResult.schema, "What was kept before.") {
      MarkResult(mark: $0.outcome.previous, note: $0.outcome.previousNote)
    }
  }

  struct Changed: JSONObject {
    var outcome: MarkOutcome

    static func fields(_ field: inout some FieldVisitor<Self>) {
      field.required("mark", MarkResult.schema, "What is kept now.") {
        MarkResult(mark: $0.outcome.mark, note: $0.outcome.note)
      }
      field.required("changed", .boolean, "Whether the request changed anything.") { $0.outcome.changed }
      field.required("revision", .count, "The revision of the library.") { $0.outcome.revision }
    }
  }
}
