import MovieCore
import TestSupport
import Testing

@testable import CatalogImage
@testable import LocalCatalog

/// Lists, people and similar films are what a scan of all films finds, in the same order.
struct PropertyTests {
  private typealias Film = RandomTables.Film

  private let folder = TemporaryFolder()
  private let tables: RandomTables
  /// By rank.
  private let films: [Film]
  private let catalog: LocalCatalog

  init() throws {
    tables = RandomTables(seed: 11, films: 400)
    films = tables.films.sorted { ($1.votes, $1.year, $0.id) < ($0.votes, $0.year, $1.id) }
    try tables.write(to: "\(folder.path)/imdb.catalog")
    catalog = LocalCatalog.imdb(path: "\(folder.path)/imdb.catalog")
  }

  private func all(_ listing: Listing, pageSize: Int) async throws -> [String] {
    var ids: [String] = []
    var cursor: Int? = 0
    while let position = cursor {
      let batch = try await catalog.batch(of: listing, at: position, count: pageSize)
      ids += batch.movies.map(\.id.native)
      cursor = batch.next
      if cursor == nil { #expect(batch.total == ids.count) }
    }
    return ids
  }

  private static func id(_ film: Film) -> String { CatalogFilms.id("tt", film.id) }

  @Test(arguments: 0..<60)
  func `discover finds what a scan finds`(seed: Int) async throws {
    var generator = TestSupport.SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func sometimes(_ range: ClosedRange<Int>) -> Int? { number(0...2) == 0 ? number(range) : nil }
    var query = DiscoverQuery()
    query.genres = Array(["drama", "코미디", "Sci-Fi"].shuffled(using: &generator).prefix(number(0...1)))
    query.excludeGenres = number(0...3) == 0 ? ["animation"] : []
    (query.yearFrom, query.yearTo) = (sometimes(1960...2000), sometimes(1980...2024))
    (query.runtimeFrom, query.runtimeTo) = (sometimes(60...120), sometimes(100...200))
    query.ratingFrom = sometimes(10...100).map { Double($0) / 10 }
    query.votesFrom = sometimes(0...60_000)
    if let person = sometimes(0...tables.people.count - 1) {
      query.person = PersonID(catalog: "imdb", native: CatalogFilms.id("nm", tables.people[person].id))
    }
    query.sort = DiscoverQuery.Sort.allCases[number(0...4)]
    query.order = number(0...1) == 0 ? .asc : .desc
    query.seed = seed
    let credited = Set(films.flatMap { $0.credits.map(\.person) })
    if let person = query.person, !credited.contains(where: { person.native == id(ofPerson: $0) }) { return }
    let expected = expected(query)
    let found = try await all(.discover(query), pageSize: number(1...90))
    if query.sort == .random {
      #expect(found.sorted() == expected.map(Self.id).sorted())
      #expect(try await all(.discover(query), pageSize: 400) == found)
    } else {
      #expect(found == expected.map(Self.id))
    }
  }

  private func id(ofPerson row: Int) -> String { CatalogFilms.id("nm", tables.people[row].id) }

  private func expected(_ query: DiscoverQuery) -> [Film] {
    let genres = ["drama": "Drama", "코미디": "Comedy", "Sci-Fi": "Sci-Fi"]
    func isIn(_ value: Int, _ lower: Int?, _ upper: Int?) -> Bool {
      (lower == nil && upper == nil) || (value > 0 && value >= lower ?? 0 && value <= upper ?? .max)
    }
    let found = films.filter { film in
      query.genres.allSatisfy { name in film.genres.contains { $0 == genres[name] } }
        && (query.excludeGenres.isEmpty || !film.genres.contains("Animation"))
        && isIn(film.year, query.yearFrom, query.yearTo) && isIn(film.runtime, query.runtimeFrom, query.runtimeTo)
        && (query.ratingFrom.map { film.rating > 0 && Double(film.rating) / 10 >= $0 } ?? true)
        && film.votes >= query.votesFrom ?? 0
        && (query.person.map { person in film.credits.contains { id(ofPerson: $0.person) == person.native } } ?? true)
    }
    func sorted<Key: Comparable>(_ key: (Film) -> Key?) -> [Film] {
      let known = found.enumerated().filter { key($0.element) != nil }
        .sorted { (key($0.element)!, $1.offset) > (key($1.element)!, $0.offset) }.map(\.element)
      return (query.order == .asc ? known.reversed() : known) + found.filter { key($0) == nil }
    }
    switch query.sort {
    case .popularity: return query.order == .asc ? found.reversed() : found
    case .releaseDate: return sorted { $0.year > 0 ? $0.year : nil }
    case .rating: return sorted { $0.rating > 0 ? mean($0) : nil }
    case .title:
      let titles = found.enumerated().map { (title: TextFolding.fold($0.element.title), rank: $0.offset, $0.element) }
      let ascending = titles.sorted { ($0.title, $0.rank) < ($1.title, $1.rank) }.map(\.2)
      return query.order == .asc ? ascending : ascending.reversed()
    case .random: return found
    }
  }

  /// The weighted mean of IMDb's chart.
  private func mean(_ film: Film) -> Double {
    let rated = films.filter { $0.rating > 0 }
    let average = Double(rated.reduce(0) { $0 + $1.rating }) / Double(rated.count)
    let voted = films.filter { $0.votes > 0 }
    let minimum = Double(min(25_000, voted[min(249, voted.count / 10)].votes))
    let votes = Double(film.votes)
    return (votes * Double(film.rating) + minimum * average) / (votes + minimum)
  }

  @Test func `similar films are those that a comparison with all films finds`() async throws {
    for (rank, film) in films.enumerated().prefix(60) {
      // Of fewer than 500 films, all with similar genres are compared.
      let scored = films.enumerated().compactMap { other, candidate -> (Double, Int)? in
        guard other != rank, film.isAdult || !candidate.isAdult else { return nil }
        let shared = film.genres.filter(candidate.genres.contains).count
        let similarity = Double(shared) / Double(max(1, Set(film.genres + candidate.genres).count))
        let shares = candidate.credits.contains { credit in
          film.credits.contains { $0.person == credit.person && $0.kind == credit.kind }
        }
        guard shares || similarity >= 0.5 else { return nil }
        var score = 4 * similarity
        for credit in Set(candidate.credits.map { [$0.person, Int($0.kind.rawValue)] })
        where film.credits.contains(where: { [$0.person, Int($0.kind.rawValue)] == credit }) {
          score += [6, 3, 2][credit[1]]
        }
        if film.year > 0, candidate.year > 0 { score += max(0, 1 - Double(abs(film.year - candidate.year)) / 20) }
        var bits = 0
        while candidate.votes >> bits > 0 { bits += 1 }
        return (score + 0.5 * Double(bits) / 3.32, other)
      }
      let expected = scored.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 > $1.0 }.prefix(40).map { Self.id(films[$0.1]) }
      let id = MovieID(catalog: "imdb", native: Self.id(film))
      #expect(try await all(.recommendations(id, language: nil), pageSize: 7) == expected)
    }
  }

