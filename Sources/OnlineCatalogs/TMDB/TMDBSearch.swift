import HTTP
import JSON
import MovieCore

/// A search of TMDB for the words of a query, or for the film that a pasted id or URL names.
///
/// TMDB searches titles only. If the query is the whole name of a person, the person's films follow those with the name
/// in the title. If nothing is found, the query may be a title and a name (`parasite bong`).
struct TMDBSearch: Sendable {
  let catalog: TMDBCatalog
  let query: SearchQuery

  private var language: TMDBLanguage { TMDBLanguage(query.language) }
  private var movies: TMDBMovieLoader { catalog.movies }

  func batch(at cursor: Int) async throws -> MovieBatch {
    if cursor == 0 {
      if let reference = query.reference, let alone = try await film(reference) { return alone }
      if let narrowed = query.withoutTrailingYear { return try await first(narrowed) }
      return try await first()
    }
    let position = TMDBSearchPosition(cursor: cursor)
    switch position.part {
    case .titles: return try await titles(query, position)
    case .titlesOfYear: return try await titles(query.withoutTrailingYear ?? query, position)
    case .films: return try await films(position)
    }
  }

  // MARK: Titles

  /// Films with the words in a title. Those of a person follow if the position has a person.
  private func titles(_ query: SearchQuery, _ position: TMDBSearchPosition) async throws -> MovieBatch {
    var fields = [HTTPRequest.Field("query", query.text), HTTPRequest.Field("include_adult", "false")]
    if let year = query.year { fields.append(HTTPRequest.Field("primary_release_year", String(year))) }
    var batch = try await catalog.batch("/search/movie", fields, hasRegion: true, language, position.page)
    if let next = batch.next {
      batch.next = position.at(page: next).cursor
    } else if position.person != nil {
      batch.next = position.films(after: batch.total).cursor
    }
    batch.total += position.others
    return batch
  }

  /// The first page for a query that ends in a year, which is that of release (`dune 1984`) or part of a title (`blade
  /// runner 2049`).
  private func first(_ narrowed: SearchQuery) async throws -> MovieBatch {
    let ofYear = try await titles(narrowed, TMDBSearchPosition(part: .titlesOfYear))
    if ofYear.movies.contains(where: { $0.isTitled(narrowed.text) }) { return ofYear }
    let whole = try await titles(query, TMDBSearchPosition())
    return ofYear.movies.isEmpty || whole.movies.contains { $0.isTitled(query.text) } ? whole : ofYear
  }

  /// The first page for a query without a year. A query that may be a name costs a second request, at the same time; a
  /// word that is in no title costs one after that.
  private func first() async throws -> MovieBatch {
    if TMDBPersonName.mayBeName(query.text) {
      async let person = movies.optional { try await self.person() }
      let found = try await titles(query, TMDBSearchPosition())
      return try await adding(filmsOf: await person ?? nil, to: found)
    }
    let found = try await titles(query, TMDBSearchPosition())
    guard mayBeSingleName(found) else { return try await adding(filmsOf: nil, to: found) }
    return try await adding(filmsOf: await movies.optional { try await self.person() } ?? nil, to: found)
  }

  /// Whether the query is one word that begins no word of a title: it may be the name of Zendaya. To ask before the films
  /// are found would cost a request for every key that is pressed.
  private func mayBeSingleName(_ found: MovieBatch) -> Bool {
    guard TMDBPersonName.mayBeSingleName(query.text) else { return false }
    let start = " " + TextFolding.fold(query.text)
    return !found.movies.contains { movie in
      [movie.title, movie.originalTitle].compactMap(\.self).contains { (" " + TextFolding.fold($0)).contains(start) }
    }
  }

  /// The first page with the films of a person after those with the name in the title or, if there are neither, with the
  /// films of a title and a name.
  private func adding(filmsOf person: Int?, to found: MovieBatch) async throws -> MovieBatch {
    guard let person else { return found.movies.isEmpty ? try await filmsOfTitleAndName() ?? found : found }
    let position = TMDBSearchPosition(part: .films, person: person)
    guard let films = await movies.optional({ try await self.films(position) }) else { return found }
    var batch = found
    let known = Set(found.movies.map(\.id))
    let repeated = films.movies.count { known.contains($0.id) }
    if found.next == nil {
      batch.next = films.next.map {
        TMDBSearchPosition(cursor: $0).adding(found.total - repeated).cursor
      }
      batch.movies += films.movies
    } else {
      batch.next = TMDBSearchPosition(page: 2, person: person, others: films.total - repeated).cursor
    }
    batch.total += films.total - repeated
    batch.totalIsExact = found.totalIsExact && films.totalIsExact
    return batch
  }

