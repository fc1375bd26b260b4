import MovieCore

/// Counts films with their viewings.
struct StatisticsCounter {
  /// The counts of groups of one kind, by name.
  private typealias Groups = [String: (viewings: Int, films: Int)]

  /// The films of a person.
  private typealias Person = (films: Int, rated: Int, sum: Int)

  private static let maximumPeople = 20

  private var counts = Statistics()
  private var decades: Groups = [:]
  private var genres: Groups = [:]
  private var languages: Groups = [:]
  private var countries: Groups = [:]
  private var directors: [String: Person] = [:]
  private var actors: [String: Person] = [:]
  private var ratings: [Int: Int] = [:]

  /// Adds a film with all its viewings.
  mutating func add(
    viewings: Int, rewatches: Int, year: Int?, runtime: Int?, ratingTenths: Int?, _ facets: EntryFacets,
    countries ofFilm: [String]
  ) {
    counts.films += 1
    counts.viewings += viewings
    counts.rewatches += rewatches
    counts.minutes += viewings * (runtime ?? 0)
    if let year { Self.add(["\(year / 10 * 10)s"], viewings, to: &decades) }
    Self.add(facets.genres, viewings, to: &genres)
    Self.add(ofFilm, viewings, to: &countries)
    if let language = facets.language { Self.add([language], viewings, to: &languages) }
    Self.add(facets.directors, ratingTenths, to: &directors)
    Self.add(facets.cast, ratingTenths, to: &actors)
    if let ratingTenths { ratings[ratingTenths, default: 0] += 1 }
  }

  private static func add(_ names: [String], _ viewings: Int, to groups: inout Groups) {
    for (index, name) in names.enumerated() {
      groups[name, default: (0, 0)].viewings += viewings
      if !names[..<index].contains(name) { groups[name]?.films += 1 }
    }
  }

  private static func add(_ names: [String], _ ratingTenths: Int?, to people: inout [String: Person]) {
    for (index, name) in names.enumerated() where !names[..<index].contains(name) {
      let person = people[name] ?? (0, 0, 0)
      people[name] = (person.films + 1, person.rated + (ratingTenths == nil ? 0 : 1), person.sum + (ratingTenths ?? 0))
    }
  }

  /// All but the counts by day.
  var statistics: Statistics {
    var statistics = counts
    (statistics.byDecade, statistics.byGenre) = (Self.byName(decades), Self.byCount(genres))
    (statistics.byLanguage, statistics.byCountry) = (Self.byCount(languages), Self.byCount(countries))
    (statistics.directors, statistics.actors) = (Self.first(directors), Self.first(actors))
    statistics.ratings = ratings.sorted { $0.key < $1.key }
      .map { Statistics.RatingCount(rating: Double($0.key) / 10, films: $0.value) }
    return statistics
  }

  private static func byName(_ groups: Groups) -> [Statistics.Group] {
    groups.map { Statistics.Group(name: $0, viewings: $1.viewings, films: $1.films) }.sorted { $0.name < $1.name }
  }

  private static func byCount(_ groups: Groups) -> [Statistics.Group] {
    byName(groups).sorted { $0.viewings > $1.viewings }
  }

  private static func first(_ people: [String: Person]) -> [Statistics.Person] {
    // Few of many people are among the first.
    let counts = people.values.map(\.films).sorted(by: >)
    let least = counts.count > maximumPeople ? counts[maximumPeople - 1] : 0
    return people.filter { $0.value.films >= least }
      .sorted { ($1.value.films, $0.key) < ($0.value.films, $1.key) }.prefix(maximumPeople).map { name, count in
        let mean = count.rated == 0 ? nil : (Double(count.sum) / Double(count.rated)).rounded() / 10
        return Statistics.Person(name: name, films: count.films, meanRating: mean)
      }
  }
}
