import Platform

/// Texts that are searched for in one pass, at the same cost for one and for thousands, regardless of ASCII case.
public struct SecretTexts: Sendable {
  /// The replacement of each text, which is in lower case.
  private var replacements: [[UInt8]: [UInt8]] = [:]
  /// The lengths of the texts that begin with the same four bytes, longest first.
  private var lengths: [UInt32: [Int]] = [:]
  /// One bit for each hash of a text's first four bytes. It rules out nearly every offset without a dictionary lookup.
  private var filter: [UInt64] = []

  private static let hashBits = 16
  private static let prefixLength = MemoryLayout<UInt32>.size

  public init(_ texts: [[UInt8]] = []) { for text in texts { insert(text, replacement: []) } }

  public var isEmpty: Bool { replacements.isEmpty }

  subscript(text: [UInt8]) -> [UInt8]? { replacements[Self.folded(text)] }

  private static func folded(_ text: some Sequence<UInt8>) -> [UInt8] { text.map(\.asciiLowercased) }

  /// Adds a text of at least four bytes. A text that is in the set keeps its replacement.
  mutating func insert(_ text: [UInt8], replacement: [UInt8]) {
    let text = Self.folded(text)
    guard text.count >= Self.prefixLength, replacements[text] == nil else { return }
    replacements[text] = replacement
    let prefix = text.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    let longer = lengths[prefix, default: []].prefix { $0 > text.count }.count
    if lengths[prefix, default: []].dropFirst(longer).first != text.count {
      lengths[prefix, default: []].insert(text.count, at: longer)
    }
    if filter.isEmpty { filter = Array(repeating: 0, count: (1 << Self.hashBits) / UInt64.bitWidth) }
    let hash = Self.hash(prefix)
    filter[hash / UInt64.bitWidth] |= 1 << (hash % UInt64.bitWidth)
  }

  /// Whether any of the texts occurs in `bytes`.
  public func occur(in bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(occur) }

  func occur(in bytes: UnsafeRawBufferPointer) -> Bool {
    !isEmpty && Self.folded(bytes).withUnsafeBytes { firstMatch(in: $0, startingIn: 0..<bytes.count) } != nil
  }

  /// `bytes` with each occurrence replaced, overlapping ones by the replacement of the longest; nil if there is none.
  func replaced(_ original: [UInt8]) -> [UInt8]? {
    guard !isEmpty else { return nil }
    return Self.folded(original).withUnsafeBytes { bytes in
      var result: [UInt8] = []
      var copied = 0
      while let match = firstMatch(in: bytes, startingIn: copied..<bytes.count) {
        var (longest, end, start) = (match, match.upperBound, match.lowerBound + 1)
        while let overlapping = firstMatch(in: bytes, startingIn: start..<end) {
          if overlapping.count > longest.count { longest = overlapping }
          end = max(end, overlapping.upperBound)
          start = overlapping.lowerBound + 1
        }
        result += original[copied..<match.lowerBound]
        result += replacements[Array(bytes[longest])] ?? []
        copied = end
      }
      return copied == 0 ? nil : result + original[copied...]
    }
  }

  /// The first occurrence whose first byte is in `range`, the longest if several begin there, in lower case.
  private func firstMatch(in bytes: UnsafeRawBufferPointer, startingIn range: Range<Int>) -> Range<Int>? {
    filter.withUnsafeBufferPointer { filter in
      var offset = range.lowerBound
      let end = min(range.upperBound, bytes.count - Self.prefixLength + 1)
      while offset < end {
        let prefix = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let hash = Self.hash(prefix)
        if filter[hash / UInt64.bitWidth] & (1 << (hash % UInt64.bitWidth)) != 0,
          let length = lengths[prefix]?.first(where: { length in
            offset + length <= bytes.count && replacements[Array(bytes[offset..<offset + length])] != nil
          })
        {
          return offset..<offset + length
        }
        offset += 1
      }
      return nil
    }
  }

  @inline(__always)
  private static func hash(_ prefix: UInt32) -> Int { Int((prefix &* 0x9E37_79B1) >> (UInt32.bitWidth - hashBits)) }
}