  @Test func `a person has all films, newest first`() async throws {
    for row in tables.people.indices {
      let id = PersonID(catalog: "imdb", native: id(ofPerson: row))
      let own = films.enumerated().filter { $0.element.credits.contains { $0.person == row } }
      guard !own.isEmpty else { continue }
      let newest = own.sorted { ($1.element.year, $0.offset) < ($0.element.year, $1.offset) }.map(\.element)
      let person = try await catalog.person(id, language: nil)
      func expected(_ kinds: [CreditKind]) -> [String] {
        newest.flatMap { film in
          Set(film.credits.filter { $0.person == row && kinds.contains($0.kind) }.map(\.kind)).map { _ in Self.id(film)
          }
        }
      }
      #expect(person.cast.map(\.movie.id.native) == expected([.cast]))
      #expect(person.crew.map(\.movie.id.native) == expected([.director, .writer]))
    }
  }

  @Test func `Korean users see the films in the order of their Korean titles`() async throws {
    var query = DiscoverQuery()
    (query.sort, query.order, query.language) = (.title, .asc, "ko")
    let titles = try await catalog.batch(of: .discover(query), at: 0, count: 400).movies.map(\.title)
    #expect(titles.contains("기생충"))
    #expect(titles.map(TextFolding.fold) == titles.map(TextFolding.fold).sorted())
  }
}
