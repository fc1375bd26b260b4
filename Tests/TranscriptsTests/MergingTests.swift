import JSON
import Redaction
import Testing

@testable import Transcripts

@Suite struct MergingTests {
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
  func `the parts of a line that match stay open, and the others become what came`(_ test: Case) throws {
    var matcher = Matcher(ignored: ["epoch"])
    let value = try JSON.parse(test.value)
    let merged = TranscriptUpdater.merged(try JSON.parse(test.pattern), value, value, &matcher)
    #expect(merged.jsonText == test.merged)
  }

  @Test func `a secret is written as a placeholder, and one that has a placeholder keeps it`() throws {
    var matcher = Matcher()
    let pattern: JSON = ["token": "…mine", "requestToken": "of-last-time", "count": 1]
    let value: JSON = ["token": "SECRET-1", "requestToken": "SECRET-2", "count": 2]
    var redactor = Redactor(.placeholders)
    let redacted = redactor.redacted(value, isFromServer: true)
    let merged = TranscriptUpdater.merged(pattern, value, redacted, &matcher)
    #expect(merged == ["token": "…mine", "requestToken": "…requestToken", "count": 2])
  }
}
