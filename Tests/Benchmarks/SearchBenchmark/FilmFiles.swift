import Foundation
import SearchIndex
import Text

/// The films of IMDb's files: `title.basics.tsv`, and `title.ratings.tsv` and `title.akas.tsv` if they are there.
struct FilmFiles {
  /// By rank.
  private(set) var titles: [String] = []
  private(set) var originalTitles: [String] = []
  private(set) var koreanTitles: [String?] = []
  let search: FilmSearch
  let image: IndexImage
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
    try Self.forEachRow(of: "\(folder)/title.basics.tsv") { row in
      guard row.count == 9, row[1] == "movie" || row[1] == "tvMovie", row[4] == "0" else { return }
      let id = String(row[0])
      builder.beginFilm(year: Int(row[5]) ?? 0, popularity: ratings[id] ?? 0)
      Self.add(row[2], isTranslation: false, to: &builder)
      if row[3] != row[2] { Self.add(row[3], isTranslation: false, to: &builder) }
      let korean = translations[id]
      if let korean { Self.add(korean, isTranslation: true, to: &builder) }
      builder.endFilm()
      films.append((String(row[2]), String(row[3]), korean.map(String.init)))
    }
    let middle = processorTime()
    let output = try builder.finish()
    (adding, building) = (middle - start, processorTime() - middle)
    image = output.image
    search = try FilmSearch(image)
    for film in output.order.films {
      titles.append(films[Int(film)].title)
      originalTitles.append(films[Int(film)].original)
      koreanTitles.append(films[Int(film)].korean)
    }
  }

  private static func add(_ title: Substring, isTranslation: Bool, to builder: inout FilmSearchBuilder) {
    var title = String(title)
    title.withUTF8 { utf8 in
      TextFolding.fold(utf8).withUnsafeBufferPointer { builder.addTitle($0, isTranslation: isTranslation) }
    }
  }

  /// The votes by id; empty if there is no such file.
  private static func ratings(_ path: String) throws -> [String: UInt32] {
    var votes: [String: UInt32] = [:]
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    try forEachRow(of: path) { row in if row.count == 3 { votes[String(row[0])] = UInt32(row[2]) } }
    return votes
  }

  /// One title in South Korea by id; empty if there is no such file.
  private static func koreanTitles(_ path: String) throws -> [String: Substring] {
    var titles: [String: Substring] = [:]
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    try forEachRow(of: path) { row in
      if row.count == 8, row[3] == "KR", titles[String(row[0])] == nil { titles[String(row[0])] = row[2] }
    }
    return titles
  }

  private static func forEachRow(of path: String, _ body: ([Substring]) -> Void) throws {
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
