import TestSupport
import Testing

@testable import IMDbImport

@Suite("fields and ids")
struct FieldTests {
  private func withField<Result>(_ text: String, _ body: (Field) -> Result) -> Result {
    let bytes = Array(text.utf8)
    // One byte more, so that the address is valid for an empty text.
    return (bytes + [0]).withUnsafeBufferPointer { body(Field(start: $0.baseAddress!, count: bytes.count)) }
  }

  @Test(arguments: [
    ("1.0", 10), ("10.0", 100), ("7.3", 73), ("7", 70), ("10", 100), ("0.9", nil), ("10.1", nil), ("", nil),
    (".5", nil), ("7.", nil), ("7.25", nil), ("x.5", nil), ("7.x", nil), ("99999999999.1", nil),
  ])
  func `ratings are tenths`(_ text: String, _ tenths: Int?) {
    #expect(withField(text) { $0.tenths.map(Int.init) } == tenths)
  }

  @Test(arguments: [("", [""]), ("a", ["a"]), ("a,b", ["a", "b"]), (",", ["", ""]), ("a,,b,", ["a", "", "b", ""])])
  func `elements stand between commas`(_ text: String, _ elements: [String]) {
    var found: [String] = []
    withField(text) { $0.forEachElement { found.append(String(decoding: $0.bytes, as: UTF8.self)) } }
    #expect(found == elements)
  }

  @Test func `validation agrees with the standard library on random bytes`() {
    var random = SeededGenerator(seed: 15)
    // Mostly bytes at the limits of the ranges of RFC 3629.
    let limits: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
    ]
    var (validCount, differences) = (0, 0)
    for _ in 0..<200_000 {
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        Bool.random(using: &random) ? 0x61 : limits.randomElement(using: &random)!
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      validCount += isValid ? 1 : 0
      differences += bytes.withUnsafeBufferPointer { $0.isUTF8Text } == isValid ? 0 : 1
    }
    #expect(differences == 0)
    #expect(validCount > 1_000)
  }

  @Test func `the table of ids agrees with a dictionary`() {
    var random = SeededGenerator(seed: 16)
    var table = IDTable()
    var dictionary: [UInt32: UInt32] = [:]
    var differences = 0
    for row in 0..<UInt32(100_000) {
      let id = UInt32.random(in: 0...(Bool.random(using: &random) ? 50_000 : .max), using: &random)
      let expected = dictionary[id] ?? row
      dictionary[id] = expected
      differences += table.insert(id, row: row) == expected ? 0 : 1
    }
    for id in Array(0...50_000) + Array(dictionary.keys) {
      differences += table.row(of: id) == dictionary[id] ? 0 : 1
    }
    #expect(differences == 0)
    #expect(table.count == dictionary.count)
  }
}
