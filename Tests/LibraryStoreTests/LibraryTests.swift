import Foundation
import LibraryStore
import MovieCore
import SQLite
import TestSupport
import Testing

/// Marks, viewings, lists and imports of the library.
@Suite(.timeLimit(.minutes(20)))
struct LibraryTests {
  private let folder = TemporaryFolder()

  private func page(_ store: LibraryStore, _ change: (inout LibraryQuery) -> Void) async throws -> LibraryPage {
    var query = LibraryQuery()
    change(&query)
    return try await store.entries(query).uncancellableValue()
  }

  @discardableResult
  private func mark(
    _ store: LibraryStore, _ movie: Movie, _ change: (inout MarkEdit) -> Void
  ) async throws -> MarkOutcome {
    var edit = MarkEdit()
    change(&edit)
    return try await store.mark(movie, edit, nil).uncancellableValue()
  }

  @Test func `a mark sets what is given, leaves the rest, and tells what was before`() async throws {
    let open = OpenStore(folder.path)
    let first = try await mark(open.store, movie("A")) { ($0.watchlist, $0.note) = (true, .set("See it")) }
    #expect(first.changed && first.revision == 1 && first.favoritesRevision == 0)
    #expect(first.mark.watchlistedAt != nil && first.mark.hasNote && first.previous == Mark())
    let second = try await mark(open.store, movie("A")) { $0.ratingTenths = .set(85) }
    #expect(second.previous == first.mark && second.previousNote == "See it" && second.note == "See it")
    #expect(second.mark.rating == 8.5)
    #expect(!(try await mark(open.store, movie("A")) { $0.ratingTenths = .set(85) }.changed))
    #expect(!open.store.contains(movie("A").id))
    #expect(open.store.shown(movie("A").id)?.mark == second.mark)
    #expect(open.changes.value.isEmpty)
    // Nothing is left.
    let last = try await mark(open.store, movie("A")) {
      ($0.watchlist, $0.note, $0.ratingTenths) = (false, .remove, .remove)
    }
    #expect(last.mark.isEmpty && last.previous == second.mark)
    #expect(open.store.shown(movie("A").id) == nil)
    #expect(try await open.store.libraryState().uncancellableValue().total == 0)
    #expect(!(try await mark(open.store, movie("B")) { $0.starred = false }.changed))
  }

  @Test func `an entry that loses its star stays, and is no favorite`() async throws {
    let open = OpenStore(folder.path)
    let other = OpenStore(folder.path)
    await other.store.opened()
    try await open.star(movie("A"))
    try await mark(open.store, movie("A")) { $0.watchlist = true }
    #expect(try await open.state().revision == 1)
    try await open.unstar(movie("A"))
    try await other.changes.wait { $0.last?.state.revision == 2 }
    for each in [open, other] {
      #expect(each.changes.value.last?.removed == [movie("A").id])
      #expect(each.store.shown(movie("A").id)?.mark.watchlistedAt != nil)
      #expect(!each.store.contains(movie("A").id))
      #expect(try await each.difference(since: 1).removed == [movie("A").id])
      #expect(try await each.store.libraryState().uncancellableValue().total == 1)
    }
  }

