import Foundation
import SearchIndex
import SearchSupport
import SectionImage
import Text

/// The films of IMDb's files: `title.basics.tsv`, and if they are there, `title.ratings.tsv`, `title.akas.tsv`, and the
/// people of `title.principals.tsv` and `name.basics.tsv`.
struct FilmFiles {
  /// By rank.
  private(set) var titles: [String] = []
  private(set) var originalTitles: [String] = []
  private(set) var koreanTitles: [String?] = []
  let search: FilmSearch
  let image: SectionImage
  /// The processor time in seconds that adding the films and building the index took.
  let adding: Double
  let building: Double

  /// The size of the index.
  var megabytes: Double { Double(image.withBytes { $0.count }) / 1e6 }

  init(folder: String) throws {
    let ratings = try Self.ratings("\(folder)/title.ratings.tsv")
    let start = processorTime()
    var builder = FilmSearchBuilder()
    var films: [(title: String, original: String, korean: String?)] = []
    // Both files are sorted by id.
    let translations = try Self.koreanTitles("\(folder)/title.akas.tsv")
    let credits = try Self.addPeople(in: folder, to: &builder)
    try Self.forEachRow(of: "\(folder)/title.basics.tsv") { row in
      guard row.count == 9, row[1] == "movie" || row[1] == "tvMovie", row[4] == "0" else { return }
      let id = String(row[0])
      builder.beginFilm(year: Int(row[5]) ?? 0, popularity: ratings[id] ?? 0)
      Self.add(row[2], as: .main, to: &builder)
      if row[3] != row[2] { Self.add(row[3], as: .variant, to: &builder) }
      let korean = translations[id]
      if let korean { Self.add(korean, as: .translation, to: &builder) }
      for person in credits[id] ?? [] { builder.addCredit(person) }
      films.append((String(row[2]), String(row[3]), korean.map(String.init)))
    }
    let middle = processorTime()
    let output = try builder.finish()
    (adding, building) = (middle - start, processorTime() - middle)
    image = output.image
    search = try FilmSearch(image)
    for film in output.films {
      titles.append(films[film].title)
      originalTitles.append(films[film].original)
      koreanTitles.append(films[film].korean)
    }
  }

  private static func add(_ title: Substring, as kind: TitleKind, to builder: inout FilmSearchBuilder) {
    builder.addTitle(folded(title), as: kind)
  }

  private static func folded(_ text: Substring) -> [UInt8] {
    var text = String(text)
    return text.withUTF8 { TextFolding.fold($0) }
  }

  /// Adds the people who direct films or act in them.
  ///
  /// - Returns: their numbers by the ids of the titles.
  private static func addPeople(in folder: String, to builder: inout FilmSearchBuilder) throws -> [String: [Int]] {
    var numbers: [String: Int] = [:]
    try forEachRow(of: "\(folder)/name.basics.tsv") { row in
      numbers[String(row[0])] = numbers.count
      builder.addPerson([folded(row[1])])
    }
    var credits: [String: [Int]] = [:]
    try forEachRow(of: "\(folder)/title.principals.tsv") { row in
      guard ["actor", "actress", "director"].contains(row[3]), let person = numbers[String(row[2])] else { return }
      if credits[String(row[0])]?.contains(person) != true { credits[String(row[0]), default: []].append(person) }
    }
    return credits
  }

  /// The votes by id; empty if there is no such file.
  private static func ratings(_ path: String) throws -> [String: UInt32] {
    var votes: [String: UInt32] = [:]
    try forEachRow(of: path) { row in if row.count == 3 { votes[String(row[0])] = UInt32(row[2]) } }
    return votes
  }

  /// One title in South Korea by id; empty if there is no such file.
  private static func koreanTitles(_ path: String) throws -> [String: Substring] {
    var titles: [String: Substring] = [:]
    try forEachRow(of: path) { row in
      if row.count == 8, row[3] == "KR", titles[String(row[0])] == nil { titles[String(row[0])] = row[2] }
    }
    return titles
  }

  /// Calls the closure with each row; with none if there is no such file.
  private static func forEachRow(of path: String, _ body: ([Substring]) -> Void) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst() {
      body(line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { Substring($0) })
    }
  }
}

/// Seconds of the thread's processor time, which the load of the machine does not change.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
