/// A movie's releases by country. They decide the movie's date and age rating in the user's country.
struct TMDBReleases: Sendable {
  private struct Entry {
    var country: String
    var kind: Release.Kind
    var date: String?
    var certification: String?
    var note: String?
  }

  private let entries: [Entry]

  init(_ json: JSON?) {
    let entries = (json?["results"]?.elements ?? []).flatMap { country -> [Entry] in
      guard let code = country["iso_3166_1"]?.countryCode else { return [] }
      return (country["release_dates"]?.elements ?? []).compactMap { Self.entry($0, in: code) }
    }
    self.entries = entries.sorted { ($0.date ?? "~") < ($1.date ?? "~") }
  }

  private static func entry(_ json: JSON, in country: String) -> Entry? {
    guard let number = json["type"]?.wholeNumber, let kind = kinds[number] else { return nil }
    return Entry(
      country: country, kind: kind, date: json["release_date"]?.text.flatMap(day),
      certification: json["certification"]?.text, note: json["note"]?.text)
  }

  private static let kinds: [Int: Release.Kind] = [
    1: .premiere, 2: .limited, 3: .theatrical, 4: .digital, 5: .physical, 6: .tv,
  ]

  /// The day of `1999-10-15T00:00:00.000Z`. It is a day in its country, although it looks like a time in UTC.
  private static func day(_ text: String) -> String? {
    let day = String(text.prefix(10))
    guard text.utf8.count == 10 || text.dropFirst(10).first == "T", FilmValue.year(of: day) != nil else { return nil }
    return day
  }

  var all: [Release] {
    entries.compactMap { entry in
      entry.date.map {
        Release(
          country: entry.country, kind: entry.kind, date: $0, certification: entry.certification, note: entry.note)
      }
    }.uniqued()
  }

  /// The first day in a country's cinemas; a limited release counts, as in the service's rows of a region.
  func firstDayInCinemas(in country: String) -> String? {
    entries.first { $0.country == country && $0.kind.isInCinemas && $0.date != nil }?.date
  }

  /// The age rating in a country: of the first release in cinemas that has one, else of any other.
  func certification(in country: String) -> String? {
    let rated = entries.filter { $0.country == country && $0.certification != nil }
    return (rated.first(where: \.kind.isInCinemas) ?? rated.first)?.certification
  }
}

extension Release.Kind { fileprivate var isInCinemas: Bool { self == .theatrical || self == .limited } }
