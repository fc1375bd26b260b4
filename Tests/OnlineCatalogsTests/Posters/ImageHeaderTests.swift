import Testing

@testable import OnlineCatalogs

struct ImageHeaderTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + text("IHDR") + [0, 0, 1, 0x56, 0, 0, 2, 1]
  /// A JPEG with a thumbnail's frame header inside its first segment, and a fill byte.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE1, 0, 13, 0xFF, 0xC0, 0, 8, 8, 0, 99, 0, 99, 0, 0, 0xFF, 0xFF, 0xC2, 0, 11, 8]
    + [0x02, 0x01, 0x01, 0x56, 1, 1, 0x11, 0]

  @Test(
    arguments: [
      (png, ImageHeader.Kind.png, 342), (jpeg, .jpeg, 342), (text("GIF89a") + [0x56, 0x01, 9, 0], .gif, 342),
      (text("RIFF\u{1}\0\0\0WEBPVP8 ") + [0, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 0x56, 0x41, 9, 0], .webp, 342),
      (text("RIFF\u{1}\0\0\0WEBPVP8L") + [0, 0, 0, 0, 0x2F, 0x55, 0xC1, 9, 0], .webp, 342),
      (text("RIFF\u{1}\0\0\0WEBPVP8X") + [10, 0, 0, 0, 0, 0, 0, 0, 0x55, 0x01, 0, 9, 0, 0], .webp, 342),
      ([0, 0, 0, 0x1C] + text("ftypavif"), .avif, nil), ([0xFF, 0xD8, 0xFF, 0xDA, 0, 8], .jpeg, nil),
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg, nil),
      (png.prefix(16) + [0xFF, 0xFF, 0xFF, 0xFF], .png, nil), (png.prefix(16) + [0, 0, 0, 0], .png, nil),
      (Array(png.prefix(18)), .png, nil),
    ] as [([UInt8], ImageHeader.Kind, Int?)])
  func `an image has a kind, and a width if that is simple to read`(
    bytes: [UInt8], kind: ImageHeader.Kind, width: Int?
  ) {
    #expect(ImageHeader(bytes)?.kind == kind)
    #expect(ImageHeader(bytes)?.width == width)
  }

  @Test(arguments: [
    "", "<html>", "<svg/>", "<?xml version=\"1.0\"?><svg/>", "GIF88a", "RIFF0000WAVE", "\u{FF}\u{D8}", "BM", "%PDF-1.4",
    "0000ftypisom",
  ])
  func `everything else is not an image`(text: String) { #expect(ImageHeader(Array(text.utf8)) == nil) }

  @Test(arguments: [png, jpeg]) func `a truncated header does no harm`(bytes: [UInt8]) {
    for count in 0...bytes.count { _ = ImageHeader(Array(bytes.prefix(count))) }
  }
}
