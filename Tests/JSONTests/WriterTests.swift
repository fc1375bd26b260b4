import JSON
import Testing

@Suite struct WriterTests {
  private func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `members are written in the order of the calls`() {
    let text = text { writer in
      writer.object { object in
        object.member("z", 1)
        object.member("a", "x")
        object.member("flag", false)
        object.member("ratio", 0.5)
        object.member("texts", ["p", "q"])
        object.member("json", ["k": .null] as JSON)
        object.member(escaping: "a\"b\n", 2)
        object.name("inner")
        object.object { $0.member("b", true) }
        object.name("none")
        object.null()
      }
    }
    #expect(
      text == #"{"z":1,"a":"x","flag":false,"ratio":0.5,"texts":["p","q"],"json":{"k":null},"a\"b\n":2,"#
        + #""inner":{"b":true},"none":null}"#)
  }

  @Test func `elements of every kind are separated by commas`() {
    let text = text { writer in
      writer.array { array in
        array.value(1)
        array.null()
        array.object { _ in }
        array.array { _ in }
        array.value("a")
        array.verbatim("1.0")
        array.verbatim(Array("[2]".utf8))
        array.value([String]())
        array.array([1, "b"] as [JSON])
        array.value(true)
      }
    }
    #expect(text == #"[1,null,{},[],"a",1.0,[2],[],[1,"b"],true]"#)
  }

  @Test func `members without a value are omitted with their commas`() {
    let text = text { writer in
      writer.object { object in
        object.member("a", nil as String?)
        object.member("b", 1 as Int?)
        object.member("c", nil as Int?)
        object.member("d", nil as Double?)
        object.member("e", "x" as String?)
        object.member("f", 0.5 as Double?)
        object.member("g", nil as String?)
      }
    }
    #expect(text == #"{"b":1,"e":"x","f":0.5}"#)
  }

  @Test(arguments: [
    ("", #""""#), ("a/b", #""a/b""#), ("</script>", #""</script>""#), ("\"", #""\"""#), ("\\", #""\\""#),
    ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#), ("\r\n", #""\r\n""#), ("\0", #""\u0000""#),
    ("\u{B}", #""\u000b""#),
    ("\u{1F}", #""\u001f""#), ("\u{85}", #""\u0085""#), ("\u{2028}", #""\u2028""#), ("\u{2029}", #""\u2029""#),
    ("a\u{2028}b\u{85}c\nd", #""a\u2028b\u0085c\nd""#), ("\u{2028}\u{2029}\u{85}", #""\u2028\u2029\u0085""#),
    // Neighbours of those three, which share their lead bytes, and strings that end one byte earlier.
    ("\u{84}\u{86}\u{2027}\u{202A}\u{20A8}\u{C2}\u{E2}", "\"\u{84}\u{86}\u{2027}\u{202A}\u{20A8}\u{C2}\u{E2}\""),
    ("\u{7F} ~", "\"\u{7F} ~\""), ("é 기 😀", #""é 기 😀""#), ("\u{FEFF}", "\"\u{FEFF}\""),
  ])
  func `only characters that must be escaped are escaped`(string: String, text: String) {
    #expect(Array(JSON.string(string).jsonText.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `the output contains nothing that any language treats as a line end`() {
    let ends = ["\u{0A}", "\u{0B}", "\u{0C}", "\u{0D}", "\u{1C}", "\u{1D}", "\u{1E}", "\u{85}", "\u{2028}", "\u{2029}"]
    let text = JSON.object([JSON.Member(ends.joined(), .string(ends.joined(separator: "x")))]).jsonText
    let found = text.unicodeScalars.filter { $0.value < 0x20 || $0.properties.generalCategory == .control }
    #expect(found.isEmpty)
    #expect(!text.contains { $0.isNewline })
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (8.5, "8.5"), (0.1, "0.1"), (100, "100"), (1e15, "1000000000000000"),
      (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992.0"), (-2.5e-7, "-2.5e-07"),
      (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
    ] as [(Double, String)])
  func `doubles are written in their shortest exact form, integral ones without a fraction`(
    number: Double, text: String
  ) {
    #expect(self.text { $0.value(number) } == text)
  }

  @Test(arguments: [0, 5, 9, 10, -1, -9, 42, Int.max, Int.min])
  func `integers are written in decimal`(number: Int) {
    #expect(text { $0.value(number) } == String(number))
  }
}
