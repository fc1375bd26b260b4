/// An image as two texts of a program that contains it: valid UTF-8, and half as large. Swift has no literal for bytes,
/// and takes minutes to compile arrays of so many numbers.
///
/// The first text begins with the number of sections, and the kind, the size of an element and the number of elements of
/// each. Their contents follow. A number is written in groups of six bits, the lowest first; in all bytes but the last,
/// 0x40 is set. Arrays of bytes are written in blocks (`TextReader.readBytes`), others as the differences of neighbors,
/// with the sign in the lowest bit. A section with elements of size 0 is the next part of the second text, from which
/// it is read as it is.
extension SectionImage {
  /// Makes both texts without their checksums. The second one has the sections in UTF-8.
  public func encoded(texts isText: (UInt32) -> Bool) -> (image: [UInt8], texts: [UInt8]) {
    var writer = TextWriter()
    var texts: [UInt8] = []
    let ordered = sections.sorted { $0.key < $1.key }
    writer.write(UInt64(ordered.count))
    for (kind, section) in ordered {
      let elementSize = isText(kind) ? 0 : section.elementSize
      for number in [UInt64(kind), UInt64(elementSize), UInt64(section.count)] { writer.write(number) }
    }
    for (kind, section) in ordered {
      switch isText(kind) ? 0 : section.elementSize {
      case 0: texts.append(contentsOf: section.contents)
      case 1: writer.writeBytes(section.contents)
      case 2: writer.writeDifferences(section.contents.bindMemory(to: UInt16.self))
      case 4: writer.writeDifferences(section.contents.bindMemory(to: UInt32.self))
      default: writer.writeDifferences(section.contents.bindMemory(to: UInt64.self))
      }
    }
    return (writer.text, texts)
  }

  /// Makes the image of its texts, which takes a few instructions for each element.
  public static func decoded(_ image: StaticString, texts: StaticString) -> SectionImage {
    var reader = TextReader(image)
    let table = (0..<reader.readNumber()).map { _ in
      (kind: UInt32(reader.readNumber()), elementSize: Int(reader.readNumber()), count: Int(reader.readNumber()))
    }
    let size = table.reduce(0) { $0 + padded($1.count * $1.elementSize) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(alignment, size), alignment: alignment)
    var (next, nextText) = (bytes.baseAddress.unsafelyUnwrapped, UnsafeRawPointer(texts.utf8Start))
    var sections: [UInt32: Section] = [:]
    for (kind, elementSize, count) in table {
      sections[kind] = Section(
        start: elementSize == 0 ? nextText : UnsafeRawPointer(next), count: count, elementSize: max(1, elementSize))
      switch elementSize {
      case 0: nextText += count
      case 1: reader.readBytes(to: next, count: count)
      case 2: reader.readDifferences(to: next.bindMemory(to: UInt16.self, capacity: count), count: count)
      case 4: reader.readDifferences(to: next.bindMemory(to: UInt32.self, capacity: count), count: count)
      default: reader.readDifferences(to: next.bindMemory(to: UInt64.self, capacity: count), count: count)
      }
      next += padded(count * elementSize)
    }
    return SectionImage(UnsafeRawBufferPointer(bytes), sections: sections)
  }
}

private struct TextWriter {
  private(set) var text: [UInt8] = []

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x3F {
      text.append(UInt8(rest & 0x3F) | 0x40)
      rest >>= 6
    }
    text.append(UInt8(rest))
  }

  mutating func writeDifferences(_ elements: UnsafeBufferPointer<some FixedWidthInteger>) {
    var last: Int64 = 0
    for element in elements {
      let value = Int64(truncatingIfNeeded: element)
      let difference = value &- last
      write(UInt64(bitPattern: difference << 1 ^ difference >> 63))
      last = value
    }
  }

  mutating func writeBytes(_ bytes: UnsafeRawBufferPointer) {
    for start in stride(from: 0, to: bytes.count, by: 56) {
      var highest = [UInt8](repeating: 0, count: 8)
      for index in 0..<56 {
        let byte = start + index < bytes.count ? bytes[start + index] : 0
        text.append(byte & 0x7F)
        highest[index % 8] |= (byte >> 7) << UInt8(index / 8)
      }
      text += highest
    }
  }
}

/// Reads what a `TextWriter` has written, which is part of the program.
private struct TextReader {
  private var position: UnsafePointer<UInt8>

  init(_ text: StaticString) { position = text.utf8Start }

  mutating func readNumber() -> UInt64 { Self.number(at: &position) }

  @inline(__always)
  private static func number(at position: inout UnsafePointer<UInt8>) -> UInt64 {
    var byte = UInt64(position[0])
    position += 1
    var number = byte & 0x3F
    var shift: UInt64 = 6
    while byte >= 0x40 {
      byte = UInt64(position[0])
      position += 1
      number |= (byte & 0x3F) &<< shift
      shift &+= 6
    }
    return number
  }

  mutating func readDifferences<Element: FixedWidthInteger>(to target: UnsafeMutablePointer<Element>, count: Int) {
    // The optimizer keeps a local variable in a register.
    var source = position
    var value: UInt64 = 0
    for index in 0..<count {
      let number = Self.number(at: &source)
      value &+= number >> 1 ^ (0 &- (number & 1))
      target[index] = Element(truncatingIfNeeded: value)
    }
    position = source
  }

  /// Each 64 bytes of text stand for 56: seven words without their bytes' highest bits, and a word with these bits.
  mutating func readBytes(to target: UnsafeMutableRawPointer, count: Int) {
    for start in stride(from: 0, to: count, by: 56) {
      let source = UnsafeRawPointer(position)
      let highest = source.loadUnaligned(fromByteOffset: 56, as: UInt64.self)
      for word in 0..<7 where start + word * 8 < count {
        let rest = source.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
        let bytes = rest | highest << UInt64(7 - word) & 0x8080_8080_8080_8080
        // The space up to the next section ends at a multiple of a word.
        target.storeBytes(of: bytes, toByteOffset: start + word * 8, as: UInt64.self)
      }
      position += 64
    }
  }
}
