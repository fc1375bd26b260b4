/// A search for words, or for the film that an id or URL names. TMDB searches titles only: the films of a person of
/// that whole name follow, and if nothing is found the query may be a title and a name (`parasite bong`).
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
    case .films: return try await films(query, position)
    case .filmsOfYear: return try await films(query.withoutTrailingYear ?? query, position)
    }
  }

  // MARK: Titles

  /// Films with the words in a title. Those of a person follow if the position has a person.
  private func titles(_ query: SearchQuery, _ position: TMDBSearchPosition) async throws -> MovieBatch {
    var batch = try await catalog.batch(
      "/search/movie", fields(query), hasRegion: true, TMDBLanguage(query.language), position.page)
    if let next = batch.next {
      batch.next = position.at(page: next).cursor
    } else if position.person != nil {
      batch.next = position.films.cursor
    }
    return among(batch, position)
  }

  /// The batch with the total of the whole search, which is known exactly at the end.
  private func among(_ batch: MovieBatch, _ position: TMDBSearchPosition) -> MovieBatch {
    guard position.minimumTotal > 0 else { return batch }
    var batch = batch
    batch.total = max(batch.total, position.minimumTotal)
    if batch.next != nil { batch.totalIsExact = false }
    return batch
  }

  private func fields(_ query: SearchQuery) -> [HTTPRequest.Field] {
    [HTTPRequest.Field("query", query.text), HTTPRequest.Field("include_adult", "false")]
      + (query.year.map { [HTTPRequest.Field("primary_release_year", String($0))] } ?? [])
  }

  /// The first page for a query that ends in a year, of release (`dune 1984`) or in a title (`blade runner 2049`).
  private func first(_ narrowed: SearchQuery) async throws -> MovieBatch {
    let ofYear = try await titles(narrowed, TMDBSearchPosition(part: .titlesOfYear))
    if ofYear.movies.contains(where: { $0.isTitled(narrowed.text) }) { return ofYear }
    let whole = try await titles(query, TMDBSearchPosition())
    if ofYear.movies.isEmpty, whole.movies.isEmpty, let films = await filmsOfPerson(narrowed) { return films }
    return ofYear.movies.isEmpty || whole.movies.contains { $0.isTitled(query.text) } ? whole : ofYear
  }

  /// A person's films of the year of the query (`song kang-ho 2003`); nil if no person has the name.
  private func filmsOfPerson(_ narrowed: SearchQuery) async -> MovieBatch? {
    guard TMDBPersonName.mayBeName(narrowed.text),
      let person = await movies.optional({ try await self.person(named: narrowed.text) }) ?? nil
    else { return nil }
    return await movies.optional {
      try await self.films(narrowed, TMDBSearchPosition(part: .filmsOfYear, person: person))
    }
  }

  /// The first page without a year. A possible name costs a second request, a word in no title one after it.
  private func first() async throws -> MovieBatch {
    if TMDBPersonName.mayBeName(query.text) {
      async let person = movies.optional { try await self.person(named: query.text) }
      let found = try await titles(query, TMDBSearchPosition())
      return try await adding(filmsOf: await person ?? nil, to: found)
    }
    let found = try await titles(query, TMDBSearchPosition())
    guard mayBeSingleName(found) else { return try await adding(filmsOf: nil, to: found) }
    return try await adding(filmsOf: await movies.optional { try await person(named: query.text) } ?? nil, to: found)
  }

  /// Whether the query is a word that begins none of a title, such as Zendaya. Asking before would cost one for each
  /// key.
  private func mayBeSingleName(_ found: MovieBatch) -> Bool {
    guard TMDBPersonName.mayBeSingleName(query.text) else { return false }
    let start = " " + TextFolding.fold(query.text)
    return !found.movies.contains { movie in
      [movie.title, movie.originalTitle].compactMap(\.self).contains { (" " + TextFolding.fold($0)).contains(start) }
    }
  }

  /// The first page with the films of a person after it or, without either, those of a title and a name.
  private func adding(filmsOf person: Int?, to found: MovieBatch) async throws -> MovieBatch {
    guard let person else { return found.movies.isEmpty ? try await filmsOfTitleAndName() ?? found : found }
    guard
      let films = await movies.optional({
        try await self.films(query, TMDBSearchPosition(part: .films, person: person))
      })
    else { return found }
    if found.movies.isEmpty { return films }
    var batch = found
    let distinct = Set(found.movies.map(\.id)).union(films.movies.map(\.id)).count
    var position = TMDBSearchPosition(page: 2, person: person)
    position.minimumTotal = max(distinct, found.total, films.total)
    if found.next == nil {
      batch.movies += films.movies
      if films.next != nil { batch.next = position.films.at(page: 2).cursor }
    } else {
      batch.next = position.cursor
    }
    batch.totalIsExact = found.totalIsExact && films.totalIsExact
    return among(batch, position)
  }

  // MARK: People

  /// The number of the person whose whole name the text is; nil if there is none.
  private func person(named text: String) async throws -> Int? {
    let fields = [HTTPRequest.Field("query", text), HTTPRequest.Field("include_adult", "false")]
    let rows = try await movies.page("/search/person", fields + language.query(withRegion: false), 1).rows
    let name = TMDBPersonName(text)
    // Users hardly ever mean a person without a known film.
    let known = rows.filter { !($0["known_for"]?.elements ?? []).isEmpty }
    let row = known.first(where: name.isName) ?? (known.count == 1 ? known.first(where: name.isInOtherScript) : nil)
    return row.flatMap(TMDBDecoder.number).flatMap { TMDBSearchPosition.people.contains($0) ? $0 : nil }
  }

  private func films(_ query: SearchQuery, _ position: TMDBSearchPosition) async throws -> MovieBatch {
    var fields = [
      HTTPRequest.Field("with_people", String(position.person ?? 0)), HTTPRequest.Field("sort_by", "popularity.desc"),
      HTTPRequest.Field("include_adult", "false"),
    ]
    if let year = query.year { fields.append(HTTPRequest.Field("primary_release_year", String(year))) }
    var batch = try await catalog.batch("/discover/movie", fields, hasRegion: true, language, position.page)
    batch.next = batch.next.map { position.at(page: $0).cursor }
    return among(batch, position)
  }

  // MARK: A title and a name

  /// Requests for all divisions of a query. A search makes at most ten with the others.
  private static let maximumRequests = 7
  private static let maximumCandidates = 3

  /// The films with some of the query's words in the title, and the others in a name; nil if there are none.
  private func filmsOfTitleAndName() async throws -> MovieBatch? {
    var requests = Self.maximumRequests
    for division in TMDBTitleAndName.divisions(of: query.text) where requests > 1 {
      var titled = query
      titled.text = division.title
      requests -= 1
      guard let page = try? await movies.page("/search/movie", fields(titled) + language.query(withRegion: true), 1)
      else {
        try Task.checkCancellation()
        continue
      }
      let candidates = Array(page.rows.prefix(min(Self.maximumCandidates, requests)))
      requests -= candidates.count
      let matching = await matching(candidates, TMDBPersonName(division.name))
      if matching.isEmpty { continue }
      let english = await movies.englishTexts(for: matching, language, "/search/movie", fields(titled), hasRegion: true)
      let found = await movies.decoder(for: language).movies(matching, english: english, hasRegion: true)
      return MovieBatch(movies: found, total: found.count, next: nil)
    }
    return nil
  }

  /// The rows among these whose film a person of the name directed or played in.
  private func matching(_ rows: [JSON], _ name: TMDBPersonName) async -> [JSON] {
    await withTaskGroup(of: Int?.self) { group in
      for (index, row) in rows.enumerated() {
        guard let number = TMDBDecoder.number(row) else { continue }
        group.addTask {
          let id = MovieID(catalog: TMDBCatalog.name, native: String(number))
          let credits = try? await movies.service.get("/movie/\(number)/credits", about: id).json
          return name.isPart(ofAnyIn: credits) ? index : nil
        }
      }
      let indices = await group.reduce(into: []) { found, index in found += [index].compactMap(\.self) }
      return indices.sorted().map { rows[$0] }
    }
  }

  // MARK: One film

  /// The film that an id or URL names, or no film; nil for another catalog's id: it may be words.
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
      let movie = try await unlessNotFound { try await movies.movie(id, language, isCurrent: false) }
      found = [movie].compactMap(\.self)
    case .title(let title):
      found = try await film(titled: title)
    }
    return MovieBatch(movies: found, total: found.count, next: nil)
  }

  private func film(titled title: String) async throws -> [Movie] {
    var words = query
    words.text = title
    if !language.isEnglish { words.language = nil }
    var exact = try await titles(words, TMDBSearchPosition()).movies.filter { $0.isTitled(title) }
    if exact.isEmpty, let narrowed = words.withoutTrailingYear {
      exact = try await titles(narrowed, TMDBSearchPosition()).movies.filter { $0.isTitled(narrowed.text) }
    }
    guard let film = exact.first, !language.isEnglish else { return Array(exact.prefix(1)) }
    return [try await movies.movie(film.id, language, isCurrent: false)]
  }
}
