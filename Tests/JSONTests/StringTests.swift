import JSON
import Testing

/// The contents of strings: escapes (RFC 8259, section 7), UTF-8 (8.1) and surrogates (8.2).
@Suite struct StringTests {
  @Test(arguments: [
    (#""\"""#, "\""), (#""\\""#, "\\"), (#""\/""#, "/"), (#""/""#, "/"),
    (#""\b""#, "\u{8}"), (#""\f""#, "\u{C}"), (#""\n""#, "\n"), (#""\r""#, "\r"), (#""\t""#, "\t"),
    (#""\u0041""#, "A"), (#""\u00e9""#, "\u{E9}"), (#""\u00E9""#, "\u{E9}"), (#""\u0000""#, "\0"),
    (#""\u001f""#, "\u{1F}"), (#""\u007f""#, "\u{7F}"), (#""\u2028\u2029""#, "\u{2028}\u{2029}"),
    (#""\ufeff""#, "\u{FEFF}"), (#""\uFFFF\uFFFE""#, "\u{FFFF}\u{FFFE}"), (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"),
    (#""\ud800\udc00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\ud83d\udE00""#, "\u{1F600}"),
    (#""a\nb\tc""#, "a\nb\tc"), (#""\\u0041""#, "\\u0041"), (#""\u00411""#, "A1"), (#""\"\"""#, "\"\""),
    (
      "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFD}\u{FFFF}\u{10FFFF}\"", "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFD}\u{FFFF}\u{10FFFF}"
    ),
    // Allowed unescaped in JSON, but not in JavaScript before 2019.
    ("\"\u{2028}\u{2029}\u{85}\"", "\u{2028}\u{2029}\u{85}"),
    (#""기생충 \u00b7 Parasite""#, "기생충 · Parasite"),
    // Both forms of é are kept: nothing is normalized.
    ("\"\u{E9}\"", "\u{E9}"), ("\"e\u{301}\"", "e\u{301}"),
  ])
  func `strings are read scalar for scalar`(text: String, value: String) throws {
    let string = try #require(try JSON.parse(text).string)
    #expect(Array(string.unicodeScalars) == Array(value.unicodeScalars))
  }

  @Test(arguments: [
    #""\a""#, #""\v""#, #""\0""#, #""\'""#, #""\x41""#, #""\U0041""#, #""\N""#, #""\ ""#, "\"\\\n\"", "\"\\é\"", #""\"#,
    #""\u""#, #""\u0""#, #""\u00""#, #""\u004""#, #""\u004g""#, #""\u00 41""#, #""\u+041""#, #""\u-041""#, #""\u{41}""#,
    #""\u 041""#, #""\u0x41""#, #""\u00"#, "\"\\u００４１\"", "\"\\u00\u{E9}1\"",
  ])
  func `unknown escapes are rejected`(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(text) }
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\uDBFF""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\udfff""#, "\u{FFFD}"),
    (#""\ud800x""#, "\u{FFFD}x"), (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud800\\udc00""#, #"\#u{FFFD}\udc00"#),
    (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"), (#""\ud800\ud800\udc00""#, "\u{FFFD}\u{10000}"),
    (#""\ud800 \udc00""#, "\u{FFFD} \u{FFFD}"), (#""\ud800\uE000""#, "\u{FFFD}\u{E000}"),
    (#""한\ud83d/\u00e9\\/""#, #"한\#u{FFFD}/é\/"#),
  ])
  func `an unpaired surrogate is read as U+FFFD, and the string is written as it came`(text: String, value: String)
    throws
  {
    let json = try JSON.parse(text)
    #expect(json.string.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
    #expect(json.jsonText == text)
    #expect(json == (try JSON.parse(text)))
    #expect(json != .string(value))
    #expect(try JSON.parse("[\(text),\"a\"]") == [json, "a"])
    #expect(try JSON.parse("{\(text):1}") == .object([JSON.Member(value, 1)]))
  }

  @Test(arguments: [#""\ud800\u""#, #""\ud800\udc0""#, #""\ud800\"#, #""\ud800\x""#])
  func `an invalid escape after an unpaired surrogate is rejected`(text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(text) }
  }

  @Test func `a string with an unpaired surrogate stays one line in any language`() throws {
    let json = try JSON.parse("\"\\ud800\u{2028}\u{2029}\u{85}\\/\"")
    #expect(json.jsonText == #""\ud800\u2028\u2029\u0085/""#)
    #expect(try JSON.parse(json.jsonText) == json)
  }

  @Test func `marks after the 30th in a row are not read, and the string is written with all of them`() throws {
    let (few, marks) = ("e" + String(repeating: "\u{301}", count: 30), "\u{316}\u{301}\u{1D165}")
    #expect(try JSON.parse("\"\(few)x\(few)\"") == .string("\(few)x\(few)"))
    let escaped = #"\u0316\u0301\ud834\udd65"#
    for text in ["\"\(few)\(marks)x\"", "\"\(few)\(escaped)x\""] {
      let json = try JSON.parse(text)
      #expect(json.string.map { Array($0.unicodeScalars) } == Array((few + "x").unicodeScalars))
      #expect(json.jsonText == "\"e" + String(repeating: #"\u0301"#, count: 30) + escaped + "x\"")
      #expect(try JSON.parse(json.jsonText) == json)
      #expect(try JSON.parse("{\(text):1}") == .object([JSON.Member(few + "x", 1)]))
    }
  }

  @Test func `half a megabyte of marks can be compared and hashed`() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 125_000)
    let text = "\"a\(marks)\""
    let values: Set<JSON> = [try JSON.parse(text), try JSON.parse(text)]
    #expect(values.count == 1)
    let name = try #require(values.first?.string)
    #expect([name: 1][name] == 1 && name.lowercased() == name)
  }

  @Test(arguments: [
    (#"{"a":1,"b":"c","d":[{"e":2}],"f"#, #"{"a":1,"b":"c","d":[{"e":2}]}"#), (#" {"a" : 1 , "b":2 "#, #"{"a":1}"#),
    (#"{"a":1"#, "{}"), (#"{"a":"x"#, "{}"), (#"{"a":12}"#, #"{"a":12}"#), (#"{"a":1}garbage"#, #"{"a":1}"#),
    (#"{"a":1,nonsense,"b":2}"#, #"{"a":1}"#), (#"{"a":{"id":1},"b":{"id":"#, #"{"a":{"id":1}}"#), ("{", "{}"),
    ("", "{}"),
    (#"[{"a":1}]"#, "{}"), ("{}", "{}"), ("1", "{}"),
  ])
  func `the members that are complete at the beginning of a text are found`(text: String, members: String) {
    #expect(Array(text.utf8).withUnsafeBytes { JSON.object(JSON.leadingMembers(of: $0)).jsonText } == members)
  }

  @Test(arguments: UInt8(0)..<0x20)
  func `a raw control character is rejected, before and after an escape`(control: UInt8) {
    for before in ["", "a", #"\n"#] {
      let bytes = Array("\"\(before)".utf8) + [control] + Array("\"".utf8)
      #expect(throws: JSONError.self) { try JSON.parse(bytes) }
    }
  }

  @Test(
    arguments: [
      ("a lone continuation byte", [0x80]),
      ("the last continuation byte", [0xBF]),
      ("a two-byte lead alone", [0xC3]),
      ("a two-byte lead and ASCII", [0xC3, 0x28]),
      ("a three-byte lead alone", [0xE2]),
      ("a three-byte scalar without its third byte", [0xE2, 0x82]),
      ("a three-byte lead and ASCII", [0xE2, 0x28, 0xA1]),
      ("a four-byte scalar without its fourth byte", [0xF0, 0x9F, 0x98]),
      ("a four-byte lead and ASCII", [0xF0, 0x28, 0x8C, 0xBC]),
      ("one continuation byte too many", [0xC3, 0xA9, 0xA9]),
      ("overlong slash, two bytes", [0xC0, 0xAF]),
      ("overlong NUL, as in Java's modified UTF-8", [0xC0, 0x80]),
      ("overlong DEL", [0xC1, 0xBF]),
      ("overlong slash, three bytes", [0xE0, 0x80, 0xAF]),
      ("the highest overlong of three bytes", [0xE0, 0x9F, 0xBF]),
      ("overlong slash, four bytes", [0xF0, 0x80, 0x80, 0xAF]),
      ("the highest overlong of four bytes", [0xF0, 0x8F, 0xBF, 0xBF]),
      ("a high surrogate", [0xED, 0xA0, 0x80]),
      ("a low surrogate", [0xED, 0xBF, 0xBF]),
      ("a surrogate pair, as in CESU-8", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
      ("U+110000", [0xF4, 0x90, 0x80, 0x80]),
      ("a lead beyond Unicode", [0xF5, 0x80, 0x80, 0x80]),
      ("a five-byte scalar", [0xF8, 0x88, 0x80, 0x80, 0x80]),
      ("a six-byte scalar", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]),
      ("0xFE", [0xFE]),
      ("0xFF", [0xFF]),
      ("Latin-1", [0x63, 0x61, 0x66, 0xE9]),
    ] as [(String, [UInt8])])
  func `invalid UTF-8 is rejected anywhere in a string`(name: String, bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    for (before, after) in [("", ""), ("ab", "cd"), (#"\n"#, ""), ("", #"\n"#), (#"\u00e9"#, #"\u00e9"#)] {
      let text = [quote] + Array(before.utf8) + bytes + Array(after.utf8) + [quote]
      #expect(throws: JSONError.self) { try JSON.parse(text) }
      let name = Array("{".utf8) + text + Array(":1}".utf8)
      #expect(throws: JSONError.self) { try JSON.parse(name) }
    }
  }

  @Test func `the bytes of a scalar cannot be split by an escape`() {
    let split = Array("\"".utf8) + [0xC3] + Array(#"\u00a9"#.utf8) + [0xA9] + Array("\"".utf8)
    #expect(throws: JSONError.self) { try JSON.parse(split) }
  }
}
