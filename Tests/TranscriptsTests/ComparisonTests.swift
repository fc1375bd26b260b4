import JSON
import Testing
import Transcripts

@Suite("Comparing messages")
struct ComparisonTests {
  struct Case: CustomTestStringConvertible {
    var pattern: String
    var value: String
    /// Where they differ, as `path: expected | received`.
    var differences: [String]

    init(_ pattern: String, _ value: String, _ differences: String...) {
      (self.pattern, self.value, self.differences) = (pattern, value, differences)
    }

    var testDescription: String { "\(pattern) and \(value)" }
  }

  private func differences(_ comparison: inout Comparison, _ pattern: String, _ value: String) throws -> [String] {
    comparison.differences(try JSON.parse(pattern), try JSON.parse(value))
      .map { "\($0.path): \($0.expected ?? "-") | \($0.received ?? "-")" }
  }

  @Test(
    "Values are compared by what they are, objects by name, and every difference has its path",
    arguments: [
      Case("1", "1"),
      Case("1", "1.0", ": 1 | 1.0"),
      Case("1", "true", ": 1 | true"),
      Case("null", "false", ": null | false"),
      Case(#"{"a":1,"b":[2]}"#, #"{"b":[2],"a":1}"#),
      Case(#"{"a":1}"#, #"{"a":1,"b":null}"#, "b: - | null"),
      Case(#"{"a":1,"b":2}"#, #"{"b":2}"#, "a: 1 | -"),
      Case(#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
      Case(#"{"a":1,"a":2}"#, #"{"a":1}"#, "a: 2 | -"),
      Case("[1,2]", "[2,1]", "[0]: 1 | 2", "[1]: 2 | 1"),
      Case("[1]", "[1,2,3]", "[1]: - | 2"),
      Case("[1,2,3]", "[1]", "[1]: 2 | -"),
      Case(#"{"r":{"i":[{},{"t":"a"}]}}"#, #"{"r":{"i":[{},{"t":"b"}]}}"#, #"r.i[1].t: "a" | "b""#),
      // One letter in two normalizations.
      Case(#""\u00e9""#, #""e\u0301""#, ": \"\u{e9}\" | \"e\u{301}\""),
      Case(#"{"\u00e9":1}"#, #"{"e\u0301":1}"#, "\u{e9}: 1 | -", "e\u{301}: - | 1"),
      Case(#""…""#, #"{"a":[1]}"#),
      Case(#"{"a":"…"}"#, #"{}"#, #"a: "…" | -"#),
      Case(#"{"a":1,"…":"…"}"#, #"{"b":2,"a":1,"c":[3]}"#),
      Case(#"{"a":1,"…":"…"}"#, #"{"a":1}"#),
      Case(#"{"a":1,"…":"…"}"#, #"{"b":2}"#, "a: 1 | -"),
      Case(#"{"a":{"b":1},"…":"…"}"#, #"{"a":{"b":1,"c":2}}"#, "a.c: - | 2"),
      Case(#""… and more""#, #""x""#, #": "… and more" | "x""#),
    ])
  func values(_ test: Case) throws {
    var comparison = Comparison()
    #expect(try differences(&comparison, test.pattern, test.value) == test.differences)
  }

  @Test("To the order of members where that is wanted, at every depth")
  func order() throws {
    var comparison = Comparison(ordersMembers: true)
    #expect(try differences(&comparison, #"{"a":1,"b":{"c":1,"d":"…"}}"#, #"{"a":1,"b":{"c":1,"d":2}}"#).isEmpty)
    #expect(
      try differences(&comparison, #"{"a":1,"b":{"c":1,"d":"…"}}"#, #"{"a":1,"b":{"d":2,"c":1}}"#)
        == ["b: the members c, d | the members d, c"])
    #expect(try differences(&comparison, #"{"a":1,"b":2,"…":"…"}"#, #"{"a":1,"x":0,"b":2}"#).isEmpty)
    #expect(
      try differences(&comparison, #"{"a":1,"b":2,"…":"…"}"#, #"{"b":2,"x":0,"a":1}"#)
        == ["the top: the members a, b | the members b, a"])
  }

  @Test("A name has the first value that comes, from then on")
  func captures() throws {
    var comparison = Comparison()
    #expect(try differences(&comparison, #"["…x","…x","…y"]"#, #"[{"a":1,"b":2},{"b":2,"a":1},3]"#).isEmpty)
    #expect(comparison.captures == ["x": ["a": 1, "b": 2], "y": 3])
    #expect(try differences(&comparison, #"{"i":"…y"}"#, #"{"i":4}"#) == ["i: 3, as …y was | 4"])
    #expect(comparison.filled(["…x", ["k": "…y", "…": "…"], "…", 1]) == [["a": 1, "b": 2], ["k": 3], "…", 1])
  }

  @Test("A message that is another leaves no values behind")
  func noCaptures() throws {
    var comparison = Comparison()
    #expect(try !differences(&comparison, #"{"a":"…x","b":1}"#, #"{"a":1,"b":2}"#).isEmpty)
    #expect(comparison.captures.isEmpty)
  }

  @Test("Who has to say a name that has no value says the name, and then it is the value")
  func unbound() throws {
    var comparison = Comparison()
    #expect(comparison.filled(["token": "…token"]) == ["token": "…token"])
    #expect(try differences(&comparison, #""…token""#, #""…token""#).isEmpty)
    #expect(try !differences(&comparison, #""…token""#, #""abc""#).isEmpty)
  }

  @Test("A value that looks like a pattern is a value where it was captured")
  func capturedPattern() throws {
    var comparison = Comparison()
    #expect(try differences(&comparison, #""…x""#, #""…""#).isEmpty)
    #expect(try !differences(&comparison, #""…x""#, "1").isEmpty)
  }

  @Test("Members whose values may be any must only be there")
  func ignored() throws {
    var comparison = Comparison(ignored: ["epoch"])
    #expect(try differences(&comparison, #"{"r":{"epoch":1}}"#, #"{"r":{"epoch":2}}"#).isEmpty)
    #expect(try differences(&comparison, #"{"r":{"epoch":1}}"#, #"{"r":{}}"#) == ["r.epoch: 1 | -"])
  }
}
