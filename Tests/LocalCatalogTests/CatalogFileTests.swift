import Foundation
import MovieCore
import SectionImage
import TestSupport
import Testing

@testable import CatalogImage
@testable import LocalCatalog

/// The file of the catalog comes, goes, and may contain anything.
struct CatalogFileTests {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/imdb.catalog" }

  /// Asks everything that a catalog can be asked.
  private func use(_ catalog: LocalCatalog) async throws {
    for text in ["the", "red house", "기", "bong", "1984", "rde huose"] {
      let batch = try await catalog.batch(of: .search(SearchQuery(text: text)), at: 0, count: 30)
      for movie in batch.movies.prefix(3) {
        _ = try? await catalog.detail(movie.id, reviews: 0, language: "ko")
        _ = try? await catalog.batch(of: .recommendations(movie.id, language: nil), at: 0, count: 30)
      }
    }
    for person in try await catalog.people("john", limit: 3, language: nil).people {
      _ = try? await catalog.person(person.id, language: nil)
    }
    for sort in DiscoverQuery.Sort.allCases {
      var query = DiscoverQuery()
      (query.sort, query.genres, query.yearFrom) = (sort, ["drama"], 1980)
      do {
        _ = try await catalog.batch(of: .discover(query), at: 0, count: 30)
      } catch let error as MovieError where error.reason == .invalidParams {
        // The damage has taken the ratings by which to sort.
      }
    }
    for section in catalog.sections {
      _ = try await catalog.batch(of: .section(section.name, language: nil), at: 0, count: 30)
    }
    _ = try await catalog.genres(language: nil)
  }

  private func write(_ bytes: [UInt8]) throws {
    // By rename, as an import does: a file must not change while it is mapped.
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  @Test func `a damaged, cut or foreign file never crashes, and reading all of it finds the damage`() async throws {
    try RandomTables(seed: 5, films: 20).write(to: path)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // The header has 40 bytes, and each of the 128 entries of the table 32.
    let tableEnd = 40 + 32 * 128
    var generator = TestSupport.SeededGenerator(seed: 7)
    for round in 0..<10_000 {
      var mutant = whole
      switch round % 5 {
      case 0: mutant = Array(whole.prefix(Int.random(in: 0..<whole.count, using: &generator)))
      case 1: for index in mutant.indices.prefix(40) { mutant[index] = UInt8.random(in: 0...255, using: &generator) }
      default:
        for _ in 0..<[1, 1, 30][round % 3] {
          let isInTable = Int.random(in: 0..<4, using: &generator) == 0
          let index = Int.random(in: isInTable ? 0..<tableEnd : tableEnd..<whole.count, using: &generator)
          mutant[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
      }
      guard let films = try? CatalogFilms(image(mutant), of: "imdb") else { continue }
      #expect(mutant == whole || (try? films.image.verify()) == nil)
      if round % 40 == 2 {
        try write(mutant)
        try await use(LocalCatalog.imdb(path: path))
      }
    }
  }

  /// Opens bytes as a file of their own.
  private func image(_ bytes: [UInt8]) throws -> SectionImage {
    let path = "\(folder.path)/mutant"
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    return try SectionImage(path: path)
  }

  @Test func `without a file the catalog is not configured, and says how to import it`() async throws {
    let catalog = LocalCatalog.imdb(path: path)
    #expect(catalog.unavailability?.reason == .catalogNotConfigured)
    #expect(catalog.unavailability?.message.contains("movie-server import imdb DIR") == true)
    try ImportedCatalogTests.films.write(to: path)
    try await waitUntil { catalog.unavailability == nil }
    try await use(catalog)
    #expect(try NewCatalogFile.remove(path))
    try await waitUntil { catalog.unavailability?.reason == .catalogNotConfigured }
  }

  @Test func `a file of another version or of another program is refused by name`() throws {
    try ImportedCatalogTests.films.write(to: path)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[8] = 99
    try write(bytes)
    let message = LocalCatalog.imdb(path: path).unavailability?.message ?? ""
    #expect(message.contains("format 99") && message.contains("Run “movie-server import imdb DIR” again"))
    try write(Array("SQLite format 3\u{0}".utf8) + Array(repeating: 0, count: 5_000))
    #expect(LocalCatalog.imdb(path: path).unavailability?.reason == .catalogNotConfigured)
  }

  @Test func `a file with a wrong checksum is used until all of it has been read`() async throws {
    try ImportedCatalogTests.films.write(to: path)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[bytes.count - 1] ^= 1
    try write(bytes)
    let file = CatalogFile(path: path, verificationDelay: .zero)
    _ = try? file.current()
    try await waitUntil { file.unavailability?.message.contains("damaged") == true }
  }

  @Test func `a file that has been replaced is not kept, however often that happens`() async throws {
    let catalog = LocalCatalog.imdb(path: path)
    for seed in 0..<80 {
      try RandomTables(seed: seed, films: 10 + seed).write(to: path)
      let listing = Listing.discover(DiscoverQuery())
      try await waitUntil { (try? await catalog.batch(of: listing, at: 0, count: 1).total) == 10 + seed }
    }
    #expect(catalog.unavailability == nil)
  }

  @Test func `a list does not go on in another file`() async throws {
    try RandomTables(seed: 1, films: 60).write(to: path)
    let catalog = LocalCatalog.imdb(path: path)
    let listing = Listing.discover(DiscoverQuery())
    let first = try await catalog.batch(of: listing, at: 0, count: 20)
    let next = try #require(first.next)
    #expect(try await catalog.batch(of: listing, at: next, count: 20).movies.count == 20)
    try RandomTables(seed: 2, films: 70).write(to: path)
    try await waitUntil { (try? await catalog.batch(of: listing, at: 0, count: 1).total) == 70 }
    let error = await #expect(throws: MovieError.self) { _ = try await catalog.batch(of: listing, at: next, count: 20) }
    #expect(error?.reason == .listNotReady)
  }

  @Test func `two imports do not run at once, and what a killed one has left is removed`() throws {
    let first = try NewCatalogFile(replacing: path)
    #expect(throws: CatalogFileError.self) { _ = try NewCatalogFile(replacing: path) }
    NewCatalogFile.removeAbandoned(for: path)
    #expect(FileManager.default.fileExists(atPath: NewCatalogFile.temporaryPath(for: path)))
    try first.write(ImportedCatalogTests.films.tables())
    #expect(!FileManager.default.fileExists(atPath: NewCatalogFile.temporaryPath(for: path)))
    try Data("rest".utf8).write(to: URL(fileURLWithPath: NewCatalogFile.temporaryPath(for: path)))
    NewCatalogFile.removeAbandoned(for: path)
    #expect(!FileManager.default.fileExists(atPath: NewCatalogFile.temporaryPath(for: path)))
    #expect(LocalCatalog.imdb(path: path).unavailability == nil)
  }

  private struct TimedOut: Error {}

  private func waitUntil(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<10_000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw TimedOut()
  }
}
