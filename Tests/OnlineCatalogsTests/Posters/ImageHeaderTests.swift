import Testing

@testable import OnlineCatalogs

struct ImageHeaderTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + text("IHDR")
    + [0, 0, 1, 0x56, 0, 0, 2, 1, 8, 2, 0, 0, 0]
  /// A JPEG with a thumbnail's frame header inside its first segment, and a fill byte.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE1, 0, 13, 0xFF, 0xC0, 0, 8, 8, 0, 99, 0, 99, 0, 0, 0xFF, 0xFF, 0xC2, 0, 11, 8]
    + [0x02, 0x01, 0x01, 0x56, 1, 1, 0x11, 0]

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + content.count)] + text(name) + content
  }

  private static let fileType = box("ftyp", text("avif") + [0, 0, 0, 0] + text("avifmif1"))

  /// An AVIF file with a preview before the image.
  private static let avif: [UInt8] = {
    let small = box("ispe", [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 16])
    let large = box("ispe", [0, 0, 0, 0, 0, 0, 1, 0x56, 0, 0, 2, 1])
    let properties = box("iprp", box("ipco", small + box("pixi", [0, 0, 0, 0]) + large))
    return fileType + box("meta", [0, 0, 0, 0] + box("hdlr", [0, 0, 0, 0]) + properties)
  }()

  @Test(
    arguments: [
      (png, ImageHeader.Kind.png), (jpeg, .jpeg), (text("GIF89a") + [0x56, 0x01, 1, 2], .gif),
      (text("RIFF\u{1}\0\0\0WEBPVP8 ") + [0, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 0x56, 0x41, 1, 2], .webp),
      (text("RIFF\u{1}\0\0\0WEBPVP8L") + [0, 0, 0, 0, 0x2F, 0x55, 0x01, 0x80, 0], .webp),
      (text("RIFF\u{1}\0\0\0WEBPVP8X") + [10, 0, 0, 0, 0, 0, 0, 0, 0x55, 0x01, 0, 0, 2, 0], .webp), (avif, .avif),
    ] as [([UInt8], ImageHeader.Kind)])
  func `an image has a kind and a size`(bytes: [UInt8], kind: ImageHeader.Kind) {
    #expect(ImageHeader(bytes)?.kind == kind)
    #expect(ImageHeader(bytes)?.size == ImageHeader.Size(342, 513))
  }

  @Test(
    arguments: [
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 8], [0xFF, 0xD8, 0xFF, 0xE0], Array(jpeg.dropLast(4)),
      // The number of components does not fit the length.
      jpeg.dropLast(4) + [2, 1, 0x11, 0], png.prefix(16) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 2, 1, 8, 2, 0, 0, 0],
      png.prefix(16) + [0, 0, 0, 0, 0, 0, 2, 1, 8, 2, 0, 0, 0], Array(png.prefix(18)),
      png.prefix(24) + [7, 2, 0, 0, 0],
      text("GIF89a") + [0x56, 0x01, 0, 0], text("RIFF\u{1}\0\0\0WEBPVP8 ") + [UInt8](repeating: 1, count: 14),
      text("RIFF\u{1}\0\0\0WEBPVP9 ") + [UInt8](repeating: 1, count: 14), fileType, Array(avif.dropLast(1)),
    ] as [[UInt8]])
  func `an image can have no size`(bytes: [UInt8]) throws {
    #expect(try #require(ImageHeader(bytes)).size == nil)
  }

  @Test(arguments: [
    "", "<html>", "<svg/>", "<?xml version=\"1.0\"?><svg/>", "GIF88a", "RIFF0000WAVE", "\u{FF}\u{D8}", "BM", "%PDF-1.4",
    "0000ftypisom", "%!PSftypavif", "%!PSftypavif\0\0\0\0avif", "\0\0\0\u{1C}ftypavif", "\0\0\0\u{10}ftypheic\0\0\0\0",
    "\0\0\0\u{12}ftypavif\0\0\0\0avifmif1", "II*\0", "MM\0*", "8BPS", "\0\0\u{1}\0",
  ])
  func `everything else is not an image`(text: String) { #expect(ImageHeader(Array(text.utf8)) == nil) }

  @Test(arguments: [png, jpeg, avif]) func `a truncated header does no harm`(bytes: [UInt8]) {
    for count in 0...bytes.count { _ = ImageHeader(Array(bytes.prefix(count))) }
  }
}
