/// Counts films with their viewings.
struct StatisticsCounter {
  /// A genre, a person or the like.
  private struct Count {
    let name: String
    var viewings = 0
    var films = 0
    /// The number of films with a rating, and the sum of these ratings.
    var rated = 0
    var ratingTenths = 0
    /// The film that was counted last: data may list a name twice.
    var film = 0
  }

  /// By the hashes of the names: a string for each name of each film would take most of the time.
  private typealias Counts = [UInt64: Count]
  private typealias Film = (number: Int, viewings: Int, ratingTenths: Int?)

  private static let maximumPeople = 20

  /// By the hash of each of its names, that of a genre's key: movies have the names of the language they were found in.
  private static let genres = Dictionary(
    NameTable.genres.keys.flatMap { key in
      NameTable.genres.searchWords(key).map { (StableHash.word($0.utf8), StableHash.word(key.utf8)) }
    }, uniquingKeysWith: { first, _ in first })

  private var counts = Statistics()
  /// In the order of the lists of `EntryFacets`.
  private var facets = [Counts](repeating: [:], count: 4)
  private var decades: Counts = [:]
  private var countries: Counts = [:]
  private var ratings: [Int: Int] = [:]

  /// Adds a film with all its viewings.
  mutating func add(
    viewings: (all: Int, again: Int), year: Int?, runtime: Int?, ratingTenths: Int?,
    facets bytes: UnsafeRawBufferPointer, countries names: [String]
  ) {
    counts.films += 1
    counts.viewings += viewings.all
    counts.rewatches += viewings.again
    counts.minutes += viewings.all * (runtime ?? 0)
    let film = (counts.films, viewings.all, ratingTenths)
    if let ratingTenths { ratings[ratingTenths, default: 0] += 1 }
    if let year { Self.add(film, "\(year / 10 * 10)s".utf8, to: &decades) }
    for name in names { Self.add(film, name.utf8, to: &countries) }
    var (list, start) = (0, 0)
    for end in 0...bytes.count {
      let byte = end < bytes.count ? bytes[end] : EntryFacets.recordSeparator
      guard byte == EntryFacets.unitSeparator || byte == EntryFacets.recordSeparator else { continue }
      if end > start, list < facets.count {
        Self.add(film, bytes[start..<end], to: &facets[list], keys: list == 0 ? Self.genres : nil)
      }
      start = end + 1
      if byte == EntryFacets.recordSeparator { list += 1 }
    }
  }

  private static func add(
    _ film: Film, _ name: some Collection<UInt8>, to counts: inout Counts, keys: [UInt64: UInt64]? = nil
  ) {
    func add(to count: inout Count) {
      guard count.film != film.number else { return }
      count.film = film.number
      count.films += 1
      count.viewings += film.viewings
      guard let ratingTenths = film.ratingTenths else { return }
      count.rated += 1
      count.ratingTenths += ratingTenths
    }
    let hash = StableHash.word(name)
    add(to: &counts[keys?[hash] ?? hash, default: Count(name: String(decoding: name, as: UTF8.self))])
  }

  /// All but the counts by day. A person is counted under one name, whatever the language of the films that have it.
  func statistics(englishName: (String) -> String?) -> Statistics {
    var statistics = counts
    (statistics.byDecade, statistics.byCountry) = (Self.byName(decades), Self.byCount(countries))
    (statistics.byGenre, statistics.byLanguage) = (Self.byCount(facets[0]), Self.byCount(facets[3]))
    (statistics.directors, statistics.actors) = (Self.first(facets[1], englishName), Self.first(facets[2], englishName))
    statistics.ratings = ratings.sorted { $0.key < $1.key }
      .map { Statistics.RatingCount(rating: Double($0.key) / 10, films: $0.value) }
    return statistics
  }

  private static func byName(_ counts: Counts) -> [Statistics.Group] {
    counts.values.map { Statistics.Group(name: $0.name, viewings: $0.viewings, films: $0.films) }
      .sorted { $0.name < $1.name }
  }

  private static func byCount(_ counts: Counts) -> [Statistics.Group] {
    byName(counts).sorted { $0.viewings > $1.viewings }
  }

  private static func first(_ all: Counts, _ englishName: (String) -> String?) -> [Statistics.Person] {
    var counts = all
    // Only names that do not begin with a letter of ASCII are looked up, since others are in English nearly always.
    for (hash, count) in all where count.name.utf8.first ?? 0 > 0x7F {
      guard let name = englishName(count.name), name != count.name else { continue }
      counts[hash] = nil
      let key = StableHash.word(name.utf8)
      counts[key, default: Count(name: name)].films += count.films
      counts[key]?.rated += count.rated
      counts[key]?.ratingTenths += count.ratingTenths
    }
    // Most people have too few films to be sorted.
    let films = counts.values.map(\.films).sorted(by: >)
    let least = films.count > maximumPeople ? films[maximumPeople - 1] : 0
    return counts.values.filter { $0.films >= least }.sorted { ($1.films, $0.name) < ($0.films, $1.name) }
      .prefix(maximumPeople).map { count in
        let mean = count.rated == 0 ? nil : (Double(count.ratingTenths) / Double(count.rated)).rounded() / 10
        return Statistics.Person(name: count.name, films: count.films, meanRating: mean)
      }
  }
}
