import CZlib
import CatalogImage
import Foundation
import IMDbImport
import TestSupport

/// A temporary folder with small files of IMDb's format.
struct DatasetFolder {
  private let folder = TemporaryFolder()
  var path: String { folder.path }

  static let headers: [Dataset: String] = [
    .basics: "tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres",
    .ratings: "tconst averageRating numVotes",
    .akas: "titleId ordering title region language types attributes isOriginalTitle",
    .crew: "tconst directors writers",
    .principals: "tconst ordering nconst category job characters",
    .names: "nconst primaryName birthYear deathYear primaryProfession knownForTitles",
  ]

  static func header(_ dataset: Dataset) -> String { headers[dataset, default: ""].replacing(" ", with: "\t") }

  func file(_ dataset: Dataset) -> String { folder.file(dataset.rawValue + ".tsv") }

  /// Writes lines below IMDb's header. In them, `|` stands for a tab.
  func write(_ dataset: Dataset, _ lines: [String]) throws {
    let lines = lines.map { $0.replacing("|", with: "\t") }
    try write(dataset, text: ([Self.header(dataset)] + lines).map { $0 + "\n" }.joined())
  }

  func write(_ dataset: Dataset, text: String) throws { try write(dataset, bytes: Array(text.utf8)) }

  func write(_ dataset: Dataset, bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(dataset)))
  }

  /// Replaces a plain file by a compressed one, whose members have up to so many bytes each.
  func compress(_ dataset: Dataset, memberSize: Int = .max) throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: file(dataset))))
    var rest = bytes[...]
    repeat {
      let member = Array(rest.prefix(memberSize))
      rest = rest.dropFirst(memberSize)
      let stream = gzopen(file(dataset) + ".gz", "ab")
      gzwrite(stream, member, UInt32(member.count))
      gzclose(stream)
    } while !rest.isEmpty
    try FileManager.default.removeItem(atPath: file(dataset))
  }

  /// Imports the folder.
  func load(
    _ options: ImportOptions = ImportOptions(), progress: @escaping (IMDbImport.Progress) -> Void = { _ in }
  ) throws(ImportError) -> Loaded {
    let (tables, report) = try Importer(folder: path, options: options, progress: progress).run()
    return Loaded(tables: tables, report: report)
  }

  /// Writes `title.basics` with one film.
  func writeOneFilm() throws { try write(.basics, [film("tt0000001", "A Film")]) }
}

/// A line of `title.basics`.
func film(_ id: String, _ title: String, type: String = "movie", adult: String = "0") -> String {
  "\(id)|\(type)|\(title)|\(title)|\(adult)|1999|\\N|100|Drama"
}

extension IMDbGenre.Set {
  /// The set of the genres with these names.
  init(_ names: String...) { self = names.reduce(into: []) { $0.formUnion(Self(named: $1) ?? []) } }
}

/// Tables with texts that tests can read.
struct Loaded {
  let tables: FilmTables
  let report: Importer.Report

  func text(_ position: FilmTables.Text) -> String {
    String(decoding: tables.texts.bytes[Int(position)...].prefix { $0 != 0 }, as: UTF8.self)
  }

  var titles: [String] { tables.films.map(\.title).map(text) }
  var koreanTitles: [String] { tables.translatedTitles[0].map(text) }

  /// The other titles of a film.
  func otherTitles(_ film: Int = 0) -> [String] {
    tables.otherTitles.filter { $0.film == film }.map { text($0.title) }
  }

  /// A line for each credit of a film: `cast 1 Song Kang-ho: Ki-taek`.
  func credits(_ film: Int = 0) -> [String] {
    tables.credits.filter { $0.film == film }.map { credit in
      let name = text(tables.people[Int(credit.person)].name)
      let characters = credit.characters == 0 ? "" : ": " + text(credit.characters)
      return "\(credit.kind) \(credit.order) \(name)\(characters)"
    }
  }

  func skipped(_ dataset: Dataset, _ reason: SkipReason) -> Int { report.counts[dataset]?[reason] ?? 0 }
}
