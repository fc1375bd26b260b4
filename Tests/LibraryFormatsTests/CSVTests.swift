import MovieCore
import TestSupport
import Testing

@testable import LibraryFormats

struct CSVTests {
  @Test(arguments: [
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
    ("a\rb", [["a"], ["b"]]),
    ("\"a,\"\"b\"\"\",\"c\r\nd\"\n", [["a,\"b\"", "c\r\nd"]]),
    ("\"\",x\n", [["", "x"]]),
    ("a,\n\n,,\nb", [["a", ""], ["b"]]),
    ("5\" disk,say \"hi\"\n", [["5\" disk", "say \"hi\""]]),
    ("\"a \\\" b\",c\n", [["a \\\" b", "c"]]),
    ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
    ("a\tb\n1\t2\n", [["a", "b"], ["1", "2"]]),
    ("", []),
  ])
  func `records and fields are split by the rules of RFC 4180, and by what people write`(
    text: String, records: [[String]]
  ) {
    #expect(CSV.records(Array(text.utf8)).map(\.fields) == records)
  }

  @Test func `a record knows its line, also after fields with several lines`() {
    let records = CSV.records(Array("a\r\n\"b\r\nc\r\n\",d\r\n\r\ne\n".utf8))
    #expect(records.map(\.line) == [1, 2, 6])
  }

  @Test func `a record that the text ends inside of is marked`() {
    let records = CSV.records(Array("a\n\"b\nc".utf8))
    #expect(records.map(\.fields) == [["a"], ["b\nc"]])
    #expect(records.map(\.isUnterminated) == [false, true])
  }

  @Test func `any fields come back as they were written`() {
    var generator = SeededGenerator(seed: 3)
    let pieces = ["a", ",", "\"", "\n", "\r", "\r\n", " ", "\t", ";", "기생충", "=1+1", "\u{0}", "é"]
    for _ in 0..<500 {
      let fields = (0..<4).map { _ in
        (0..<Int.random(in: 0..<6, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
      }
      var bytes = Array("h1,h2,h3,h4\n".utf8)
      CSV.append(fields + ["end"], to: &bytes)
      #expect(CSV.records(bytes).map(\.fields).last == fields + ["end"])
    }
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x41], "A"),
      ([0xFF, 0xFE, 0x41, 0, 0x00, 0xAC], "A가"),
      ([0xFE, 0xFF, 0, 0x41, 0xAC, 0x00], "A가"),
      ([0x41, 0x6D, 0xE9, 0x6C, 0x69, 0x65], "Amélie"),
      ([0x41, 0xC3, 0xA9], "Aé"),
      ([0xFF, 0xFE, 0x41], ""),
      ([UInt8](repeating: 0, count: 100), ""),
      ([0x41, 0, 0, 0], "A"),
    ] as [([UInt8], String)])
  func `a text is decoded by its mark, as UTF-8, or as ISO 8859-1`(bytes: [UInt8], text: String) {
    #expect(String(decoding: TextEncoding.utf8(bytes), as: UTF8.self) == text)
  }
}
