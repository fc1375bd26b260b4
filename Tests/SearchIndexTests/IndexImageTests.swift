import Platform
import TestSupport
import Testing

@testable import SearchIndex

/// Files that are no index, or none any more, are refused; no search in them crashes.
struct IndexImageTests {
  private static let queries = ["the", "a", "기", "ㄱ", "drama", "1984", "aecb bcd", "a b"]
    .map { Array($0.utf8) }

  private func bytes(films: Int = 40) throws -> [UInt8] {
    try RandomFilms(seed: 3, films: films).builder().finish().image.withBytes { [UInt8]($0) }
  }

  private func image(_ bytes: [UInt8]) throws(IndexError) -> IndexImage {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    return try IndexImage(UnsafeRawBufferPointer(copy), isMapped: false)
  }

  /// Searches an image whose contents may be anything.
  private func use(_ image: IndexImage) throws(IndexError) {
    let search = try FilmSearch(image)
    for query in Self.queries {
      let found = search.search(query, count: 30)
      #expect(found.ranks.allSatisfy { (0..<search.filmCount).contains($0) })
      for person in search.people(query, count: 5) { _ = search.films(ofPerson: person) }
    }
  }

  @Test func `An image is opened from its file`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/films.index"
    let bytes = try bytes()
    try write(bytes, to: path)
    let image = try IndexImage(path: path)
    try image.verify()
    try use(image)
  }

  @Test func `A file that is cut while it is mapped is damaged, and ends no process`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/films.index"
    try write(try bytes(films: 2_000), to: path)
    let image = try IndexImage(path: path)
    #expect(truncate(path, 0) == 0)
    try use(image)
    #expect(throws: IndexError.self) { try image.verify() }
  }

  @Test func `An image that is written part by part has the same arrays as one made in memory`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/films.index"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    var writer = IndexFileWriter(file: file)
    writer.begin()
    let parts: [[UInt8]] = [[], [1], Array(2...70), Array(71...200)]
    for part in parts { part.withUnsafeBytes { writer.append($0) } }
    writer.end(0x400, elementSize: 1)
    _ = RandomFilms(seed: 3, films: 40).builder().finish(to: &writer)
    try writer.finish()
    let image = try IndexImage(path: path)
    try image.verify()
    let bytes: ArrayView<UInt8> = try image.array(0x400)
    #expect(bytes.slice(0..<bytes.count).elementsEqual(1...200))
    try use(image)
    let expected = try FilmSearch(RandomFilms(seed: 3, films: 40).builder().finish().image)
    for query in Self.queries { #expect(try FilmSearch(image).search(query) == expected.search(query)) }
  }

  @Test func `A full disk is an error`() throws {
    let full = open("/dev/full", O_RDWR)
    defer { close(full) }
    var writer = IndexFileWriter(file: full)
    writer.add([1, 2, 3] as [UInt8], as: 0x400)
    let error = #expect(throws: IndexError.self) { try writer.finish() }
    #expect(error == .unwritable(ENOSPC))
  }

  @Test func `A changed bit anywhere is noticed, and no search crashes`() throws {
    let bytes = try bytes(films: 10)
    var generator = SeededGenerator(seed: 1)
    for round in 0..<10_000 {
      var mutant = bytes
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      mutant[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      guard let damaged = try? image(mutant) else { continue }
      #expect(throws: IndexError.self, "byte \(index)") { try damaged.verify() }
      if round % 25 == 0 { try? use(damaged) }
    }
  }

  @Test func `Contents that fit their checksums but not each other do not crash a search`() throws {
    let bytes = try bytes()
    var generator = SeededGenerator(seed: 2)
    let count = bytes.withUnsafeBytes { $0.load(fromByteOffset: 12, as: UInt32.self) }
    for _ in 0..<300 {
      var mutant = bytes
      let start = IndexImage.headerSize + Int(count) * IndexImage.entrySize
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let index = Int.random(in: start..<bytes.count, using: &generator)
        mutant[index] = [0, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
      }
      // Opening reads no contents.
      try use(try image(mutant))
    }
  }

  @Test func `A truncated file is refused`() throws {
    let bytes = try bytes(films: 5)
    for length in 0..<bytes.count {
      #expect(throws: IndexError.self) { try image(Array(bytes.prefix(length))) }
    }
    #expect(throws: IndexError.damaged("its size")) { try image(bytes + [0]) }
  }

  @Test func `A foreign file is refused`() throws {
    let folder = TemporaryFolder()
    for text in ["", "SQLite format 3\0", String(repeating: "film\n", count: 1_000)] {
      let path = "\(folder.path)/file"
      try write(Array(text.utf8), to: path)
      #expect(throws: IndexError.foreign) { try IndexImage(path: path) }
    }
    #expect(throws: IndexError.foreign) { try IndexImage(path: folder.path) }
    #expect(throws: IndexError.unreadable(ENOENT)) { try IndexImage(path: "\(folder.path)/nothing") }
  }

  @Test func `A file of another version is refused by name`() throws {
    var bytes = try bytes(films: 5)
    bytes[8] = 9
    let error = #expect(throws: IndexError.self) { try image(bytes) }
    #expect(error == .otherVersion(found: 9, expected: IndexImage.version))
    #expect(error.map { "\($0)".contains("format 9") } == true)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
