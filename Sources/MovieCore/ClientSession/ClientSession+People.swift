extension ClientSession {
  /// The allowed numbers of people in one result.
  public static let peopleLimits = 1...50

  /// The people whose names match a query, best known first.
  public func people(
    _ query: String, catalog: String?, limit: Int, language: String? = nil, context: RequestContext = .none
  ) async throws -> People {
    let (catalog, language) = try (self.catalog(catalog, for: .people), currentSettings.language(for: language))
    var found = try await perform(.people, in: catalog, context, isEmpty: { $0.people.isEmpty }) {
      try await catalog.people(query, limit: limit, language: language)
    }
    found.people = Array(found.people.prefix(limit))
    knownImages.add(found.people.map(\.profileUrl), of: catalog.info.name)
    return found
  }

  /// Everything that the person's catalog knows about a person.
  public func person(
    _ id: PersonID, language: String?, context: RequestContext = .none
  ) async throws -> Indirect<Person> {
    let (catalog, language) = try (catalog(id.catalog, for: .people), currentSettings.language(for: language))
    let person = try await perform(.person, in: catalog, context) {
      Indirect(try await catalog.person(id, language: language))
    }
    await record(person.cast.map(\.movie) + person.crew.map(\.movie))
    knownImages.add([person.profileUrl], of: id.catalog)
    return person
  }

  /// A collection with its movies.
  public func collection(
    _ id: CollectionID, language: String?, context: RequestContext = .none
  ) async throws -> Indirect<MovieCollection> {
    let (catalog, language) = try (catalog(id.catalog, for: .collections), currentSettings.language(for: language))
    let collection = try await perform(.collection, in: catalog, context, isEmpty: { $0.items.isEmpty }) {
      Indirect(try await catalog.collection(id, language: language))
    }
    await record(collection.items)
    knownImages.add([collection.posterUrl, collection.backdropUrl], of: id.catalog)
    return collection
  }
}
