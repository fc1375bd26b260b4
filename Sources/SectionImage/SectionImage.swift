import Platform

/// Numbered arrays, the sections, as they stand in a file, which is mapped or made in memory and never changes: a
/// header, a table and the contents, little-endian and aligned to 8 bytes.
///
/// | offset | size | |
/// |---|---|---|
/// | 0 | 8 | `FILMINDX` |
/// | 8 | 4 | version of the format |
/// | 12 | 4 | number of sections |
/// | 16 | 8 | size of the file |
/// | 24 | 8 | checksum of the table of sections |
/// | 32 | 8 | checksum of the 32 bytes before |
/// | 40 | 128 × 32 | table: number (4), size of an element (4), offset (8), number of elements (8), checksum (8) |
/// | 4136 | | the arrays |
///
/// Opening reads the header and the table only, so that it takes microseconds at any size. `verify` reads all of it.
public final class SectionImage: @unchecked Sendable {
  /// The version of the format that this program reads and writes, and of what all sections mean.
  public static let version: UInt32 = 5

  static let magic: UInt64 = 0x5844_4E49_4D4C_4946  // FILMINDX in a little-endian file
  static let headerSize = 40
  static let entrySize = 32
  /// Sections begin at multiples of this, so that arrays are aligned.
  static let alignment = 8
  static let maximumSections = 128
  static let tableEnd = headerSize + maximumSections * entrySize

  static func padded(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }

  struct Section {
    var start: UnsafeRawPointer
    var count: Int
    var elementSize: Int
    /// Of the contents and the zeros up to the next section; nil for a section that is not checked.
    var checksum: UInt64?

    var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count * elementSize) }
  }

  private let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool
  let sections: [UInt32: Section]

  /// Maps a file. One that becomes shorter has zeros at its end, so a new one replaces it by rename(2).
  public convenience init(path: String) throws(SectionImageError) {
    // A FIFO would wait for its writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .foreign }
    let size = Int(status.st_size)
    guard size >= Self.headerSize else { throw .foreign }
    let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0)
    guard let address, address != MAP_FAILED else { throw .unreadable(errno) }
    let bytes = UnsafeRawBufferPointer(start: address, count: size)
    guard MappedFiles.add(bytes) else {
      munmap(address, size)
      throw .unreadable(ENFILE)
    }
    try self.init(bytes, isMapped: true)
  }

  /// Takes ownership of the bytes.
  init(_ bytes: UnsafeRawBufferPointer, isMapped: Bool) throws(SectionImageError) {
    (self.bytes, self.isMapped) = (bytes, isMapped)
    do throws(SectionImageError) {
      sections = try Self.readTable(bytes)
    } catch {
      Self.release(bytes, isMapped: isMapped)
      throw error
    }
  }

  /// Takes ownership of the bytes. The sections are in them, or in memory that is never released.
  init(_ bytes: UnsafeRawBufferPointer, sections: [UInt32: Section]) {
    (self.bytes, self.sections) = (bytes, sections)
    isMapped = false
  }

  deinit { Self.release(bytes, isMapped: isMapped) }

  private static func release(_ bytes: UnsafeRawBufferPointer, isMapped: Bool) {
    if isMapped {
      MappedFiles.remove(bytes)
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      bytes.deallocate()
    }
  }

  private static func readTable(_ bytes: UnsafeRawBufferPointer) throws(SectionImageError) -> [UInt32: Section] {
    guard let base = bytes.baseAddress, bytes.count >= headerSize, bytes.load(as: UInt64.self) == magic else {
      throw .foreign
    }
    let found = bytes.load(fromByteOffset: 8, as: UInt32.self)
    guard found == version else { throw .otherVersion(found: found, expected: version) }
    let header = UnsafeRawBufferPointer(rebasing: bytes[..<(headerSize - 8)])
    guard bytes.load(fromByteOffset: headerSize - 8, as: UInt64.self) == Checksum.of(header) else {
      throw .damaged("its header")
    }
    let count = Int(bytes.load(fromByteOffset: 12, as: UInt32.self))
    guard bytes.load(fromByteOffset: 16, as: UInt64.self) == UInt64(bytes.count) else { throw .damaged("its size") }
    guard count <= maximumSections, tableEnd <= bytes.count else { throw .damaged("its table of sections") }
    let table = UnsafeRawBufferPointer(rebasing: bytes[headerSize..<tableEnd])
    guard bytes.load(fromByteOffset: 24, as: UInt64.self) == Checksum.of(table) else {
      throw .damaged("its table of sections")
    }
    var sections: [UInt32: Section] = [:]
    for entry in 0..<count {
      let start = entry * entrySize
      let kind = table.load(fromByteOffset: start, as: UInt32.self)
      let elementSize = Int(table.load(fromByteOffset: start + 4, as: UInt32.self))
      let offset = table.load(fromByteOffset: start + 8, as: UInt64.self)
      let count = table.load(fromByteOffset: start + 16, as: UInt64.self)
      // A hostile table may have a right checksum.
      guard [1, 2, 4, 8].contains(elementSize), offset % UInt64(alignment) == 0, offset <= UInt64(bytes.count),
        count <= (UInt64(bytes.count) - offset) / UInt64(elementSize),
        Int(offset) + padded(Int(count) * elementSize) <= bytes.count
      else { throw .damaged("section \(kind)") }
      sections[kind] = Section(
        start: base + Int(offset), count: Int(count), elementSize: elementSize,
        checksum: table.load(fromByteOffset: start + 24, as: UInt64.self))
    }
    return sections
  }

  /// Compares the contents with their checksums, which takes tens of milliseconds. Reading damaged ones is safe.
  public func verify() throws(SectionImageError) {
    for (kind, section) in sections.sorted(by: { $0.key < $1.key }) {
      guard let checksum = section.checksum else { continue }
      let contents = UnsafeRawBufferPointer(start: section.start, count: Self.padded(section.contents.count))
      guard Checksum.of(contents) == checksum else { throw .damaged("section \(kind)") }
      releasePages(of: contents)
    }
  }

  /// Takes a section's pages out of the memory of this process. They stay in the system's cache.
  private func releasePages(of contents: UnsafeRawBufferPointer) {
    guard isMapped, let start = contents.baseAddress else { return }
    let offset = Int(bitPattern: start) % Int(getpagesize())
    madvise(UnsafeMutableRawPointer(mutating: start - offset), contents.count + offset, MADV_DONTNEED)
  }

  /// The array of a section; throws `damaged` if there is none of this element size.
  public func array<Element: FixedWidthInteger & BitwiseCopyable>(
    _ kind: UInt32, of type: Element.Type = Element.self
  ) throws(SectionImageError) -> ArrayView<Element> {
    guard let section = sections[kind], section.elementSize == MemoryLayout<Element>.size else {
      throw .damaged("section \(kind)")
    }
    return ArrayView(section.start.assumingMemoryBound(to: Element.self), count: section.count)
  }

  public func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(bytes) }
}
