/// A 64-bit checksum that notices every change of one word, and others with near certainty; no adversary's.
struct Checksum {
  /// Four independent sums let the processor work on four words at once.
  private var sums: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  private var count = 0

  private static let blockSize = 32
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The checksum of all bytes.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.value
  }

  /// Adds bytes. The result does not depend on how they are divided.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var sums = self.sums
    defer { self.sums = sums }
    var offset = 0
    if !rest.isEmpty {
      offset = min(Self.blockSize - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<offset])
      guard rest.count == Self.blockSize else { return }
      let block = rest
      block.withUnsafeBytes { Self.addBlock($0, 0, to: &sums) }
      rest.removeAll(keepingCapacity: true)
    }
    while offset + Self.blockSize <= bytes.count {
      Self.addBlock(bytes, offset, to: &sums)
      offset += Self.blockSize
    }
    rest.append(contentsOf: bytes[offset...])
  }

  /// The checksum of the bytes so far.
  var value: UInt64 {
    var sum = UInt64(count)
    Self.mix(&sum, sums.0)
    Self.mix(&sum, sums.1)
    Self.mix(&sum, sums.2)
    Self.mix(&sum, sums.3)
    for byte in rest { Self.mix(&sum, UInt64(byte)) }
    return sum ^ sum >> 32
  }

  @inline(__always)
  private static func addBlock(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, to sums: inout (UInt64, UInt64, UInt64, UInt64)
  ) {
    mix(&sums.0, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    mix(&sums.1, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    mix(&sums.2, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
    mix(&sums.3, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
  }

  /// A bijection of the sum for each word, and of the word for each sum.
  @inline(__always)
  private static func mix(_ sum: inout UInt64, _ word: UInt64) {
    sum = (sum ^ word) &* multiplier
    sum ^= sum >> 29
  }
}
