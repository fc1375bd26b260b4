import JSON
import TestSupport
import Testing

/// The parser reads the writer's output as the same value.
@Suite struct RoundTripTests {
  @Test func `every Unicode scalar survives a round trip in a string`() throws {
    let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)
    // In parts, so that a failure names a small range.
    for start in stride(from: 0, to: scalars.count, by: 1_024) {
      let piece = scalars[start..<min(start + 1_024, scalars.count)]
      // With letters between them, because only some marks in a row are read.
      var string = ""
      for scalar in piece { string.unicodeScalars.append(contentsOf: [scalar, "a"]) }
      let read = try #require(try JSON.parse(JSON.string(string).jsonBytes).string)
      #expect(
        read.unicodeScalars.elementsEqual(string.unicodeScalars), "from U+\(String(piece[start].value, radix: 16))")
    }
  }

  @Test func `every scalar of the basic plane is read from its escape`() throws {
    for scalar in (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init) {
      let digits = String(scalar.value, radix: 16)
      let text = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
      let read = try #require(try JSON.parse(text).string)
      #expect(Array(read.unicodeScalars) == [scalar])
    }
  }

  @Test func `doubles of every size survive a round trip exactly`() throws {
    var random = SeededGenerator(seed: 8_259)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      var writer = JSONWriter()
      writer.value(number)
      #expect(try JSON.parse(writer.bytes).double == number)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a random value survives a round trip, also with white space`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = JSON.random(depth: 6, using: &random)
    let bytes = value.jsonBytes
    let read = try JSON.parse(bytes)
    #expect(read == value)
    // The bytes are compared as well, which is stricter.
    #expect(read.jsonBytes == bytes)
    #expect(try JSON.parse(value.spacedText(using: &random)).jsonBytes == bytes)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a damaged text is rejected or read as another value, without a crash`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let original = JSON.random(depth: 5, using: &random).jsonBytes
    for _ in 0..<50 {
      var bytes = original
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(.random(in: 0...255, using: &random), at: index)
        case 1 where index < bytes.count: bytes[index] = .random(in: 0...255, using: &random)
        default: bytes.removeSubrange(index..<min(index + 3, bytes.count))
        }
      }
      if let value = try? JSON.parse(bytes) {
        // An accepted text is JSON: it survives a round trip.
        let again = try? JSON.parse(value.jsonBytes)
        #expect(again?.jsonBytes == value.jsonBytes)
      }
    }
  }
}
