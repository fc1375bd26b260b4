import SearchIndex
import SectionImage
import Text

/// Makes the contents of a `FilmTable` of the readable tables, when the program is built.
public struct FilmTableBuilder {
  /// The search index, and the arrays of `FilmTableArray`.
  public let image: SectionImage
  /// The texts of the films, then those of the people, one after the other.
  public let texts: [UInt8]

  /// - Parameters:
  ///   - films: the most popular first; see `FilmRow`.
  ///   - koreanNames: names of people, and the same in Hangul.
  ///   - koreanOverviews: IMDb ids, and the overviews in Korean.
  public init(films: String, koreanNames: String, koreanOverviews: String) throws(SectionImageError) {
    let rows = FilmRow.all(in: films)
    var search = FilmSearchBuilder()
    var people = People(koreanNames: FilmRow.pairs(in: koreanNames))
    let credits = rows.map { row in
      [FilmRow.Column.directors, .cast].map { row.values($0).map { people.number(of: $0) } }
    }
    for (rank, row) in rows.enumerated() {
      search.beginFilm(year: Int(row[.year]) ?? 0, popularity: UInt32(rows.count - rank))
      Self.withFolded(row[.title]) { search.addTitle($0, as: .main) }
      Self.withFolded(row[.originalTitle]) { search.addTitle($0, as: .variant) }
      Self.withFolded(row[.koreanTitle]) { search.addTitle($0, as: .translation) }
      for word in row.values(.genres).flatMap(GenreNames.searchWords) + Language.searchWords(row[.language]) {
        Self.withFolded(word) { search.addCategory($0) }
      }
      for person in Set(credits[rank].joined()).sorted() { search.addCredit(person) }
      search.endFilm()
    }
    for person in people.names {
      for name in [person.name, person.koreanName] { Self.withFolded(name) { search.addName($0) } }
      search.endPerson()
    }
    let overviews = FilmRow.pairs(in: koreanOverviews)
    var arrays = Arrays()
    image = try search.finish(isChecked: false) { order, writer in
      arrays.add(rows, overviews)
      arrays.add(credits, ranks: order.people)
      arrays.add(order.people.map { people.names[Int($0)] })
      arrays.add(to: &writer)
    }.image
    texts = arrays.texts
  }

  private static func withFolded(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard !text.isEmpty else { return }
    Array(TextFolding.fold(text).utf8).withUnsafeBufferPointer(body)
  }

  private struct Name {
    var name: String
    var koreanName: String

    /// The folded name with hyphens.
    var id: String { TextFolding.fold(name).split(separator: " ").joined(separator: "-") }
  }

  /// The people in the order in which the table has them.
  private struct People {
    let koreanNames: [String: String]
    private(set) var names: [Name] = []
    private var numbers: [String: Int] = [:]

    init(koreanNames: [String: String]) { self.koreanNames = koreanNames }

    mutating func number(of name: String) -> Int {
      if let number = numbers[name] { return number }
      numbers[name] = names.count
      names.append(Name(name: name, koreanName: koreanNames[name] ?? ""))
      return names.count - 1
    }
  }

  /// The contents of `FilmTableArray`.
  private struct Arrays {
    private(set) var texts: [UInt8] = []
    private var textEnds: [UInt32] = []
    private var idNumbers: [UInt32] = []
    private var idRanks: [UInt32] = []
    private var credits: [UInt32] = []
    private var creditEnds: [UInt32] = []
    private var personIDRanks: [UInt32] = []

    mutating func add(_ rows: [FilmRow], _ koreanOverviews: [String: String]) {
      for row in rows {
        for column in Film.Column.allCases {
          texts += column.text(of: row, koreanOverviews).utf8
          textEnds.append(UInt32(texts.count))
        }
      }
      let numbers = rows.map { UInt32($0[.id].dropFirst(2)) ?? 0 }
      idRanks = numbers.indices.sorted { numbers[$0] < numbers[$1] }.map(UInt32.init)
      idNumbers = numbers.sorted()
    }

    /// - Parameter ranks: by rank, the number of the person.
    mutating func add(_ films: [[[Int]]], ranks: [UInt32]) {
      var rankOfPerson = [UInt32](repeating: 0, count: ranks.count)
      for (rank, person) in ranks.enumerated() { rankOfPerson[Int(person)] = UInt32(rank) }
      for roles in films.joined() {
        credits += roles.map { rankOfPerson[$0] }
        creditEnds.append(UInt32(credits.count))
      }
    }

    mutating func add(_ people: [Name]) {
      for person in people {
        for text in [person.id, person.name, person.koreanName] {
          texts += text.utf8
          textEnds.append(UInt32(texts.count))
        }
      }
      let ids = people.map(\.id)
      personIDRanks = ids.indices.sorted { ids[$0].utf8.lexicographicallyPrecedes(ids[$1].utf8) }.map(UInt32.init)
    }

    func add(to writer: inout SectionImageWriter) {
      writer.add(textEnds, as: FilmTableArray.textEnds.rawValue)
      writer.add(idNumbers, as: FilmTableArray.idNumbers.rawValue)
      writer.add(idRanks, as: FilmTableArray.idRanks.rawValue)
      writer.add(credits, as: FilmTableArray.credits.rawValue)
      writer.add(creditEnds, as: FilmTableArray.creditEnds.rawValue)
      writer.add(personIDRanks, as: FilmTableArray.personIDRanks.rawValue)
    }
  }
}

extension Film.Column {
  fileprivate func text(of row: FilmRow, _ koreanOverviews: [String: String]) -> String {
    switch self {
    case .id: row[.id]
    case .title: row[.title]
    case .originalTitle: row[.originalTitle]
    case .koreanTitle: row[.koreanTitle]
    case .language: row[.language]
    case .year: row[.year]
    case .runtime: row[.runtime]
    case .genres: row[.genres]
    case .overview: row[.overview]
    case .koreanOverview: koreanOverviews[row[.id]] ?? ""
    }
  }
}
