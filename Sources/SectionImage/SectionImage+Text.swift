/// An image as text, for a program that contains it: valid UTF-8 whatever the image contains, and half as large. A
/// program cannot contain other bytes as they are, because Swift has no literal for them, and the compiler takes minutes
/// for arrays of so many numbers.
///
/// The text begins with the number of sections, and the kind, the size of an element and the number of elements of each.
/// Their contents follow. A number is written in groups of six bits, the lowest first; in all bytes but the last, 0x40
/// is set. Arrays of bytes are written in blocks (`TextReader.readBytes`), others as the differences of neighbors, with
/// the sign in the lowest bit.
extension SectionImage {
  /// The image as text. It leaves the checksums out.
  public var text: [UInt8] {
    var writer = TextWriter()
    let ordered = sections.sorted { $0.value.offset < $1.value.offset }
    writer.write(UInt64(ordered.count))
    for (kind, section) in ordered {
      for number in [UInt64(kind), UInt64(section.elementSize), UInt64(section.count)] { writer.write(number) }
    }
    withBytes { bytes in
      for (_, section) in ordered {
        let contents = UnsafeRawBufferPointer(
          rebasing: bytes[section.offset..<section.offset + section.count * section.elementSize])
        switch section.elementSize {
        case 1: writer.writeBytes(contents)
        case 2: writer.writeDifferences(contents.bindMemory(to: UInt16.self))
        case 4: writer.writeDifferences(contents.bindMemory(to: UInt32.self))
        default: writer.writeDifferences(contents.bindMemory(to: UInt64.self))
        }
      }
    }
    return writer.text
  }

  /// Makes the image of its text, which takes a few instructions for each element.
  public static func decoded(_ text: StaticString) throws(SectionImageError) -> SectionImage {
    var reader = TextReader(text)
    var writer = SectionImageWriter()
    let table = (0..<reader.readNumber()).map { _ in
      (kind: UInt32(reader.readNumber()), elementSize: Int(reader.readNumber()), count: Int(reader.readNumber()))
    }
    let contents = TextReader.Shared(reader)
    for (kind, elementSize, count) in table {
      writer.add(kind, elementSize: elementSize, count: count) { target in
        switch elementSize {
        case 1: contents.reader.readBytes(to: target, count: count)
        case 2: contents.reader.readDifferences(to: target.bindMemory(to: UInt16.self, capacity: count), count: count)
        case 4: contents.reader.readDifferences(to: target.bindMemory(to: UInt32.self, capacity: count), count: count)
        default: contents.reader.readDifferences(to: target.bindMemory(to: UInt64.self, capacity: count), count: count)
        }
      }
    }
    return try writer.finish(isChecked: false)
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

  /// A reader that the sections of an image have in common.
  final class Shared {
    var reader: TextReader

    init(_ reader: TextReader) { self.reader = reader }
  }

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

  /// Each block of 64 bytes of text stands for 56 bytes: seven words without the highest bit of each byte, and one word
  /// with these bits, those of the first word in the lowest bit of each byte.
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