  // MARK: People

  /// The number of the person whose whole name the query is; nil if there is none.
  private func person() async throws -> Int? {
    let fields = [HTTPRequest.Field("query", query.text), HTTPRequest.Field("include_adult", "false")]
    let rows = try await movies.page("/search/person", fields + language.query(withRegion: false), 1).rows
    let name = TMDBPersonName(query.text)
    // Somebody without a known film is hardly meant.
    let known = rows.filter { !($0["known_for"]?.elements ?? []).isEmpty }
    let row = known.first(where: name.isName) ?? (known.count == 1 ? known.first(where: name.isInOtherScript) : nil)
    return row.flatMap(TMDBDecoder.number).flatMap { TMDBSearchPosition.people.contains($0) ? $0 : nil }
  }

  /// The films of the position's person, the most popular first.
  private func films(_ position: TMDBSearchPosition) async throws -> MovieBatch {
    var fields = [
      HTTPRequest.Field("with_people", String(position.person ?? 0)), HTTPRequest.Field("sort_by", "popularity.desc"),
      HTTPRequest.Field("include_adult", "false"),
    ]
    if let year = query.year { fields.append(HTTPRequest.Field("primary_release_year", String(year))) }
    var batch = try await catalog.batch("/discover/movie", fields, hasRegion: false, language, position.page)
    batch.next = batch.next.map { position.at(page: $0).cursor }
    batch.total += position.others
    return batch
  }

  // MARK: A title and a name

  /// The maximum number of films whose credits are requested for one division of the query.
  private static let candidates = 5
  private static let maximumWords = 5

  /// The films with some of the query's words in the title, and the others in a name; nil if there are none.
  private func filmsOfTitleAndName() async throws -> MovieBatch? {
    let words = query.text.split(whereSeparator: \.isWhitespace)
    guard (2...Self.maximumWords).contains(words.count) else { return nil }
    let splits = (1..<words.count).reversed().map { (title: words[..<$0], name: words[$0...]) }
    let reversed = (1..<words.count).map { (title: words[$0...], name: words[..<$0]) }
    for split in splits + reversed {
      var titled = query
      titled.text = split.title.joined(separator: " ")
      guard let found = try? await titles(titled, TMDBSearchPosition()), !found.movies.isEmpty else {
        try Task.checkCancellation()
        continue
      }
      let name = split.name.joined(separator: " ")
      let matching = await matching(Array(found.movies.prefix(Self.candidates)), name)
      if !matching.isEmpty { return MovieBatch(movies: matching, total: matching.count, next: nil) }
    }
    return nil
  }

  /// The films among these that a person of the name directed or played in.
  private func matching(_ films: [Movie], _ name: String) async -> [Movie] {
    await withTaskGroup(of: Int?.self) { group in
      for (index, film) in films.enumerated() {
        group.addTask {
          let credits = try? await movies.service.get("/movie/\(film.id.native)/credits", about: film.id).json
          return TMDBPersonName(name).isPart(ofAnyIn: credits) ? index : nil
        }
      }
      let indices = await group.reduce(into: []) { found, index in found += [index].compactMap(\.self) }
      return indices.sorted().map { films[$0] }
    }
  }

  // MARK: One film

  /// The film alone that an id or URL names; no film if there is none. Nil if the id is one of another catalog's: the
  /// text may be words.
  private func film(_ reference: QueryReference) async throws -> MovieBatch? {
    let found: [Movie]
    switch reference {
    case .imdb(let id):
      let rows = try await catalog.service.rows(ofIMDb: id, language)
      found = await movies.movies(rows, language).map { movie in
        var movie = movie
        movie.imdbId = id
        return movie
      }
    case .movie(let id):
      guard id.catalog == TMDBCatalog.name else { return nil }
      do {
        found = [try await movies.movie(id, language, isCurrent: false)]
      } catch let error as MovieError where error.reason == .movieNotFound {
        found = []
      }
    case .title(let title):
      var words = query
      words.text = title
      var exact = try await titles(words, TMDBSearchPosition()).movies.filter { $0.isTitled(title) }
      if exact.isEmpty, let narrowed = words.withoutTrailingYear {
        exact = try await titles(narrowed, TMDBSearchPosition()).movies.filter { $0.isTitled(narrowed.text) }
      }
      found = Array(exact.prefix(1))
    }
    return MovieBatch(movies: found, total: found.count, next: nil)
  }
}