  @Test func `tags are compared folded and shown as they were first written`() async throws {
    let open = OpenStore(folder.path)
    try await mark(open.store, movie("A")) { $0.addedTags = ["Rainy Day", "rainy day", "★"] }
    try await mark(open.store, movie("B")) { $0.tags = ["RAINY  day"] }
    #expect(open.store.shown(movie("B").id)?.mark.tags == ["Rainy Day"])
    #expect(
      try await open.store.tags().uncancellableValue() == [Tag(name: "Rainy Day", count: 2), Tag(name: "★", count: 1)])
    #expect(try await page(open.store) { $0.tag = "rainy DAY" }.state.total == 2)
    try await mark(open.store, movie("A")) { $0.removedTags = ["rainy day"] }
    #expect(open.store.shown(movie("A").id)?.mark.tags == ["★"])
    let long = (0..<50).map { "\($0)" + String(repeating: "x", count: 90) }
    for tooMany in [(0...Tag.maximumCount).map { "t\($0)" }, long] {
      #expect(await failure(open.store.mark(movie("A"), .tags(tooMany), nil))?.reason == .invalidParams)
    }
    #expect(open.store.shown(movie("A").id)?.mark.tags == ["★"])
  }

  @Test func `a viewing takes the film off the watchlist, and its rating becomes that of the film`() async throws {
    let open = OpenStore(folder.path)
    for title in ["A", "B"] { try await mark(open.store, movie(title)) { $0.watchlist = true } }
    var viewing = ViewingEdit()
    (viewing.date, viewing.ratingTenths) = (.set("2026-01-31"), .set(90))
    let logged = try await open.store.log(viewing, of: movie("A"), nil).uncancellableValue()
    #expect(logged.entry.mark.watchlistedAt == nil && logged.entry.mark.rating == 9)
    #expect((logged.entry.mark.viewings, logged.entry.mark.lastViewed) == (1, "2026-01-31"))
    viewing.keepsOnWatchlist = true
    let kept = try await open.store.log(viewing, of: movie("B"), nil).uncancellableValue()
    #expect(kept.entry.mark.watchlistedAt != nil)
    // By its id the viewing is changed, and what is not given stays.
    var change = ViewingEdit(id: logged.viewing.id)
    change.note = .set("In the rain")
    let changed = try await open.store.log(change, of: nil, nil).uncancellableValue()
    #expect(changed.viewing.date == "2026-01-31" && changed.viewing.note == "In the rain")
    #expect(changed.entry.id == movie("A").id && changed.entry.mark.viewings == 1)
    #expect(await failure(open.store.log(change, of: movie("B"), nil))?.reason == .invalidParams)
    #expect(await failure(open.store.deleteViewing("none"))?.reason == .invalidParams)
    let deleted = try await open.store.deleteViewing(logged.viewing.id).uncancellableValue()
    #expect(deleted.viewing == changed.viewing && deleted.entry.mark.viewings == 0 && deleted.entry.mark.rating == 9)
  }

  @Test func `the diary is in the order of the days, and statistics count it`() async throws {
    let open = OpenStore(folder.path)
    for (title, year, day) in [("A", 1999, "2026-01-31"), ("B", 2004, "2025-12-24"), ("A", 1999, "2026-02-01")] {
      var film = movie(title, year: year)
      (film.runtimeMinutes, film.genres, film.directors) = (
        100, title == "A" ? ["Drama"] : ["드라마", "스릴러"], ["Somebody"]
      )
      var viewing = ViewingEdit()
      viewing.date = .set(day)
      viewing.isRewatch = day == "2026-02-01"
      _ = try await open.store.log(viewing, of: film, nil).uncancellableValue()
    }
    _ = try await open.store.log(ViewingEdit(), of: movie("B"), nil).uncancellableValue()
    let diary = try await open.store.diary(DiaryQuery()).uncancellableValue()
    #expect(diary.total == 4)
    #expect(diary.items.map(\.viewing.date) == ["2026-02-01", "2026-01-31", "2025-12-24", nil])
    var january = DiaryQuery()
    (january.from, january.to) = ("2026-01-01", "2026-01-31")
    #expect(try await open.store.diary(january).uncancellableValue().items.map(\.entry.text.movie.title) == ["A"])
    let counted = open.store.statistics(from: nil, to: nil) { _ in
      []
    } englishName: { _ in
      nil
    }
    let all = try await counted.uncancellableValue()
    #expect((all.viewings, all.films, all.minutes, all.rewatches) == (4, 2, 400, 2))
    #expect(all.byMonth.map(\.name) == ["2025-12", "2026-01", "2026-02"])
    #expect(all.byWeekday.map(\.name) == ["wednesday", "saturday", "sunday"])
    #expect(all.byDecade == [.init(name: "1990s", viewings: 2, films: 1), .init(name: "2000s", viewings: 2, films: 1)])
    let genres = [("Drama", 4, 2), ("스릴러", 2, 1)].map { Statistics.Group(name: $0, viewings: $1, films: $2) }
    #expect(all.byGenre == genres)
    #expect(all.directors == [.init(name: "Somebody", films: 2, meanRating: nil)])
    #expect(all.first?.text.movie.title == "B" && all.last?.text.movie.title == "A")
    let ofYear = open.store.statistics(from: "2026-01-01", to: "2026-12-31") { _ in
      []
    } englishName: { _ in
      nil
    }
    let year = try await ofYear.uncancellableValue()
    #expect((year.viewings, year.films) == (2, 1))
  }

  @Test func `filters and orders are those of a scan, from either end`() async throws {
    let open = OpenStore(folder.path)
    var random = TestSupport.SeededGenerator(seed: 3)
    for number in 0..<60 {
      var film = movie(
        "Film \(number)", year: Bool.random(using: &random) ? Int.random(in: 1990...1995, using: &random) : nil)
      film.runtimeMinutes = Int.random(in: 80...140, using: &random)
      film.genres = [["Drama", "Film noir", "Horror", "공포"].randomElement(using: &random)!]
      try await mark(open.store, film) { edit in
        edit.watchlist = Bool.random(using: &random)
        edit.starred = Bool.random(using: &random)
        edit.ratingTenths = Bool.random(using: &random) ? .set(Int.random(in: 1...20, using: &random) * 5) : nil
        edit.addedTags = Bool.random(using: &random) ? ["x"] : []
        edit.note = .set("n")
      }
    }
    let entries = try await open.store.allEntries(after: 0, limit: 100).uncancellableValue().entries
    #expect(entries.count == 60)
    func titles(_ change: (inout LibraryQuery) -> Void) async throws -> [String] {
      var all: [String] = []
      while true {
        let part = try await page(open.store) { query in
          (query.limit, query.offset) = (7, all.count)
          change(&query)
        }
        all += part.items.map(\.text.movie.title)
        if all.count >= part.state.total || part.items.isEmpty { return all }
      }
    }
    func expected(_ isMeant: (LibraryEntry) -> Bool) -> Set<String> { Set(entries.filter(isMeant).map(\.movie.title)) }
    #expect(Set(try await titles { $0.filter = .watchlist }) == expected { $0.watchlistedAt != nil })
    #expect(Set(try await titles { $0.filter = .starred }) == expected { $0.starredAt != nil })
    #expect(Set(try await titles { $0.filter = .rated }) == expected { $0.ratingTenths != nil })
    #expect(Set(try await titles { $0.filter = .tagged }) == expected { !$0.tags.isEmpty })
    #expect(Set(try await titles { $0.filter = .unviewed }).count == 60)
    #expect(try await titles { $0.filter = .viewed }.isEmpty)
    #expect(Set(try await titles { $0.genre = "film NOIR" }) == expected { $0.movie.genres == ["Film noir"] })
    #expect(
      Set(try await titles { $0.genre = "horror" }) == expected { ["Horror", "공포"].contains($0.movie.genres[0]) })
    #expect(
      Set(try await titles { ($0.yearFrom, $0.yearTo, $0.runtimeTo) = (1991, 1994, 110) })
        == expected { (1991...1994).contains($0.movie.year ?? 0) && $0.movie.runtimeMinutes ?? 999 <= 110 })
    #expect(Set(try await titles { $0.text = "film 1" }) == expected { $0.movie.title.hasPrefix("Film 1") })
    for order in LibraryQuery.Order.allCases {
      let years = try await titles { ($0.sort, $0.order) = (.year, order) }.map { title in
        entries.first { $0.movie.title == title }?.movie.year
      }
      let known = years.compactMap(\.self)
      #expect(known == (order == .asc ? known.sorted() : known.sorted(by: >)))
      #expect(years.prefix(known.count).allSatisfy { $0 != nil })
    }
    let shuffled = try await titles { ($0.sort, $0.seed) = (.random, 7) }
    #expect(Set(shuffled).count == 60)
    #expect(shuffled == (try await titles { ($0.sort, $0.seed) = (.random, 7) }))
    #expect(shuffled != (try await titles { ($0.sort, $0.seed) = (.random, 8) }))
  }

  @Test func `tags that have no room are refused, whichever they replace, and left out of an import`() async throws {
    let open = OpenStore(folder.path)
    let film = movie("A")
    func long(_ letter: String) -> [String] { (10..<60).map { String(repeating: letter, count: 98) + "\($0)" } }
    try await mark(open.store, film) { $0.tags = (0..<50).map { "t\($0)" } }
    #expect(await failure(open.store.mark(film, .tags(long("x")), nil))?.field == "tags")
    #expect(open.store.shown(film.id)?.mark.tags.count == 50)
    var entry = LibraryEntry(movie: film)
    entry.tags = long("y")
    _ = try await open.store.add([entry], overwrite: false, dryRun: false).uncancellableValue()
    let kept = try #require(open.store.shown(film.id)?.mark)
    #expect(kept.tags.count > 50 && kept.tags.count < 100)
    #expect(try await open.store.tags().uncancellableValue().map(\.name) == kept.tags)
    // Another device may have added more.
    try await mark(open.store, film) { $0.removedTags = ["t0"] }
    #expect(open.store.shown(film.id)?.mark.tags.count == kept.tags.count - 1)
  }

  @Test func `an import is one revision, and changes nothing the second time or where the user has`() async throws {
    let open = OpenStore(folder.path)
    try await mark(open.store, movie("A")) { $0.ratingTenths = .set(50) }
    let entries = ["A", "B"].map { title in
      var entry = LibraryEntry(movie: movie(title))
      (entry.starredAt, entry.ratingTenths, entry.note, entry.tags) = (5, 90, "Imported", ["Seen"])
      var viewing = Viewing(id: "")
      viewing.date = "2020-02-02"
      entry.viewings = [viewing, viewing]
      return entry
    }
    let trial = try await open.store.add(entries, overwrite: false, dryRun: true).uncancellableValue()
    #expect((trial.added, trial.changed, trial.unchanged) == (1, 1, 0))
    #expect(try await open.store.libraryState().uncancellableValue().revision == 1)
    #expect(open.store.shown(movie("B").id) == nil)
    let first = try await open.store.add(entries, overwrite: false, dryRun: false).uncancellableValue()
    #expect((first.added, first.changed, first.unchanged, first.revision) == (1, 1, 0, 2))
    #expect(open.store.shown(movie("A").id)?.mark.ratingTenths == 50)
    #expect(open.store.shown(movie("B").id)?.mark.viewings == 2)
    // The user deletes a viewing and removes a star. They do not come back.
    let entry = try #require(try await open.store.entry(of: movie("B").id).uncancellableValue())
    _ = try await open.store.deleteViewing(entry.viewings[0].id).uncancellableValue()
    try await open.unstar(movie("B"))
    let second = try await open.store.add(entries, overwrite: false, dryRun: false).uncancellableValue()
    #expect((second.added, second.changed, second.unchanged) == (0, 0, 2))
    #expect(open.store.shown(movie("B").id)?.mark.viewings == 1)
    #expect(open.store.shown(movie("B").id)?.mark.isStarred == false)
    let third = try await open.store.add(entries, overwrite: true, dryRun: false).uncancellableValue()
    #expect((third.added, third.changed, third.unchanged) == (0, 2, 0))
    #expect(open.store.shown(movie("A").id)?.mark.ratingTenths == 90)
    #expect(open.store.shown(movie("B").id)?.mark.isStarred == true)
  }

  @Test func `what other processes change is told, and known before it is told`() async throws {
    let open = OpenStore(folder.path)
    let other = OpenStore(folder.path)
    let marks = Observed<[Mark?]>([])
    other.store.observeLibrary { [store = other.store] change in
      marks.change { $0.append(change.changed.first.flatMap { store.shown($0.movie)?.mark }) }
    }
    await other.store.opened()
    let outcome = try await mark(open.store, movie("A")) { $0.watchlist = true }
    #expect(try await marks.wait { !$0.isEmpty }.last == outcome.mark)
    let difference = try await other.store.libraryChanges(since: 0).uncancellableValue()
    #expect(difference.added.map(\.shown.mark) == [outcome.mark] && !difference.isFresh)
    try await mark(open.store, movie("A")) { $0.watchlist = false }
    try await marks.wait { $0.count == 2 }
    #expect(try await other.store.libraryChanges(since: 1).uncancellableValue().removed == [movie("A").id])
  }

  @Test func `a page of large movies ends at its size, and the next goes on`() async throws {
    let open = OpenStore(folder.path)
    for number in 0..<12 {
      var film = movie("Film \(number)")
      film.overview = String(repeating: "x", count: 900_000)
      var viewing = ViewingEdit()
      viewing.date = .set("2026-01-0\(number % 9 + 1)")
      try await open.star(film)
      _ = try await open.store.log(viewing, of: film, nil).uncancellableValue()
    }
    var seen = 0
    while seen < 12 {
      let favorites = try await open.list(offset: seen)
      let library = try await page(open.store) { ($0.sort, $0.offset) = (.starredAt, seen) }
      var query = DiaryQuery()
      query.offset = seen
      let diary = try await open.store.diary(query).uncancellableValue()
      #expect((1...9).contains(favorites.items.count) && favorites.state.total == 12)
      #expect(library.items.count == favorites.items.count && diary.items.count == favorites.items.count)
      seen += favorites.items.count
    }
  }

  @Test(arguments: 1...4)
  func `a file of an earlier version opens with everything in place`(version: Int) async throws {
    var film = movie("A", year: 1999)
    (film.genres, film.runtimeMinutes, film.imdbId) = (["Drama"], 90, "tt0000005")
    do {
      let old = try OldFavoritesFile(folder.file(LibraryStore.fileName), version: version)
      try old.star(film, at: 1_000)
      try old.star(Movie(id: MovieID("builtin:tt0000006")!, title: "B"), at: 2_000)
    }
    let open = OpenStore(folder.path)
    let entries = try await open.store.allEntries(after: 0, limit: 10).uncancellableValue().entries
    #expect(entries.map(\.starredAt) == [1_000, 2_000])
    #expect(entries.first?.movie == film)
    #expect(
      try await page(open.store) { ($0.genre, $0.runtimeTo) = ("drama", 90) }.items.count == (version < 3 ? 1 : 1))
    let difference = try await open.store.libraryChanges(since: 0).uncancellableValue()
    #expect(difference.added.count == 2 && difference.state.revision == 1)
    // A star of before is a field like any other.
    let fields = try await open.store.fields(after: 0, limit: 10).uncancellableValue().records
    #expect(fields.filter { $0.field == "starred" }.map(\.register.value) == ["1000", "2000"])
    #expect(fields.filter { $0.field == "film" }.map(\.film.description) == (version < 3 ? ["test:A"] : []))
    #expect(try await open.unstar(movie("A")).changed)
    #expect(try await open.titles() == ["B"])
  }
}

extension MarkEdit {
  fileprivate static func tags(_ tags: [String]) -> MarkEdit {
    var edit = MarkEdit()
    edit.tags = tags
    return edit
  }
}
