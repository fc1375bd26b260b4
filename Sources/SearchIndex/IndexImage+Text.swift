/// An image as text, for a program that contains it: valid UTF-8 whatever the image contains. A program cannot contain
/// other bytes as they are, because Swift has no literal for them, and the compiler takes minutes for arrays of so many
/// numbers.
///
/// Each block of 64 bytes stands for 56 bytes of the image: seven words without the highest bit of each byte, and one
/// word with these bits, those of the first word in the lowest bit of each byte.
extension IndexImage {
  private static let highestBits: UInt64 = 0x8080_8080_8080_8080

  /// The image as text.
  public var text: [UInt8] {
    withBytes { bytes in
      var text: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: 56) {
        var high = [UInt8](repeating: 0, count: 8)
        for index in 0..<56 {
          let byte = start + index < bytes.count ? bytes[start + index] : 0
          text.append(byte & 0x7F)
          high[index % 8] |= (byte >> 7) << UInt8(index / 8)
        }
        text += high
      }
      return text
    }
  }

  /// Copies an image out of its text, which takes a few instructions for each eight bytes.
  public convenience init(text: StaticString) throws(IndexError) {
    let blocks = text.utf8CodeUnitCount / 64
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: blocks * 56, alignment: Self.alignment)
    if let start = bytes.baseAddress {
      for block in 0..<blocks {
        let source = UnsafeRawPointer(text.utf8Start) + block * 64
        let target = start + block * 56
        let high = source.loadUnaligned(fromByteOffset: 56, as: UInt64.self)
        for word in 0..<7 {
          let low = source.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
          let highest = high << UInt64(7 - word) & Self.highestBits
          target.storeBytes(of: low | highest, toByteOffset: word * 8, as: UInt64.self)
        }
      }
    }
    try self.init(UnsafeRawBufferPointer(rebasing: bytes[..<Self.size(of: bytes)]), isMapped: false)
  }

  /// The size that the header says, at most that of the bytes.
  private static func size(of bytes: UnsafeMutableRawBufferPointer) -> Int {
    guard bytes.count >= headerSize else { return bytes.count }
    return Int(min(UInt64(bytes.count), bytes.load(fromByteOffset: 16, as: UInt64.self)))
  }
}
