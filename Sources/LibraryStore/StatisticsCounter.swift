import MovieCore
import Platform

/// Counts viewings in one pass. They must come in the order of their dates.
struct StatisticsCounter {
  struct Row {
    /// The number of the entry.
    var film: Int
    var date: String?
    var isRewatch: Bool
    var year: Int?
    var runtime: Int?
    var ratingTenths: Int?
  }

  /// Counts groups of one kind.
  private struct Groups {
    private var counts: [String: (viewings: Int, films: Set<Int>)] = [:]

    mutating func add(_ name: String, _ film: Int) {
      counts[name, default: (0, [])].viewings += 1
      counts[name, default: (0, [])].films.insert(film)
    }

    var byName: [Statistics.Group] {
      counts.map { Statistics.Group(name: $0, viewings: $1.viewings, films: $1.films.count) }
        .sorted { $0.name < $1.name }
    }

    var byCount: [Statistics.Group] { byName.sorted { $0.viewings > $1.viewings } }
  }

  /// Counts the films of people.
  private struct People {
    private var films: [String: (films: Int, rated: Int, sum: Int)] = [:]
    static let maximumCount = 20

    mutating func add(_ names: [String], _ ratingTenths: Int?) {
      for name in Set(names) {
        var count = films[name] ?? (0, 0, 0)
        count.films += 1
        if let ratingTenths { (count.rated, count.sum) = (count.rated + 1, count.sum + ratingTenths) }
        films[name] = count
      }
    }

    var first: [Statistics.Person] {
      films.sorted { ($1.value.films, $0.key) < ($0.value.films, $1.key) }.prefix(Self.maximumCount).map {
        name, count in
        let mean = count.rated == 0 ? nil : (Double(count.sum) / Double(count.rated)).rounded() / 10
        return Statistics.Person(name: name, films: count.films, meanRating: mean)
      }
    }
  }

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  private var counts = Statistics()
  private var seen: [Int: EntryFacets] = [:]
  private var months = Groups()
  private var days = Groups()
  private var decades = Groups()
  private var genres = Groups()
  private var languages = Groups()
  private var countries = Groups()
  private var directors = People()
  private var actors = People()
  private var ratings: [Int: Int] = [:]
  /// The entry that was viewed first, among the viewings with a date.
  private(set) var first: Int?
  /// The entry that was viewed last.
  private(set) var last: Int?

  /// - Parameter facets: asked once for each film.
  mutating func add(_ row: Row, facets read: () -> EntryFacets) {
    counts.viewings += 1
    counts.minutes += row.runtime ?? 0
    if row.isRewatch { counts.rewatches += 1 }
    if let date = row.date {
      months.add(String(date.prefix(7)), row.film)
      if let weekday = CalendarDay.weekday(date) { days.add(Self.weekdays[weekday], row.film) }
      first = first ?? row.film
      last = row.film
    }
    if let year = row.year { decades.add("\(year / 10 * 10)s", row.film) }
    let facets = seen[row.film] ?? read()
    for genre in facets.genres { genres.add(genre, row.film) }
    for country in facets.countries { countries.add(country, row.film) }
    if let language = facets.language { languages.add(language, row.film) }
    guard seen.updateValue(facets, forKey: row.film) == nil else { return }
    directors.add(facets.directors, row.ratingTenths)
    actors.add(facets.cast, row.ratingTenths)
    if let rating = row.ratingTenths { ratings[rating, default: 0] += 1 }
  }

  var statistics: Statistics {
    var statistics = counts
    statistics.films = seen.count
    (statistics.byMonth, statistics.byDecade) = (months.byName, decades.byName)
    let byDay = days.byName
    statistics.byWeekday = Self.weekdays.compactMap { day in byDay.first { $0.name == day } }
    (statistics.byGenre, statistics.byLanguage) = (genres.byCount, languages.byCount)
    statistics.byCountry = countries.byCount
    (statistics.directors, statistics.actors) = (directors.first, actors.first)
    statistics.ratings = ratings.sorted { $0.key < $1.key }
      .map { Statistics.RatingCount(rating: Double($0.key) / 10, films: $0.value) }
    return statistics
  }
}
