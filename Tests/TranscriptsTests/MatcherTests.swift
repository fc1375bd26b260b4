import JSON
import Testing
import Transcripts

@Suite struct MatcherTests {
  struct Case: CustomTestStringConvertible {
    var pattern: String
    var value: String
    /// As `path: expected | received`.
    var mismatches: [String]

    init(_ pattern: String, _ value: String, _ mismatches: String...) {
      (self.pattern, self.value, self.mismatches) = (pattern, value, mismatches)
    }

    var testDescription: String { "\(pattern) and \(value)" }
  }

  private func mismatches(_ matcher: inout Matcher, _ pattern: String, _ value: String) throws -> [String] {
    matcher.mismatches(try JSON.parse(pattern), try JSON.parse(value))
      .map { "\($0.path): \($0.expected ?? "-") | \($0.received ?? "-")" }
  }

  @Test(
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
      // One letter in two Unicode normalization forms.
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
  func `values are compared exactly, members by name, and every mismatch has its path`(_ test: Case) throws {
    var matcher = Matcher()
    #expect(try mismatches(&matcher, test.pattern, test.value) == test.mismatches)
  }

  @Test func `the order of members is compared on demand, at every depth`() throws {
    var matcher = Matcher(ordersMembers: true)
    #expect(try mismatches(&matcher, #"{"a":1,"b":{"c":1,"d":"…"}}"#, #"{"a":1,"b":{"c":1,"d":2}}"#).isEmpty)
    #expect(
      try mismatches(&matcher, #"{"a":1,"b":{"c":1,"d":"…"}}"#, #"{"a":1,"b":{"d":2,"c":1}}"#)
        == ["b: the members c, d | the members d, c"])
    #expect(try mismatches(&matcher, #"{"a":1,"b":2,"…":"…"}"#, #"{"a":1,"x":0,"b":2}"#).isEmpty)
    #expect(
      try mismatches(&matcher, #"{"a":1,"b":2,"…":"…"}"#, #"{"b":2,"x":0,"a":1}"#)
        == ["the top: the members a, b | the members b, a"])
  }

  @Test func `a name is bound to the first value that comes`() throws {
    var matcher = Matcher()
    #expect(try mismatches(&matcher, #"["…x","…x","…y"]"#, #"[{"a":1,"b":2},{"b":2,"a":1},3]"#).isEmpty)
    #expect(matcher.captures == ["x": ["a": 1, "b": 2], "y": 3])
    #expect(try mismatches(&matcher, #"{"i":"…y"}"#, #"{"i":4}"#) == ["i: 3, the value of …y | 4"])
    #expect(matcher.filled(["…x", ["k": "…y", "…": "…"], "…", 1]) == [["a": 1, "b": 2], ["k": 3], "…", 1])
  }

  @Test func `a message that does not match binds no names`() throws {
    var matcher = Matcher()
    #expect(try !mismatches(&matcher, #"{"a":"…x","b":1}"#, #"{"a":1,"b":2}"#).isEmpty)
    #expect(matcher.captures.isEmpty)
  }

  @Test func `a name that is not bound is sent as its own string, and is then bound to it`() throws {
    var matcher = Matcher()
    #expect(matcher.filled(["token": "…token"]) == ["token": "…token"])
    #expect(try mismatches(&matcher, #""…token""#, #""…token""#).isEmpty)
    #expect(try !mismatches(&matcher, #""…token""#, #""abc""#).isEmpty)
  }

  @Test func `a captured value is not a pattern, even if it looks like one`() throws {
    var matcher = Matcher()
    #expect(try mismatches(&matcher, #""…x""#, #""…""#).isEmpty)
    #expect(try !mismatches(&matcher, #""…x""#, "1").isEmpty)
  }

  @Test func `a member whose value is not compared must still exist`() throws {
    var matcher = Matcher(ignored: ["epoch"])
    #expect(try mismatches(&matcher, #"{"r":{"epoch":1}}"#, #"{"r":{"epoch":2}}"#).isEmpty)
    #expect(try mismatches(&matcher, #"{"r":{"epoch":1}}"#, #"{"r":{}}"#) == ["r.epoch: 1 | -"])
  }
}
