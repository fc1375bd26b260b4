/// The kind and the size of an image, from its first bytes. A client's decoder may accept more than the name says, so
/// the bytes must begin as the format defines it.
struct ImageHeader: Equatable {
  enum Kind: String, CaseIterable {
    /// Bitmaps only: an SVG file is a document that can contain scripts.
    case jpeg, png, webp, gif, avif

    var mimeType: String { "image/\(rawValue)" }
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
  }

  struct Size: Equatable {
    /// The maximum number of pixels. No poster has so many, and each takes memory and time in every client.
    static let maximumPixels = 16_000_000
    /// No format that is common for posters allows more; a greater number is bad data.
    private static let lengths = 1...65_535

    var width: Int
    var height: Int

    var isDisplayable: Bool { width * height <= Self.maximumPixels }

    init?(_ width: Int?, _ height: Int?) {
      guard let width, let height, Self.lengths.contains(width), Self.lengths.contains(height) else { return nil }
      (self.width, self.height) = (width, height)
    }
  }

  var kind: Kind
  /// Nil if it does not follow in the bytes, or is impossible.
  var size: Size?

  /// Returns nil if the bytes are not the beginning of an image of a supported kind.
  init?(_ bytes: [UInt8]) {
    let reader = ImageReader(bytes: bytes)
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      (kind, size) = (.jpeg, reader.jpegSize)
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      (kind, size) = (.png, reader.pngSize)
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      (kind, size) = (.gif, Size(reader.little(at: 6, 2), reader.little(at: 8, 2)))
    } else if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) {
      (kind, size) = (.webp, reader.webPSize)
    } else if reader.isAVIF {
      (kind, size) = (.avif, reader.avifSize)
    } else {
      return nil
    }
  }
}

/// Reads the sizes of images from their bytes, each of which is read a bounded number of times.
private struct ImageReader {
  typealias Size = ImageHeader.Size

  let bytes: [UInt8]

  func big(at offset: Int, _ count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func little(at offset: Int, _ count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func has(_ text: StaticString, at offset: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    return offset + count <= bytes.count
      && bytes[offset..<offset + count].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
  }

  /// From the first chunk (W3C PNG, 11.2.1).
  var pngSize: Size? {
    guard big(at: 8, 4) == 13, has("IHDR", at: 12), let depth = big(at: 24, 1), let color = big(at: 25, 1),
      [1, 2, 4, 8, 16].contains(depth), [0, 2, 3, 4, 6].contains(color), big(at: 26, 2) == 0, (big(at: 28, 1) ?? 2) < 2
    else { return nil }
    return Size(big(at: 16, 4), big(at: 20, 4))
  }

  /// From the frame header, which follows any number of other segments (ITU T.81, B.2).
  var jpegSize: Size? {
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if marker == 0xFF {  // A fill byte.
        offset += 1
        continue
      }
      guard let length = big(at: offset + 2, 2), length >= 2 else { return nil }
      switch marker {
      // C0 to CF are frame headers except for tables (C4), an extension (C8) and conditioning (CC).
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        guard let components = big(at: offset + 9, 1), length == 8 + 3 * components else { return nil }
        return Size(big(at: offset + 7, 2), big(at: offset + 5, 2))
      case 0xDA: return nil
      default: break
      }
      offset += 2 + length
    }
    return nil
  }

  /// In the three forms of a file: lossy, lossless and extended (RFC 9649, 2).
  var webPSize: Size? {
    if has("VP8 ", at: 12), big(at: 23, 3) == 0x9D012A {
      return Size(little(at: 26, 2).map { $0 & 0x3FFF }, little(at: 28, 2).map { $0 & 0x3FFF })
    }
    if has("VP8L", at: 12), big(at: 20, 1) == 0x2F, let sizes = little(at: 21, 4) {
      return Size((sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1)
    }
    if has("VP8X", at: 12), little(at: 16, 4) == 10 {
      return Size(little(at: 24, 3).map { $0 + 1 }, little(at: 27, 3).map { $0 + 1 })
    }
    return nil
  }

  /// Whether the bytes begin with the whole file type box of an AVIF file (ISO/IEC 14496-12, 4.3).
  var isAVIF: Bool {
    guard let size = big(at: 0, 4), size % 4 == 0, 16...256 ~= size, size <= bytes.count, has("ftyp", at: 4) else {
      return false
    }
    return has("avif", at: 8) || has("avis", at: 8)
  }

  /// The largest of the images, from their spatial extents (ISO/IEC 23008-12, 6.5.3).
  var avifSize: Size? {
    // `meta` has four bytes of its own before its boxes.
    guard let meta = box("meta", in: 0..<bytes.count), let properties = box("iprp", in: meta.dropFirst(4)),
      let container = box("ipco", in: properties)
    else { return nil }
    var largest: Size?
    forEachBox(in: container) { name, content in
      guard has("ispe", at: name), content.count == 12 else { return }
      let size = Size(big(at: content.lowerBound + 4, 4), big(at: content.lowerBound + 8, 4))
      if let size, size.width * size.height > largest.map({ $0.width * $0.height }) ?? 0 { largest = size }
    }
    return largest
  }

  private func box(_ type: StaticString, in range: Range<Int>) -> Range<Int>? {
    var found: Range<Int>?
    forEachBox(in: range) { name, content in if found == nil, has(type, at: name) { found = content } }
    return found
  }

  /// Calls `body` with the position of the name and the content of each box, until one is not complete.
  private func forEachBox(in range: Range<Int>, _ body: (Int, Range<Int>) -> Void) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, let size = big(at: offset, 4), size >= 8, size <= range.upperBound - offset {
      body(offset + 4, offset + 8..<offset + size)
      offset += size
    }
  }
}
