extension ClientSession {
  /// The result of importing a file.
  public struct LibraryImport: Sendable {
    /// The number of films that were found.
    public var matched: Int
    /// What has become of them.
    public var outcome: ImportOutcome
    /// The rows that were left out.
    public var unmatched: [UnmatchedRow]
  }

  /// Finds the films of the rows, and adds to the library what the rows say, as one change. The same rows add nothing a
  /// second time, unless they overwrite what was set before. A dry run only tells what would happen.
  public func importLibrary(
    _ rows: [LibraryRow], overwrite: Bool, dryRun: Bool, context: RequestContext = .none
  ) async throws -> LibraryImport {
    let plan = ImportPlan(rows)
    let total = plan.films.count
    let spinner = spinner(.library, context)
    spinner.report(done: 0, of: total)
    spinner.begin()
    return try await ending(spinner, outcome: { $0.matched == 0 ? .empty : .ok }) {
      let matcher = FilmMatcher(catalogs, language: currentSettings.language, timeLimit)
      let matches = try await matcher.match(plan.films) { spinner.report(done: $0, of: total) }
      var (entries, unmatched) = plan.entries(matches, now: Timestamp.now())
      await favorites.load(entries.map(\.movie))
      for index in entries.indices where (favorites.shown(entries[index].movie)?.mark.viewings ?? 0) > 0 {
        // It is one of the viewings that are known already.
        entries[index].viewings.removeAll { $0.id.isEmpty && $0.date == nil }
      }
      let outcome = try await runInOrder { [entries] in favorites.add(entries, overwrite: overwrite, dryRun: dryRun) }
      if !dryRun { favorites.learn(entries.flatMap(\.knownIDs)) }
      return LibraryImport(matched: entries.count, outcome: outcome, unmatched: unmatched)
    }
  }

  /// Everything that is kept, after the changes that were requested before.
  public func exportLibrary() async throws -> [LibraryEntry] {
    var entries: [LibraryEntry] = []
    var number: Int? = 0
    while let start = number {
      let part = try await runInOrder { favorites.allEntries(after: start, limit: Self.exportBatchSize) }
      entries += part.entries
      number = part.next
    }
    return entries
  }

  private static let exportBatchSize = 1_000
}

extension LibraryEntry {
  /// What its ids tell of its film.
  fileprivate var knownIDs: [KnownID] {
    guard let film = movie.film else { return [] }
    return ids.filter { $0.film == nil }.map { KnownID(id: $0, film: film) }
  }
}
