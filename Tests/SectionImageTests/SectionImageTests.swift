import Platform
import TestSupport
import Testing

@testable import SectionImage

/// Images are written and opened, and files that are none, or none any more, are refused.
struct SectionImageTests {
  private static let numbers: [UInt32] = Array(0..<500)
  private static let letters: [UInt8] = Array(1...200)

  private func add(to writer: inout SectionWriter) {
    writer.add(Self.numbers, as: 0x100)
    writer.add([] as [UInt64], as: 0x101)
    writer.add(Self.letters, as: 0x400)
  }

  private func made() throws -> SectionImage {
    var writer = SectionWriter()
    add(to: &writer)
    return try writer.image()
  }

  private func bytes() throws -> [UInt8] { try made().withBytes { [UInt8]($0) } }

  private func image(_ bytes: [UInt8]) throws(SectionImageError) -> SectionImage {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    copy.copyBytes(from: bytes)
    return try SectionImage(UnsafeRawBufferPointer(copy), isMapped: false)
  }

  private func expectArrays(in image: SectionImage) throws {
    let numbers: ArrayView<UInt32> = try image.array(0x100)
    let letters: ArrayView<UInt8> = try image.array(0x400)
    #expect(numbers.slice(0..<numbers.count).elementsEqual(Self.numbers))
    #expect(letters.slice(0..<letters.count).elementsEqual(Self.letters))
    #expect(try image.array(0x101, of: UInt64.self).count == 0)
    #expect(throws: SectionImageError.self) { try image.array(0x101, of: UInt32.self) }
    #expect(throws: SectionImageError.self) { try image.array(0x102, of: UInt32.self) }
    // An index from a damaged file may be any number.
    for index in [-1, 500, .min, .max] { #expect(numbers[index] == 0) }
    #expect(numbers.slice(490..<Int.max).count == 10 && numbers.slice(600..<700).isEmpty)
  }

  @Test func `an image has the arrays that were added`() throws { try expectArrays(in: try made()) }

  @Test func `an image is opened from its file`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/image"
    try write(try bytes(), to: path)
    let image = try SectionImage(path: path)
    try image.verify()
    try expectArrays(in: image)
  }

  @Test func `a file that is written part by part has the same arrays`() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/image"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    var writer = SectionWriter(file: file)
    writer.begin()
    for part in [[], [1], Array(2...70), Array(71...200)] as [[UInt8]] { part.withUnsafeBytes { writer.append($0) } }
    writer.end(0x400, elementSize: 1)
    writer.add(Self.numbers, as: 0x100)
    writer.add([] as [UInt64], as: 0x101)
    try writer.finish()
    let image = try SectionImage(path: path)
    try image.verify()
    try expectArrays(in: image)
  }

  @Test func `a full disk is an error`() throws {
    let full = open("/dev/full", O_RDWR)
    defer { close(full) }
    var writer = SectionWriter(file: full)
    writer.add([1, 2, 3] as [UInt8], as: 0x400)
    let error = #expect(throws: SectionImageError.self) { try writer.finish() }
    #expect(error == .unwritable(ENOSPC))
  }

  @Test func `a changed bit anywhere is noticed`() throws {
    let bytes = try bytes()
    for index in bytes.indices {
      var mutant = bytes
      mutant[index] ^= 1 << UInt8(index % 8)
      #expect(throws: SectionImageError.self, "byte \(index)") { try image(mutant).verify() }
    }
  }

  @Test func `a truncated file is refused`() throws {
    let bytes = try bytes()
    for length in 0..<bytes.count {
      #expect(throws: SectionImageError.self) { try image(Array(bytes.prefix(length))) }
    }
    #expect(throws: SectionImageError.damaged("its size")) { try image(bytes + [0]) }
  }

  @Test func `a file that nothing would guard is not mapped`() async throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/image"
    try write(try bytes(), to: path)
    // All images of a process share the guards, so that this would disturb the other tests.
    await #expect(processExitsWith: .success) { [path = path as String] in
      var images = try (0..<64).map { _ in try SectionImage(path: path) }
      let error = #expect(throws: SectionImageError.self) { try SectionImage(path: path) }
      #expect(error == .unreadable(ENFILE))
      images.removeFirst()
      images.append(try SectionImage(path: path))
      truncate(path, 0)
      for image in images {
        let letters: ArrayView<UInt8> = try image.array(0x400)
        #expect(letters[0] == 0)
      }
    }
  }

  @Test func `a foreign file is refused`() throws {
    let folder = TemporaryFolder()
    for text in ["", "SQLite format 3\0", String(repeating: "film\n", count: 1_000)] {
      let path = "\(folder.path)/file"
      try write(Array(text.utf8), to: path)
      #expect(throws: SectionImageError.foreign) { try SectionImage(path: path) }
    }
    #expect(throws: SectionImageError.foreign) { try SectionImage(path: folder.path) }
    #expect(throws: SectionImageError.unreadable(ENOENT)) { try SectionImage(path: "\(folder.path)/nothing") }
  }

  @Test func `a file of another version is refused by name`() throws {
    var bytes = try bytes()
    bytes[8] = 9
    let error = #expect(throws: SectionImageError.self) { try image(bytes) }
    #expect(error == .otherVersion(found: 9, expected: SectionImage.version))
    #expect(error.map { "\($0)".contains("format 9") } == true)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
