/// The kind of an image, and its width if that is simple to read, from its first bytes.
struct ImageHeader: Equatable {
  enum Kind: String, CaseIterable {
    /// Bitmaps only: an SVG file is a document that can contain scripts.
    case jpeg, png, webp, gif, avif

    var mimeType: String { "image/\(rawValue)" }
    /// The file name extension, without the dot.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
  }

  /// No format that is common for posters allows more; a greater number is bad data.
  private static let maximumWidth = 65_535

  var kind: Kind
  /// In pixels.
  var width: Int?

  /// Returns nil if the bytes are not an image of a supported kind.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self.init(kind: .jpeg, width: Self.jpegWidth(bytes))
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self.init(kind: .png, width: Self.number(bytes, at: 16, bytes: 4))
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self.init(kind: .gif, width: Self.number(bytes, at: 6, bytes: 2, isLittle: true))
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self.init(kind: .webp, width: Self.webPWidth(bytes))
    } else if bytes.dropFirst(4).starts(with: "ftypavif".utf8) || bytes.dropFirst(4).starts(with: "ftypavis".utf8) {
      self.init(kind: .avif, width: nil)
    } else {
      return nil
    }
  }

  private init(kind: Kind, width: Int?) {
    self.kind = kind
    self.width = width.flatMap { (1...Self.maximumWidth).contains($0) ? $0 : nil }
  }

  private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int, isLittle: Bool = false) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + count]
    return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The width in the frame header, which follows any number of other segments (ITU T.81, B.2).
  private static func jpegWidth(_ bytes: [UInt8]) -> Int? {
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if marker == 0xFF {  // A fill byte.
        offset += 1
        continue
      }
      guard let length = number(bytes, at: offset + 2, bytes: 2), length >= 2 else { return nil }
      switch marker {
      // C0 to CF are frame headers except for tables (C4), an extension (C8) and conditioning (CC).
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF: return number(bytes, at: offset + 7, bytes: 2)
      case 0xDA: return nil
      default: break
      }
      offset += 2 + length
    }
    return nil
  }

  /// The width in the three forms of a WebP file: lossy, lossless and extended (RFC 9649).
  private static func webPWidth(_ bytes: [UInt8]) -> Int? {
    let form = bytes.dropFirst(12)
    if form.starts(with: "VP8 ".utf8) { return number(bytes, at: 26, bytes: 2, isLittle: true).map { $0 & 0x3FFF } }
    if form.starts(with: "VP8L".utf8) {
      return number(bytes, at: 21, bytes: 2, isLittle: true).map { ($0 & 0x3FFF) + 1 }
    }
    if form.starts(with: "VP8X".utf8) { return number(bytes, at: 24, bytes: 3, isLittle: true).map { $0 + 1 } }
    return nil
  }
}
