import JSON
import Testing

/// The grammar of RFC 8259, except for the contents of strings and the values of numbers.
@Suite struct GrammarTests {
  @Test(
    arguments: [
      ("null", .null),
      ("true", true),
      ("false", false),
      ("0", 0),
      (#""""#, ""),
      ("[]", []),
      ("{}", [:]),
      ("[[]]", [[]]),
      ("[{}]", [[:]]),
      ("[1,2]", [1, 2]),
      ("[null,true,false]", [.null, true, false]),
      (#"{"":0}"#, ["": 0]),
      (#"{"a":{"b":[1,{"c":null}]},"d":""}"#, ["a": ["b": [1, ["c": .null]]], "d": ""]),
      (#"{"\u0061\n":1}"#, ["a\n": 1]),
    ] as [(String, JSON)])
  func `every kind of value may be the whole text`(text: String, value: JSON) throws {
    #expect(try JSON.parse(text) == value)
  }

  @Test(arguments: [
    " 1", "1 ", "\t1", "1\t", "\n1", "1\n", "\r1", "1\r", " \t\r\n1 \t\r\n",
  ])
  func `white space is allowed around the value`(text: String) throws {
    #expect(try JSON.parse(text) == 1)
  }

  @Test func `white space is allowed around every structural character`() throws {
    let space = " \t\r\n"
    let tokens = ["{", #""a""#, ":", "[", "1", ",", "2", "]", ",", #""b""#, ":", "{", "}", "}"]
    let text = space + tokens.joined(separator: space) + space
    #expect(try JSON.parse(text) == ["a": [1, 2], "b": [:]])
  }

  @Test(arguments: [
    // Empty or incomplete.
    "", " ", "\n", "[", "]", "{", "}", "[1", "[1,", "[[]", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #"""#, #"["a"#,
    "nul", "tru", "fals", "-", "[-",
    // Commas and colons.
    "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]", "[1:2]", ",", ",1", "1,", ":",
    #"{"a":1,}"#, #"{,"a":1}"#, #"{,}"#, #"{"a":1,,"b":2}"#, #"{"a":1 "b":2}"#, #"{"a"}"#, #"{"a",1}"#, #"{"a"::1}"#,
    #"{"a":}"#, #"{:1}"#, #"{"a" 1}"#, #"{"a"=1}"#,
    // Names that are not strings.
    "{a:1}", "{1:1}", "{null:1}", "{'a':1}", "{[]:1}",
    // Brackets that do not match.
    "[}", "{]", "[1}", #"{"a":1]"#, "[[]", "[]]", "{}}", "(1)", "<1>",
    // Literals of other languages.
    "True", "TRUE", "False", "NULL", "Null", "nil", "None", "undefined", "NaN", "nan", "Infinity", "-Infinity", "inf",
    "nulll", "truefalse", "nul1", "abc", "'a'", "`a`",
    // Text after the value.
    "1 2", "null null", "[] []", "{}{}", #""a""b""#, "[]x", "1#", "[],", "0 // c", "/**/0", "// c\n0",
    "# c\n0", "[1/**/]",
    // White space that is not allowed in JSON.
    "\u{0B}1", "\u{0C}1", "1\u{0C}", "\u{85}1", "\u{A0}1", "1\u{A0}", "\u{2028}1", "\u{3000}1",
    "[\u{2060}1]", "\u{200B}1",
    // A byte order mark.
    "\u{FEFF}1", "\u{FEFF}{}", "1\u{FEFF}",
    // NUL.
    "\0", "1\0", "\u{0}1", "[1\0]", "nul\0",
  ])
  func `text outside of the grammar is rejected`(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(text) }
  }

  @Test(
    arguments: [
      ("UTF-16LE with a mark", [0xFF, 0xFE, 0x31, 0x00]), ("UTF-16BE with a mark", [0xFE, 0xFF, 0x00, 0x31]),
      ("UTF-16LE", [0x31, 0x00]), ("UTF-16BE", [0x00, 0x31]), ("UTF-32LE", [0x31, 0x00, 0x00, 0x00]),
      ("a lone continuation byte", [0x80]), ("0xFF", [0xFF]), ("0xC0 0x31", [0xC0, 0x31]),
    ] as [(String, [UInt8])])
  func `bytes that are not UTF-8 are rejected outside strings`(name: String, bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON.parse(bytes) }
  }

  @Test(arguments: [
    ("", 0), ("[1,]", 3), ("[1 2]", 3), (#"{"a":x}"#, 5), ("01", 1), ("nulk", 0), ("1 2", 2), (#""\x""#, 2),
  ])
  func `an error has the byte offset of its cause`(text: String, offset: Int) throws {
    let error = try #require(throws: JSONError.self) { try JSON.parse(text) }
    #expect(error.offset == offset)
    #expect(!error.description.isEmpty)
  }

  // MARK: Depth

  enum Nesting: CaseIterable {
    case arrays, objects, both

    /// A text with this depth; without closing brackets unless it is `closed`.
    func text(depth: Int, closed: Bool = true) -> String {
      let levels = (0..<depth).map { level in
        switch self {
        case .arrays: (open: "[", close: "]")
        case .objects: (open: #"{"a":"#, close: "}")
        case .both: level.isMultiple(of: 2) ? (open: "[", close: "]") : (open: #"{"a":"#, close: "}")
        }
      }
      return levels.map(\.open).joined() + (closed ? "1" + levels.reversed().map(\.close).joined() : "")
    }
  }

  @Test(arguments: Nesting.allCases)
  func `a depth of 128 is accepted and a depth of 129 is rejected`(nesting: Nesting) throws {
    var value = try JSON.parse(nesting.text(depth: 128))
    var depth = 0
    while let inner = value.array?.first ?? value["a"] {
      value = inner
      depth += 1
    }
    #expect(depth == 128)
    #expect(value == 1)
    #expect(throws: JSONError.self) { try JSON.parse(nesting.text(depth: 129)) }
  }

  @Test(arguments: Nesting.allCases, [true, false])
  func `a depth of 100,000 is rejected without a crash`(nesting: Nesting, closed: Bool) throws {
    let error = try #require(throws: JSONError.self) {
      try JSON.parse(nesting.text(depth: 100_000, closed: closed))
    }
    #expect(error.description == "nested deeper than 128")
  }

  @Test(arguments: ["[0,0,0]", "[[[0]]]", "{\"a\":{\"a\":1},\"b\":1}", "[{\"\":\"\"},null]"])
  func `a limit of values counts nested ones too`(text: String) throws {
    #expect(throws: Never.self) { try JSON.parse(Array(text.utf8), maximumValues: 4) }
    let error = try #require(throws: JSONError.self) { try JSON.parse(Array(text.utf8), maximumValues: 3) }
    #expect(error.description == "more than 3 values")
  }

  @Test func `only nesting counts as depth, not the number of siblings`() throws {
    let wide = "[" + Array(repeating: "[[],{}]", count: 1_000).joined(separator: ",") + "]"
    #expect(try JSON.parse(wide).array?.count == 1_000)
  }
}
