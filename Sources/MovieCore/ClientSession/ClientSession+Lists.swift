extension ClientSession {
  /// How many movies a page of a search may be asked to have.
  public static let limits = 1...100
  /// Where a search does not say, and always for sections and recommendations.
  public static let defaultLimit = 20

  /// Makes a list of what a search finds and gives its first page; takes the place of the list of that name.
  ///
  /// - Parameter debounce: how long to wait for a newer search into the same list; nil for the session's.
  public func search(
    _ query: SearchQuery, list name: String, catalog: String?, limit: Int, debounce: Duration?,
    activity: Activity = Activity()
  ) async throws -> Page {
    let settings = currentSettings
    var query = query
    query.language = query.language ?? settings.language
    return try await open(
      name, .search(query), in: try self.catalog(catalog), limit: limit, debounce: debounce ?? settings.debounce,
      .search, activity)
  }

  /// The next page of a list.
  public func nextPage(list name: String, activity: Activity = Activity()) async throws -> Page {
    let list = try lists.list(name)
    let spinner = spinner(.page, list: name, activity: activity)
    spinner.begin()
    return try await loading(spinner, outcome: Self.outcome) { handOut(try await list.nextPage()) }
  }

  /// Movies like the one named, as a list `recommendations:<id>` where no name is given.
  public func recommendations(for id: MovieID, list: String?, activity: Activity = Activity()) async throws -> Page {
    let listing = Listing.recommendations(id, language: currentSettings.language)
    return try await open(
      list ?? "recommendations:\(id)", listing, in: try catalogs.catalog(id.catalog), limit: Self.defaultLimit,
      debounce: .zero, .recommendations, activity)
  }

  /// A section of `home`: its first page, or why there is none.
  public struct LoadedSection: Sendable {
    public var section: HomeSection
    public var page: Result<Page, any Error>
  }

  /// The catalog's sections, fetched side by side, each as a list `home:<section>`. One that fails fails alone, and so
  /// does one whose list a newer request takes.
  ///
  /// - Parameter names: the sections wanted; nil for all.
  /// - Throws: `superseded` where newer requests have taken all of its lists.
  public func home(catalog: String?, sections names: [String]?, activity: Activity = Activity()) async throws
    -> [LoadedSection]
  {
    let catalog = try self.catalog(catalog)
    let known = catalog.sections
    guard !known.isEmpty else { throw MovieError.unsupported("home sections", by: catalog.info.name) }
    var named: Set<String> = []
    let wanted =
      names?.filter { named.insert($0).inserted }
      .map { name in known.first { $0.name == name } ?? HomeSection(name: name, title: name) } ?? known
    let lists = wanted.map { section in
      let listing = Listing.section(section.name, language: currentSettings.language)
      return makeList("home:\(section.name)", listing, in: catalog, limit: Self.defaultLimit)
    }
    let spinner = spinner(.home, activity: activity)
    spinner.begin()
    for list in lists { list.open(debounce: .zero) {} }
    return try await loading(spinner, outcome: Self.outcome) {
      var loaded: [LoadedSection] = []
      for (section, list) in zip(wanted, lists) {
        do {
          loaded.append(LoadedSection(section: section, page: .success(handOut(try await list.firstPage()))))
        } catch {
          // This request's own end, not one section's failure. Nobody waits for the other sections any more.
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
      name: name, listing: listing, limit: limit, catalog: catalog, clock: clock, ready: favorites.opened)
    lists.replace(name, with: list)
    return list
  }

  private func open(
    _ name: String, _ listing: Listing, in catalog: any Catalog, limit: Int, debounce: Duration, _ kind: Loading.Kind,
    _ activity: Activity
  ) async throws -> Page {
    let list = makeList(name, listing, in: catalog, limit: limit)
    let spinner = spinner(kind, list: name, activity: activity)
    list.open(debounce: debounce) { spinner.begin() }
    return try await loading(spinner, outcome: Self.outcome) { handOut(try await list.firstPage()) }
  }

  private func handOut(_ page: Page) -> Page {
    handedOut.add(page.items)
    return page
  }

  private static func outcome(_ page: Page) -> Loading.Outcome { page.items.isEmpty ? .empty : .ok }

  /// Nothing found is no error, and one section that is there makes up for those that are not.
  private static func outcome(_ sections: [LoadedSection]) -> Loading.Outcome {
    let pages = sections.compactMap { try? $0.page.get() }
    if pages.isEmpty, !sections.isEmpty { return .error }
    return pages.allSatisfy(\.items.isEmpty) ? .empty : .ok
  }
}
