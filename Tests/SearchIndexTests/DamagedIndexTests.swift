import Platform
import TestSupport
import Testing

@testable import SearchIndex
@testable import SectionImage

/// No search in a damaged index crashes.
struct DamagedIndexTests {
  private static let queries = ["the", "a", "기", "ㄱ", "drama", "1984", "aecb bcd", "a b"]
    .map { Array($0.utf8) }

  private func bytes(films: Int = 40) throws -> [UInt8] {
    try RandomFilms(seed: 3, films: films).builder().finish().image.withBytes { [UInt8]($0) }
  }

  private func image(_ bytes: [UInt8]) throws(SectionImageError) -> SectionImage {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    return try SectionImage(UnsafeRawBufferPointer(copy), isMapped: false)
  }

  /// Searches an image whose contents may be anything.
  private func use(_ image: SectionImage) throws(SectionImageError) {
    let search = try FilmSearch(image)
    for query in Self.queries {
      let found = search.search(query, count: 30)
      #expect(found.ranks.allSatisfy { (0..<search.filmCount).contains($0) })
      for person in search.people(query, count: 5).ranks { _ = search.films(ofPerson: person) }
    }
  }

  @Test func `a file that is cut while it is mapped is damaged, and ends no process`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/films.index"
    try write(try bytes(films: 2_000), to: path)
    let image = try SectionImage(path: path)
    #expect(truncate(path, 0) == 0)
    try use(image)
    #expect(throws: SectionImageError.self) { try image.verify() }
  }

  @Test func `a changed bit anywhere is noticed, and no search crashes`() throws {
    let bytes = try bytes(films: 10)
    var generator = SeededGenerator(seed: 1)
    for round in 0..<10_000 {
      var mutant = bytes
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      mutant[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      guard let damaged = try? image(mutant) else { continue }
      #expect(throws: SectionImageError.self, "byte \(index)") { try damaged.verify() }
      if round % 25 == 0 { try? use(damaged) }
    }
  }

  @Test func `contents that fit their checksums but not each other do not crash a search`() throws {
    let bytes = try bytes()
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      var mutant = bytes
      let start = SectionImage.tableEnd
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let index = Int.random(in: start..<bytes.count, using: &generator)
        mutant[index] = [0, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
      }
      // Opening reads no contents.
      try use(try image(mutant))
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
