extension ClientSession {
  /// The allowed numbers of people in one result.
  public static let peopleLimits = 1...50

  /// The people whose names match a query, best known first.
  ///
  /// - Parameters:
  ///   - limit: the maximum number.
  ///   - language: nil for the session's language.
  public func people(
    _ query: String, catalog: String?, limit: Int, language: String? = nil, activity: Activity = Activity()
  ) async throws -> [PersonSummary] {
    let catalog = try self.catalog(catalog)
    let name = catalog.info.name
    guard catalog.info.capabilities.contains(.people) else { throw MovieError.unsupported("people", by: name) }
    return try await loading(.people, activity, outcome: { $0.isEmpty ? .empty : .ok }) {
      try await activity.reserve()
      let language = currentSettings.language(for: language)
      let people = try await timeLimit.run(in: catalog, memory: activity.memory(for: catalog)) {
        try await catalog.people(query, limit: limit, language: language)
      }
      let found = Array(people.prefix(limit))
      knownImages.add(found.map(\.profileUrl), of: name)
      return found
    }
  }

  /// Everything that the person's catalog knows about a person.
  ///
  /// - Parameter language: nil for the session's language.
  public func person(_ id: PersonID, language: String?, activity: Activity = Activity()) async throws -> Box<Person> {
    let catalog = try catalogs.catalog(id.catalog)
    guard catalog.info.capabilities.contains(.people) else { throw MovieError.unsupported("people", by: id.catalog) }
    return try await loading(.person, activity) {
      try await activity.reserve()
      let language = currentSettings.language(for: language)
      let person = try await timeLimit.run(in: catalog, memory: activity.memory(for: catalog)) {
        Box(try await catalog.person(id, language: language))
      }
      let movies = person.cast.map(\.movie) + person.crew.map(\.movie)
      knownImages.add(movies)
      await favorites.load(movies)
      knownImages.add([person.profileUrl], of: id.catalog)
      return person
    }
  }

  /// A collection with its movies.
  ///
  /// - Parameter language: nil for the session's language.
  public func collection(
    _ id: CollectionID, language: String?, activity: Activity = Activity()
  ) async throws -> Box<MovieCollection> {
    let catalog = try catalogs.catalog(id.catalog)
    guard catalog.info.capabilities.contains(.collections) else {
      throw MovieError.unsupported("collections", by: id.catalog)
    }
    return try await loading(.collection, activity, outcome: { $0.items.isEmpty ? .empty : .ok }) {
      try await activity.reserve()
      let language = currentSettings.language(for: language)
      let collection = try await timeLimit.run(in: catalog, memory: activity.memory(for: catalog)) {
        Box(try await catalog.collection(id, language: language))
      }
      knownImages.add(collection.items)
      await favorites.load(collection.items)
      knownImages.add([collection.posterUrl, collection.backdropUrl], of: id.catalog)
      return collection
    }
  }
}
