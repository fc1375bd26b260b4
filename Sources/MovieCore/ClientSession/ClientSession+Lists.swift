extension ClientSession {
  /// The allowed page sizes of a search.
  public static let limits = 1...100
  /// The page size of sections and recommendations, and of searches that give none.
  public static let defaultLimit = 20
  /// The number of sections that a request may name.
  public static let maximumSections = 100

  /// Searches a catalog and returns the first page of the result, which replaces the list of that name. The debounce is
  /// the time in which a newer search into the same list may come; nil uses the session's setting.
  public func search(
    _ query: SearchQuery, list name: String, catalog: String?, limit: Int, debounce: Duration?,
    context: RequestContext = .none
  ) async throws -> Page {
    let settings = currentSettings
    var query = query
    query.language = settings.language(for: query.language)
    let list = makeList(name, .search(query), in: try self.catalog(catalog ?? catalogName(of: query)), limit: limit)
    return try await open(list, .search, context, debounce: debounce ?? settings.debounce)
  }

  /// The catalog that a pasted id names; nil if the query is no id of one of the catalogs.
  private func catalogName(of query: SearchQuery) -> String? {
    switch query.reference {
    case .movie(let id): catalogs.all.first { $0.info.name == id.catalog }?.info.name
    // A catalog that cannot be used does not hide the film: any other finds it by its IMDb id.
    case .imdb: MovieID(query.text).flatMap { id in catalogs.available.first { $0.info.name == id.catalog }?.info.name }
    case .title, nil: nil
    }
  }

  /// Finds the movies that meet a query's criteria and returns the first page, which replaces the list of that name. By
  /// default the catalog is that of the query's person, or else the session's.
  public func discover(
    _ query: Indirect<DiscoverQuery>, list name: String, catalog: String?, limit: Int, context: RequestContext = .none
  ) async throws -> Page {
    let catalog = try self.catalog(catalog ?? query.person?.catalog, for: .discover)
    try query.value.check(in: catalog.info.name)
    let list = makeList(name, .discover(localized(query.value)), in: catalog, limit: limit)
    return try await open(list, .discover, context)
  }

  private func localized(_ query: DiscoverQuery) -> DiscoverQuery {
    var query = query
    query.language = currentSettings.language(for: query.language)
    return query
  }

  /// The next page of a list. The empty page after the end is no work, and causes no `loading` events.
  public func nextPage(list name: String, context: RequestContext = .none) async throws -> Page {
    var list = try lists.list(name)
    if let page = list.pageAfterEnd { return page }
    return try await loading(.page, list: name, context, outcome: Self.outcome) {
      while true {
        do {
          let page = try await list.nextPage(context)
          // A page that several requests share is encoded for each.
          try await context.reserve(page.estimatedBytes)
          return await record(page)
        } catch is MovieList.NeverBegan { list = try lists.list(name) }
      }
    }
  }

  /// Movies that are similar to the one named, in a list of this name; nil for `recommendations:<id>`.
  public func recommendations(
    for id: MovieID, list: String?, language: String? = nil, context: RequestContext = .none
  ) async throws -> Page {
    let listing = Listing.recommendations(id, language: currentSettings.language(for: language))
    let name = list ?? "recommendations:\(id)"
    let list = makeList(name, listing, in: try catalogs.catalog(id.catalog), limit: Self.defaultLimit)
    return try await open(list, .recommendations, context)
  }

  /// A section of `home` with its first page, or with the error that prevented it.
  public struct LoadedSection: Sendable {
    /// The section; its title is its name if the catalog does not have it.
    public var section: HomeSection
    /// The first page, or the `MovieError` or `CancellationError` that prevented it.
    public var page: Result<Page, any Error>
  }

  /// Fetches sections of a catalog concurrently, all by default and at most `maximumSections`, each as a list
  /// `home:<section>`. A section that fails, or whose list a newer request replaces, does not affect the others. Throws
  /// `superseded` if newer requests have replaced all of the lists; `invalidParams`.
  public func home(
    catalog: String?, sections names: [String]?, language: String? = nil, context: RequestContext = .none
  ) async throws -> [LoadedSection] {
    let catalog = try self.catalog(catalog)
    if let count = names?.count, count > Self.maximumSections {
      throw MovieError.invalidParams("There are more than \(Self.maximumSections) sections.", field: "sections")
    }
    let language = currentSettings.language(for: language)
    let known = catalog.sections.map { $0.localized(in: language) }
    guard !known.isEmpty else { throw MovieError.unsupported("home sections", by: catalog.info.name) }
    var named: Set<String> = []
    let wanted =
      names?.filter { named.insert($0).inserted }
      .map { name in known.first { $0.name == name } ?? HomeSection(name: name, title: name) } ?? known
    let lists = wanted.map { section in
      let listing = Listing.section(section.name, language: language)
      return makeList("home:\(section.name)", listing, in: catalog, limit: Self.defaultLimit)
    }
    return try await loading(.home, context, outcome: Self.outcome) {
      do {
        // The sections are one answer.
        _ = try await timeLimit.admit(context, to: catalog)
      } catch {
        for list in lists { list.cancel() }
        throw error
      }
      for list in lists { list.open() }
      var loaded: [LoadedSection] = []
      for (section, list) in zip(wanted, lists) {
        do {
          loaded.append(LoadedSection(section: section, page: .success(await record(try await list.firstPage()))))
        } catch {
          // The request itself has ended, not only one section: the other sections are not needed any more.
          if Task.isCancelled || lists.allSatisfy(\.isSuperseded) {
            for list in lists { list.cancel() }
            throw error
          }
          loaded.append(LoadedSection(section: section, page: .failure(error)))
        }
      }
      return loaded
    }
  }

  private func makeList(_ name: String, _ listing: Listing, in catalog: any Catalog, limit: Int) -> MovieList {
    let list = MovieList(
      name: name, listing: listing, limit: limit, catalog: catalog, timeLimit: timeLimit,
      waitUntilReady: favorites.opened)
    lists.replace(name, with: list)
    return list
  }

  private func open(
    _ list: MovieList, _ kind: Loading.Kind, _ context: RequestContext, debounce: Duration = .zero
  ) async throws -> Page {
    let spinner = spinner(kind, list: list.name, context)
    list.open(debounce: debounce, context) { spinner.begin() }
    return try await ending(spinner, outcome: Self.outcome) { await record(try await list.firstPage()) }
  }

  private func record(_ page: Page) async -> Page {
    await record(page.items)
    favorites.learn(page.items.withoutFilm.compactMap { KnownID(page.items[$0]) })
    return page
  }

  /// Records the images of movies that are sent to the client, and waits until it is known which of them are favorites.
  func record(_ movies: [Movie]) async {
    knownImages.add(movies)
    await favorites.load(movies)
  }

  private static func outcome(_ page: Page) -> Loading.Outcome { page.items.isEmpty ? .empty : .ok }

  /// Finding nothing is not an error, and one section that loaded outweighs those that failed.
  private static func outcome(_ sections: [LoadedSection]) -> Loading.Outcome {
    let pages = sections.compactMap { try? $0.page.get() }
    if pages.isEmpty, !sections.isEmpty { return .error }
    return pages.allSatisfy(\.items.isEmpty) ? .empty : .ok
  }
}
