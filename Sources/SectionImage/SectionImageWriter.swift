/// Takes the arrays of an image, each once, in any order.
public protocol SectionWriter {
  /// Adds an array as the section `kind`.
  mutating func add<Element: FixedWidthInteger & BitwiseCopyable>(_ array: [Element], as kind: UInt32)
}

/// Lays arrays out as a `SectionImage` in memory.
public struct SectionImageWriter: SectionWriter {
  private struct Section {
    var kind: UInt32
    var elementSize: Int
    var count: Int
    var offset: Int
    var fill: (UnsafeMutableRawPointer) -> Void
  }

  private var sections: [Section] = []

  public init() {}

  /// Adds an array as the section `kind`.
  public mutating func add<Element: FixedWidthInteger & BitwiseCopyable>(_ array: [Element], as kind: UInt32) {
    let elementSize = MemoryLayout<Element>.size
    add(kind, elementSize: elementSize, count: array.count) { target in
      array.withUnsafeBytes { source in
        if let start = source.baseAddress { target.copyMemory(from: start, byteCount: source.count) }
      }
    }
  }

  /// Adds a section whose contents are written later, into as many whole words as they need.
  mutating func add(_ kind: UInt32, elementSize: Int, count: Int, _ fill: @escaping (UnsafeMutableRawPointer) -> Void) {
    sections.append(Section(kind: kind, elementSize: elementSize, count: count, offset: 0, fill: fill))
  }

  /// Makes the image.
  ///
  /// - Parameter isChecked: whether to compute the checksums of the contents. An image that stays in memory needs none.
  public consuming func finish(isChecked: Bool) throws(SectionImageError) -> SectionImage {
    let tableEnd = SectionImage.headerSize + sections.count * SectionImage.entrySize
    var size = tableEnd
    for index in sections.indices {
      sections[index].offset = size
      size += SectionImage.padded(sections[index].count * sections[index].elementSize)
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: SectionImage.alignment)
    for (index, section) in sections.enumerated() {
      let end = section.offset + section.count * section.elementSize
      let next = section.offset + SectionImage.padded(end - section.offset)
      for padding in end..<next { bytes[padding] = 0 }
      if section.count > 0, let start = bytes.baseAddress { section.fill(start + section.offset) }
      let contents = UnsafeRawBufferPointer(rebasing: bytes[section.offset..<next])
      let entry = SectionImage.headerSize + index * SectionImage.entrySize
      bytes.storeBytes(of: section.kind, toByteOffset: entry, as: UInt32.self)
      bytes.storeBytes(of: UInt32(section.elementSize), toByteOffset: entry + 4, as: UInt32.self)
      bytes.storeBytes(of: UInt64(section.offset), toByteOffset: entry + 8, as: UInt64.self)
      bytes.storeBytes(of: UInt64(section.count), toByteOffset: entry + 16, as: UInt64.self)
      bytes.storeBytes(of: isChecked ? Checksum.of(contents) : 0, toByteOffset: entry + 24, as: UInt64.self)
    }
    bytes.storeBytes(of: SectionImage.magic, as: UInt64.self)
    bytes.storeBytes(of: SectionImage.version, toByteOffset: 8, as: UInt32.self)
    bytes.storeBytes(of: UInt32(sections.count), toByteOffset: 12, as: UInt32.self)
    bytes.storeBytes(of: UInt64(size), toByteOffset: 16, as: UInt64.self)
    let table = UnsafeRawBufferPointer(rebasing: bytes[SectionImage.headerSize..<tableEnd])
    bytes.storeBytes(of: Checksum.of(table), toByteOffset: 24, as: UInt64.self)
    let header = UnsafeRawBufferPointer(rebasing: bytes[..<(SectionImage.headerSize - 8)])
    bytes.storeBytes(of: Checksum.of(header), toByteOffset: SectionImage.headerSize - 8, as: UInt64.self)
    return try SectionImage(UnsafeRawBufferPointer(bytes), isMapped: false)
  }
}
