import JSON
import Testing

@testable import Transcripts

@Suite("Writing a line anew")
struct MergingTests {
  struct Case: CustomTestStringConvertible {
    var pattern: String
    var value: String
    var merged: String

    init(_ pattern: String, _ value: String, _ merged: String) {
      (self.pattern, self.value, self.merged) = (pattern, value, merged)
    }

    var testDescription: String { "\(pattern) with \(value)" }
  }

  @Test(
    "What holds stays as open as it was, the rest is what came",
    arguments: [
      Case(#"{"a":"…","b":1}"#, #"{"b":1,"a":5}"#, #"{"a":"…","b":1}"#),
      Case(#"{"a":"…","b":1}"#, #"{"b":2,"a":5,"c":3}"#, #"{"b":2,"a":"…","c":3}"#),
      Case(#"{"a":"…x","b":["…x",1]}"#, #"{"a":5,"b":[5,2]}"#, #"{"a":"…x","b":["…x",2]}"#),
      Case(#"{"a":"…x","b":["…x",1]}"#, #"{"a":5,"b":[6]}"#, #"{"a":"…x","b":[6]}"#),
      Case(#"[{"a":"…"},2]"#, #"[{"a":1},3,4]"#, #"[{"a":"…"},3,4]"#),
      Case(#"{"epoch":1,"b":2}"#, #"{"epoch":9,"b":3}"#, #"{"epoch":1,"b":3}"#),
      Case(#"{"a":{"b":"…"}}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      Case(#"{"a":1,"…":"…"}"#, #"{"b":3,"a":2}"#, #"{"a":2,"…":"…"}"#),
    ])
  func merging(_ test: Case) throws {
    var comparison = Comparison(ignored: ["epoch"])
    let merged = Update.merged(try JSON.parse(test.pattern), try JSON.parse(test.value), &comparison)
    #expect(merged.jsonText == test.merged)
  }
}
