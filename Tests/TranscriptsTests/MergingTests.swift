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
      Case(#"{"path":"a","b":2}"#, #"{"path":"a","b":3}"#, #"{"path":"a","b":3}"#),
      Case(#"{"path":"a","b":2}"#, #"{"path":"c","b":2}"#, #"{"path":"…","b":2}"#),
      Case(
        #"{"path":"…x","b":["…x",{}]}"#, #"{"path":1,"b":[1,{"starredAt":2}]}"#,
        #"{"path":"…x","b":["…x",{"starredAt":"…"}]}"#),
      Case(#"[1]"#, #"[1,[{"expiresAt":2,"epoch":3}]]"#, #"[1,[{"expiresAt":"…","epoch":3}]]"#),
      Case(
        #"{"serverInfo":{"name":"a","version":"…","x":[1]}}"#,
        #"{"serverInfo":{"name":"b","version":"2","x":[1,2],"y":3}}"#,
        #"{"serverInfo":{"name":"…","version":"…","x":[1,"…"],"y":"…"}}"#),
    ])
  func merging(_ test: Case) throws {
    var comparison = Comparison(ignored: ["epoch"])
    let merged = Update.merged(try JSON.parse(test.pattern), try JSON.parse(test.value), &comparison)
    #expect(merged.jsonText == test.merged)
  }
}
